"""A whole hand of every game by REST alone, played by drivers that know no game.

A driver picks an action from `view.you.legal`, with an amount or cards that are offered there.
The dealer, which deals and runs the timers, is the server's own.
"""

import random
import uuid

import pytest

from games.engines.core import registry
from lobby.tables.actions.timers import run_timer
from lobby.tables.models import Table
from tests.support.app import app_of
from tests.support.company import audit_findings
from tests.support.size import some

PLANS = {"holdem": {"preset": "cash"}}


def choose(you, rng):
    """One legal action as the body of a request: giving up is less likely than the rest."""
    legal = list(you["legal"])
    if len(legal) > 1 and rng.random() < 0.8:
        legal = [one for one in legal if one["kind"] not in ("fold", "pass")]
    chosen = rng.choice(legal)
    act = {"action": chosen["kind"]}
    if "min" in chosen:
        most = min(chosen["max"], chosen["min"] + 5 * chosen["step"])
        act["amount"] = rng.randrange(chosen["min"], most + 1, chosen["step"])
    if "cards" in chosen:
        act |= {"cards": chosen["cards"], "reading": chosen["reading"]}
    elif chosen["kind"] == "play" and "hints" in you:
        if not you["hints"]:
            return {"action": "pass"}
        act["cards"] = you["hints"][0]
    return act


def play_hand(apps, path, rng):
    """Act in turn until nobody has to; returns the number of actions."""
    hand = apps[0].get(f"{path}/state")["hand"]
    for count in range(1_000):
        if hand["clock"] is None:
            return count
        app = apps[hand["clock"]["seat"]]
        hand = app.get(f"{path}/state")["hand"]
        named = {"hand": hand["id"], "seq": hand["seq"], "key": str(uuid.uuid4())}
        acted = app.post(f"{path}/act", **named, **choose(hand["view"]["you"], rng))
        assert acted["seq"] > hand["seq"]
        hand = acted["state"]["hand"]
    raise AssertionError("the hand does not end")


def dealt(apps, **plan):
    """Open a table, sit down, start, and let the dealer deal; the table's path."""
    table = apps[0].post("tables", name="Marigold", seats=len(apps), autostart=False, **plan)
    path = f"tables/{table['slug']}"
    for number, app in enumerate(apps):
        app.post(f"{path}/sit", seat=number)
    apps[0].post(f"{path}/start")
    run_timer(Table.objects.get(slug=table["slug"]).pk)
    return path


SHORT_FIRST = sorted(registry.all_games(), key=lambda game: game.min_seats)
"""Games that need more players have longer hands, too."""


@pytest.mark.parametrize("game", [game.key for game in some(SHORT_FIRST, 3)])
def test_a_whole_hand_is_played_by_rest_alone(guests, game):
    apps = guests(max(3, registry.get(game).min_seats))
    path = dealt(apps, game=game, **PLANS.get(game, {}))
    assert play_hand(apps, path, random.Random(game)) > 0
    state = apps[0].get(f"{path}/state")
    assert state["hand"]["view"]["result"] is not None
    assert audit_findings() == []


def test_a_selection_can_be_named_before_it_is_played(guests):
    *apps, spectator = guests(4)
    path = dealt(apps, game="dou_dizhu")
    own = apps[0].get(f"{path}/state")["hand"]["view"]["seats"][0]["cards"]
    assert apps[0].post(f"{path}/ask", cards=own[:1])["name"] == "Solo"
    assert apps[0].refused("post", f"{path}/ask", cards=["Xx"]) == (400, "BAD_MESSAGE")
    assert spectator.refused("post", f"{path}/ask", cards=own[:1]) == (403, "NOT_IN_HAND")


def test_bots_play_on_the_same_table(company):
    room = company(1, bots=2)
    app = app_of(room.people[0])
    path = f"tables/{room.table.slug}"
    room.deal()
    for _ in range(200):
        state = app.get(f"{path}/state")
        hand = state["hand"]
        if hand["clock"] is None:
            break
        if hand["clock"]["seat"] == 0:
            act = choose(hand["view"]["you"], random.Random(1))
            named = {"hand": hand["id"], "seq": hand["seq"], "key": str(uuid.uuid4())}
            app.post(f"{path}/act", **named, **act)
        else:
            run_timer(room.table.pk)
    assert hand["clock"] is None
    assert audit_findings() == []
