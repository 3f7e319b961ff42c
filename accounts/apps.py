"""The accounts app: people and money."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import sessions
        from accounts.queries import audit, ledger

        sessions.connect()
        audit.register("ledger", ledger.audit_ledger)
