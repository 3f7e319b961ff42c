"""Seasons of leaderboards: past months stay readable, and are what the hands say."""

import datetime

import pytest
from django.core.cache import cache

from accounts.people.models import User
from games.stats.actions import player_stats
from games.stats.audit import check_player_stats
from games.stats.models import PairFlow, PlayerStats
from games.stats.queries.leaderboards import UnknownBoard, leaderboard
from games.stats.queries.pairs import FROM_ONE_SHARE_MAX
from tests.games.past import ended
from tests.support.app import App, app_of
from tests.support.leaderboards import listed, person, stand
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db

MARCH, JANUARY, LAST_NOVEMBER = (
    datetime.date(2026, 3, 1),
    datetime.date(2026, 1, 1),
    datetime.date(2025, 11, 1),
)
NOW = datetime.datetime(2026, 3, 18, 12, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


def then(user, net, start, **more):
    """Statistics of one month."""
    stand(user, net, **more)
    PlayerStats.objects.filter(user=user).exclude(period="month").delete()
    with as_owner():
        PlayerStats.objects.filter(user=user, start=MARCH).update(start=start)


def board(**more):
    return leaderboard(**{"game": "holdem", "measure": "net", "now": NOW, **more})


def test_a_past_season_has_its_own_ranks_and_the_viewers():
    asha, binod = person("Asha"), person("Binod")
    then(asha, 300, JANUARY)
    then(binod, 900, JANUARY)
    then(asha, 50, LAST_NOVEMBER)
    then(binod, -5, MARCH)
    january = board(season=JANUARY, user_id=asha.pk, limit=1)
    assert listed(january) == [(1, "Binod", "+900")]
    assert (january.own.place, january.period, january.start) == (2, "month", JANUARY)
    assert january.over
    assert listed(board(season=datetime.date(2025, 11, 20))) == [(1, "Asha", "+50")]
    assert listed(board(season=datetime.date(2025, 12, 1))) == []  # a month without a hand
    now = board(period="month")
    assert (listed(now), now.over) == ([(1, "Binod", "−5")], False)
    assert listed(board(season=MARCH)) == listed(now)


def test_a_later_month_does_not_change_a_season():
    """Chips that came mostly from one player count in the season in which they came."""
    asha, giver = person("Asha"), person("Giver")
    then(asha, 1_000, JANUARY)
    then(asha, 1_000, MARCH)
    low, high = sorted((asha.pk, giver.pk))
    chips = int(1_000 * FROM_ONE_SHARE_MAX) + 600
    PairFlow.objects.create(
        low_id=low,
        high_id=high,
        game="holdem",
        month=MARCH,
        hands=40,
        net=chips if asha.pk == low else -chips,
    )
    assert listed(board(period="month")) == []
    assert listed(board(season=JANUARY)) == [(1, "Asha", "+1,000")]


def test_seasons_are_offered_back_to_the_first_hand_and_no_further(settings):
    then(person("Asha"), 50, LAST_NOVEMBER)
    months = ["2026-03", "2026-02", "2026-01", "2025-12", "2025-11"]
    assert [f"{day:%Y-%m}" for day in board().seasons] == months
    settings.SEASONS_LISTED = 2
    assert [f"{day:%Y-%m}" for day in board().seasons] == months[:2]
    assert listed(board(season=LAST_NOVEMBER)) == [(1, "Asha", "+50")]  # not offered, still there
    assert [f"{day:%Y-%m}" for day in board(game="teen_patti").seasons] == months[:1]


@pytest.mark.parametrize(
    "asked", [{"season": datetime.date(2026, 4, 1)}, {"season": JANUARY, "measure": "rating"}]
)
def test_seasons_that_have_not_begun_and_ratings_of_one_do_not_exist(asked):
    with pytest.raises(UnknownBoard):
        board(**asked)


def test_a_season_is_read_by_api_and_page(client):
    asha = person("Asha")
    then(asha, 50, LAST_NOVEMBER)
    path = "leaderboards?game=holdem&measure=net&season="
    received = app_of(asha).get(path + "2025-11")
    assert (received["start"], received["over"], received["own"]["place"]) == (
        "2025-11-01",
        True,
        1,
    )
    assert received["seasons"][-1] == "2025-11-01"
    for season, code in (("9999-01", "UNKNOWN_BOARD"), ("november", "BAD_REQUEST")):
        assert App().refused("get", path + season) == (400, code)
    page = client.get("/leaderboards/?game=holdem&measure=net&season=2025-11").content.decode()
    assert '<option value="2025-11" selected>November 2025</option>' in page
    assert "final" in page
    assert "Asha" in page
    for season in ("9999-01", "november", "0000-01"):
        assert client.get(f"/leaderboards/?game=holdem&season={season}").status_code == 404


def test_a_season_is_what_its_hands_say():
    """The audit finds a changed past season, and a rebuild makes it again from the hands."""
    before = datetime.date(2026, 1, 20)
    for seed in (1, 2):
        ended(before, seed=seed)
    player_stats.rebuild()
    users = PlayerStats.objects.filter(period="month", start=JANUARY)
    User.objects.filter(pk__in=users.values("user_id")).update(kind="person")
    players = list(users.values_list("user_id", flat=True))
    player_stats.rebuild()
    PlayerStats.objects.update(ranked_hands=100)  # so that they are listed
    PairFlow.objects.all().delete()  # and none for chips that came mostly from one player
    assert len(listed(board(season=JANUARY))) == len(players)
    assert list(check_player_stats()) != []
    player_stats.rebuild()
    assert list(check_player_stats()) == []
    assert board(season=JANUARY, user_id=players[0]).own.hands == users.get(user=players[0]).hands
