"""The accounts app: people and money."""

from django.apps import AppConfig
from django.core.signals import request_finished
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import request_context, sessions
        from accounts.actions import staff
        from accounts.queries import audit, audit_log, ledger

        sessions.connect()
        request_finished.connect(request_context.end)
        audit.register("ledger", ledger.audit_ledger, new=ledger.audit_new_entries)
        audit.register(audit_log.CHECK, audit_log.check_chain, new=audit_log.check_new_rows)
        # Not by a migration: the permissions it needs exist only after the last one.
        post_migrate.connect(staff.make_roles, sender=self, dispatch_uid="accounts.staff")
