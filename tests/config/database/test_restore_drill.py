"""A drill: hands are played, a disaster comes, and the second before it is restored."""

from pathlib import Path

import pytest

from tests.support.platforms import Platform
from tests.support.prepared import fill

STATE = """
import hashlib, json
from accounts.ledger.models import Posting
from core.staff.models import StaffLogEntry
from django.db import connection
from games.hands.models import Hand
def ledger():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), md5(string_agg(p::text, ';' ORDER BY p.id)) "
            "FROM accounts_posting p")
        postings = cursor.fetchone()
        cursor.execute("SELECT md5(string_agg(a::text, ';' ORDER BY a.id)) FROM accounts_account a")
        accounts = cursor.fetchone()
        cursor.execute("SELECT count(*), md5(string_agg(a::text, ';' ORDER BY a.hand_id, a.seq)) "
            "FROM games_handaction a")
        return [*postings, *accounts, *cursor.fetchone()]
with connection.cursor() as cursor:
    cursor.execute("SELECT clock_timestamp()")
    now = cursor.fetchone()[0]
print("STATE", json.dumps([now.isoformat(), Hand.objects.count(), ledger(),
    StaffLogEntry.objects.order_by("-id").values_list("hash", flat=True).first()]))
"""
PLAY = """
import random, uuid
from accounts.people.actions.users import create_guest
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.seats.seats import sit
from tests.support.seated_table import SeatedTable
for game, preset in (("teen_patti", None), ("holdem", "cash")):
    chosen = {"preset": preset} if preset else {}
    plan = TablePlan(name=f"{game} for {SEATS} {HANDS}", game=game, **chosen)
    table = open_table(plan=plan, host=None, is_house_table=True)
    people = [create_guest() for _ in range(SEATS)]
    for number, user in enumerate(people):
        sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())
    room, rng = SeatedTable(table, people), random.Random(7)
    for _ in range(HANDS):
        room.deal()
        while room.head.live:
            room.act_somehow(rng)
"""
DISASTER = """
from django.db import connection
from config.database import roles
with roles.as_owner(), connection.cursor() as cursor:
    cursor.execute("SELECT pg_sleep(1)")  # the second that is restored
    cursor.execute("SET session_replication_role = replica")
    cursor.execute("UPDATE accounts_account SET balance = balance + 1000000 WHERE balance > 0")
    cursor.execute("DELETE FROM games_handaction")
    cursor.execute("DROP TABLE lobby_chatline CASCADE")
    cursor.execute("SELECT pg_switch_wal()")
"""


@pytest.mark.full
@pytest.mark.timeout(900)
def test_the_second_before_a_disaster_is_restored(state_folder: Path) -> None:
    root, backups = state_folder.parent, state_folder.parent / "backups"
    fill(state_folder)
    # The key with which the house signs is that of the prepared cluster.
    kept = {"SECRET_KEY": (state_folder / "secret_key").read_text().strip()}
    kept["CUT_COMMITS_WAIT_MS"] = "0"
    platform = Platform(root, BACKUPS=str(backups), **kept)
    first = state_folder.name

    def play(seats: int, hands: int) -> str:
        return f"SEATS, HANDS = {seats}, {hands}\n{PLAY}"

    platform.states(first, play(2, 3))
    said = platform.manage(first, "backup", str(backups))
    assert "complete and verified" in said
    (before,) = platform.states(first, play(3, 12), STATE)
    assert before[1] >= 6
    platform.states(first, DISASTER)
    (after,) = platform.states(first, STATE)
    assert after[2] != before[2]

    elsewhere = Platform(root, **kept)  # it archives nothing over what it restores
    elsewhere.manage("second", "restore", str(backups), "--to", str(before[0]))
    (restored,) = elsewhere.states("second", STATE)
    assert restored[1:] == before[1:]
    assert "found" not in elsewhere.manage("second", "audit")
    elsewhere.states("second", play(2, 1))  # and play goes on

    (base,) = (backups / "base").iterdir()
    data = root / "third"
    said = elsewhere.manage("second", "restore", str(backups), "--data-directory", str(data))
    assert "manage.py audit" in said
    assert "recovery_target_time =" not in (data / "postgresql.auto.conf").read_text()
    (base / "base/1/PG_VERSION").write_text("99\n")
    with pytest.raises(AssertionError, match="pg_verifybackup failed"):
        elsewhere.manage(
            "second", "restore", str(backups), "--data-directory", str(root / "fourth")
        )
