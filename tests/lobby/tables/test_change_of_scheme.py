"""A table that dealt by TFAIR1 goes on by TFAIR2, in the middle of a hand, and keeps its chain."""

import uuid

import pytest
from django.utils import timezone

from cardhouse_client import days as their_days
from cardhouse_client.fair import check_record as check_tfair1
from cardhouse_client.tfair2 import check_record, check_thrown
from cardhouse_client.tfair2.chain import check_chain
from games.dealing.actions.daily_roots import close_days
from games.dealing.encryption import Kind, seal
from games.dealing.models import DailyRoot, DeckDay, NextDeck, OpenedDeck, ThrownDeck
from games.dealing.queries import days
from games.dealing.queries.decks import opened_deck, seal_of
from games.fair.deck import DealtDeck
from games.fair.proof import check_opened, deal_of
from games.fair.scheme import NO_CHAIN, cut_commit_of
from games.hands.models import Hand
from games.hands.queries import live
from games.hands.queries.export import record_json
from games.hands.viewers import viewer_of_finished
from lobby.moderation.actions.void import void_hand
from lobby.tables.models import Table, TableHead
from lobby.tables.play.timers import run_timer
from lobby.tables.view.table_view import read_table, render_table
from tests.games.fair.dealing import candidates, secret
from tests.games.past import DAY, at, today
from tests.support.cutting import let_pass, next_deck, promise, show
from tests.support.owner import as_owner, no_triggers
from tests.support.seated_table import audit_findings
from tests.support.staff import REASON, member

pytestmark = pytest.mark.django_db


def tfair1_deck(room, chain, name):
    """Give the table a next deck as the version before stored it."""
    made = candidates(name)
    sealed = made.seal()
    deck_id = uuid.UUID(bytes=made.deck_id)
    NextDeck.objects.filter(pk=room.table.pk).delete()
    return NextDeck.objects.create(
        table_id=room.table.pk,
        no=0,
        deck_id=deck_id,
        n=52,
        roots=b"".join(sealed.roots),
        sealed=seal(bound_to=deck_id, data=b"".join(made.masters), kind=Kind.CANDIDATES),
        chain=chain,
        cut_commits={"0": {"user": str(room.people[0].pk), "hash": "00" * 32}},
    )


def into_tfair1(room):
    """Turn the hand in progress, the first one, into one of TFAIR1 as it was stored."""
    hand = Hand.objects.get(pk=room.head.hand_id)
    made, cuts = candidates("before"), {0: secret("cut")}
    cut = made.seal().cut(cuts)
    deal = deal_of(
        cut,
        hand_id=hand.pk.bytes,
        masters=made.masters,
        cut_commits={0: cut_commit_of(made.deck_id, 0, cuts[0])},
        cuts=cuts,
        chain=NO_CHAIN,
    )
    with as_owner():
        Hand.objects.filter(pk=hand.pk).update(
            deck_no=None,
            record_salt=None,
            opening={**hand.opening, "deal": deal},
            sealed=seal(bound_to=hand.pk, data=made.masters[cut.pick]),
        )
    live.cache.clear()
    assert room.hand.opening.deck == DealtDeck.of_master(cut, made.masters[cut.pick]).order
    return deal


@pytest.fixture
def before(seat_table):
    """A table as the version before left it: a hand in progress, and its next deck published."""
    room = seat_table(people=3)
    room.deal()
    deal = into_tfair1(room)
    deck = tfair1_deck(room, bytes.fromhex(deal["chain"]), "next")
    return room, deal, deck


def records_of(room):
    now = timezone.now()
    for hand in Hand.objects.filter(table_id=room.table.pk).order_by("number"):
        for user in [*room.people, None]:
            yield hand, record_json(hand, viewer_of_finished(hand, user and user.pk, now=now))


def shown(room):
    return render_table(read_table(room.table.pk), invite=False).next_deck


def goes_on(room, deal, deck):
    """Play by TFAIR2 after a hand of TFAIR1, and check everything."""
    sealed = next_deck(room)
    assert (sealed.no, sealed.ended_no, bytes(sealed.chain).hex()) == (1, 0, deal["chain"])
    view = shown(room)
    assert view.deck.tfair1
    assert (view.ended.no, view.ended.chain, view.ended.tfair1) == (0, deal["chain"], True)
    opened = opened_deck(deck.deck_id)
    assert opened["scheme"] == "TFAIR1"
    check_opened(opened)
    for user in room.people:
        promise(room, user)
    run_timer(room.table.pk)
    for user in room.people:
        show(room, user)
    assert room.hand.number == 2
    room.fold_down()
    assert not shown(room).deck.tfair1, "only the first deck says so"
    promise(room, room.people[0])
    run_timer(room.table.pk)
    let_pass(room, 10_000)
    room.deal()
    room.fold_down()
    decks = {}
    for hand, record in records_of(room):
        if hand.number == 1:
            assert record["version"] == 1
            assert record["hand"]["void"] or check_tfair1(record)
        else:
            check_record(record)
            decks[record["fair"]["no"]] = record["fair"]
    for row in ThrownDeck.objects.all():
        check_thrown(row.deck)
        decks[row.no] = row.deck
    assert sorted(decks) == [1, 2, 3]
    assert decks[1]["tfair1"] is True
    assert decks[1]["chain_before"] == deal["chain"]
    assert "tfair1" not in decks[2]
    check_chain([decks[no] for no in sorted(decks)])
    assert audit_findings() == []


