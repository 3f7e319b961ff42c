"""Player stats, pairs, tallies and ratings always equal the sums over the stored hands."""

import datetime
import uuid
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Max, Sum
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from core.runtime.sql import run
from games.engines.core import registry
from games.hands.actions import void
from games.hands.models import Hand, HandSeat
from games.stats.actions import player_stats, ratings
from games.stats.actions.ratings import End, Match, rate, rate_batches
from games.stats.audit import check_player_stats
from games.stats.models import (
    PairFlow,
    PlayerStats,
    Rating,
    RatingStep,
    Tally,
)
from games.stats.queries.sums import ALL_TIME, Deals, Sums, TallyKey, start_of
from games.stats.skill import points_of
from lobby.moderation.actions.void import void_hand
from lobby.tables.seats.seats import sit
from tests.games.room import play_hands
from tests.games.stored import four_guests, store_hand
from tests.support.people import in_threads
from tests.support.seated_table import audit_findings, seat_table
from tests.support.size import times
from tests.support.staff import REASON, member

__all__ = ["seat_table"]  # a fixture of the lobby's

pytestmark = pytest.mark.django_db

POOR = {"min_buy_in": 200, "max_buy_in": 2_000, "options": {"boot": 1}}


def everything():
    """All stored rows, for comparison."""
    models = (PlayerStats, PairFlow, Rating)
    return [list(model.objects.order_by("pk").values_list()) for model in models] + [
        list(Tally.objects.order_by("pk").values_list("game", "shard", "hands"))
    ]


def test_each_settled_hand_is_in_every_period_of_its_players(seat_table):
    room = seat_table(3, bots=1, **POOR)
    play_hands(room, 6)
    for user in room.people:
        rows = PlayerStats.objects.filter(user=user)
        assert sorted(row.period for row in rows) == ["all", "day", "month", "week"]
        facts = HandSeat.objects.filter(user=user).aggregate(net=Sum("net"), best=Max("pot"))
        for row in rows:
            assert row.start == start_of(row.period, timezone.now().date())
            assert (row.hands, row.net, row.best_pot) == (6, facts["net"], facts["best"])
            assert row.won == HandSeat.objects.filter(user=user, won=True).count()
    bot = PlayerStats.objects.get(user__kind=User.Kind.BOT)
    assert (bot.period, bot.start, bot.hands) == ("all", ALL_TIME, 6)
    assert PairFlow.objects.count() == 3, "each pair of users, without bots"
    assert Tally.objects.get().hands == 6
    assert audit_findings() == []


def test_pairs_count_the_chips_won_from_each_other(seat_table):
    """Binod and Chitra pack: Asha wins a boot from each; those two win nothing from each other."""
    room = seat_table(3, options={"boot": 10})
    room.deal()
    room.fold_down()
    winner = HandSeat.objects.get(won=True).user_id
    for pair in PairFlow.objects.all():
        expected = {pair.low_id: 10, pair.high_id: -10}.get(winner, 0)
        assert (pair.hands, pair.net) == (1, expected)


def test_a_settlement_needs_one_more_statement(seat_table):
    room = seat_table(2, **POOR)
    play_hands(room, 1)
    hand = room.hand
    with CaptureQueriesContext(connection) as queries:
        run(*player_stats.counting([hand], at=timezone.now()))
    assert len(queries) == 1


