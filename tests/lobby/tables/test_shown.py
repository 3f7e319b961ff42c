"""The decision what a viewer sees of a table, of values alone."""

import datetime
import uuid
from types import SimpleNamespace

import pytest

from games.engines.core.contract import OPEN, SPECTATOR, Viewer
from games.hands.live_hand import LiveHand
from lobby.tables.models import Seat, Table, TableHead
from lobby.tables.view.shown import NOT_READ, DelayedReading, TableViewer, what_is_shown
from lobby.tables.view.table_view import TableSnapshot

START = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
HAND, BEFORE = uuid.UUID(int=1), uuid.UUID(int=2)
ASHA, BINOD, GITA, HARI, LEFT = (uuid.UUID(int=number) for number in range(11, 16))
VISITOR, SPECTATING = TableViewer(None, None), TableViewer(GITA, None)
HOST, WENT = TableViewer(HARI, None), TableViewer(LEFT, None)
PLAYER, NEWCOMER = TableViewer(ASHA, 0), TableViewer(BINOD, 4)
OUTSIDE = [VISITOR, SPECTATING, HOST]


def hand_of(spectators="public", *, delay=0, over=False, scores=False):
    """A hand of Asha and of a player who has left since; its last action was at `START`."""
    game = SimpleNamespace(
        result=lambda _state: object() if over else None, scores=lambda _rules: scores
    )
    return LiveHand(
        id=HAND,
        table_id=None,
        number=7,
        game=game,
        opening=SimpleNamespace(rules=None),
        players={},
        seat_of={ASHA: 0, LEFT: 1},
        clock_ms=0,
        spectators=spectators,
        private=False,
        plays_for="chips",
        started_at=START,
        state=None,
        spectator_delay_s=delay,
    )


def table_of(spectators="public", *, delay=0, live=True, hand_id=HAND, **head):
    table = Table(spectators=spectators, spectator_delay_s=delay, host_id=HARI)
    seats = tuple(Seat(user_id=user, number=number) for user, number in ((ASHA, 0), (BINOD, 4)))
    head = TableHead(table=table, live=live, hand_id=hand_id, **head)
    return TableSnapshot(table, head, seats, None)


def look(table, hand, viewer, *, late=None, after_s=0):
    now = START + datetime.timedelta(seconds=after_s)
    return what_is_shown(table, hand, late, viewer, now=now)


MODES = ("public", "after_hand", "delayed", "open", "closed")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("frozen", [False, True])
def test_seats_see_the_hand_of_the_moment_in_every_mode(mode, frozen):
    hand = hand_of(mode, delay=900)
    for table in (table_of(mode, delay=900, frozen=frozen), table_of("closed", frozen=frozen)):
        seen = look(table, hand, PLAYER)
        assert (seen.hand, seen.viewer, seen.late) == (hand, Viewer(seat=0), None)
        seen = look(table, hand, NEWCOMER)
        assert (seen.hand, seen.viewer, seen.late) == (hand, SPECTATOR, None)


@pytest.mark.parametrize(
    ("mode", "live", "over"),
    [
        ("public", SPECTATOR, SPECTATOR),
        ("after_hand", SPECTATOR, OPEN),
        ("open", SPECTATOR, OPEN),
        ("closed", None, None),
    ],
)
def test_spectators_see_the_hand_as_the_mode_says(mode, live, over):
    for is_over, viewer in ((False, live), (True, over)):
        hand = hand_of(mode, over=is_over)
        for outside in OUTSIDE:
            seen = look(table_of(mode, live=not is_over), hand, outside)
            assert (seen.viewer if seen.hand else None) == viewer
            assert seen.late is None


def test_all_cards_of_a_live_hand_are_open_only_for_points_and_never_to_seats():
    hand = hand_of("open", scores=True)
    assert look(table_of("open"), hand, SPECTATING).viewer == OPEN
    assert look(table_of("open"), hand, NEWCOMER).viewer == SPECTATOR
    assert look(table_of("open"), hand, PLAYER).viewer == Viewer(seat=0)
    assert look(table_of("open"), hand, WENT).viewer == Viewer(seat=1)


@pytest.mark.parametrize("now", MODES)
@pytest.mark.parametrize("then", MODES)
def test_a_hand_keeps_the_mode_that_it_was_dealt_with(then, now):
    """The host has chosen another one after the hand."""
    delays = {"delayed": 60}
    hand = hand_of(then, delay=delays.get(then, 0), over=True)
    table = table_of(now, delay=10 if now == "delayed" else 0, live=False)
    late = DelayedReading(hand, None, hand) if now == "delayed" else None
    early, in_time = (look(table, hand, SPECTATING, late=late, after_s=s) for s in (59, 60))
    hidden = "closed" in (then, now)
    assert (early.hand is None) == (hidden or then == "delayed")
    assert (in_time.hand is None) == hidden
    cards = {"public": SPECTATOR, "closed": SPECTATOR}
    assert in_time.viewer == (SPECTATOR if hidden else cards.get(then, OPEN))
    if now == "delayed":
        assert early.late.shows_stacks == (early.hand is not None)
        assert early.late.chips_of is early.hand


