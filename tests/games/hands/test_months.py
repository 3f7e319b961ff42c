"""Hands, their actions and their seats are stored by month, and one hand is in one partition."""

import datetime
import re
import uuid

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from benchmarks.stored_bytes import copy
from core.periodic_tasks.task import TASKS
from core.runtime.sql import run
from core.time_ids import time_id
from games.hands.actions.months import MONTHS_AHEAD_MIN, make_months
from games.hands.actions.pack import pack_actions
from games.hands.audit import check_new_numbers, check_numbers, check_seats
from games.hands.models import Hand, HandNote, HandSeat, PlayedAction
from games.hands.queries.stored import stored_hands
from tests.games.older_tables import with_months, without_months
from tests.games.stored import store_hand
from tests.support.cases import for_each
from tests.support.owner import as_owner, no_triggers
from tests.support.size import times

pytestmark = pytest.mark.django_db
FAR = datetime.datetime(2031, 5, 17, tzinfo=datetime.UTC)
SEATS = """
(SELECT s.id, s.hand_id, s.user_id, s.seat, s.stack_start, s.net, s.won, s.pot, s.finished_at
    FROM games_handseat s)
"""
BY_HAND = {
    "a hand": "SELECT * FROM games_hand WHERE id = %s",
    "its seats": "SELECT * FROM games_handseat WHERE hand_id = %s",
    "its actions": "SELECT * FROM games_handaction WHERE hand_id = %s AND seq > 0 ORDER BY seq",
    "its packed actions": "SELECT * FROM games_packedactions WHERE hand_id = %s",
}


def digests():
    """A digest of all rows of each table, and of how their columns read."""
    made = []
    with as_owner() as cursor:
        for table, order in (
            ("games_hand", "id"),
            ("games_playedaction", "hand_id, seq"),
            (SEATS, "hand_id, seat"),
            ("(SELECT hand_id, began_at FROM games_packedactions)", "hand_id"),
        ):
            row = f"md5(to_jsonb(t)::text), '' ORDER BY {order}"
            cursor.execute(f"SELECT md5(string_agg({row})) FROM {table} t")
            made.append(cursor.fetchone())
    return made


def parts_of(table):
    (rows,) = run(("SELECT relid::regclass::text FROM pg_partition_tree(%s)", [table]))
    return {name for (name,) in rows} - {table}


def part_with(hand_id):
    (((name,),),) = run(
        ("SELECT tableoid::regclass::text FROM games_hand WHERE id = %s", [hand_id])
    )
    return name


def dealt_at(moment, number=1):
    """The id of a copy of a stored hand that was dealt at another moment."""
    hand, _people = store_hand("teen_patti", number=number)
    hand.pk = time_id(moment)
    hand.save(force_insert=True)
    return hand.pk


def test_a_hand_lies_in_the_partition_of_its_month_and_one_with_a_random_id_apart():
    hand, _people = store_hand()
    assert part_with(hand.pk) == f"months.games_hand_{timezone.now():%Y_%m}"
    hand.pk = uuid.UUID("f47ac10b-58cc-4372-a567-0e02b2c3d479")
    hand.save(force_insert=True)
    assert part_with(hand.pk) == "months.games_hand_unordered"


