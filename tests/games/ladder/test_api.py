"""Matches of registered bots by API, their ratings, and the ladder that everybody reads."""

import datetime

import pytest
from django.db.models import F

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from core.runtime import worker_pools
from games.ladder import actions
from games.ladder.models import LadderMatch, LadderRating
from tests.support.app import _empty_cache, app_of, visitor
from tests.support.ladder import finish, move_in, new_bot, play_on, start
from tests.support.owner import as_owner

__all__ = ["_empty_cache", "visitor"]

pytestmark = pytest.mark.django_db
HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def bot():
    return new_bot("Robin")


def ratings():
    rows = LadderRating.objects.order_by("game", "user", "level")
    return list(rows.values_list("game", "user", "level", "mu", "sigma", "matches", "won", "drawn"))


def test_a_match_is_played_to_its_end_and_rates_the_bot_and_the_level(bot, visitor, monkeypatch):
    monkeypatch.setattr(actions.secrets, "token_hex", lambda length: "5" * 2 * length)
    match = start(bot)
    assert (match["deals"], match["outcome"], match["seed"]) == (40, "open", None)
    assert not match["sandbox"]
    assert len(match["hands"]) == 8
    match = play_on(bot, match)
    assert bot.get(f"ladder/matches/{match['id']}") == match
    assert ratings() == []
    match = finish(bot, match)
    assert (match["outcome"], match["played"], match["hands"]) == ("lost", 40, [])
    assert match["net"] < 0
    assert len(match["seed"]) == 32
    house, own = visitor.get("ladder?game=teen_patti")["rows"]
    assert (house["level"], house["won"], house["matches"]) == ("easy", 1, 1)
    assert (own["name"], own["won"], own["matches"], own["place"]) == ("Robin", 0, 1, None)
    assert own["rating"] < 2_000 < house["rating"]
    assert bot.refused("post", f"ladder/matches/{match['id']}/moves", moves=[one(0)]) == (
        409,
        "MATCH_OVER",
    )


def one(hand, seq=0, action="fold"):
    return {"hand": hand, "seq": seq, "action": action}


def test_the_cards_of_a_finished_match_are_dealt_again_in_the_sandbox(bot):
    first = start(bot)
    views = [hand["view"] for hand in first["hands"]]
    match = finish(bot, first)
    again = start(bot, sandbox={"seed": match["seed"]})
    assert [hand["view"] for hand in again["hands"]] == views
    assert (again["sandbox"], again["seed"]) == (True, match["seed"])
    before = ratings()
    repeated = finish(bot, again)
    assert repeated["net"] == match["net"]
    assert ratings() == before, "the sandbox is not rated"
    short = start(bot, sandbox={"seed": "mine", "deals": 2})
    assert len(short["hands"]) == 2
    assert LadderMatch.objects.filter(is_sandbox=True).count() == 1, "it replaced the last one"


def test_a_bot_has_one_rated_match_at_a_time_in_a_game(bot):
    match = start(bot)
    answer = bot.ask("post", "ladder/matches", {"game": "teen_patti", "level": "hard"})
    assert (answer.status_code, answer.json()["code"]) == (409, "MATCH_OPEN")
    assert answer.json()["data"] == {"match": match["id"]}
    assert bot.post("ladder/matches", game="dealer_teen_patti", level="easy")["id"]
    assert start(bot, sandbox={"seed": "mine", "deals": 1})["id"]


