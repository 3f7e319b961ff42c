"""The next deck is published, locked with its plan, cut and dealt, or thrown away in public."""

import datetime
import random
import uuid
from contextlib import suppress

import pytest

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from cardhouse_client.tfair2 import check_thrown
from cardhouse_client.tfair2.deal import Deal
from games.dealing.actions import decks
from games.dealing.models import NextDeck, ThrownDeck
from games.dealing.queries.proofs import cards_shown, openings_of, proof_of
from games.engines.core.contract import OPEN
from games.fair.deck import DealtDeck
from games.fair.scheme import NO_CHAIN
from games.fair.tfair2.hashes import TFAIR2, cut_commit_of
from games.hands.models import Hand
from games.hands.queries import live
from lobby.moderation.actions import tables as staff_tables
from lobby.moderation.actions.void import void_hand
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.hosting import change_table, pause_table
from lobby.tables.hosting.tables import close_table
from lobby.tables.models import Seat, Table, TableHead
from lobby.tables.plans import plan_like
from lobby.tables.play import cut_commands, timers
from lobby.tables.play.ready_for_next import press_next
from lobby.tables.seats import seats
from lobby.tables.transaction.transaction import lock_tables
from lobby.tables.view.table_view import read_table, render_table
from tests.games.fair.dealing import candidates, next_candidates, secret
from tests.support.seated_table import audit_findings
from tests.support.staff import REASON, member

SECOND = datetime.timedelta(seconds=1)


@pytest.fixture(autouse=True)
def with_browsers(settings):
    """Players have browsers, whose commitments the lock waits for."""
    settings.CUT_COMMITS_WAIT_MS = 1_500
    assert settings.CUTS_WAIT_MS == 4_000


def next_deck(room):
    return NextDeck.objects.get(pk=room.table.pk)


def seat_of(room, user):
    return Seat.objects.filter(table=room.table, user=user).values_list("number", flat=True).first()


def promise(room, user, cut=None, *, commit=None):
    commit = commit or bytes(next_deck(room).commit)
    hashed = cut_commit_of(commit, seat_of(room, user) or 0, cut or cut_of(user)).hex()
    cut_commands.promise_cut(table_id=room.table.pk, user=user, deck=commit.hex(), commit=hashed)


def show(room, user, cut=None, *, commit=None, knows_seat=True):
    commit = commit or bytes(next_deck(room).commit)
    cut_commands.show_cut(
        table_id=room.table.pk,
        user=user,
        deck=commit.hex(),
        cut=(cut or cut_of(user)).hex(),
        seat=seat_of(room, user) if knows_seat else None,
    )


def cut_of(user):
    return secret("cut", user.name)


def refusal(call, *args, **named):
    with pytest.raises(TableRefused) as no:
        call(*args, **named)
    return no.value.code


def later(room, ms):
    """Let this time pass at a table between two hands, and look at it."""
    earlier = datetime.timedelta(milliseconds=ms)
    for head in TableHead.objects.filter(pk=room.table.pk):
        times = {"next_timer_at": head.next_timer_at, "deal_at": head.deal_at}
        moved = {name: at - earlier for name, at in times.items() if at is not None}
        TableHead.objects.filter(pk=head.pk).update(**moved)
    for deck in NextDeck.objects.filter(pk=room.table.pk):
        times = {"locked_at": deck.locked_at, "commits_until": deck.commits_until}
        moved = {name: at - earlier for name, at in times.items() if at is not None}
        NextDeck.objects.filter(pk=deck.pk).update(**moved)
    look(room)


def look(room):
    """Run the table's timer as a dealer does, ending no wait."""
    timers.look_between_hands(room.table.pk)


def seen_table(room):
    return render_table(read_table(room.table.pk), invite=False)