@pytest.mark.parametrize("statement", BY_HAND.values(), ids=list(BY_HAND))
def test_one_hand_is_read_from_one_partition(statement):
    hand_id = time_id(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {statement}", [hand_id])
        plan = "\n".join(line for (line,) in cursor.fetchall())
        cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        cursor.execute(f"PREPARE by_hand(uuid) AS {statement.replace('%s', '$1')}")
        cursor.execute(f"EXPLAIN (ANALYZE) EXECUTE by_hand('{hand_id}')")
        generic = "\n".join(line for (line,) in cursor.fetchall())
        cursor.execute("DEALLOCATE by_hand")
    this_month = {f"_{timezone.now():%Y_%m}"}
    parts = r"games_[a-z]+(_unordered|_rest|_\d{4}_\d\d)"
    assert set(re.findall(parts, plan)) == set(re.findall(parts, generic)) == this_month


def test_a_month_without_its_partition_stops_nobody_and_gets_one_later():
    hand_id = dealt_at(FAR)
    assert part_with(hand_id) == "months.games_hand_rest"
    with as_owner() as cursor:
        cursor.execute("SELECT months.month('2031-05-01')")
        assert cursor.fetchone() == (4,)
    assert part_with(hand_id) == "months.games_hand_2031_05"
    assert Hand.objects.get(pk=hand_id).number == 1


def test_actions_and_seats_move_with_their_hand():
    hand, _people = store_hand()
    other = time_id(FAR)
    with no_triggers(), connection.cursor() as cursor:
        for table, key in (
            ("games_hand", "id"),
            ("games_handaction", "hand_id"),
            ("games_handseat", "hand_id"),
        ):
            cursor.execute(f"UPDATE {table} SET {key} = %s WHERE {key} = %s", [other, hand.pk])
        cursor.execute("SELECT months.month('2031-05-01')")
    assert part_with(other) == "months.games_hand_2031_05"
    seqs = PlayedAction.objects.filter(hand_id=other).order_by("seq").values_list("seq", flat=True)
    assert list(seqs) == list(range(1, len(seqs) + 1)) != []
    assert HandSeat.objects.filter(hand_id=other).count() == len(hand.opening["seats"])


@pytest.mark.timeout(1_800)
def test_hands_of_before_become_months_and_plain_tables_again_without_a_change():
    for seed, game in enumerate(("teen_patti", "holdem", "dou_dizhu"), 1):
        store_hand(game, seed)
    random, _people = store_hand("holdem", 9)
    Hand.objects.filter(pk=random.pk).update(finished_at=FAR - datetime.timedelta(days=9_000))
    assert pack_actions(9) == 1
    with no_triggers(), connection.cursor() as cursor:
        copy(cursor, times(2, 50_000))
        other = uuid.uuid4()
        for table in ("games_hand", "games_packedactions", "games_handseat"):
            key = "id" if table == "games_hand" else "hand_id"
            cursor.execute(f"UPDATE {table} SET {key} = %s WHERE {key} = %s", [other, random.pk])
    hands, before = Hand.objects.count(), digests()
    assert hands == 4 * (1 + times(2, 50_000))

    without_months()
    assert parts_of("games_hand") == set()
    assert digests() == before
    with_months()
    assert digests() == before
    assert part_with(other) == "months.games_hand_unordered"
    with as_owner() as cursor:
        cursor.execute(f"SELECT count(*) FROM months.games_hand_{timezone.now():%Y_%m}")
        assert cursor.fetchone() == (hands - 1,)
        assert make_months() == 0


def test_the_task_makes_the_months_to_come_once():
    with as_owner() as cursor:
        last = (
            timezone.now().replace(day=1) + datetime.timedelta(days=31 * MONTHS_AHEAD_MIN)
        ).date()
        for table in ("games_hand", "games_handaction", "games_packedactions", "games_handseat"):
            cursor.execute(f"DROP TABLE months.{table}_{last:%Y_%m}")
    assert TASKS["make_months"].do() == "4 partitions made"
    assert f"months.games_handseat_{last:%Y_%m}" in parts_of("games_handseat")
    assert make_months() == 0


@for_each(
    "statement",
    [
        "SELECT months.month('2031-05-01')",
        "CREATE TABLE months.mine ()",
        "SELECT * FROM months.games_hand_rest",
        "DELETE FROM months.games_handaction_rest",
    ],
)
def test_the_program_reaches_partitions_only_through_their_tables(statement):
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        connection.cursor().execute(statement)


def test_a_number_that_two_months_have_is_found():
    hand, _people = store_hand()
    hand.pk, hand.deck_no = time_id(timezone.now()), None
    with pytest.raises(DatabaseError, match="duplicate key"), transaction.atomic():
        hand.save(force_insert=True)
    assert list(check_numbers()) == []
    hand.pk = time_id(FAR)
    hand.save(force_insert=True)
    assert [one.check for one in check_numbers()] == ["hand.number"]
    assert [one.subject for one in check_new_numbers(stored_hands([hand.pk]))] == [
        f"hand {hand.pk}"
    ]


def test_a_deck_that_two_months_have_is_found():
    hand, _people = store_hand()
    hand.pk, hand.number = time_id(FAR), hand.number + 1
    hand.save(force_insert=True)
    assert [one.subject for one in check_new_numbers(stored_hands([hand.pk]))] == [
        f"hand {hand.pk}"
    ]


def test_a_note_about_no_hand_is_found():
    _hand, people = store_hand()
    HandNote.objects.create(user=people[0], hand_id=uuid.uuid4(), text="?")
    assert [one.text for one in check_seats()] == ["1 notes without a hand"]
