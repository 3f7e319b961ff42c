"""Leaderboards, statistics and public numbers: who is listed, and the pages' queries."""

import datetime
import re
import uuid

import pytest
from django.core.cache import cache
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts import ledger
from accounts.ledger.queries import bankroll
from accounts.people.models import User
from games.stats.models import (
    PairFlow,
    PlayerStats,
    Rating,
    Tally,
)
from games.stats.personal_data import public_figures, statistics
from games.stats.queries import leaderboards, numbers
from games.stats.queries.leaderboards import (
    UnknownBoard,
    leaderboard,
    measures_of,
    nearest_board,
)
from games.stats.queries.pairs import pair_matrix, partners_of
from games.stats.queries.statistics import statistics_of
from tests.games.room import play_hands
from tests.support.leaderboards import COUNTS, NOW, listed, person, stand
from tests.support.seated_table import seat_table

__all__ = ["seat_table"]  # a fixture of the lobby's

pytestmark = pytest.mark.django_db
QUERIES_MAX = 12
"""The most queries of a page."""


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()
    leaderboards._rows.clear()
    leaderboards._places.clear()


def flow(winner, loser, chips, hands=40):
    low, high = sorted((winner.pk, loser.pk))
    PairFlow.objects.create(
        low_id=low,
        high_id=high,
        game="holdem",
        month=datetime.date(2026, 3, 1),
        hands=hands,
        net=chips if winner.pk == low else -chips,
    )


def board(measure="net", period="month", **more):
    return leaderboard(game="holdem", period=period, measure=measure, now=NOW, **more)


def test_a_leaderboard_is_sorted_by_its_measure_and_ties_share_a_rank():
    for name, net in (("Asha", 300), ("Binod", 900), ("Chitra", 300), ("Dev", -40)):
        stand(person(name), net)
    found = listed(board())
    assert found[0] == (1, "Binod", "+900")
    assert sorted(found[1:3]) == [(2, "Asha", "+300"), (2, "Chitra", "+300")]
    assert found[3] == (4, "Dev", "−40")


@pytest.mark.parametrize(
    ("measure", "first", "text"),
    [
        ("win_rate", "Wins", "60.0 %"),
        ("best_pot", "Pot", "9,000"),
        ("hands", "Plays", "400"),
        ("bb_100", "Wins", "+2.5"),
    ],
)
def test_each_measure_has_its_own_order(measure, first, text):
    stand(person("Wins"), 10, won=60)
    stand(person("Pot"), 20, pot=9_000, hands=101)
    stand(person("Plays"), 30, hands=400, won=1)
    top = board(measure).rows[0]
    assert (top.name, top.text) == (first, text)


def test_bots_guests_the_banned_and_short_players_are_not_listed():
    stand(person("Clockwork", "bot"), 900)
    stand(person("Visitor", "guest"), 800)
    stand(person("Short"), 700, hands=59)
    banned = stand(person("Banned"), 600)
    User.objects.filter(pk=banned.pk).update(is_active=False)
    stand(person("Asha"), 1)
    assert listed(board()) == [(1, "Asha", "+1")]


def test_players_with_chips_from_one_player_are_excluded_and_told_why():
    dumped, honest, giver, other = (
        stand(person(name), net)
        for name, net in (("Dumped", 5_000), ("Honest", 2_000), ("Giver", -4_000), ("Other", 0))
    )
    flow(dumped, giver, 4_000)
    flow(honest, giver, 900)
    flow(honest, other, 900)
    found = board(user_id=dumped.pk)
    assert [row.name for row in found.rows] == ["Honest", "Other", "Giver"]
    assert found.own.place is None
    assert "one player" in found.own.why
    assert [row.name for row in board(period="all").rows] == ["Honest", "Other", "Giver"]


def test_viewers_see_their_own_rank_wherever_it_is():
    many = [stand(person(f"P{n:02}"), 1_000 - n) for n in range(12)]
    last = board(limit=5, user_id=many[-1].pk)
    assert (len(last.rows), last.own.place, last.own.text) == (5, 12, "+989")
    top = board(limit=5, user_id=many[0].pk)
    assert top.own.place == 1
    assert top.rows[0].you
    short = stand(person("Short"), 5, hands=3)
    assert board(user_id=short.pk).own.why == "57 more hands to be listed: it takes 60."
    assert board(user_id=person("New").pk).own is None