def proven(hand):
    """The deal of a hand with all its cards, checked by the independent client."""
    deal = Deal(proof_of(hand))
    cards = cards_shown(hand.view(OPEN))
    deal.open(openings_of(hand, cards))
    assert set(deal.opened.values()) == cards
    for seat in hand.view(OPEN)["seats"]:
        for card in cards_shown([seat["cards"]]):
            assert deal.position_of(card) in deal.at(seat["seat"])
    return deal


def between_hands(room, *users):
    """A hand is over, and these players have committed to their cuts."""
    room.deal()
    room.fold_down()
    for user in users or room.people:
        promise(room, user)


# -- the lock --------------------------------------------------------------------------------


def test_a_cut_usually_takes_one_statement(seat_table, django_assert_num_queries):
    room = seat_table(people=3)
    asha, binod, chitra = room.people
    room.deal()
    room.fold_down()
    with django_assert_num_queries(3):  # the helper reads the deck and the seat
        promise(room, asha)
    promise(room, binod)
    promise(room, chitra)
    with django_assert_num_queries(3):
        show(room, asha)
    assert next_deck(room).cuts == {"0": cut_of(asha).hex()}


def test_the_last_commitment_that_is_waited_for_makes_the_lock(seat_table):
    room = seat_table(people=3)
    room.deal()
    room.fold_down()
    asha, binod, chitra = room.people
    deck, end = next_deck(room), room.head.deal_at
    assert deck.asked == [0, 1, 2]
    promise(room, asha)
    promise(room, binod)
    assert next_deck(room).locked_at is None
    assert seen_table(room).next_deck.lock is None
    assert refusal(show, room, asha) == "CUTS_OPEN"
    promise(room, chitra)
    lock = seen_table(room).next_deck.lock
    assert [seat for seat, _hash in lock.cut_commits] == [0, 1, 2]
    assert lock.plan.seats == [0, 1, 2]
    assert lock.plan.rules_hash == room.table.rules_hash
    for user in room.people:
        show(room, user)
    assert not room.head.live, "the pause is not cut short"
    assert room.head.next_timer_at == room.head.deal_at == end
    later(room, 5_000)
    deal = proven(room.hand)
    assert (deal.number, deal.no) == (2, deck.no)
    assert [seat for seat, _cut in deal.cuts] == [0, 1, 2]
    assert deal.lock.hex() == lock.lock
    assert room.hand.opening.button == deal.button == lock.plan.button[0]


def test_the_lock_waits_a_while_for_those_who_do_not_commit(seat_table, settings):
    settings.CUT_COMMITS_WAIT_MS = 60_000  # slow machines must not end it
    room = seat_table(people=3)
    Table.objects.filter(pk=room.table.pk).update(pause_ms=90_000)
    between_hands(room, room.people[0])
    assert room.head.next_timer_at == next_deck(room).commits_until < room.head.deal_at
    later(room, 30_000)
    assert next_deck(room).locked_at is None
    later(room, 30_000)
    assert next_deck(room).cut_commits.keys() == {"0"}
    assert next_deck(room).locked_at is not None
    assert refusal(promise, room, room.people[1]) == "CUTS_LOCKED"
    second_window = secret("of a slower window")
    assert refusal(promise, room, room.people[0], second_window) == "CUT_ALREADY"
    show(room, room.people[0])
    later(room, 30_000)
    assert [seat for seat, _cut in proven(room.hand).cuts] == [0]


def test_nobody_is_waited_for_whose_page_is_closed_or_who_sits_out(seat_table):
    room = seat_table(people=4)
    room.deal()
    Seat.objects.filter(user=room.people[0]).update(
        seen_at=datetime.datetime.now(datetime.UTC) - 60 * SECOND
    )
    seats.sit_out(table_id=room.table.pk, user=room.people[1])
    room.fold_down()
    assert next_deck(room).asked == [2, 3]


