"""`manage.py demo`: create house tables with bots and two log-ins, if they don't exist."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from accounts.people.actions.users import register_person
from accounts.people.models import User
from lobby.tables.actions.tables import TablePlan, find_open, open_table
from lobby.tables.models import Table

LOGINS = (("Meera", "cardhouse-demo", False), ("Floorman", "cardhouse-floor", True))
"""Name, password, whether staff; for trials on a developer's own machine."""

TABLES = (
    TablePlan(
        name="First Steps",
        preset="standard",
        options={"boot": 2},
        seats=6,
        newcomers=True,
        min_buy_in=40,
        max_buy_in=400,
        bots=3,
        bot_level="easy",
        clock_s=40,
    ),
    TablePlan(
        name="Marigold",
        preset="standard",
        options={"boot": 10},
        seats=6,
        min_buy_in=200,
        max_buy_in=2_000,
        bots=3,
        bot_level="easy",
    ),
    TablePlan(
        name="Blue Lotus",
        preset="seed000",
        seats=6,
        min_buy_in=200,
        max_buy_in=2_000,
        bots=3,
        bot_level="medium",
    ),
    TablePlan(
        name="Peacock Room",
        preset="standard",
        options={"boot": 50, "max_blind_bets": 4},
        seats=5,
        min_buy_in=1_000,
        max_buy_in=10_000,
        bots=3,
        bot_level="hard",
    ),
    TablePlan(
        name="Upside Down (Muflis)",
        preset="muflis",
        options={"boot": 10},
        seats=6,
        min_buy_in=200,
        max_buy_in=2_000,
        bots=3,
        bot_level="medium",
    ),
    TablePlan(
        name="Riverside",
        game="holdem",
        preset="cash",
        seats=6,
        min_buy_in=200,
        max_buy_in=2_000,
        bots=4,
        bot_level="medium",
    ),
    TablePlan(
        name="High Water",
        game="holdem",
        preset="cash",
        seats=9,
        options={"small_blind": 25, "straddle": True, "run_it_twice": True, "rabbit": True},
        min_buy_in=2_000,
        max_buy_in=10_000,
        bots=5,
        bot_level="hard",
    ),
    TablePlan(
        name="Sit and Go Six",
        game="holdem",
        preset="turbo",
        seats=6,
        min_buy_in=500,
        max_buy_in=500,
        bots=5,
        bot_level="medium",
    ),
    TablePlan(
        name="Rice Field",
        game="dou_dizhu",
        preset="standard",
        options={"restart_by": "auto"},
        seats=3,
        bots=2,
        bot_level="medium",
        spectators=Table.Spectators.OPEN,
    ),
    TablePlan(
        name="Paper Lantern",
        game="dou_dizhu",
        preset="standard",
        seats=3,
        options={
            "score_mode": "chips",
            "base_score": 2,
            "restart_by": "auto",
            "multiplier_cap": 32,
        },
        min_buy_in=200,
        max_buy_in=2_000,
        bots=2,
        bot_level="easy",
        clock_s=40,
    ),
    TablePlan(
        name="Jade Court",
        game="dou_dizhu",
        preset="standard",
        seats=3,
        options={
            "score_mode": "chips",
            "base_score": 10,
            "restart_by": "auto",
            "multiplier_cap": 32,
        },
        min_buy_in=1_000,
        max_buy_in=5_000,
        bots=2,
        bot_level="hard",
    ),
    TablePlan(
        name="The House Deals",
        game="dealer_teen_patti",
        preset="standard",
        seats=5,
        min_buy_in=200,
        max_buy_in=2_000,
        bots=2,
        bot_level="medium",
        clock_s=20,
    ),
)


class Command(BaseCommand):
    help = "Create the house tables with bots and the demo log-ins, if they don't exist."

    def handle(self, *args: Any, **options: Any) -> None:
        # The README publishes this password, so such a staff log-in is for this machine only.
        local = (os.environ.get("HOST") or "127.0.0.1") in ("127.0.0.1", "localhost", "::1")
        logins = [login for login in LOGINS if local or not login[2]]
        for name, password, staff in logins:
            if not User.objects.filter(name=name).exists():
                register_person(name=name, password=password, staff=staff, superuser=staff)
        for plan in TABLES:
            if find_open(plan.name) is None:
                open_table(plan=plan, host=None, is_house_table=True)
        for name, password, staff in logins:
            part = " (staff)" if staff else ""
            self.stdout.write(f"  log-in {name}{part}, password {password}")
