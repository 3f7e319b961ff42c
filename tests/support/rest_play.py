"""Whole hands by REST alone."""

import uuid

from lobby.tables.models import Table
from lobby.tables.play.timers import run_timer

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


def dealt(apps, name="Marigold", **plan):
    """Open a table, sit down, start, and let the dealer deal; the table's path."""
    table = apps[0].post("tables", name=name, seats=len(apps), autostart=False, **plan)
    path = f"tables/{table['slug']}"
    for number, app in enumerate(apps):
        app.post(f"{path}/sit", seat=number)
    apps[0].post(f"{path}/start")
    run_timer(Table.objects.get(slug=table["slug"]).pk)
    return path
