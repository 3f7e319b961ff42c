"""`manage.py migrate`: Django's, as the owner of the database, then sets the rights of roles."""

from typing import Any

from django.core.management.commands import migrate

from config import roles


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with roles.as_owner():
            super().handle(*args, **options)
            if not options["plan"] and not options["check_unapplied"]:
                roles.grant()
