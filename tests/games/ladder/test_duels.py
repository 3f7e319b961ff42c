"""Duels: who meets whom, what both see, how a duel ends if a bot goes away, and its ratings."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from accounts.people.actions.sign_ins import record_sign_in
from accounts.people.actions.users import create_guest
from accounts.privacy.export import PARTS
from games.ladder import actions, duels
from games.ladder.clocks import CLOCK_MS
from games.ladder.models import LadderMatch, LadderRating, LadderSeek
from tests.support.app import _empty_cache, app_of, visitor
from tests.support.ladder import (
    finish_duel,
    move_in,
    new_bot,
    placed_bot,
    play_on,
    start,
)
from tests.support.owner import as_owner
from tests.support.size import times

__all__ = ["_empty_cache", "visitor"]

pytestmark = pytest.mark.django_db
FOLDS, BETS = ("fold",), ("bet", "show")
DEALS = times(8, 40)


@pytest.fixture(autouse=True)
def _short_duels(monkeypatch):
    monkeypatch.setattr(duels, "DEALS_MAX", DEALS)


@pytest.fixture
def robin():
    return placed_bot("Robin")


@pytest.fixture
def sparrow():
    return placed_bot("Sparrow")


def seek(app, game="teen_patti"):
    return app.post("ladder/duels", game=game)["match"]


def paired(first, second):
    """A duel as both see it: the second one finds the first. Nobody else is ready."""
    LadderSeek.objects.all().delete()
    assert seek(first) is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duels.secrets, "token_hex", lambda length: "5" * 2 * length)
        theirs = seek(second)
    return seek(first), theirs


def run_out(match, *sides):
    """Let the clocks of these sides run out, and stop all others."""
    clocks = [[1, 1] if side in sides else [CLOCK_MS, None] for side in (0, 1)]
    LadderMatch.objects.filter(pk=match["id"]).update(clocks=clocks)


def counts():
    rows = LadderRating.objects.filter(level="").order_by("user__name")
    return [(row.user.name, row.matches, row.won, row.drawn) for row in rows]


def test_two_bots_that_are_ready_meet_and_see_their_own_side(robin, sparrow):
    own, theirs = paired(robin, sparrow)
    assert own["id"] == theirs["id"]
    assert (own["rival"], theirs["rival"]) == ("Sparrow", "Robin")
    assert (own["deals"], own["outcome"], own["seed"]) == (DEALS, "open", None)
    shown = [{hand["number"] for hand in match["hands"]} for match in (own, theirs)]
    assert shown[0] | shown[1] == set(range(8))
    assert not shown[0] & shown[1], "a hand waits for one of both"
    for app, match in ((robin, own), (sparrow, theirs)):
        views = [hand["view"] for hand in app.get(f"ladder/matches/{match['id']}")["hands"]]
        assert views
        for view in views:
            others = [seat for seat in view["seats"] if seat["seat"] != view["you"]["seat"]]
            assert all(not set(seat["cards"]) - {"??"} for seat in others)
    assert LadderSeek.objects.count() == 0
    assert 0 < own["clock_ms"] <= CLOCK_MS


def test_a_duel_is_played_to_its_end_and_rates_both(robin, sparrow, visitor, client):
    own, _theirs = paired(robin, sparrow)
    ended = finish_duel((robin, sparrow), own, (FOLDS, BETS))
    theirs = sparrow.get(f"ladder/matches/{own['id']}")
    assert (ended["outcome"], theirs["outcome"]) == ("lost", "won")
    assert ended["net"] == -theirs["net"] < 0
    assert (ended["clock_ms"], ended["played"], ended["seed"]) == (None, DEALS, theirs["seed"])
    assert counts() == [("Robin", 6, 1, 0), ("Sparrow", 6, 2, 0)]
    ladder = visitor.get("ladder?game=teen_patti")
    assert [row["name"] for row in ladder["rows"]] == ["Sparrow", "Robin"]
    (duel,) = ladder["duels"]
    assert (duel["outcome"], {duel["name"], duel["rival"]}) == (
        "won" if duel["name"] == "Sparrow" else "lost",
        {"Robin", "Sparrow"},
    )
    page = client.get("/ladder/?game=teen_patti").content.decode()
    assert "Last duels" in page
    assert "Last duels" not in client.get("/ladder/?game=holdem").content.decode()
    exported = {app: next(iter(PARTS["ladder-matches"](app.user))) for app in (robin, sparrow)}
    assert [exported[app]["outcome"] for app in (robin, sparrow)] == ["lost", "won"]
    assert exported[robin]["net"] == ended["net"]
    before = counts()
    LadderRating.objects.all().delete()
    assert actions.rate_all() == 1
    assert [(name, won) for name, _matches, won, _drawn in counts()] == [
        (name, won - 1) for name, _matches, won, _drawn in before
    ]


def test_the_same_play_with_the_sides_changed_gives_the_same_result(robin, sparrow):
    """The bots change their seats and their cards: both duels have the same seed."""
    nets = []
    for first, second in ((robin, sparrow), (sparrow, robin)):
        own, _theirs = paired(first, second)
        ended = finish_duel((second, first), own, (FOLDS, BETS))
        nets.append(ended["net"])
    assert nets[0] == nets[1] < 0


@pytest.mark.parametrize(
    ("address", "other", "meets"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("81.2.69.142", "81.2.69.142", False),
        ("81.2.69.142", "81.2.69.143", True),
    ],
)
def test_two_bots_of_one_household_never_meet(robin, sparrow, address, other, meets):
    for app, place in ((robin, address), (sparrow, other)):
        record_sign_in(user=app.user, address=place, browser="", device=None)
    own, theirs = paired(robin, sparrow)
    assert (own is not None, theirs is not None) == (meets, meets)
    if not meets:
        wren = placed_bot("Wren")
        assert seek(wren)["rival"] in ("Robin", "Sparrow"), "others may meet them"


def test_two_bots_of_one_device_never_meet(robin, sparrow):
    for app in (robin, sparrow):
        record_sign_in(user=app.user, address=None, browser="", device=b"d" * 32)
    assert paired(robin, sparrow) == (None, None)


def test_two_bots_meet_only_so_often_within_a_day(robin, sparrow):
    for number in range(duels.PAIR_DUELS_PER_DAY_MAX):
        both = (robin, sparrow) if number % 2 else (sparrow, robin)
        own, _theirs = paired(*both)
        run_out(own, 0)
        assert actions.end_late_matches() == 1
    assert paired(robin, sparrow) == (None, None)
    with as_owner():
        LadderMatch.objects.update(started_at=F("started_at") - datetime.timedelta(days=1))
    assert paired(robin, sparrow) != (None, None)


def test_the_ladder_chooses_the_rival_who_is_nearest_in_rating(robin):
    for name, mu in (("Finch", 40.0), ("Wren", 27.0), ("Tern", 12.0)):
        LadderSeek.objects.create(
            user=placed_bot(name, mu=mu).user, game="teen_patti", asked_at=duels.database_now()
        )
    assert seek(robin)["rival"] == "Wren"


def test_a_duel_takes_some_matches_against_house_bots_and_a_bot(robin, visitor):
    body = {"game": "teen_patti"}
    fresh = placed_bot("Lucky", matches=duels.HOUSE_MATCHES_MIN - 1)
    for app in (fresh, new_bot("Newcomer")):
        assert app.refused("post", "ladder/duels", **body) == (409, "TOO_FEW_MATCHES")
    person = app_of(create_guest(name="Asha"))
    assert person.refused("post", "ladder/duels", **body) == (403, "BOTS_ONLY")
    assert visitor.refused("post", "ladder/duels", **body) == (401, "LOG_IN_REQUIRED")
    assert robin.refused("post", "ladder/duels", game="dealer_teen_patti") == (400, "BAD_REQUEST")


def test_a_bot_that_no_longer_asks_is_not_met(robin, sparrow):
    assert seek(robin) is None
    LadderSeek.objects.update(asked_at=F("asked_at") - duels.SEEK_LIFETIME)
    assert seek(sparrow) is None
    assert [one.user.name for one in LadderSeek.objects.all()] == ["Sparrow"]


def test_a_bot_has_one_rated_match_at_a_time_also_in_duels(robin, sparrow):
    assert seek(sparrow) is None
    start(sparrow)
    assert seek(robin) is None, "the other one is busy now"
    assert sparrow.refused("post", "ladder/duels", game="teen_patti") == (409, "MATCH_OPEN")
    LadderMatch.objects.all().update(outcome="lost", finished_at=duels.database_now())
    own, _theirs = paired(robin, sparrow)
    for app in (robin, sparrow):
        answer = app.ask("post", "ladder/matches", {"game": "teen_patti", "level": "easy"})
        assert answer.json()["data"] == {"match": own["id"]}
    assert seek(placed_bot("Wren")) is None


def test_a_bot_that_goes_away_loses_once_its_clock_has_run_out(robin, sparrow):
    own, _theirs = paired(robin, sparrow)
    assert actions.end_late_matches() == 0
    first_is_robin = LadderMatch.objects.get().user == robin.user
    run_out(own, 0)
    assert actions.end_late_matches() == 1
    assert actions.end_late_matches() == 0
    outcomes = [app.get(f"ladder/matches/{own['id']}")["outcome"] for app in (robin, sparrow)]
    assert outcomes == (["lost", "won"] if first_is_robin else ["won", "lost"])
    assert [row[1] for row in counts()] == [6, 6]


def test_a_move_wins_the_duel_if_the_rival_has_no_time_left(robin, sparrow):
    own, _theirs = paired(robin, sparrow)
    match = LadderMatch.objects.get()
    mover, other = (sparrow, robin) if match.user == robin.user else (robin, sparrow)
    now_ms = duels.to_unix_ms(duels.database_now())
    LadderMatch.objects.update(clocks=[[1, 1], [CLOCK_MS, now_ms + CLOCK_MS]])
    assert actions.end_late_matches() == 0, "the rival has time to come back"
    path = f"ladder/matches/{own['id']}"
    late = {"hand": 0, "seq": 0, "action": "fold"}
    assert other.get(path)["hands"] == []
    assert other.refused("post", f"{path}/moves", moves=[late]) == (409, "MATCH_OVER")
    assert other.get(path)["outcome"] == "open"
    moves = [move_in(hand) for hand in mover.get(path)["hands"]]
    assert mover.refused("post", f"{path}/moves", moves=moves) == (409, "MATCH_OVER")
    assert [app.get(path)["outcome"] for app in (mover, other)] == ["won", "lost"]


def test_a_duel_from_which_both_go_away_is_void(robin, sparrow):
    own, _theirs = paired(robin, sparrow)
    before = counts()
    run_out(own, 0, 1)
    assert actions.end_late_matches() == 1
    outcomes = [app.get(f"ladder/matches/{own['id']}")["outcome"] for app in (robin, sparrow)]
    assert outcomes == ["void", "void"]
    assert counts() == before
    assert actions.rate_all() == 0


def test_a_move_counts_though_the_rival_moves_meanwhile(robin, sparrow, monkeypatch):
    own, _theirs = paired(robin, sparrow)
    pool, path = actions.heavy_pool(), f"ladder/matches/{own['id']}"
    run = pool.run

    def slow(function, *args):
        hands = run(function, *args)
        monkeypatch.setattr(pool, "run", run)
        play_on(sparrow, sparrow.get(path), BETS)
        return hands

    monkeypatch.setattr(pool, "run", slow)
    seen = robin.get(path)
    after = play_on(robin, seen, FOLDS)
    assert LadderMatch.objects.get().version == 2
    before = {hand["number"]: hand["seq"] for hand in seen["hands"]}
    assert all(before.get(hand["number"]) != hand["seq"] for hand in after["hands"])


def test_the_database_refuses_a_duel_with_oneself_and_two_at_once(robin, sparrow):
    paired(robin, sparrow)
    duel = LadderMatch.objects.get()
    for user, rival in ((robin, robin), (placed_bot("Wren"), LadderMatch.objects.get().rival)):
        duel.pk, duel.user = duels.uuid.uuid4(), user.user
        duel.rival = rival if isinstance(rival, type(robin.user)) else rival.user
        with pytest.raises(IntegrityError), transaction.atomic():
            duel.save(force_insert=True)


def test_a_match_that_began_before_there_were_duels_goes_on(robin):
    match = start(robin)
    stored = LadderMatch.objects.get()
    old = [{key: hand[key] for key in ("actions", "net")} for hand in stored.hands]
    LadderMatch.objects.update(hands=old)
    assert robin.get(f"ladder/matches/{match['id']}") == match
    assert play_on(robin, match)["played"] > 0