def test_a_shorter_delay_shows_no_part_of_an_older_hand_early():
    part = hand_of("delayed", delay=900)
    late = DelayedReading(part, START, part)
    seen = look(table_of("delayed", delay=10, live=False), hand_of(), SPECTATING, late=late)
    assert (seen.hand, seen.late.chips_of, seen.late.shows_stacks) == (None, None, False)
    assert seen.late.next_at == START, "long polls wait for it as before"
    same = look(table_of("delayed", delay=900), hand_of(), SPECTATING, late=late)
    assert (same.hand, same.late) == (part, late)


def test_a_delayed_table_shows_the_reading_and_not_the_present():
    table, present = table_of("delayed", delay=60), hand_of("delayed", delay=60, over=True)
    past = hand_of("delayed", delay=60)
    reading = DelayedReading(past, None, past)
    for viewer in [*OUTSIDE, WENT]:
        seen = look(table, present, viewer, late=reading, after_s=60)
        assert (seen.hand, seen.late) == (past, reading)
        assert seen.viewer == (Viewer(seat=1) if viewer is WENT else SPECTATOR)
    assert look(table, present, SPECTATING, late=DelayedReading(present, None)).viewer == SPECTATOR
    over = look(table, present, SPECTATING, late=DelayedReading(present, None), after_s=60)
    assert over.viewer == OPEN


@pytest.mark.parametrize("viewer", [*OUTSIDE, WENT])
def test_a_missing_reading_shows_neither_hand_nor_stacks(viewer):
    seen = look(table_of("delayed", delay=60), hand_of("delayed", delay=60, over=True), viewer)
    assert (seen.hand, seen.viewer, seen.late) == (None, SPECTATOR, NOT_READ)
    assert not seen.late.shows_stacks


def test_a_void_hand_is_gone_for_everybody():
    for viewer in [*OUTSIDE, WENT, PLAYER, NEWCOMER]:
        assert look(table_of(live=False), hand_of(), viewer).hand is None
        assert look(table_of(live=True), hand_of(), viewer).hand is not None
        over = hand_of(over=True)
        assert look(table_of(live=False), over, viewer).hand is over, "it has a result"
        assert look(table_of(live=False, hand_id=BEFORE), hand_of(), viewer).hand is not None


def test_a_void_hand_disappears_from_a_delayed_table_with_its_reading():
    """Until then spectators see it, and never as a finished one."""
    table, hand = table_of("delayed", delay=60, live=False), hand_of("delayed", delay=60)
    seen = look(table, hand, SPECTATING, late=DelayedReading(hand, None, hand), after_s=3_600)
    assert (seen.hand, seen.viewer) == (hand, SPECTATOR)
    gone = look(table, hand, SPECTATING, late=DelayedReading(None, None, hand), after_s=3_600)
    assert (gone.hand, gone.late.chips_of) == (None, hand)


def test_a_player_who_has_left_sees_a_closed_hand_that_they_played_and_no_other():
    hand = hand_of("closed")
    assert look(table_of("closed"), hand, WENT).viewer == Viewer(seat=1)
    assert look(table_of("closed"), hand._replace(seat_of={ASHA: 0}), WENT).hand is None


def test_only_seats_have_a_stack_of_their_own_to_see():
    for mode in MODES:
        table = table_of(mode)
        assert look(table, hand_of(mode), PLAYER).own_stack == ASHA
        assert look(table, None, NEWCOMER).own_stack == BINOD
        for viewer in [*OUTSIDE, WENT]:
            assert look(table, hand_of(mode), viewer).own_stack is None


def test_the_invite_link_is_for_the_host_and_for_seats():
    for mode in MODES:
        seen = {viewer: look(table_of(mode), None, viewer).invite for viewer in [*OUTSIDE, WENT]}
        assert seen == {VISITOR: False, SPECTATING: False, HOST: True, WENT: False}
        assert look(table_of(mode), None, PLAYER).invite


def test_a_moderator_is_a_viewer_like_others_also_with_a_seat():
    assert set(TableViewer.__slots__) == {"user_id", "seat", "blocked"}, "nothing tells their role"
    table, hand = table_of("closed"), hand_of("closed")
    assert look(table, hand, TableViewer(GITA, None)).hand is None
    assert look(table, hand, TableViewer(GITA, 5)).viewer == SPECTATOR


def test_before_the_first_hand_there_is_nothing_to_see():
    for mode in MODES:
        for viewer in [*OUTSIDE, PLAYER]:
            seen = look(table_of(mode, hand_id=None, live=False), None, viewer)
            assert (seen.hand, seen.viewer) == (None, SPECTATOR)