def test_a_first_hand_is_cut_by_those_who_are_there(seat_table):
    room = seat_table(people=2)
    look(room)
    assert not room.head.live
    for user in room.people:
        promise(room, user)
    assert next_deck(room).locked_at is not None
    show(room, room.people[0])
    assert not room.head.live
    show(room, room.people[1], knows_seat=False)
    assert room.head.live, "the last cut that is missing deals"
    assert [seat for seat, _cut in proven(room.hand).cuts] == [0, 1]


def test_bots_alone_get_uncut_decks_without_a_wait(seat_table):
    room = seat_table(people=0, bots=3)
    Table.objects.filter(pk=room.table.pk).update(watched_at=datetime.datetime.now(datetime.UTC))
    look(room)
    assert proven(room.hand).cuts == []


def test_a_player_who_sits_down_later_is_asked_once(seat_table):
    room = seat_table(people=1)
    later(room, 60_000)
    binod = create_guest(name="Binod")
    seats.sit(table_id=room.table.pk, user=binod, number=2, buy_in=500, key=uuid.uuid4())
    look(room)
    assert not room.head.live
    assert next_deck(room).asked == [0, 2]
    later(room, 1_500)
    assert room.head.live, "neither has committed"


# -- cuts that come, and cuts that do not ------------------------------------------------------


def test_a_pause_that_everyone_ends_waits_for_the_locked_cuts(seat_table):
    room = seat_table(people=2)
    between_hands(room)
    for user in room.people:
        press_next(table_id=room.table.pk, user=user)
    look(room)
    assert not room.head.live
    show(room, room.people[0])
    show(room, room.people[1])
    assert room.head.live


def test_a_missing_cut_is_asked_for_again_and_then_its_deck_is_thrown_away(seat_table):
    room = seat_table(people=3)
    Table.objects.filter(pk=room.table.pk).update(pause_ms=90_000)
    asha, binod, chitra = room.people
    between_hands(room)
    deck = next_deck(room)
    show(room, asha)
    show(room, chitra)
    assert seen_table(room).next_deck.missing == []
    later(room, 800)
    assert seen_table(room).next_deck.missing == [1]
    later(room, 50_000)
    assert next_deck(room).no == deck.no, "until the deal is due nobody waits for it"
    later(room, 40_000)
    thrown = seen_table(room).next_deck
    assert (thrown.deck.no, thrown.ended.no) == (deck.no + 1, deck.no)
    assert (thrown.last["reason"], thrown.last["blamed"]) == (1, [1])
    check_thrown(thrown.last | {"day": None})
    assert ThrownDeck.objects.get().deck == thrown.last | {"day": None}
    assert refusal(show, room, binod, commit=bytes(deck.commit)) == "WRONG_DECK"
    for user in room.people:
        promise(room, user)
        assert not room.head.live
    for user in room.people:
        show(room, user)
    deal = proven(room.hand)
    assert (deal.number, deal.no) == (2, deck.no + 1)
    assert audit_findings() == []


def test_a_deal_that_is_due_waits_for_a_cut(seat_table, settings):
    settings.CUTS_WAIT_MS = 60_000  # slow machines must not end it
    room = seat_table(people=2)
    look(room)
    for user in room.people:
        promise(room, user)
    show(room, room.people[0])
    later(room, 30_000)
    assert next_deck(room).no == 1
    show(room, room.people[1])
    assert room.head.live


def test_seats_are_named_as_missing_until_their_cuts_come(seat_table):
    room = seat_table(people=3)
    Table.objects.filter(pk=room.table.pk).update(pause_ms=90_000)
    between_hands(room)
    show(room, room.people[0])
    later(room, 800)
    versions = []
    for user, missing in zip((None, *room.people[1:]), ([1, 2], [2], []), strict=True):
        if user is not None:
            show(room, user)
        table = seen_table(room)
        assert table.next_deck.missing == missing
        versions.append(table.version)
    assert versions == sorted(set(versions)), "each change is shown"