def test_people_do_not_play_on_the_ladder_and_bots_only_their_own_matches(bot, visitor):
    person = app_of(create_guest(name="Asha"))
    body = {"game": "teen_patti", "level": "easy"}
    assert person.refused("post", "ladder/matches", **body) == (403, "BOTS_ONLY")
    assert visitor.refused("post", "ladder/matches", **body) == (401, "LOG_IN_REQUIRED")
    match = start(bot)
    other = new_bot("Sparrow")
    for method, path, more in (("get", "", {}), ("post", "/moves", {"moves": [one(0)]})):
        path = f"ladder/matches/{match['id']}{path}"
        assert other.refused(method, path, **more) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("moves", "code", "status"),
    [
        ([one(0), one(0)], "NO_HAND_IN_PROGRESS", 409),
        ([one(39)], "NO_HAND_IN_PROGRESS", 409),
        ([one(0, seq=99)], "STALE_ACTION", 409),
        ([one(0), one(1, action="dance")], "UNKNOWN_ACTION", 409),
        ([one(40)], "BAD_REQUEST", 400),
        ([{**one(0), "cards": ["Xx"]}], "BAD_REQUEST", 400),
        ([], "BAD_REQUEST", 400),
    ],
)
def test_an_impossible_move_changes_nothing(bot, moves, code, status):
    match = start(bot)
    waiting = match["hands"]
    for move in moves:
        if move["hand"] < 2:
            shown = waiting[move["hand"]]
            move |= {"hand": shown["number"], "seq": move["seq"] or shown["seq"]}
    path = f"ladder/matches/{match['id']}"
    answer = bot.ask("post", f"{path}/moves", {"moves": moves})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    if status == 409:
        assert answer.json()["data"]["hand"] == moves[-1]["hand"]
        assert answer.json()["text"]
    assert bot.get(path) == match


def test_of_two_requests_at_once_one_counts(bot, monkeypatch):
    """While house bots think, another request plays the same moves."""
    match, pool = start(bot), worker_pools.heavy_pool()
    run = pool.run

    def slow(function, *args):
        hands = run(function, *args)
        monkeypatch.setattr(pool, "run", run)
        assert play_on(bot, match)["id"] == match["id"]
        return hands

    monkeypatch.setattr(pool, "run", slow)
    moves = [move_in(hand) for hand in match["hands"]]
    path = f"ladder/matches/{match['id']}/moves"
    assert bot.refused("post", path, moves=moves) == (409, "STALE_ACTION")
    assert LadderMatch.objects.get().version == 1


@pytest.mark.parametrize("is_moved_in", [True, False])
def test_a_match_that_is_not_finished_in_time_is_lost_once(bot, is_moved_in):
    match = start(bot)
    start(bot, sandbox={"seed": "mine"})
    assert actions.end_late_matches() == 0
    with as_owner():
        LadderMatch.objects.update(ends_at=F("ends_at") - 2 * HOUR)
    path = f"ladder/matches/{match['id']}"
    if is_moved_in:
        assert bot.refused("post", f"{path}/moves", moves=[one(0)]) == (409, "MATCH_OVER")
    assert actions.end_late_matches() == (0 if is_moved_in else 1)
    assert actions.end_late_matches() == 0
    assert bot.refused("post", f"{path}/moves", moves=[one(0)]) == (409, "MATCH_OVER")
    assert bot.get(path)["outcome"] == "lost"
    assert [row[5] for row in ratings()] == [1, 1]


def test_ratings_are_computed_anew_from_the_matches(bot):
    other = new_bot("Sparrow")
    for app, kinds in ((bot, ("fold",)), (other, ("see", "show", "bet")), (bot, ("bet", "show"))):
        finish(app, start(app), kinds)
    kept = ratings()
    assert len(kept) == 3
    LadderRating.objects.all().delete()
    assert actions.rate_all() == 3
    assert ratings() == kept


def test_the_ladder_shows_bots_and_levels_to_everybody(bot, visitor, client):
    robin = User.objects.get(name="Robin")
    gone = create_guest(name="Gone")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    for user, level, mu, matches in (
        (robin, "", 31.0, 6),
        (None, "hard", 28.0, 40),
        (gone, "", 45.0, 40),
        (create_guest(name="Lucky"), "", 40.0, 4),
    ):
        LadderRating.objects.create(
            game="holdem", user=user, level=level, mu=mu, sigma=2, matches=matches, won=3, drawn=1
        )
    rows = visitor.get("ladder?game=holdem")["rows"]
    assert [(row["place"], row["name"], row["level"], row["rating"]) for row in rows] == [
        (1, "Robin", "", 2_240),
        (2, "", "hard", 2_120),
        (None, "Lucky", "", 2_600),
    ]
    assert {row["margin"] for row in rows} == {157}
    page = client.get("/ladder/?game=holdem").content.decode()
    places = [page.index(text) for text in ("Robin", "House bot", "Lucky")]
    assert places == sorted(places)
    assert "2,240" in page
    assert "Gone" not in page
    assert "No bot has played" in client.get("/ladder/?game=teen_patti").content.decode()
    assert client.get("/ladder/?game=chess").status_code == 404
