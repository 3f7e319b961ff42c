"""The core app: staff, audit, word filter, periodic tasks. It knows no game and no user model."""

from django.apps import AppConfig
from django.core.signals import request_finished
from django.db.models.signals import post_migrate
from django.utils.translation import get_language


class CoreConfig(AppConfig):
    name = "core"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Here: models can be imported only once all apps are loaded.
        from core import messages, request_context
        from core.staff import actions

        messages.read_in(get_language, request_context.digits)
        request_finished.connect(request_context.end)
        # Not in a migration: the permissions exist only after the last one.
        post_migrate.connect(actions.make_roles, sender=self, dispatch_uid="core.staff.roles")
