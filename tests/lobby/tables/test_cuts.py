"""The next deck is published, cut by the players and dealt; none is ever lost."""

import datetime
import random
import uuid

import pytest

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from games.dealing.actions import decks
from games.dealing.models import NextDeck, OpenedDeck
from games.dealing.queries.proofs import cards_shown, openings_of, proof_of
from games.engines.core.contract import Viewer
from games.fair.deck import DealtDeck, SealedDeck
from games.fair.proof import check_deal, check_opened, check_openings, published
from games.fair.scheme import NO_CHAIN, cut_commit_of
from games.hands.models import Hand
from games.hands.queries import live
from games.hands.queries.export import record_json
from games.hands.viewers import viewer_of_finished
from lobby.moderation.actions.void import void_hand
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.play import cuts, timers
from lobby.tables.play.ready_for_next import press_next
from lobby.tables.seats import seats
from lobby.tables.transaction.transaction import lock_tables
from tests.games.fair.dealing import candidates, secret
from tests.support.seated_table import audit_findings
from tests.support.staff import REASON, member

SEATS = {"Asha": 0, "Binod": 1, "Chitra": 2}


def next_deck(room):
    return NextDeck.objects.get(pk=room.table.pk)


def seat_of(room, user):
    return Seat.objects.get(table=room.table, user=user).number


def promise(room, user, cut):
    deck = next_deck(room)
    seat = Seat.objects.filter(table=room.table, user=user).values_list("number", flat=True).first()
    commit = cut_commit_of(deck.deck_id.bytes, seat or 0, cut).hex()
    cuts.promise_cut(table_id=room.table.pk, user=user, deck_id=deck.deck_id, commit=commit)


def show(room, user, cut, deck_id=None, *, knows_seat=True):
    deck_id = deck_id or next_deck(room).deck_id
    own = Seat.objects.filter(table=room.table, user=user).values_list("number", flat=True).first()
    seat = own if knows_seat else None
    cuts.show_cut(table_id=room.table.pk, user=user, deck_id=deck_id, cut=cut, seat=seat)


def cut_of(user):
    return secret("cut", user.name)


def refusal(call, *args, **named):
    with pytest.raises(TableRefused) as no:
        call(*args, **named)
    return no.value.code


def later(room, ms):
    """Move the table's timers and the closing of its cuts back."""
    earlier = datetime.timedelta(milliseconds=ms)
    for head in TableHead.objects.filter(pk=room.table.pk, next_timer_at__isnull=False):
        TableHead.objects.filter(pk=head.pk).update(next_timer_at=head.next_timer_at - earlier)
    for deck in NextDeck.objects.filter(pk=room.table.pk, locked_at__isnull=False):
        NextDeck.objects.filter(pk=deck.pk).update(locked_at=deck.locked_at - earlier)


def proven(hand):
    """The hand's proof with the openings of all dealt cards, verified."""
    proof = proof_of(hand)
    check_deal(proof)
    view = hand.game.view(hand.state, Viewer(all_cards=True))
    openings = openings_of(hand, cards_shown(view))
    check_openings(proof, openings)
    assert openings
    return proof


def test_a_cut_usually_takes_one_statement(seat_table, django_assert_num_queries):
    room = seat_table(people=2)
    asha, binod = room.people
    with django_assert_num_queries(3):  # the helper reads the deck and the seat
        promise(room, asha, cut_of(asha))
    promise(room, binod, cut_of(binod))
    timers.run_timer(room.table.pk)
    with django_assert_num_queries(3):
        show(room, asha, cut_of(asha))
    assert next_deck(room).cuts == {"0": cut_of(asha).hex()}


def test_a_first_hand_waits_until_the_committed_cuts_are_revealed(seat_table, settings):
    assert settings.CUTS_WAIT_MS == 800
    settings.CUTS_WAIT_MS = 600_000  # long enough under any load
    room = seat_table(people=3)
    asha, binod, chitra = room.people
    deck = next_deck(room)
    promise(room, asha, cut_of(asha))
    promise(room, chitra, cut_of(chitra))
    assert refusal(show, room, asha, cut_of(asha)) == "CUTS_OPEN"
    timers.run_timer(room.table.pk)
    head, closed = room.head, next_deck(room)
    assert not head.live
    assert head.next_timer_at - closed.locked_at == datetime.timedelta(milliseconds=600_000)
    assert refusal(promise, room, binod, cut_of(binod)) == "CUTS_LOCKED"
    show(room, asha, cut_of(asha))
    assert room.head.next_timer_at == head.next_timer_at
    show(room, chitra, cut_of(chitra), knows_seat=False)
    assert room.head.next_timer_at < head.next_timer_at, "the last cut ends the wait"
    hand = room.deal()
    proof = proven(hand)
    assert proof["deck_id"] == deck.deck_id.hex
    assert proof["commit"] == deck.published_part.commit.hex()
    assert proof["cuts"] == [[0, cut_of(asha).hex()], [2, cut_of(chitra).hex()]]
    assert next_deck(room).deck_id != deck.deck_id, "the next one is published with the deal"