def test_a_subtracted_hand_leaves_no_trace(seat_table):
    room = seat_table(3, **POOR)
    play_hands(room, 4)
    before = everything()
    play_hands(room, 1, seed=2)
    last = Hand.objects.latest("number")
    # The subtracted hand is everyone's best, so the best pots must be searched again.
    HandSeat.objects.filter(hand=last).update(pot=99_999)
    PlayerStats.objects.update(best_pot=99_999)
    player_stats.subtract(last)
    assert everything() == before
    Hand.objects.filter(pk=last.pk).update(status=Hand.Status.VOID)
    assert list(check_player_stats()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("key", [game.key for game in registry.all_games()])
def test_the_audit_has_no_finding_after_hands_are_voided(key):
    """Some classes of hands occur in a voided hand alone, and leave zeros behind."""
    people, table_id = four_guests(), uuid.uuid4()
    hands = [
        store_hand(key, seed, people=people, table_id=table_id, number=seed)[0]
        for seed in range(1, 6)
    ]
    player_stats.rebuild()
    assert list(check_player_stats()) == []
    for hand in hands[:-1]:
        void.void(hand=hand, at=timezone.now())
        assert list(check_player_stats()) == []


def test_the_audit_finds_a_changed_row_and_a_rebuild_repairs_it(seat_table):
    room = seat_table(3, **POOR)
    play_hands(room, 3)
    before = everything()
    row = PlayerStats.objects.filter(period="week").first()
    PlayerStats.objects.filter(pk=row.pk).update(net=row.net + 1)
    PairFlow.objects.update(hands=7)
    found = list(check_player_stats())
    assert len(found) == 4
    assert all("not" in finding.text for finding in found)
    with pytest.raises(SystemExit):
        call_command("player_stats", stdout=StringIO())
    out = StringIO()
    call_command("player_stats", "--rebuild", stdout=out)
    assert out.getvalue() == "3 hands counted\n0 matches of the ladder rated\n"
    assert everything() == before
    call_command("player_stats", stdout=out)


def test_weeks_begin_on_monday_and_days_are_utc(seat_table):
    room = seat_table(2, **POOR)
    play_hands(room, 1)
    late = datetime.timezone(datetime.timedelta(hours=-5))
    sums = Sums()
    sums.add(room.hand, at=datetime.datetime(2026, 3, 1, 22, 0, tzinfo=late))
    starts = {(key.period, key.start.isoformat()) for key in sums.player_stats}
    assert starts == {
        ("day", "2026-03-02"),
        ("week", "2026-03-02"),
        ("month", "2026-03-01"),
        ("all", "1970-01-01"),
    }


def test_classes_of_deals_are_published_in_buckets():
    key = TallyKey("teen_patti", 3)
    for _ in range(3):
        player_stats.store(Sums(tallies={key: Deals(49, 49, [40, 9])}))
        row = Tally.objects.get()
        shown = sum(row.published)
        assert (row.hands - shown, shown) == (row.waiting, shown)
        assert shown in (0, 147)
    assert (row.published, row.filling, row.waiting) == ([120, 27], [], 0)


def test_every_twentieth_hand_rates_the_users_of_the_table(seat_table, monkeypatch):
    monkeypatch.setattr(ratings, "BATCH_HANDS", 6)
    room = seat_table(3, bots=1, **POOR)
    play_hands(room, 5)
    assert not Rating.objects.exists()
    play_hands(room, 1, seed=2)
    rated = {row.user_id: row for row in Rating.objects.all()}
    assert set(rated) == {user.pk for user in room.people}, "no bot"
    nets = {
        s.user_id: s.net for s in PlayerStats.objects.filter(period="all", user__in=room.people)
    }
    order = sorted(nets, key=nets.get)
    assert rated[order[0]].mu < rated[order[-1]].mu
    assert all(row.matches == 1 for row in rated.values())
    before = everything()
    player_stats.rebuild()
    assert everything() == before


@pytest.fixture
def tables(seat_table, monkeypatch):
    """Three tables, rated twice each: two have a common user, the third has none."""
    monkeypatch.setattr(ratings, "BATCH_HANDS", 3)
    monkeypatch.setattr(ratings, "MATCH_HANDS_MIN", 2)
    rooms = [seat_table(3, **POOR), seat_table(0, **POOR), seat_table(0, **POOR)]
    rooms[1].people = [rooms[0].people[0], create_guest(), create_guest()]
    rooms[2].people = [create_guest(), create_guest()]
    for room in rooms[1:]:
        for number, user in enumerate(room.people):
            sit(table_id=room.table.pk, user=user, number=number, buy_in=500, key=uuid.uuid4())
    for seed in (1, 2):
        for room in rooms:
            play_hands(room, 3, seed=seed)
    return rooms


def rated():
    """All ratings, and their steps, without ids."""
    facts = ("hand_id", "user_id", "mu", "sigma", "matches")
    steps = sorted(RatingStep.objects.values_list(*facts))
    return list(Rating.objects.order_by("pk").values_list()), steps


def test_voiding_a_hand_recomputes_all_ratings_that_depend_on_it(tables):
    """Until the first table has no hand left for which anyone could be rated."""
    moderator = member("Table moderator")
    for number in (5, 2, 3, 1, 6, 4):
        hand = Hand.objects.get(table_id=tables[0].table.pk, number=number)
        void_hand(by=moderator, hand_id=hand.pk, reason=REASON)
        after = rated()
        player_stats.rebuild()
        assert rated() == after, number
    alone = {user.pk for user in tables[0].people[1:]}
    assert not Rating.objects.filter(user__in=alone).exists()
    assert Rating.objects.get(user=tables[0].people[0]).matches == 2


def test_only_ratings_depending_on_a_void_hand_are_recomputed(tables):
    strangers = RatingStep.objects.filter(user__in=tables[2].people)
    kept = set(strangers.values_list("id", flat=True))
    others = set(RatingStep.objects.values_list("id", flat=True)) - kept
    hand = Hand.objects.get(table_id=tables[0].table.pk, number=1)
    void_hand(by=member("Table moderator"), hand_id=hand.pk, reason=REASON)
    assert set(strangers.values_list("id", flat=True)) == kept
    assert not RatingStep.objects.filter(pk__in=others).exists()


def test_ratings_follow_the_order_and_equal_results_are_ties():
    one, two, three = (create_guest().pk for _ in range(3))
    rate([Match(uuid.uuid4(), "holdem", {one: 50, two: -25, three: -25})])
    found = {row.user_id: row for row in Rating.objects.all()}
    assert found[two].mu == pytest.approx(found[three].mu)
    assert found[one].points > points_of(25, 25 / 3) > found[two].points - 1_000
    rate([Match(uuid.uuid4(), "holdem", {one: 50, two: -50})])
    assert Rating.objects.get(user_id=one).matches == 2
    assert Rating.objects.get(user_id=one).mu > found[one].mu


def test_batches_that_end_together_are_rated_by_three_statements(tables):
    """With the same result as one by one, also where a user is in two of them."""
    one_by_one = rated()
    last = {"status": Hand.Status.FINISHED, "number__in": (3, 6)}
    ends = list(
        Hand.objects.filter(**last).order_by("finished_at").values_list("pk", "table_id", "number")
    )
    assert len(ends) == 6
    Rating.objects.all().delete()
    RatingStep.objects.all().delete()
    with CaptureQueriesContext(connection) as queries:
        rate_batches(End(*end) for end in ends)
    assert len(queries) == 3, "hands, ratings, and all that is written"
    assert rated() == one_by_one
    steps = RatingStep.objects.filter(user=tables[0].people[0]).order_by("id")
    assert [step.matches for step in steps] == [0, 1, 2, 3]


def test_a_hand_that_ends_no_batch_asks_nothing():
    with CaptureQueriesContext(connection) as queries:
        rate_batches([End(uuid.uuid4(), uuid.uuid4(), number) for number in (1, 19, 21)])
        rate_batches([])
    assert len(queries) == 0


def test_hands_for_points_move_no_chips_between_users(seat_table):
    room = seat_table(2, **POOR)
    play_hands(room, 1)
    sums = Sums()
    sums.add(room.hand._replace(plays_for="points"), at=timezone.now())
    assert {key.plays_for for key in sums.player_stats} == {"points"}
    assert not sums.pairs


@pytest.mark.django_db(transaction=True)
def test_the_same_users_at_different_tables_never_deadlock(seat_table):
    """Transactions that settle the same hands in opposite order, repeatedly."""
    turns = times(5, 30)
    room = seat_table(3, **POOR)
    play_hands(room, 1)
    one = room.hand
    hands = [one]
    for _ in range(20):
        seated = {
            seat: replace(player, user_id=create_guest().pk) for seat, player in one.players.items()
        }
        hands.append(one._replace(players=seated, table_id=uuid.uuid4()))
    both = [Sums(), Sums()]
    for sums, order in zip(both, (hands, hands[::-1]), strict=True):
        for hand in order:
            sums.add(hand, at=timezone.now())

    def settle(number):
        for turn in range(turns):
            player_stats.store(both[(number + turn) % 2])

    in_threads(4, settle)
    assert {row.hands for row in PlayerStats.objects.filter(period="day")} == {
        4 * turns,
        4 * turns + 1,
    }
