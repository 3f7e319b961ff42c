"""Ends of decks close a client's gaps, and delayed tables tell them and the next deck later."""

import datetime

import pytest
from django.utils import timezone

from accounts.people.actions.users import create_guest
from cardhouse_client.tfair2 import check_thrown
from cardhouse_client.tfair2.ends import chain_after
from games.dealing.actions.daily_roots import close_days
from games.dealing.models import NextDeck, ThrownDeck
from games.dealing.queries.decks import seal_of
from games.fair.scheme import NO_CHAIN
from games.hands.models import Hand, HandAction, PlayedAction
from lobby.moderation.actions.void import void_hand
from lobby.tables.models import Table
from lobby.tables.play.timers import run_timer
from lobby.tables.seats import seats
from lobby.tables.view import deck_ends
from lobby.tables.view.delayed import read_delayed
from lobby.tables.view.table_state import table_for
from tests.games.past import DAY
from tests.support.app import app_of
from tests.support.cutting import let_pass, next_deck, promise, show
from tests.support.owner import as_owner, no_triggers
from tests.support.staff import REASON, member

pytestmark = pytest.mark.django_db
DELAY_S = 60


def play(room):
    room.deal()
    room.fold_down()


def throw_away(room):
    """Let a locked cut fail to come."""
    assert not room.head.live
    promise(room, room.people[0])
    run_timer(room.table.pk)
    let_pass(room, 10_000)


@pytest.fixture
def room(seat_table):
    """Three hands, the second of them void, and two decks that were thrown away before the last."""
    room = seat_table(people=3)
    play(room)
    hand = room.deal()
    void_hand(by=member("Table moderator", "Floor"), hand_id=hand.id, reason=REASON)
    for _ in range(2):
        throw_away(room)
    play(room)
    return room


def linked(answer, chain=NO_CHAIN, last=0):
    """The chain after the decks of an answer; none is missing."""
    found = dict(answer["ends"]) | {deck["no"]: deck["end"] for deck in answer["thrown"]}
    for no in sorted(found):
        assert no == last + 1
        chain, last = chain_after(chain, no, bytes.fromhex(found[no])), no
    return chain, last


def ends_of(room, user, after=0, status=200):
    app = app_of(user)
    response = app.ask("get", f"tables/{room.table.slug}/decks/ends?after={after}")
    assert response.status_code == status
    return response.json()


def test_the_ends_after_a_deck_lead_to_the_chain(room):
    answer = ends_of(room, room.people[0])
    row = next_deck(room)
    assert not answer["more"]
    assert len(answer["thrown"]) == ThrownDeck.objects.count() >= 2
    assert linked(answer) == (bytes(row.chain), row.ended_no)
    for deck in answer["thrown"]:
        check_thrown(deck)
    first = linked(ends_of(room, room.people[0]) | {"thrown": [], "ends": answer["ends"][:1]})
    assert linked(ends_of(room, room.people[0], after=1), *first) == linked(answer)
    assert ends_of(room, room.people[0], after=99) == {"ends": [], "thrown": [], "more": False}


def test_a_long_list_comes_in_parts(room, monkeypatch):
    whole = linked(ends_of(room, room.people[0]))
    monkeypatch.setattr(deck_ends, "ENDS_MAX", 2)
    at, parts, more = (NO_CHAIN, 0), 0, True
    while more:
        answer = ends_of(room, room.people[0], after=at[1])
        assert len(answer["ends"]) + len(answer["thrown"]) <= 2
        at, more, parts = linked(answer, *at), answer["more"], parts + 1
    assert at == whole
    assert parts > 1


def test_the_hand_in_progress_has_no_end_yet(room):
    before = ends_of(room, room.people[0])
    let_pass(room, 60_000)
    if not room.head.live:
        room.deal()
    assert ends_of(room, room.people[0]) == before
    room.fold_down()
    assert linked(ends_of(room, room.people[0]))[1] == linked(before)[1] + 1


def test_only_who_may_watch_reads_ends(room):
    stranger = create_guest(name="Stranger")
    assert ends_of(room, stranger)["ends"]
    Table.objects.filter(pk=room.table.pk).update(private=True)
    assert ends_of(room, stranger, status=403)["code"] == "PRIVATE_TABLE"
    assert ends_of(room, room.people[0])["ends"]


def test_spectators_of_a_delayed_table_learn_an_end_later(room):
    Table.objects.filter(pk=room.table.pk).update(spectators="delayed", spectator_delay_s=DELAY_S)
    stranger = create_guest(name="Stranger")
    assert ends_of(room, stranger) == {"ends": [], "thrown": [], "more": False}
    assert linked(ends_of(room, room.people[0]))[1] > 4
    older(room, DELAY_S + 1)
    assert ends_of(room, stranger) == ends_of(room, room.people[0])


def older(room, seconds):
    """Let all that happened at a table be this much longer ago."""
    by = datetime.timedelta(seconds=seconds)
    for hand in Hand.objects.filter(table_id=room.table.pk):
        ended = hand.finished_at and hand.finished_at - by
        with as_owner(), no_triggers():
            Hand.objects.filter(pk=hand.pk).update(
                started_at=hand.started_at - by, finished_at=ended
            )
            for action in PlayedAction.objects.filter(hand=hand):
                HandAction.objects.filter(pk=action.pk).update(at=action.at - by)
    for row in ThrownDeck.objects.filter(table_id=room.table.pk):
        with no_triggers():
            ThrownDeck.objects.filter(pk=row.pk).update(thrown_at=row.thrown_at - by)