def miss(room, user):
    """Let a player's locked cut fail to come, until the deck is thrown away."""
    for one in room.people:
        if str(one.pk) not in next_deck(room).not_asked:
            promise(room, one)
    for one in room.people:
        if one != user and str(seat_of(room, one)) in next_deck(room).cut_commits:
            show(room, one)
    later(room, 10_000)


def test_a_player_who_missed_cuts_is_not_asked_for_some_decks(seat_table):
    room = seat_table(people=3)
    binod = room.people[1]
    room.deal()
    room.fold_down()
    miss(room, binod)
    assert next_deck(room).not_asked == [], "nobody is put out after a single miss"
    miss(room, binod)
    deck = next_deck(room)
    assert deck.not_asked == [str(binod.pk)]
    assert seen_table(room).next_deck.not_asked == [1]
    assert refusal(promise, room, binod) == "CUT_NOT_ASKED"
    rests = range(deck.no, deck.no + 10)
    for no in range(deck.no, deck.no + 60):
        later_deck = decks.fresh(
            NextDeck(
                table_id=deck.table_id,
                game=deck.game,
                n=52,
                chain=NO_CHAIN,
                no=no - 1,
                misses=deck.misses,
            )
        )
        assert (str(binod.pk) in later_deck.not_asked) == (no in rests), no


def test_three_misses_in_fifty_decks_rest_for_fifty(seat_table):
    rests = [decks._rests([1, 5, 9], no) for no in range(10, 70)]
    assert rests == [no <= 51 for no in range(10, 70)]


def test_a_cut_is_accepted_once_and_only_as_committed(seat_table):
    room = seat_table(people=2, bots=1)
    asha, binod = room.people
    promise(room, asha)
    promise(room, asha)
    assert refusal(promise, room, asha, secret("another")) == "CUT_ALREADY"
    assert refusal(promise, room, create_guest(name="Onlooker")) == "NOT_SEATED"
    bot = Seat.objects.get(table=room.table, user__kind="bot").user
    assert refusal(promise, room, bot) == "BOTS_DO_NOT_CUT"
    assert refusal(promise, room, asha, commit=bytes(32)) == "WRONG_DECK"
    look(room)
    later(room, 1_500)
    assert refusal(show, room, asha, secret("another")) == "CUT_NOT_PROMISED"
    assert refusal(show, room, binod, cut_of(asha)) == "CUT_NOT_PROMISED"
    show(room, asha)
    assert [seat for seat, _hash in proven(room.hand).cuts] == [0]


def test_a_user_turned_registered_bot_does_not_cut(seat_table):
    room = seat_table(people=3)
    asha, binod, _chitra = room.people
    promise(room, asha)
    promise(room, binod)
    User.objects.filter(pk=binod.pk).update(kind=User.Kind.REGISTERED_BOT)
    binod.refresh_from_db()
    assert refusal(promise, room, binod) == "BOTS_DO_NOT_CUT"
    look(room)
    later(room, 1_500)
    assert list(next_deck(room).cut_commits) == ["0"], "an earlier commitment is dropped"


# -- between lock and deal ---------------------------------------------------------------------


def locked_table(seat_table, people=3):
    room = seat_table(people=people)
    between_hands(room)
    for user in room.people:
        show(room, user)
    assert next_deck(room).locked_at is not None
    return room


def test_a_player_who_leaves_after_the_lock_is_absent_and_moves_no_card(seat_table):
    room = locked_table(seat_table)
    deck = next_deck(room)
    plan = seen_table(room).next_deck.lock.plan
    seats.leave(table_id=room.table.pk, user=room.people[1])
    dev = create_guest(name="Dev")
    seats.sit(table_id=room.table.pk, user=dev, number=1, buy_in=500, key=uuid.uuid4())
    later(room, 5_000)
    deal = proven(room.hand)
    assert (deal.absent, deal.present) == ([1], [0, 2])
    assert [seat for seat, _cut in deal.cuts] == [0, 1, 2], "the cut of a leaver still counts"
    assert sorted(room.hand.players) == [0, 2], "a successor waits one hand"
    assert list(deal.plan.seats) == plan.seats
    cut = decks.cut(deck)
    whole = DealtDeck.of_candidate(cut, decks.candidates_of(deck).each[cut.pick])
    for seat in room.hand.view(OPEN)["seats"]:
        at = [p for p, card in deal.opened.items() if card in cards_shown([seat["cards"]])]
        assert {whole.order[p] for p in at} == cards_shown([seat["cards"]])
    room.fold_down()
    assert audit_findings() == []


