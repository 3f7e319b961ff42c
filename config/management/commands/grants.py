"""`manage.py grants`: create the database roles and set their rights; `migrate` does this too."""

from typing import Any

from django.core.management.base import BaseCommand

from config.database import roles
from config.embedded.servers import PROGRAM


class Command(BaseCommand):
    help = f"As the owner, set the rights of {PROGRAM} and {roles.REPORTS} in the database."

    def handle(self, *args: Any, **options: Any) -> None:
        with roles.as_owner():
            roles.grant()
