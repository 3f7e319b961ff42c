"""Purging decks changes no record or view; hands under investigation keep their decks."""

import datetime
import random
from dataclasses import replace

import pytest
from django.core.management import call_command
from django.utils import timezone

from core.staff import proposals
from games.dealing.actions import retention
from games.dealing.actions.retention import (
    keep_deck,
    purge_decks,
    release_deck,
)
from games.dealing.encryption import Kind, unseal
from games.engines.core import registry
from games.engines.core.contract import OPEN, SPECTATOR, Viewer
from games.fair.deck import only_dealt
from games.hands.audit import check_folding
from games.hands.models import Hand
from games.hands.queries import export, live
from games.hands.queries.replay import replay
from games.records.record import About, record_of, told
from games.stats.queries.sums import sums_of_record
from lobby.moderation.actions import cases as reports
from tests.games.room import play_hands
from tests.games.sessions import some_hands
from tests.games.stored import store_hand
from tests.support.owner import as_owner
from tests.support.seated_table import seat_table  # noqa: F401
from tests.support.size import times
from tests.support.staff import REASON, member, refused

GAMES = ("teen_patti", "holdem", "dou_dizhu", "dealer_teen_patti")


def viewers_of(seats):
    return [SPECTATOR, OPEN, *map(Viewer, seats)]


def all_messages(game, opening, moves):
    """All views and events of every viewer at every seq, the result, and some records."""
    viewers = viewers_of(opening.seats)
    steps = [game.deal(opening)]
    for move in moves:
        steps.append(game.apply(steps[-1].state, move.action))
    frames = [
        (game.view(step.state, viewer), told(step.events, viewer))
        for step in steps
        for viewer in viewers
    ]
    records = [record_of(game, opening, moves, viewer, About({})) for viewer in viewers[:3]]
    return frames, records, game.result(steps[-1].state)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_hundreds_of_hands_replay_the_same_without_their_undealt_cards(key):
    game, rng = registry.get(key), random.Random(f"forget {key}")
    poorer = 0
    hands = 10 if key == "dou_dizhu" else times(10, 1_000)  # all cards are dealt
    for opening, played, _state in some_hands(game, "forget", hands, leaves=0.02):
        # Every third hand is cut short, like one that was voided while it was live.
        moves = played[: rng.randrange(len(played))] if rng.random() < 0.3 else played
        state = game.deal(opening).state
        for move in moves:
            state = game.apply(state, move.action).state
        dealt = game.dealt(state)
        deck = only_dealt(opening.deck, dealt)
        assert deck[:dealt] == opening.deck[:dealt]
        assert deck[dealt:] == tuple(sorted(opening.deck[dealt:]))
        poorer += deck != opening.deck
        before = all_messages(game, opening, moves)
        assert all_messages(game, replace(opening, deck=deck), moves) == before
        if dealt < game.deck_size:  # no undealt card is kept
            last = record_of(game, opening, moves, OPEN, About({}))["deck"].split()
            assert len(last) == dealt
    assert poorer == 0 if key == "dou_dizhu" else poorer > 0.9 * hands


SEEDS = times(1, 5)


@pytest.fixture
def old_hands(db):
    """A few hands of each game, and one of today; all but that one ended long ago."""
    for key in GAMES:
        for seed in range(SEEDS):
            options = {"rabbit": True} if key == "holdem" and seed % 2 else {}
            store_hand(key, seed=seed, **options)
    age(Hand.objects.all())
    store_hand("holdem", seed=99)


def age(hands, days=91):
    past = timezone.now() - datetime.timedelta(days=days)
    hands.update(started_at=past - datetime.timedelta(minutes=5), finished_at=past)


def all_answers_about(hand):
    live.cache.drop(hand.pk)
    seen = []
    for viewer in viewers_of([seat["seat"] for seat in hand.opening["seats"]]):
        shown = replay(hand, viewer)
        seen.append((shown.frames, shown.players, export.record_json(hand, viewer)))
    return seen


def decks():
    hands = Hand.objects.all()
    dealt = [live.live_hand(hand, players=live.players_of(hand), records=()) for hand in hands]
    return {hand.id: hand.opening.deck for hand in dealt}