def test_a_withheld_cut_delays_a_first_hand_once_and_its_seat_is_named(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    for user in room.people:
        promise(room, user, cut_of(user))
    timers.run_timer(room.table.pk)
    show(room, asha, cut_of(asha))
    timers.run_timer(room.table.pk)
    assert not room.head.live
    later(room, 800)
    proof = proven(room.deal())
    assert [seat for seat, _hash in proof["cut_commits"]] == [0, 1]
    assert [seat for seat, _cut in proof["cuts"]] == [0]
    assert refusal(show, room, binod, cut_of(binod)) == "CUTS_OPEN", "it is another deck by now"


def test_after_the_first_hand_nothing_waits(seat_table):
    room = seat_table(people=2)
    room.deal()
    for user in room.people:
        promise(room, user, cut_of(user))
    room.fold_down()
    deck = next_deck(room)
    assert deck.locked_at is not None, "the end of the hand closes the list"
    show(room, room.people[0], cut_of(room.people[0]))
    pause_ms = Table.objects.get(pk=room.table.pk).pause_ms
    assert pause_ms >= 800
    later(room, pause_ms)
    hand = room.deal()
    assert hand.number == 2
    assert room.head.live
    assert [seat for seat, _cut in proven(hand)["cuts"]] == [0]


def test_a_user_turned_registered_bot_does_not_cut(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    promise(room, asha, cut_of(asha))
    promise(room, binod, cut_of(binod))
    User.objects.filter(pk=binod.pk).update(kind=User.Kind.REGISTERED_BOT)
    binod.refresh_from_db()
    assert refusal(promise, room, binod, secret("program")) == "BOTS_DO_NOT_CUT"
    timers.run_timer(room.table.pk)
    assert list(next_deck(room).cut_commits) == ["0"], "an earlier commitment is dropped"


def between_hands(room):
    """A hand is over; everyone has committed to a cut of the next deck and wants the next hand."""
    room.deal()
    for user in room.people:
        promise(room, user, cut_of(user))
    room.fold_down()
    for user in room.people:
        press_next(table_id=room.table.pk, user=user)
    timers.run_timer(room.table.pk)
    return next_deck(room)


@pytest.fixture
def long_wait(settings):
    """A wait for cuts that is long enough under any load."""
    settings.CUTS_WAIT_MS = 600_000
    return datetime.timedelta(milliseconds=settings.CUTS_WAIT_MS)


def test_a_pause_that_everyone_ends_still_waits_for_cuts(seat_table, long_wait):
    room = seat_table(people=3)
    closed = between_hands(room)
    assert not room.head.live, "nobody has had time to reveal a cut"
    assert room.head.next_timer_at == closed.locked_at + long_wait
    for user in room.people:
        show(room, user, cut_of(user))
    assert room.head.next_timer_at < closed.locked_at + long_wait
    hand = room.deal()
    assert hand.number == 2
    assert [seat for seat, _cut in proven(hand)["cuts"]] == [0, 1, 2]


def test_a_pause_that_everyone_ends_waits_a_limited_time_for_cuts(seat_table, long_wait):
    room = seat_table(people=2)
    between_hands(room)
    show(room, room.people[0], cut_of(room.people[0]))
    timers.run_timer(room.table.pk)
    assert not room.head.live
    later(room, 600_000)
    hand = room.deal()
    assert hand.number == 2
    assert [seat for seat, _cut in proven(hand)["cuts"]] == [0]


def test_a_cut_is_accepted_once_and_only_as_committed(seat_table):
    room = seat_table(people=2, bots=1)
    asha, binod = room.people
    promise(room, asha, cut_of(asha))
    promise(room, asha, cut_of(asha))
    assert refusal(promise, room, asha, secret("another")) == "CUT_ALREADY"
    assert refusal(promise, room, create_guest(name="Onlooker"), secret("x")) == "NOT_SEATED"
    bot = Seat.objects.get(table=room.table, user__kind="bot").user
    assert refusal(promise, room, bot, secret("bot")) == "BOTS_DO_NOT_CUT"
    gone = {"table_id": room.table.pk, "user": asha, "deck_id": uuid.uuid4()}
    assert refusal(cuts.promise_cut, **gone, commit="0" * 64) == "WRONG_DECK"
    timers.run_timer(room.table.pk)
    assert refusal(show, room, asha, secret("another")) == "CUT_NOT_PROMISED"
    assert refusal(show, room, binod, cut_of(asha)) == "CUT_NOT_PROMISED"
    show(room, asha, cut_of(asha))
    show(room, asha, cut_of(asha))
    proof = proven(room.deal())
    assert [seat for seat, _hash in proof["cut_commits"]] == [0]


def test_a_leaver_does_not_cut_and_their_successor_may(seat_table):
    room = seat_table(people=3)
    asha, _binod, chitra = room.people
    promise(room, asha, cut_of(asha))
    promise(room, chitra, cut_of(chitra))
    seats.leave(table_id=room.table.pk, user=chitra)
    dev = create_guest(name="Dev")
    seats.sit(table_id=room.table.pk, user=dev, number=2, buy_in=500, key=uuid.uuid4())
    timers.run_timer(room.table.pk)
    assert next_deck(room).cut_commits.keys() == {"0"}
    show(room, asha, cut_of(asha))
    room.deal()
    room.fold_down()
    promised_by_dev = next_deck(room)
    assert promised_by_dev.cut_commits == {}


def test_bots_alone_get_uncut_decks_without_a_wait(seat_table):
    room = seat_table(people=0, bots=3)
    Table.objects.filter(pk=room.table.pk).update(watched_at=datetime.datetime.now(datetime.UTC))
    hand = room.deal()
    proof = proven(hand)
    assert proof["cuts"] == proof["cut_commits"] == []


def test_given_secrets_deal_the_deck_they_make(seat_table):
    room = seat_table(people=2)
    given = candidates("given secrets")
    decks.publish(table_id=room.table.pk, number=1, n=52, candidates=given)
    hand = room.deal()
    cut = given.seal().cut({})
    assert hand.opening.deck == DealtDeck.of_master(cut, given.masters[cut.pick]).order
    assert hand.bot_key is not None
    stored = Hand.objects.get(pk=hand.id)
    assert str(given.masters[cut.pick].hex()) not in str(stored.opening)


def test_a_hand_goes_on_with_its_deck_after_a_crash(seat_table):
    room = seat_table(people=3)
    first = room.deal()
    waiting = next_deck(room)
    live.cache.drop(first.id)
    again = room.hand
    assert again.opening.deck == first.opening.deck
    assert proof_of(again) == proof_of(first)
    assert next_deck(room).deck_id == waiting.deck_id
    room.fold_down()


def test_a_failure_while_opening_a_hand_keeps_the_published_deck(seat_table, monkeypatch):
    room = seat_table(people=2)
    deck = next_deck(room)
    monkeypatch.setattr("lobby.tables.play.hands._player", lambda seat: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        timers.run_timer(room.table.pk)
    assert next_deck(room).deck_id == deck.deck_id
    monkeypatch.undo()
    assert proof_of(room.deal())["deck_id"] == deck.deck_id.hex


def test_the_chain_goes_through_all_hands_of_a_table_also_void_ones(seat_table):
    room, staff = seat_table(people=2), member("Table moderator", "Floor")
    chain = NO_CHAIN.hex()
    for number in range(4):
        hand = room.deal()
        proof = proven(hand)
        assert proof["chain_before"] == chain
        chain = proof["chain"]
        if number == 1:
            void_hand(by=staff, hand_id=hand.id, reason=REASON)
        else:
            room.fold_down()
        later(room, 60_000)
    assert next_deck(room).chain.hex() == chain
    assert audit_findings() == []


def opened(room):
    """The opened decks of a table, each compared with the deck made from its masters."""
    rows = OpenedDeck.objects.filter(table_id=room.table.pk)
    for row in rows:
        masters = bytes(row.masters)
        received = published(row.published_part)
        check_opened(
            received
            | {"masters": [masters[at : at + 32].hex() for at in range(0, len(masters), 32)]}
        )
    return {row.deck_id.hex for row in rows}


def test_a_table_that_closes_opens_its_deck(seat_table):
    room = seat_table(people=2)
    deck = next_deck(room)
    with lock_tables([room.table.pk]) as tx:
        locked = tx.tables[room.table.pk]
        timers.close(tx, locked)
    assert opened(room) == {deck.deck_id.hex}
    assert not NextDeck.objects.filter(pk=room.table.pk).exists()


def test_a_deck_cut_but_not_dealt_is_opened_and_another_published(seat_table):
    room = seat_table(people=2)
    room.deal()
    promise(room, room.people[0], cut_of(room.people[0]))
    room.fold_down()
    deck = next_deck(room)
    seats.leave(table_id=room.table.pk, user=room.people[1])
    later(room, 60_000)
    timers.run_timer(room.table.pk)
    assert opened(room) == {deck.deck_id.hex}
    fresh = next_deck(room)
    assert fresh.locked_at is None
    assert bytes(fresh.chain) == bytes(deck.chain)


def test_every_published_deck_is_played_or_opened(seat_table):
    """People come, go, play, cut and withhold at random; no commitment is ever dropped."""
    room, rng = seat_table(people=3), random.Random("published")
    everyone, seen = list(room.people), set()
    for _ in range(60):
        seen.add(next_deck(room).deck_id.hex)
        user = rng.choice(everyone)
        seated = Seat.objects.filter(table=room.table, user=user).exists()
        step = rng.random()
        try:
            if step < 0.15 and seated and not room.head.live:
                seats.leave(table_id=room.table.pk, user=user)
            elif step < 0.4 and not seated:
                number = everyone.index(user)
                seats.sit(
                    table_id=room.table.pk, user=user, number=number, buy_in=200, key=uuid.uuid4()
                )
            elif step < 0.6:
                promise(room, user, cut_of(user))
            elif step < 0.75:
                show(room, user, cut_of(user))
            elif room.head.live:
                room.fold_down()
            else:
                later(room, rng.choice((100, 60_000)))
                timers.run_timer(room.table.pk)
        except TableRefused:
            continue
    table_id = room.table.pk
    played = {hand.opening["deal"]["deck_id"] for hand in Hand.objects.filter(table_id=table_id)}
    assert len(played) > 3
    assert seen <= played | opened(room) | {next_deck(room).deck_id.hex}
    assert not played & opened(room)


@pytest.mark.parametrize("count", [0, 1])
def test_a_record_contains_the_proof_of_its_viewers_cards(seat_table, count):
    room = seat_table(people=3)
    for user in room.people[:count]:
        promise(room, user, cut_of(user))
    timers.run_timer(room.table.pk)
    for user in room.people[:count]:
        show(room, user, cut_of(user))
    hand = room.deal()
    while room.head.live:
        room.act_somehow(random.Random(7))
    stored = Hand.objects.get(pk=hand.id)
    now = datetime.datetime.now(datetime.UTC)
    for user_id in [*(user.pk for user in room.people), None]:
        record = record_json(stored, viewer_of_finished(stored, user_id, now=now))
        fair = record["fair"]
        check_deal(fair)
        check_openings(fair, fair["openings"])
        assert len(fair["cuts"]) == count
        known = [at for at, card in enumerate(record["deck"].split()) if card != "??"]
        assert [opening["p"] for opening in fair["openings"]] == known


def test_commit_and_roots_are_published_before_any_cut_and_secrets_are_not(seat_table):
    from lobby.tables.view.table_view import read_table, render_table

    room = seat_table(people=2)
    promise(room, room.people[0], cut_of(room.people[0]))
    shown = render_table(read_table(room.table.pk), invite=False).next_deck
    deck = SealedDeck(bytes.fromhex(shown.deck_id), shown.n, tuple(map(bytes.fromhex, shown.roots)))
    assert deck.commit.hex() == shown.commit
    assert shown.locked is None
    assert shown.number == 1
    timers.run_timer(room.table.pk)
    show(room, room.people[0], cut_of(room.people[0]))
    shown = render_table(read_table(room.table.pk), invite=False).next_deck
    (promised,) = shown.locked
    assert promised[0] == 0
    assert cut_of(room.people[0]).hex() not in str(shown), (
        "a revealed cut is published with the deal"
    )
