"""Leaderboards and ratings count only public hands of two people of different households."""

import pytest
from django.core.cache import cache
from django.db.models import Max, Sum

from accounts.people.actions.sign_ins import record_sign_in
from accounts.people.actions.users import create_guest
from accounts.people.models import User
from games.hands.models import Hand, HandSeat
from games.stats.actions import player_stats
from games.stats.audit import check_player_stats
from games.stats.counters.holdem import COUNTERS
from games.stats.models import PlayerStats, Rating
from games.stats.queries import leaderboards
from games.stats.queries.leaderboards import leaderboard, measures_of
from games.stats.queries.statistics import statistics_of
from lobby.moderation.actions.void import void_hand
from lobby.tables.models import Table
from tests.games.room import as_people, play_hands
from tests.support.seated_table import enter, seat_table
from tests.support.staff import REASON, member

__all__ = ["seat_table"]

pytestmark = pytest.mark.django_db

HOME, AWAY = "81.2.69.142", "81.2.69.143"
PLAIN = {"min_buy_in": 200, "max_buy_in": 2_000, "options": {"boot": 1}}


@pytest.fixture(autouse=True)
def _nobody_waits_for_a_board(monkeypatch):
    cache.clear()
    monkeypatch.setattr(leaderboards, "LEAST_HANDS", dict.fromkeys(leaderboards.LEAST_HANDS, 1))
    monkeypatch.setattr(leaderboards, "MATCHES_MIN", 1)
    monkeypatch.setattr(leaderboards, "mostly_from_one", lambda *_args, **_more: frozenset())


def alone_with_a_bot(seat_table):
    return seat_table(1, bots=2, **PLAIN)


def alone_with_their_registered_bot(seat_table):
    room = seat_table(2, **PLAIN)
    User.objects.filter(pk=room.people[1].pk).update(kind=User.Kind.REGISTERED_BOT)
    return room


def at_a_private_table(seat_table):
    return seat_table(2, private=True, **PLAIN)


def with_the_own_second_browser(seat_table):
    room = seat_table(2, households="together", **PLAIN)
    for user in room.people:
        record_sign_in(user=user, address=HOME, browser="")
    return room


def after_logging_in_on_one_device(seat_table):
    """Sat down as strangers; the second account's log-in follows."""
    room = seat_table(2, **PLAIN)
    for user in room.people:
        record_sign_in(user=user, address=None, browser="", device=b"d" * 32)
    return room


def two_strangers(seat_table):
    room = seat_table(2, **PLAIN)
    for user, address in zip(room.people, (HOME, AWAY), strict=True):
        record_sign_in(user=user, address=address, browser="")
    return room


def a_household_and_a_stranger(seat_table):
    room = seat_table(3, households="together", **PLAIN)
    for user, address in zip(room.people, (HOME, HOME, AWAY), strict=True):
        record_sign_in(user=user, address=address, browser="")
    return room


def on_boards(game="teen_patti"):
    """The hands of the best on each leaderboard; 0 if it is empty."""
    found = {}
    for measure in measures_of(game):
        rows = leaderboard(game=game, period="week", measure=measure.key).rows
        found[measure.key] = max((row.hands for row in rows), default=0)
    return found


@pytest.mark.parametrize(
    ("scene", "counts"),
    [
        (alone_with_a_bot, False),
        (alone_with_their_registered_bot, False),
        (at_a_private_table, False),
        (with_the_own_second_browser, False),
        (after_logging_in_on_one_device, False),
        (two_strangers, True),
        (a_household_and_a_stranger, True),
    ],
)
def test_boards_and_ratings_count_only_what_strangers_play_in_public(seat_table, scene, counts):
    room = scene(seat_table)
    Table.objects.filter(pk=room.table.pk).update(spectator_delay_s=0)
    people = User.objects.filter(pk__in=[one.pk for one in room.people], kind="guest")
    as_people(*people)
    play_hands(room, 20)
    asha = room.people[0]
    dealt = HandSeat.objects.filter(user=asha).aggregate(net=Sum("net"), best=Max("pot"))
    own = next(one for one in statistics_of(asha.pk) if one.game == "teen_patti")
    assert (own.hands, own.net, own.best_pot) == (20, dealt["net"], dealt["best"])
    assert set(Hand.objects.values_list("ranked", flat=True)) == {counts}
    assert set(on_boards().values()) == ({20, 1} if counts else {0})
    assert Rating.objects.exists() == counts
    assert list(check_player_stats()) == []
    before = list(PlayerStats.objects.order_by("pk").values_list())
    player_stats.rebuild()
    assert list(PlayerStats.objects.order_by("pk").values_list()) == before


def test_a_voided_hand_leaves_the_boards_with_its_pot(seat_table):
    room = two_strangers(seat_table)
    play_hands(room, 3)
    best = HandSeat.objects.order_by("-pot").first()
    void_hand(by=member("Table moderator"), hand_id=best.hand_id, reason=REASON)
    rest = HandSeat.objects.filter(user_id=best.user_id).aggregate(net=Sum("net"), best=Max("pot"))
    row = PlayerStats.objects.get(user_id=best.user_id, period="all")
    assert (row.ranked_hands, row.ranked_net, row.ranked_best_pot) == (2, rest["net"], rest["best"])
    assert list(check_player_stats()) == []


def test_a_stranger_who_sits_down_later_makes_only_later_hands_count(seat_table):
    room = seat_table(1, bots=1, **PLAIN)
    play_hands(room, 2)
    newcomer = create_guest()
    enter(room.table, newcomer, 4)
    play_hands(room, 3)
    assert list(Hand.objects.order_by("number").values_list("ranked", flat=True))[:2] == [False] * 2
    assert Hand.objects.filter(ranked=True).exists()
    assert list(check_player_stats()) == []


def test_the_blinds_won_are_those_of_ranked_hands(seat_table):
    room = seat_table(2, game="holdem", preset="cash", options={})
    room.deal()
    turn = room.hand.game.turn(room.hand.state)
    room.act(User.objects.get(pk=room.hand.players[turn].user_id), "fold")
    place = COUNTERS.index("centi_bb")
    for row in PlayerStats.objects.all():
        assert row.ranked_centi_bb == row.counts[place] != 0
