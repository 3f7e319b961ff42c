"""A transaction finds out what changed: it is written once, and viewers learn of it."""

import datetime
import uuid

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.limits.models import PlayLimit
from games.dealing.models import NextDeck
from lobby.tables.models import Seat, SeatRequest, Table, TableHead
from lobby.tables.play.play import play
from lobby.tables.transaction import transaction
from lobby.tables.transaction.transaction import lock_tables
from tests.support.seated_table import audit_findings

pytestmark = pytest.mark.django_db

UNSEEN = {
    *("seat.timeouts", "seat.held_at", "seat.out_since", "seat.out_after", "seat.seen_at"),
    "table.lively_at",
}
"""All other columns are seen, unless a test shows that nobody reads a new one."""
NEVER_CHANGE = {"id", "table_id", "user_id", "sister_of_id", "host_id"}


@pytest.fixture
def published(monkeypatch, django_capture_on_commit_callbacks):
    """Let a function change a locked table; returns the changes that are published of it."""

    def run(room, change):
        received = []
        monkeypatch.setattr(transaction, "publish", received.extend)
        ids = [room.table.pk]
        with django_capture_on_commit_callbacks(execute=True), lock_tables(ids) as tx:
            change(tx, tx.locked(room.table.pk))
        return received

    return run


def another(field, value):
    """A value of a column that is not the one it has."""
    match field:
        case models.BooleanField():
            return not value
        case models.IntegerField():
            return (value or 0) + 1
        case models.JSONField():
            return {"another": value}
        case models.DateTimeField():
            return (value or timezone.now()) + datetime.timedelta(seconds=1)
        case models.UUIDField():
            return uuid.uuid4()
    return f"{value}x"


def test_each_column_that_viewers_see_makes_a_new_version(seat_table):
    room = seat_table(people=2)
    seen, unseen = set(), set()
    with lock_tables([room.table.pk]) as tx:
        rows = tx.rows(tx.locked(room.table.pk))
        for name, row in (("table", rows.table), ("seat", rows.seats[0])):
            for field in row._meta.concrete_fields:
                if field.attname in NEVER_CHANGE:
                    continue
                before = getattr(row, field.attname)
                setattr(row, field.attname, another(field, before))
                (seen if rows.changes().seen else unseen).add(f"{name}.{field.attname}")
                setattr(row, field.attname, before)
        assert not rows.changes().seen
    assert unseen == UNSEEN
    assert {"table.state", "table.sent_away", "seat.status", "seat.window_id"} <= seen


def seats_change(tx, locked):
    first, second = tx.rows(locked).seats
    first.status, second.posts = Seat.Status.SITTING_OUT, False
    tx.rows(locked).table.state = Table.State.PAUSED


def freeze(_tx, locked):
    locked.head.frozen = True


def wait_longer(tx, locked):
    locked.head.held_until = tx.now


def lock_deck(tx, locked):
    tx.rows(locked).deck.locked_at = tx.now


def free(tx, locked):
    rows = tx.rows(locked)
    rows.table.plays_for = Table.PlaysFor.POINTS
    rows.give_up(rows.seats[:1])


def ask(tx, locked):
    user = tx.rows(locked).seats[0].user
    until = tx.now + datetime.timedelta(minutes=1)
    tx.save(locked, SeatRequest(table_id=locked.table_id, user=user, expires_at=until))


@pytest.mark.parametrize("change", [seats_change, freeze, wait_longer, free, ask])
def test_a_change_raises_the_version_once_and_is_published(seat_table, published, change):
    room = seat_table(people=2)
    before = room.head.version
    (received,) = published(room, change)
    assert (received.after, received.version, room.head.version) == (before, before + 1, before + 1)
    assert received.table is None, "rooms read it: more than hands has changed"


def test_a_deck_that_changes_alone_is_passed_on_without_the_rest(seat_table, published):
    room = seat_table(people=2)
    before = room.head.version
    (received,) = published(room, lock_deck)
    assert (received.after, received.version) == (before, before + 1)
    assert received.table.deck_alone
    assert received.table.next_deck.locked_at is not None