def test_places_after_the_first_thousand_are_nearly_right(monkeypatch):
    monkeypatch.setattr(leaderboards, "PLACES_EXACT_MAX", 3)
    monkeypatch.setattr(leaderboards, "PLACES_STEP_COUNT", 4)
    many = [stand(person(f"P{n:02}"), 1_000 - n) for n in range(12)]
    places = [board(limit=1, user_id=one.pk).own.place for one in many]
    assert places == [1, 2, 3, 4, 5, 5, 5, 5, 9, 9, 9, 9]


def test_many_viewers_read_a_board_once_and_each_their_own_row(settings):
    settings.SHARED_ANSWERS = True
    many = [stand(person(f"Shared {n:02}"), 1_000 - n) for n in range(5)]
    first, *others = [counted(limit=2, user_id=one.pk) for one in reversed(many)]
    assert first > 4
    assert others == [3, 3, 2, 2], "the own row; below those shown, who won from whom too"


def test_viewers_of_all_languages_share_a_board_and_read_their_own_numbers(settings):
    settings.SHARED_ANSWERS = True
    stand(person("Lakhs"), 123_456)
    assert board().rows[0].text == "+123,456"
    with translation.override("hi"):
        assert board().rows[0].text == "+1,23,456"


def counted(**asked):
    with CaptureQueriesContext(connection) as queries:
        board(**asked)
    return len(queries)


