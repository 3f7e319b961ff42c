"""Hands told step by step, as a page's socket hears them: what moves at a table."""

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import Action, Viewer
from tests.support.scenes import ME, NOW, Play, Setting, hand_in, hello, played, stops

BOMB, ROCKET = "bomb", "rocket"
FIRST_STEPS, LAST_STEPS = 9, 4
"""How many steps of a hand a film tells, its waiting table with them."""


def film_of(setting: Setting, play: Play) -> list[dict[str, Any]]:
    """Return the hello of a table that waits, then the first and the last steps of a hand."""
    reader, name = Viewer(seat=ME), str(uuid.uuid4())
    told = [hello(setting)]
    for seq, (state, events) in enumerate(played(setting, play)):
        hand = hand_in(setting.game, state, reader, name=name, seq=seq)
        seen = [event.to_json() for event in events if event.visible_to(reader)]
        told.append({"type": "hand", "now": NOW, "hand": hand, "events": seen})
    return told[:FIRST_STEPS] + told[max(FIRST_STEPS, len(told) - LAST_STEPS) :]


def kinds(message: Mapping[str, Any]) -> set[str]:
    """Return the kinds of the events of a message; those of plays by what was played."""
    events = message.get("events") or []
    return {event.get("category") or event["kind"] for event in events}


def _holdem(seats: int = 4) -> Setting:
    rules = registry.get("holdem").rules_from_json({"small_blind": 500, "max_players": seats})
    hands = dict(enumerate(("Qs Jh", "Qd Qc", "7s 7d", "3s 3c")[:seats]))
    cards = {"board": "8s 8d Qh 7c 3d"} | hands
    return Setting("holdem", rules, seats, cards=cards, button=ME, chips=50_000)


def called() -> list[dict[str, Any]]:
    """One folds, there are bets on each street, and hands are shown."""

    def play(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
        if seat == 3 and "fold" in options and "check" not in options:
            return Action(seat, "fold")
        return stops("bet", "call", "check")(game, state, seat, options)

    return film_of(_holdem(), play)


def all_in() -> list[dict[str, Any]]:
    """All are all-in before the flop: the board comes in one message."""
    return film_of(_holdem(3), stops("all_in", "call", "check"))


def _teen_patti() -> list[dict[str, Any]]:
    rules = registry.get("teen_patti").rules_from_json({"boot": 1_000, "max_players": 4})
    cards = {0: "Ac Kh Jd", 1: "Qs Ks As", 2: "9s 9h 9d", 3: "7h 6h 3h"}
    setting = Setting("teen_patti", rules, 4, cards=cards)

    def play(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
        if "see" in options and seat % 2 == 0:
            return Action(seat, "see")
        if seat % 2 == 1 and game.view(state, Viewer(seat=ME))["pot"] > 12_000:
            return Action(seat, "fold")
        if "show" in options:
            return Action(seat, "show", options["show"].min)
        return stops("bet")(game, state, seat, options)

    return film_of(setting, play)


def _landlord(key: str, cards: str, loud: Mapping[str, str]) -> list[dict[str, Any]]:
    """I am the landlord, and begin with a bomb and the rocket."""
    game = registry.get(key)
    rules = game.presets["chips" if key == "dou_dizhu_four" else "standard"]
    setting = Setting(key, rules, game.max_seats, cards={ME: cards})
    left = dict(loud)

    def play(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
        plays = [one for one in game.legal(state, seat) if one.cards]
        if seat == ME and "bid" in options:
            return Action(seat, "bid", options["bid"].max)
        if plays and seat == ME and left:
            return Action(seat, "play", None, tuple(parse_cards(left.pop(next(iter(left))))))
        if plays and seat == ME:
            one = max(plays, key=lambda one: len(one.cards))
            return Action(seat, one.kind, None, tuple(one.cards), one.reading or "")
        return stops("pass", "bid", "decline", "play")(game, state, seat, options)

    return film_of(setting, play)


def _dealer() -> list[dict[str, Any]]:
    game = registry.get("dealer_teen_patti")
    cards = {0: "7h 6h 3h", 1: "Qs Ks As", 2: "9s 9h 9d", "dealer": "Ah Kh Qc"}
    rules = game.presets[next(iter(game.presets))]
    return film_of(Setting("dealer_teen_patti", rules, 3, cards=cards), stops("ante", "raise"))


FILMS: Mapping[str, Callable[[], list[dict[str, Any]]]] = {
    "holdem": called,
    "teen_patti": _teen_patti,
    "dou_dizhu": lambda: _landlord(
        "dou_dizhu",
        "3c 3d 3h 3s BJ RJ 4c 5d 6h 7s 8c 9d Ts Jh Qc Ks Ah",
        {BOMB: "3c 3d 3h 3s", ROCKET: "BJ RJ"},
    ),
    "dou_dizhu_four": lambda: _landlord(
        "dou_dizhu_four",
        "5c 5d 5h 5s BJ RJ Bj Rj 4c",
        {BOMB: "5c 5d 5h 5s", ROCKET: "BJ RJ Bj Rj"},
    ),
    "dealer_teen_patti": _dealer,
}
