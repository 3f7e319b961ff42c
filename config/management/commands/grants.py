"""`manage.py grants`: make the roles and set their rights; `migrate` does it too."""

from typing import Any

from django.core.management.base import BaseCommand

from config import roles
from config.services import PROGRAM


class Command(BaseCommand):
    help = f"Set what {PROGRAM} and {roles.REPORTS} may do in the database, as its owner."

    def handle(self, *args: Any, **options: Any) -> None:
        with roles.as_owner():
            roles.grant()