@pytest.mark.parametrize(
    "change",
    [
        lambda tx, locked: None,
        lambda tx, locked: tx.rows(locked),
        lambda tx, locked: setattr(locked.head, "next_timer_at", tx.now),
        lambda tx, locked: setattr(tx.rows(locked).seats[0], "out_since", tx.now),
    ],
    ids=["nothing", "only read", "a timer", "since when a seat sits out"],
)
def test_a_change_that_no_viewer_sees_is_not_published(seat_table, published, change):
    room = seat_table(people=2)
    before = room.head.version
    assert published(room, change) == []
    assert room.head.version == before


def test_a_transaction_that_changes_nothing_writes_nothing(seat_table):
    room = seat_table(people=2)
    with CaptureQueriesContext(connection) as asked, lock_tables([room.table.pk]) as tx:
        tx.rows(tx.locked(room.table.pk))
    assert [query["sql"] for query in asked if "UPDATE lobby" in query["sql"]] == []


def test_only_what_changed_is_written(seat_table):
    """Presence and others write columns without the lock: they lose nothing."""
    room = seat_table(people=2)
    _first, second = Seat.objects.filter(table=room.table).order_by("number")
    seen = timezone.now() + datetime.timedelta(hours=1)
    with lock_tables([room.table.pk]) as tx:
        rows = tx.rows(tx.locked(room.table.pk))
        Seat.objects.filter(table=room.table).update(seen_at=seen)
        Seat.objects.filter(pk=second.pk).update(bank_ms=7)
        Table.objects.filter(pk=room.table.pk).update(watched_at=seen)
        rows.seats[0].straddles, rows.seats[0].timeouts = True, 1
        rows.table.state = Table.State.PAUSED
    seats = Seat.objects.filter(table=room.table).order_by("number")
    assert [(s.seen_at, s.straddles, s.timeouts) for s in seats] == [
        (seen, True, 1),
        (seen, False, 0),
    ]
    assert seats[1].bank_ms == 7
    table = Table.objects.get(pk=room.table.pk)
    assert (table.state, table.watched_at) == (Table.State.PAUSED, seen)


def end(room):
    """Give the command that ends the room's hand."""
    room.deal()
    return room.command(room.turn, "fold")


@pytest.mark.parametrize(("top_up", "at_once"), [(None, True), (5_000, False)])
def test_rooms_get_the_rows_after_a_hand_and_read_them_where_chips_came_too(
    seat_table, monkeypatch, django_capture_on_commit_callbacks, top_up, at_once
):
    received = []
    room = seat_table(people=2)
    Table.objects.filter(pk=room.table.pk).update(pause_ms=0)
    Seat.objects.filter(table=room.table).update(tops_up_to=top_up)
    command = end(room)
    monkeypatch.setattr(transaction, "publish", received.extend)
    with django_capture_on_commit_callbacks(execute=True):
        assert play([command], ())[0].seq == 1
    assert room.head.live, "the next hand is dealt in the same transaction"
    (change,) = received
    assert (change.table is not None) == at_once
    assert change.version == change.after + 1, "two hands, one new version"
    assert audit_findings() == []


def test_a_limit_counts_the_hand_that_ended_in_the_same_transaction(seat_table):
    room = seat_table(people=2)
    Table.objects.filter(pk=room.table.pk).update(pause_ms=0)
    command = end(room)
    loser = Seat.objects.get(user_id=command.user_id)
    PlayLimit.objects.create(user=loser.user, kind="loss", amount=1, starts_at=timezone.now())
    assert play([command], ())[0].seq == 1
    assert not room.head.live
    assert room.head.next_timer_at <= timezone.now(), "the next transaction looks at once"
    assert play([], {room.table.pk}) == []
    loser.refresh_from_db()
    assert (loser.status, room.head.live) == (Seat.Status.SITTING_OUT, False)


def test_a_table_that_closes_has_no_head_and_no_deck(seat_table, published):
    room = seat_table(people=2)

    def close(tx, locked):
        locked.closed = True

    (received,) = published(room, close)
    assert received.closed
    assert not TableHead.objects.filter(pk=room.table.pk).exists()
    assert NextDeck.objects.filter(table_id=room.table.pk).exists(), "its deck is opened apart"