def test_a_deck_is_thrown_away_when_too_few_are_left(seat_table):
    room = locked_table(seat_table, people=2)
    deck = next_deck(room)
    seats.leave(table_id=room.table.pk, user=room.people[1])
    assert next_deck(room).no == deck.no
    later(room, 5_000)
    last = seen_table(room).next_deck.last
    assert (last["no"], last["reason"], last["blamed"]) == (deck.no, 3, [1])
    check_thrown(last | {"day": None})
    assert not room.head.live


@pytest.mark.parametrize("stop", [pause_table, close_table, staff_tables.drain])
def test_a_locked_hand_is_dealt_whatever_is_decided_meanwhile(seat_table, stop):
    room, host = locked_table(seat_table), create_guest(name="Host")
    Table.objects.filter(pk=room.table.pk).update(host=host)
    plan = plan_like(Table.objects.get(pk=room.table.pk))
    change = {"table_id": room.table.pk, "user": host, "plan": plan}
    assert refusal(change_table, **change) == "HAND_IN_PROGRESS"
    if stop is staff_tables.drain:
        stop(by=member("Table moderator", "Floor"), table_id=room.table.pk, reason=REASON)
    else:
        stop(table_id=room.table.pk, user=host)
    later(room, 5_000)
    assert room.hand.number == 2
    room.fold_down()
    later(room, 10_000)
    assert Hand.objects.filter(table_id=room.table.pk).count() == 2, "and no other one"


def test_a_frozen_table_waits_for_cuts_as_long_after_the_thaw(seat_table):
    room = seat_table(people=2)
    between_hands(room)
    staff = member("Table moderator", "Floor")
    asked = {"by": staff, "table_id": room.table.pk, "reason": REASON}
    staff_tables.freeze(**asked)
    TableHead.objects.filter(pk=room.table.pk).update(
        frozen_at=datetime.datetime.now(datetime.UTC) - 3_600 * SECOND
    )
    before = next_deck(room).locked_at
    staff_tables.thaw(**asked)
    assert next_deck(room).locked_at - before >= 3_600 * SECOND


# -- nothing is lost ---------------------------------------------------------------------------


def test_given_secrets_deal_the_deck_they_make(seat_table):
    given = candidates("given secrets", scheme=TFAIR2)
    with next_candidates(given):
        room = seat_table(people=2)
    hand = room.deal()
    deal = proven(hand)
    cut = Hand.objects.get(pk=hand.id).opening["deal"]
    assert hand.opening.deck[0] == given.each[deal.pick].order[deal._order[0]]
    assert hand.bot_key is not None
    assert given.masters[deal.pick].hex() not in str(cut)


def test_a_hand_goes_on_with_its_deck_after_a_crash(seat_table):
    room = seat_table(people=3)
    first = room.deal()
    waiting = next_deck(room)
    live.cache.drop(first.id)
    decks.cache.clear()
    again = room.hand
    assert again.opening.deck == first.opening.deck
    assert proof_of(again) == proof_of(first)
    assert next_deck(room).deck_id == waiting.deck_id
    room.fold_down()
    proven(room.deal())


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
    for number in range(1, 5):
        hand = room.deal()
        if number == 2:
            void_hand(by=staff, hand_id=hand.id, reason=REASON)
        else:
            room.fold_down()
        ended = next_deck(room).last
        assert (ended["no"], ended["chain_before"]) == (number, chain)
        chain = ended["chain"]
        stored = Hand.objects.get(pk=hand.id)
        assert (stored.chain.hex(), stored.play_hash.hex()) == (chain, ended["play_hash"])
    assert next_deck(room).chain.hex() == chain
    assert audit_findings() == []