def test_a_hand_of_tfair1_is_played_to_its_end_and_the_chain_goes_on(before):
    room, deal, deck = before
    assert shown(room) is None, "no deck of TFAIR2 is published yet"
    room.act(room.turn, "see")
    room.fold_down()
    assert Hand.objects.get(number=1).chain is None
    assert OpenedDeck.objects.get().pk == deck.deck_id
    goes_on(room, deal, deck)
    assert seal_of(Hand.objects.get(number=1))["scheme"] == "TFAIR1"
    assert seal_of(Hand.objects.get(number=2))["scheme"] == "TFAIR2"


def test_a_hand_of_tfair1_that_is_voided_is_followed_by_tfair2(before):
    room, deal, deck = before
    void_hand(by=member("Table moderator", "Floor"), hand_id=Hand.objects.get().pk, reason=REASON)
    goes_on(room, deal, deck)


def test_a_table_between_two_hands_goes_on(before):
    """The version before ended the hand, and this one finds its next deck."""
    room, deal, _deck = before
    room.fold_down()
    deck = tfair1_deck(room, bytes.fromhex(deal["chain"]), "later")
    run_timer(room.table.pk)
    if not room.head.live:
        let_pass(room, 10_000)
    assert (room.hand.number, next_deck(room).no) == (2, 2)
    assert room.hand.deal["tfair1"] is True
    assert opened_deck(deck.deck_id) is not None
    room.fold_down()
    record = next(record for hand, record in records_of(room) if hand.number == 2)
    check_record(record)
    assert record["fair"]["chain_before"] == deal["chain"]
    assert audit_findings() == []


def test_a_table_that_never_dealt_begins_with_zeros(seat_table):
    room = seat_table(people=2)
    deck = tfair1_deck(room, NO_CHAIN, "never dealt")
    run_timer(room.table.pk)
    if not room.head.live:
        let_pass(room, 10_000)
    assert "tfair1" not in room.hand.deal
    check_opened(opened_deck(deck.deck_id))
    room.fold_down()
    for _hand, record in records_of(room):
        check_record(record)
        assert record["fair"]["chain_before"] == NO_CHAIN.hex()
    assert audit_findings() == []


def test_a_closing_table_opens_its_deck_of_tfair1(before):
    room, _deal, deck = before
    room.fold_down()
    Table.objects.filter(pk=room.table.pk).update(state=Table.State.DRAINING)
    TableHead.objects.filter(pk=room.table.pk).update(next_timer_at=timezone.now())
    let_pass(room, 60_000)
    assert not NextDeck.objects.filter(pk=room.table.pk).exists()
    check_opened(opened_deck(deck.deck_id))
    thrown = ThrownDeck.objects.get(table_id=room.table.pk)
    assert (thrown.no, thrown.deck["reason"], thrown.deck["tfair1"]) == (1, 2, True)
    check_thrown(thrown.deck)
    assert audit_findings() == []


def test_days_are_closed_across_the_change(before):
    room, deal, deck = before
    room.fold_down()
    goes_on(room, deal, deck)
    change = today() - 2 * DAY
    Hand.objects.filter(number=1).update(finished_at=at(change - DAY))
    Hand.objects.filter(number__gt=1).update(finished_at=at(change))
    with no_triggers():
        ThrownDeck.objects.update(thrown_at=at(change))
    assert close_days() == 4
    assert [row.day for row in DailyRoot.objects.order_by("day")] == [change - DAY, change]
    assert [row.leaves for row in DeckDay.objects.order_by("day")] == [3, 0]
    kept = their_days.check_chain({"days": days.chain()})
    for hand, record in records_of(room):
        if hand.number == 1:
            assert their_days.check_day(record["fair"], kept) == str(change - DAY)
        else:
            check_record(record)
            assert their_days.check_deck_day(record["fair"], kept) == str(change)
    found = [text for text in audit_findings() if "day" in text.split(":")[0]]
    assert found == []
