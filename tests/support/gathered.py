"""People and sit and gos for gathered chips."""

import uuid

from accounts import ledger
from accounts.people.actions.users import register_person
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import SitAndGo
from tests.support.serial import SERIAL

START = ledger.START_CHIPS


def person():
    return register_person(name=f"Player {next(SERIAL)}", password=None)


def new_table(**plan):
    fields = {"name": f"Table {next(SERIAL)}", "private": True, "max_buy_in": 20_000} | plan
    return open_table(plan=TablePlan(**fields), host=person())


def sit_and_go(players, winner, *, entry=START):
    """A sit and go as the ledger keeps it: entries into the pool, all of it to the winner."""
    plan = {"game": "holdem", "preset": "turbo", "min_buy_in": entry, "max_buy_in": entry}
    pool = SitAndGo.objects.create(
        table=new_table(**plan), number=2, entry=entry, points=1_500, state="finished"
    )
    for user in players:
        uid = f"entry:{uuid.uuid4()}"
        ledger.pay_entry(user=user, sit_and_go_id=pool.pk, amount=entry, uid=uid)
    prizes = {winner: entry * len(players)}
    ledger.pay_prizes(sit_and_go_id=pool.pk, prizes=prizes, uid=f"prizes:{pool.pk}")


def by_sit_and_go(main, others):
    sit_and_go([main, *others], main)