def test_a_purge_keeps_stored_hands_and_removes_undealt_cards(old_hands, capsys):
    young = Hand.objects.latest("started_at")
    before = {hand.pk: all_answers_about(hand) for hand in Hand.objects.all()}
    sums, orders = sums_of_record()[0].rows(), decks()
    call_command("purge_decks")
    assert capsys.readouterr().out == f"{len(before) - 1} decks purged\n"

    for hand in Hand.objects.all():
        assert all_answers_about(hand) == before[hand.pk]
    assert list(check_folding()) == []
    assert sums_of_record()[0].rows() == sums
    after = decks()
    assert after[young.pk] == orders[young.pk]
    for hand in Hand.objects.exclude(pk=young.pk):
        folded = live.load(hand.pk)
        dealt = folded.game.dealt(folded.state)
        kind, data = unseal(bound_to=hand.pk, sealed=bytes(hand.sealed))
        order, rest = orders[hand.pk], sorted(orders[hand.pk][dealt:])
        cards = folded.game.deck_size
        assert (kind, tuple(data[:cards])) == (Kind.KEPT, (*order[:dealt], *rest))
        assert len(data) == cards + 1 + 16 * dealt + 32 * (cards - dealt), "no salt of the rest"
        if hand.game != "dou_dizhu":
            assert order[dealt:] != tuple(rest), "no order of the rest"
    assert purge_decks() == 0


def test_at_most_the_limit_is_purged_oldest_first(old_hands):
    oldest = Hand.objects.filter(game="holdem").first()
    age(Hand.objects.filter(pk=oldest.pk), days=200)
    assert purge_decks(1) == 1
    assert Hand.objects.get(deck="dealt") == oldest


def test_a_hand_that_would_change_keeps_its_deck(old_hands, monkeypatch):
    holdem = registry.get("holdem")
    monkeypatch.setattr(type(holdem), "dealt", lambda self, state: 1)
    assert purge_decks() == (len(GAMES) - 1) * SEEDS
    assert not Hand.objects.filter(game="holdem", deck="dealt").exists()


@pytest.fixture
def two_hands(seat_table):  # noqa: F811
    """Two hands of one table; no player of the second table played them."""
    room, elsewhere = seat_table(people=2), seat_table(people=0)
    play_hands(room, 2)
    age(Hand.objects.all())
    return room, elsewhere, list(Hand.objects.order_by("number"))


def reported(room, at_days, **fields):
    case = reports.report(table=room.table, user=member("Viewer"), kind="other", **fields)
    at = timezone.now() - datetime.timedelta(days=at_days)
    with as_owner():
        type(case).objects.filter(pk=case.pk).update(at=at, hand_id=None)
    return case


def by_hand(room, elsewhere, hand):
    case = reported(elsewhere, 0)
    with as_owner():
        type(case).objects.filter(pk=case.pk).update(hand_id=hand.pk)


def by_table(room, elsewhere, hand):
    reported(room, 60)


def by_person(room, elsewhere, hand):
    reported(elsewhere, 60, about=room.people[0].name)


def by_proposal(room, elsewhere, hand):
    proposals.propose(
        by=member("Admin"), kind="unseal", payload={"hand": str(hand.pk)}, reason=REASON
    )


def by_mark(room, elsewhere, hand):
    keep_deck(by=member("Admin"), hand_id=hand.pk, reason=REASON)


@pytest.mark.parametrize(
    ("look", "kept"),
    [(by_hand, 1), (by_proposal, 1), (by_mark, 1), (by_table, 2), (by_person, 2)],
)
def test_a_hand_under_investigation_keeps_its_deck(two_hands, look, kept, monkeypatch):
    monkeypatch.setattr(retention, "BATCH_DECKS_MAX", 1)
    room, elsewhere, hands = two_hands
    look(room, elsewhere, hands[0])
    assert purge_decks() == 2 - kept
    assert Hand.objects.get(pk=hands[0].pk).deck != "dealt"


def test_a_closed_case_or_one_of_another_time_keeps_nothing(two_hands):
    room, elsewhere, _hands = two_hands
    closed = reported(room, 60)
    reports.close_report(
        by=member("Admin"), report_id=closed.pk, verdict="unfounded", reason=REASON
    )
    reported(room, 92)
    reported(elsewhere, 0, about=room.people[0].name)
    assert purge_decks() == 2


def test_a_purged_deck_cannot_be_kept_and_a_released_one_is_purged(two_hands):
    _room, _elsewhere, (first, second) = two_hands
    admin = member("Admin")
    keep_deck(by=admin, hand_id=first.pk, reason=REASON)
    assert purge_decks() == 1
    refused("DECK_PURGED", keep_deck, by=admin, hand_id=second.pk, reason=REASON)
    release_deck(by=admin, hand_id=first.pk, reason=REASON)
    assert purge_decks() == 1