def test_a_hand_voided_later_keeps_its_place_in_the_chain(seat_table):
    room, staff = seat_table(people=2), member("Table moderator", "Floor")
    hand = room.deal()
    room.fold_down()
    before = Hand.objects.get(pk=hand.id)
    void_hand(by=staff, hand_id=hand.id, reason=REASON)
    after = Hand.objects.get(pk=hand.id)
    assert (bytes(after.chain), bytes(after.play_hash)) == (
        bytes(before.chain),
        bytes(before.play_hash),
    )


def test_a_table_that_closes_throws_its_deck_away(seat_table):
    room = seat_table(people=2)
    deck = next_deck(room)
    with lock_tables([room.table.pk]) as tx:
        timers.close(tx, tx.tables[room.table.pk])
    thrown = ThrownDeck.objects.get()
    assert (thrown.deck_id, thrown.deck["reason"]) == (deck.deck_id, 2)
    check_thrown(thrown.deck)
    assert not NextDeck.objects.filter(pk=room.table.pk).exists()


def test_every_published_deck_is_dealt_or_thrown_away(seat_table):
    """People come, go, play, cut and withhold at random; no commitment is ever dropped."""
    room, rng = seat_table(people=3), random.Random("published")
    everyone, seen = list(room.people), set()

    def step(user):
        seated, kind = seat_of(room, user) is not None, rng.random()
        if kind < 0.1 and seated and not room.head.live:
            seats.leave(table_id=room.table.pk, user=user)
        elif kind < 0.3 and not seated:
            place = {"number": everyone.index(user), "buy_in": 200, "key": uuid.uuid4()}
            seats.sit(table_id=room.table.pk, user=user, **place)
        elif kind < 0.6:
            promise(room, user)
        elif room.head.live:
            room.fold_down()
        else:
            for one in everyone if kind < 0.9 else ():
                if str(seat_of(room, one)) in next_deck(room).cut_commits:
                    show(room, one)
            later(room, rng.choice((1_500, 6_000)))

    for _ in range(300):
        seen.add(next_deck(room).deck_id.hex)
        with suppress(TableRefused):
            step(rng.choice(everyone))
    hands = Hand.objects.filter(table_id=room.table.pk).exclude(opening={})
    dealt = {hand.deck_no: hand.opening["deal"]["deck_id"] for hand in hands}
    thrown = {one.no: one.deck_id.hex for one in ThrownDeck.objects.all()}
    for one in ThrownDeck.objects.all():
        check_thrown(one.deck)
    last = next_deck(room)
    assert len(dealt) > 3
    assert any(one.deck["reason"] == 1 for one in ThrownDeck.objects.all())
    assert seen <= {*dealt.values(), *thrown.values(), last.deck_id.hex}
    assert sorted([*dealt, *thrown, last.no]) == list(range(1, last.no + 1))
    assert audit_findings() == []


def test_commit_and_roots_are_published_before_any_cut_and_secrets_are_not(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    promise(room, asha)
    shown = seen_table(room).next_deck
    assert shown.deck.commit == next_deck(room).commit.hex()
    assert (shown.game, shown.deck.no, shown.lock) == ("teen_patti", 1, None)
    assert (shown.ended.no, shown.ended.chain, shown.last) == (0, NO_CHAIN.hex(), None)
    promise(room, binod)
    look(room)
    show(room, asha)
    shown = seen_table(room).next_deck
    assert [seat for seat, _hash in shown.lock.cut_commits] == [0, 1]
    assert cut_of(asha).hex() not in str(shown), "a cut is published with the deal"
    assert bytes(next_deck(room).sealed).hex() not in str(shown)