def test_no_board_and_no_public_number_reads_hands_or_another_period():
    """Each reads totals: those of a board by the key of its game and period."""
    asha = stand(person("Asha"), 100)
    with CaptureQueriesContext(connection) as queries:
        for measure in measures_of("holdem"):
            leaderboard(game="holdem", measure=measure.key, user_id=asha.pk, now=NOW)
        nearest_board(game="holdem", period="day", user_id=asha.pk)
        numbers.count_numbers()
    sql = [one["sql"] for one in queries]
    assert not [one for one in sql if re.search("games_(hand|handseat|playedaction)\\b", one)]
    totals = [one for one in sql if 'FROM "games_playerstats"' in one]
    assert totals
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        for one in totals:
            cursor.execute(f"EXPLAIN {one}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
            assert re.search(
                r"Index Cond: .*game.*'holdem'.*plays_for.*'chips'.*period.*'", plan
            ), plan
            assert "Seq Scan on games_playerstats" not in plan


def test_ratings_are_a_board_of_their_own():
    for name, points, matches in (("Asha", 1_400, 9), ("Binod", 1_500, 4), ("Chitra", 1_200, 5)):
        Rating.objects.create(
            user=person(name), game="holdem", mu=30, sigma=3, points=points, matches=matches
        )
    found = board("rating", "day")
    assert listed(found) == [(1, "Asha", "1,400"), (2, "Chitra", "1,200")]
    assert found.period == "all"


@pytest.mark.parametrize(
    "asked",
    [{"game": "chess"}, {"period": "year"}, {"measure": "luck"}, {"measure": "bb_100"}],
)
def test_unknown_leaderboards_do_not_exist(asked):
    with pytest.raises(UnknownBoard):
        leaderboard(**{"game": "teen_patti", "period": "week", **asked})


def test_a_game_against_the_house_has_no_net_board_and_no_ratings():
    assert [measure.key for measure in measures_of("dealer_teen_patti")] == [
        "win_rate",
        "best_pot",
        "hands",
    ]


def test_moderators_see_chips_won_between_players():
    asha, binod, chitra = (person(name) for name in ("Asha", "Binod", "Chitra"))
    flow(asha, binod, 700)
    flow(chitra, asha, 100)
    assert [(p.name, p.hands, p.net) for p in partners_of(asha.pk)] == [
        ("Binod", 40, 700),
        ("Chitra", 40, -100),
    ]
    (pair,) = pair_matrix([asha.pk, binod.pk])
    assert pair.net == (700 if pair.first_id == asha.pk else -700)
    assert partners_of(asha.pk, since=datetime.date(2026, 4, 2)) == ()


def test_statistics_are_ratios_of_counters():
    asha = person("Asha")
    PlayerStats.objects.create(
        game="holdem",
        plays_for="chips",
        period="all",
        start=datetime.date(1970, 1, 1),
        user=asha,
        hands=300,
        won=20,
        net=250,
        best_pot=500,
        counts=[*COUNTS, 4, 1, -60, *[0] * 21, 1, 1, 310],
    )
    (one,) = statistics_of(asha.pk)
    assert {figure.key: figure.text for figure in one.figures} == {
        "vpip": "10 %",
        "pfr": "4 %",
        "aggression": "2",
        "wtsd": "25 %",
        "wsd": "60 %",
        "bb_100": "0.8",
    }
    marked = {figure.key for figure in one.figures if figure.is_small}
    assert marked == {"aggression", "wtsd", "wsd"}, "few calls, flops and showdowns in 300 hands"
    page = render_to_string("games/parts/statistics.html", {"statistics": statistics(asha)})
    assert page.count('class="small-sample"') == len(marked)
    assert "come from fewer than 300 hands or cases" in page
    assert "Small sample" not in page
    assert (one.strengths[0].label, one.strengths[0].net) == ("Straight flush", 310)
    assert (one.strengths[-1].label, one.strengths[-1].hands) == ("High card", 4)
    assert not one.is_small
    assert statistics_of(person("New").pk) == ()


def test_figures_of_few_hands_say_so_and_have_no_decimals():
    asha = person("Asha")
    few = {"user": asha, "period": "all", "start": datetime.date(1970, 1, 1), "hands": 4}
    PlayerStats.objects.create(
        game="holdem", plays_for="chips", won=2, net=15, best_pot=50, counts=[*COUNTS], **few
    )
    (one,) = statistics_of(asha.pk)
    assert one.is_small
    assert all("." not in figure.text for figure in one.figures)
    (shown,) = public_figures(asha)
    assert shown["small"] is True
    page = render_to_string("games/parts/statistics.html", {"statistics": statistics(asha)})
    assert "Small sample: 4 hands say little. Figures marked “?”" in page
    assert page.count('class="small-sample"') == len(one.figures)


def test_a_bankroll_counts_chips_at_a_table_at_their_buy_in():
    asha = person("Asha")
    table = uuid.uuid4()
    ledger.buy_in(user=asha, table_id=table, amount=2_000, uid="a")
    ledger.buy_in(user=asha, table_id=table, amount=500, uid="b")
    ledger.cash_out(user=asha, table_id=table, amount=1_900, uid="c")
    ledger.buy_in(user=asha, table_id=table, amount=1_000, uid="d")
    assert [point.chips for point in bankroll(asha.pk)] == [10_000, 9_400]
    assert [point.chips for point in bankroll(asha.pk, movements=2)] == [9_400]


def test_the_public_numbers_sum_to_the_chips_issued(seat_table):
    room = seat_table(2, bots=1)
    play_hands(room, 1)
    chips = numbers.count_numbers().chips
    assert chips.minted == 2 * 10_000 + 5_000
    assert chips.tables == 3 * 1_000
    assert sum(parts_of(chips)) == chips.minted
    User.objects.filter(pk=room.people[0].pk).update(kind=User.Kind.REGISTERED_BOT)
    after = numbers.count_numbers().chips
    assert (sum(parts_of(after)), after.bots) == (chips.minted, chips.bots + 9_000)


def parts_of(chips):
    return chips.people, chips.guests, chips.bots, chips.tables, chips.prizes, chips.house


def test_numbers_show_published_deals_only():
    Tally.objects.create(
        game="teen_patti",
        shard=1,
        hands=130,
        waiting=30,
        filling=[0, 0, 0, 0, 0, 30],
        published=[75, 17, 5, 3],
    )
    found = {one.game: one for one in numbers.count_numbers().games}["teen_patti"]
    assert (found.hands, found.deals) == (130, 100)
    assert [one.count for one in found.classes] == [75, 17, 5, 3, 0, 0]
    assert found.test.words.endswith("nothing unusual.")


def queries_of(client, path):
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    assert answer.status_code == 200
    return len(queries), answer.content.decode()


@pytest.mark.parametrize(
    "path", ["/leaderboards/?game=holdem&period=all&measure=net", "/statistics/", "/me/"]
)
def test_pages_have_a_constant_number_of_queries(client, path):
    asha = stand(person("Asha"), 100)
    client.force_login(asha)
    Rating.objects.create(user=asha, game="holdem", mu=30, sigma=3, points=1_400, matches=9)
    Tally.objects.create(
        game="holdem", shard=0, hands=100, waiting=0, filling=[], published=[40] * 9
    )
    few, _page = queries_of(client, path)
    for number in range(20):
        other = stand(person(f"Other {number}"), number)
        stand(other, number, game="teen_patti")
        flow(asha, other, 1)
    for shard in range(1, 8):
        Tally.objects.create(
            game="holdem", shard=shard, hands=100, waiting=0, filling=[], published=[40] * 9
        )
    stand(asha, 5, game="teen_patti")
    for number in range(5):
        ledger.buy_in(user=asha, table_id=uuid.uuid4(), amount=100, uid=f"in {number}")
    many, page = queries_of(client, path)
    assert many == few
    assert "Asha" in page


def test_the_pages_describe_their_plots_in_words(client):
    asha = stand(person("Asha"), 100)
    PlayerStats.objects.filter(user=asha, period="all").update(counts=[*COUNTS, *[2, 1, 60] * 9])
    ledger.buy_in(user=asha, table_id=uuid.UUID(int=7), amount=500, uid="in")
    ledger.buy_in(user=person("Binod"), table_id=uuid.UUID(int=7), amount=500, uid="other in")
    ledger.cash_out(user=asha, table_id=uuid.UUID(int=7), amount=800, uid="out")
    client.force_login(asha)
    _count, page = queries_of(client, "/me/")
    assert page.count('<svg viewBox="0 0 360') == 2
    assert "<title>Bankroll over time</title>" in page
    assert "From 10,000 chips to 10,300" in page
    assert "18 open hands" in page
    client.logout()
    _count, page = queries_of(client, "/statistics/")
    assert "Not enough deals to publish yet." in page


def test_an_unknown_leaderboard_is_not_found(client):
    assert client.get("/leaderboards/?game=chess").status_code == 404
    assert client.get("/leaderboards/?measure=luck").status_code == 404


def moved_out_of(*periods):
    PlayerStats.objects.filter(period__in=periods).delete()


def test_a_page_shows_the_nearest_longer_period_in_which_somebody_is_listed(client):
    today = timezone.now().date()
    stand(person("Asha"), 250, day=today)
    moved_out_of("day", "week")
    answer = client.get("/leaderboards/?game=holdem&period=day&measure=net")
    board, page = answer.context["board"], answer.content.decode()
    assert (board.period, [row.name for row in board.rows]) == ("month", ["Asha"])
    assert "Nobody is listed for “Today” yet, so this is “This month”." in page
    assert re.search(r'period=month[^>]*aria-current="page"', page)
    direct = client.get("/leaderboards/?game=holdem&period=month&measure=net")
    assert "Nobody is listed" not in direct.content.decode()
    PlayerStats.objects.all().delete()
    nobody = client.get("/leaderboards/?game=holdem&period=day&measure=net")
    assert nobody.context["board"].period == "day"
    assert 'href="/?quick=holdem">Play now</a>' in nobody.content.decode()


def test_the_own_place_is_shown_with_what_is_missing(client):
    today = timezone.now().date()
    asha = person("Asha")
    stand(person("Binod"), 250, day=today)
    client.force_login(asha)
    page = "/leaderboards/?game=holdem&period=week&measure=net"
    own = re.compile(r'own-line">(.*?)</p>', re.DOTALL)

    def told():
        found = own.search(client.get(page).content.decode())
        return " ".join(re.sub("<[^>]*>", " ", found[1]).split())

    assert told() == "You are not listed yet · 30 hands to go. Play now"
    stand(asha, 120, hands=12, day=today)
    assert told() == ("You are not listed yet · +120 · 18 more hands to be listed: it takes 30.")
    PlayerStats.objects.filter(user=asha).update(ranked_hands=40)
    assert told() == "You are #2 · +120"


def test_a_page_of_another_period_has_few_queries(client):
    asha = stand(person("Asha"), 250, day=timezone.now().date())
    moved_out_of("day", "week", "month")
    client.force_login(asha)
    count, page = queries_of(client, "/leaderboards/?game=holdem&period=day&measure=net")
    assert "Asha" in page
    assert count <= QUERIES_MAX, count
