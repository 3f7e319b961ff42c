"""Statistics, ratings, leaderboards and public numbers in the API, and who may read them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.games.room import play_hands
from tests.support.app import app_of
from tests.support.figures import stand

pytestmark = pytest.mark.django_db


def queries(app, path):
    with CaptureQueriesContext(connection) as seen:
        app.get(path)
    return len(seen)


def test_hands_that_were_played_are_in_the_statistics(seat_table, visitor):
    room = seat_table(people=2)
    play_hands(room, 3)
    asha = app_of(room.people[0])
    (figures,) = asha.get("me/statistics")["items"]
    assert (figures["game"], figures["plays_for"], figures["hands"]) == ("teen_patti", "chips", 3)
    assert figures["net"] == sum(row["net"] for row in asha.get("hands")["items"])
    assert {one["key"] for one in figures["figures"]}
    assert visitor.get("players/asha/statistics") == {"items": [figures]}
    assert asha.get("me/statistics?period=day")["items"][0]["hands"] == 3
    points = asha.get("me/bankroll")["items"]
    assert points[-1]["chips"] == 10_000


def test_statistics_of_an_unknown_player_are_not_found(visitor, as_anna):
    assert visitor.refused("get", "me/statistics") == (401, "LOG_IN_REQUIRED")
    assert visitor.refused("get", "me/bankroll") == (401, "LOG_IN_REQUIRED")
    assert visitor.refused("get", "players/nobody/statistics") == (404, "NO_SUCH_PLAYER")
    assert as_anna.get("me/statistics") == {"items": []}
    assert as_anna.refused("get", "me/statistics?period=year") == (400, "BAD_REQUEST")


def test_ratings_are_listed_for_the_user_and_any_player(visitor):
    binod = stand("Binod", 10)
    mine = app_of(binod).get("ratings")
    (rating,) = mine["items"]
    assert (rating["points"], rating["matches"], rating["provisional"]) == (1_200, 12, False)
    assert visitor.get("ratings?player=BINOD") == mine
    assert visitor.refused("get", "ratings") == (401, "LOG_IN_REQUIRED")
    assert visitor.refused("get", "ratings?player=nobody") == (404, "NO_SUCH_PLAYER")


def test_a_leaderboard_shows_the_best_players_and_the_users_rank(visitor):
    people = [stand(name, net) for name, net in (("Asha", 50), ("Binod", 90), ("Chitra", -20))]
    board = visitor.get("leaderboards?game=teen_patti")
    assert [(row["place"], row["name"]) for row in board["rows"]] == [
        (1, "Binod"),
        (2, "Asha"),
        (3, "Chitra"),
    ]
    assert (board["measure"]["key"], board["period"], board["own"]) == ("net", "week", None)
    assert "user_id" not in board["rows"][0]
    own = app_of(people[2]).get("leaderboards?game=teen_patti&period=all&size=1")
    assert [row["name"] for row in own["rows"]] == ["Binod"]
    assert own["own"]["place"] == 3
    few = app_of(stand("Dev", 900, hands=3)).get("leaderboards?game=teen_patti")
    assert few["own"]["place"] is None
    assert few["own"]["why"]
    assert "no-store" in visitor.ask("get", "leaderboards?game=teen_patti")["Cache-Control"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", "BAD_REQUEST"),
        ("game=chess", "BAD_REQUEST"),
        ("game=holdem&size=0", "BAD_REQUEST"),
        ("game=holdem&period=year", "BAD_REQUEST"),
        ("game=holdem&measure=luck", "BAD_REQUEST"),
        ("game=teen_patti&measure=bb_100", "UNKNOWN_BOARD"),
    ],
)
def test_an_unknown_leaderboard_is_refused(visitor, query, code):
    assert visitor.refused("get", f"leaderboards?{query}") == (400, code)


def test_visitors_read_the_public_statistics(visitor, seat_table):
    seat_table(people=3)
    numbers = visitor.get("statistics")
    chips = numbers["chips"]
    assert chips["minted"] == 30_000
    assert chips["tables"] == 3_000
    assert {game["game"] for game in numbers["games"]} >= {"teen_patti", "holdem", "dou_dizhu"}


def test_queries_do_not_grow_with_the_number_of_players(visitor):
    asha = stand("Asha", 50)
    app = app_of(asha)
    paths = ("leaderboards?game=teen_patti", "me/statistics", "ratings", "me/bankroll")
    before = {path: queries(app, path) for path in paths}
    for number in range(12):
        stand(f"Player {number}", number)
    assert {path: queries(app, path) for path in paths} == before
