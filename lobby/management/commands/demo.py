"""`manage.py demo`: create house tables with bots and two log-ins, if they don't exist."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from accounts.people.actions.users import register_person
from accounts.people.models import User
from games.engines.core import registry
from lobby.tables.hosting.tables import TablePlan, find_open, open_table

LOGINS = (("Meera", "cardhouse-demo", False), ("Floorman", "cardhouse-floor", True))
"""Name, password, whether staff; for trials on a developer's own machine."""


class Command(BaseCommand):
    help = "Create the house tables with bots and the demo log-ins, if they don't exist."

    def handle(self, *args: Any, **options: Any) -> None:
        # The README publishes this password, so such a staff log-in is for this machine only.
        local = (os.environ.get("HOST") or "127.0.0.1") in ("127.0.0.1", "localhost", "::1")
        logins = [login for login in LOGINS if local or not login[2]]
        for name, password, staff in logins:
            if not User.objects.filter(name=name).exists():
                register_person(name=name, password=password, staff=staff, superuser=staff)
        for game in registry.all_games():
            for values in game.manifest.house_tables:
                plan = TablePlan(game=game.key, **values)
                if find_open(plan.name) is None:
                    open_table(plan=plan, host=None, is_house_table=True)
        for name, password, staff in logins:
            part = " (staff)" if staff else ""
            self.stdout.write(f"  log-in {name}{part}, password {password}")