# -- the next deck of a delayed table ----------------------------------------------------------


def moments_of(room):
    """All times at which something of a table's decks was published, ascending."""
    found = []
    for hand in Hand.objects.filter(table_id=room.table.pk):
        found += [hand.started_at, hand.finished_at]
    found += ThrownDeck.objects.filter(table_id=room.table.pk).values_list("thrown_at", flat=True)
    return sorted({at for at in found if at is not None})


def test_a_delayed_table_shows_the_deck_that_was_next(seat_table):
    """Spectators see later, in the same order, the same as players saw at each moment."""
    room, seen = seat_table(people=3), []

    def look():
        view = table_for(room.table.pk, room.people[0]).next_deck
        seen.append((view.deck, view.ended, view.last and {**view.last, "day": None}))

    look()
    for step in range(3):
        room.deal()
        look()
        if step == 1:
            void_hand(by=member("Table moderator", "Floor"), hand_id=room.hand.id, reason=REASON)
        else:
            room.fold_down()
        look()
        let_pass(room, 60_000)
        if room.head.live:
            look()
            room.fold_down()
            look()
    promise(room, room.people[0])
    run_timer(room.table.pk)
    let_pass(room, 10_000)
    look()
    if room.head.live:
        room.fold_down()
    later = []
    delay = datetime.timedelta(seconds=DELAY_S)
    for at in [Hand.objects.earliest("started_at").started_at - delay, *moments_of(room)]:
        reading = read_delayed(room.table.pk, DELAY_S, at + delay)
        view = reading.next_deck
        assert (view.lock, view.missing, view.not_asked) == (None, [], [])
        later.append((view.deck, view.ended, view.last and {**view.last, "day": None}))
        if reading.next_at is not None:
            assert reading.next_at > at
    distinct = [one for number, one in enumerate(later) if one not in later[:number]]
    assert [one for one in distinct if one in seen] == distinct[: len(distinct)]
    assert [one.no for one, *_rest in distinct] == sorted(one.no for one, *_rest in distinct)
    assert all(one in distinct for one in seen)


def test_a_spectator_of_a_delayed_table_sees_the_deck_of_then(room):
    Table.objects.filter(pk=room.table.pk).update(spectators="delayed", spectator_delay_s=DELAY_S)
    stranger = create_guest(name="Stranger")
    first = table_for(room.table.pk, stranger).next_deck
    assert (first.deck.no, first.ended.no, first.last) == (1, 0, None)
    older(room, DELAY_S + 1)
    present = table_for(room.table.pk, room.people[0]).next_deck
    shown = table_for(room.table.pk, stranger).next_deck
    assert (shown.deck, shown.ended, shown.lock) == (present.deck, present.ended, None)


def test_a_deck_that_is_thrown_away_is_the_next_change_of_a_delayed_table(room):
    thrown = ThrownDeck.objects.order_by("no").first()
    delay = datetime.timedelta(seconds=DELAY_S)
    before = thrown.thrown_at - datetime.timedelta(milliseconds=1)
    reading = read_delayed(room.table.pk, DELAY_S, before + delay)
    assert reading.next_at == thrown.thrown_at
    assert reading.next_deck.deck.no == thrown.no
    after = read_delayed(room.table.pk, DELAY_S, thrown.thrown_at + delay)
    assert after.next_deck.last["reason"] == 1
    assert after.next_deck.ended.no == thrown.no


# -- thrown decks by their id, and before a hand ------------------------------------------------


def test_a_thrown_deck_is_read_by_its_id(room):
    thrown = ThrownDeck.objects.order_by("no").first()
    deck = app_of(room.people[0]).get(f"decks/{thrown.deck_id}")
    check_thrown(deck)
    assert (deck["reason"], deck["day"]) == (1, None)
    by = timezone.now() - DAY
    Hand.objects.filter(table_id=room.table.pk).update(finished_at=by)
    with no_triggers():
        ThrownDeck.objects.update(thrown_at=by)
    close_days()
    deck = app_of(room.people[0]).get(f"decks/{thrown.deck_id}")
    check_thrown(deck)
    assert deck["day"] is not None


def test_the_seal_of_a_hand_names_the_decks_thrown_away_before_it(room):
    thrown = list(ThrownDeck.objects.order_by("no"))
    seals = [seal_of(hand) for hand in Hand.objects.order_by("number")]
    named = [deck["no"] for seal in seals for deck in seal["thrown"]]
    assert named == [row.no for row in thrown if row.no < Hand.objects.latest("number").deck_no]
    assert named
    for deck in (deck for seal in seals for deck in seal["thrown"]):
        assert (deck["reason"], deck["blamed"]) == (1, [0])
    assert {seal["scheme"] for seal in seals} == {"TFAIR2"}
    assert NextDeck.objects.get(pk=room.table.pk).chain.hex() == seals[-1]["chain"]


def test_the_seal_of_a_hand_names_absent_seats(seat_table):
    room = seat_table(people=3)
    play(room)
    for user in room.people:
        promise(room, user)
    run_timer(room.table.pk)
    show(room, room.people[0])
    show(room, room.people[1])
    seats.leave(table_id=room.table.pk, user=room.people[1])
    show(room, room.people[2])
    seal = seal_of(Hand.objects.latest("number"))
    assert (seal["absent"], seal["players"], seal["cutters"]) == ([1], 2, 2)
