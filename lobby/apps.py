"""The lobby app: tables and everything that happens around the cards."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    name = "lobby"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from lobby.queries import audit, presence

        audit.register_checks()
        presence.register()
