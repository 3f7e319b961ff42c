"""The games app: the rules of every game and the record of every hand."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Here: models can be imported only once all apps are loaded.
        from games.dealing.actions.fair_keys import publish_first_key

        post_migrate.connect(publish_first_key, sender=self, dispatch_uid="games.first_fair_key")
