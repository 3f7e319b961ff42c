"""Moments of full tables with long names and many chips, played by the engines: what a page draws.

Each moment is the message by which a page's socket would learn of it.
"""

import copy
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import Action, Opening, SeatSnapshot, TableHistory, Viewer
from games.engines.dealer_teen_patti.state import BETS, SIDE_BETS
from tests.support.told_page import TABLE, YOU

NAMES = (
    "Venkatanarasimharaju",
    "Bartholomew Kingsley",
    "Alexandra Montgomery",
    "Christopher Wellings",
    "Wilhelmina Armstrong",
    "Gwendolyn Mackintosh",
    "Maximilian Thornbury",
    "Padmanabhan Gopalaka",
    "Meenakshi Sundararaj",
    "Cornelius Winchester",
)
"""As long as names may be: 20 graphemes."""
ME = 0
NOW, SOON = 1_000_000, 1_009_500
"""Times of the server, in milliseconds."""
Play = Callable[[Any, Any, int, Mapping[str, Any]], Action | None]


@dataclass(frozen=True)
class Setting:
    """A full table of a game: its rules, chips in front of each seat, and cards by place."""

    key: str
    rules: Any
    seats: int
    stacks: Mapping[int, int] = field(default_factory=dict)
    cards: Mapping[Any, str] = field(default_factory=dict)
    button: int | None = None
    chips: int = 1_234_567

    @property
    def game(self) -> Any:
        return registry.get(self.key)

    def opening(self) -> Opening:
        """Return the hand's opening, with the wanted cards at their places."""
        game = self.game
        held = {seat: self.stacks.get(seat, self.chips) for seat in range(self.seats)}
        taken = tuple(
            SeatSnapshot(seat, stack, wishes=frozenset({"straddle"}))
            for seat, stack in held.items()
        )
        last = None if self.button is None else (self.button - 1) % self.seats
        line = game.next_hand(self.rules, taken, TableHistory(button=last))
        button = line.button if self.button is None else self.button
        order = list(line.seats)
        if not game.deal_map.in_seat_order:
            first = order.index(button) + (0 if game.deal_map.from_button else 1)
            order = order[first:] + order[:first]
        places = game.deal_map.positions(order)
        deck: list[int] = [-1] * game.deck_size
        for place, text in self.cards.items():
            for position, card in zip(places[place], parse_cards(text), strict=False):
                deck[position] = card
        rest = iter(card for card in range(game.deck_size) if card not in set(deck))
        whole = tuple(next(rest) if card < 0 else card for card in deck)
        stacks = tuple(held[seat] for seat in line.seats)
        return Opening(self.key, self.rules, line.seats, stacks, button, whole, line.terms)


def played(setting: Setting, play: Play) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield each state of a hand until `play` has no action, with the events that led to it."""
    game = setting.game
    step = game.deal(setting.opening())
    yield step.state, step.events
    while (seat := game.turn(step.state)) is not None:
        options = {one.kind: one for one in game.legal(step.state, seat)}
        action = play(game, step.state, seat, options)
        if action is None:
            break
        step = game.apply(step.state, action)
        yield step.state, step.events


def hand_in(game: Any, state: Any, reader: Viewer, *, name: str, seq: int = 99) -> dict[str, Any]:
    """Return what a message says of a hand in this state."""
    turn = game.turn(state)
    clock = {"seat": turn, "from": NOW - 9_000, "until": SOON, "bank_until": SOON + 9_000}
    return {
        "id": name,
        "number": 123_456,
        "seq": seq,
        "view": game.view(state, reader),
        "fair": None,
        "openings": [],
        "clock": None if turn is None else clock,
        "next_at": SOON if turn is None else None,
    }


def hand_of(setting: Setting, play: Play, viewer: int | None = ME) -> dict[str, Any]:
    """Return the hello of a table whose hand was played until `play` had no action."""
    events: list[Any] = []
    for now, more in played(setting, play):
        state = now
        events += more
    reader = Viewer(seat=viewer)
    hand = hand_in(setting.game, state, reader, name=str(uuid.uuid4()))
    told = [event.to_json() for event in events if event.visible_to(reader)]
    stacks = {one["seat"]: one["stack"] for one in hand["view"]["seats"]}
    return hello(setting, hand=hand, events=told, stacks=stacks, viewer=viewer)


def hello(
    setting: Setting,
    *,
    hand: dict[str, Any] | None = None,
    events: list[Any] | None = None,
    stacks: Mapping[int, int] | None = None,
    viewer: int | None = ME,
) -> dict[str, Any]:
    """Return the message that tells all of a table; times are from now."""
    rows = [
        {
            "seat": seat,
            "status": "ready",
            "name": NAMES[seat % len(NAMES)],
            "avatar": seat,
            "kind": "bot" if seat % 4 == 3 else "guest",
            "mark": "",
            "stack": (stacks or {}).get(seat, setting.chips),
            "pending": None,
            "bank_ms": 0,
            "missed_blinds": "",
            "for_points": False,
            "posts": False,
            "straddles": False,
            "pressed_next": False,
            "place": None,
        }
        for seat in range(setting.seats)
    ]
    table = TABLE | {
        "name": "The Marigold Long Room Table of Sunday",
        "game": setting.key,
        "max_seats": setting.seats,
        "seats": rows,
        "rules": setting.rules.to_json(),
        "figures": dict(setting.game.stakes(setting.rules)),
        "unit": setting.game.unit(setting.rules),
        "min_buy_in": 100_000,
        "max_buy_in": 2_000_000,
        "spectators": "public",
        "next_deck": None,
        "host": NAMES[ME],
        "invite": "/i/told",
        "can_start": hand is None,
        "next_at": SOON if hand else None,
    }
    return {
        "type": "hello",
        "v": 1,
        "now": NOW,
        "table": table,
        "you": YOU | {"seat": viewer, "name": NAMES[ME]},
        "hand": hand,
        "events": events or [],
        "chat": [],
        "watching": 88,
    }


def stops(*kinds: str, at: Callable[[Any, Any, int], bool] = lambda *_: False) -> Play:
    """Play the first legal one of these kinds at its least amount; stop where `at` says so."""

    def play(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
        if at(game, state, seat):
            return None
        kind = next(kind for kind in (*kinds, *options) if kind in options)
        one = options[kind]
        return Action(seat, kind, one.min, tuple(one.cards or ()), one.reading or "")

    return play


def mine(when: Callable[[Any], bool] = lambda _: True) -> Callable[[Any, Any, int], bool]:
    """Return whether it is my turn in a state that fits."""
    return lambda _game, state, seat: seat == ME and when(state)


def turn_of(
    seat: int, when: Callable[[Any], bool] = lambda _: True
) -> Callable[[Any, Any, int], bool]:
    """Return whether it is the turn of this seat in a state that fits."""
    return lambda _game, state, turn: turn == seat and when(state)


def _holdem() -> dict[str, dict[str, Any]]:
    game = registry.get("holdem")
    rules = game.rules_from_json(
        {
            "small_blind": 500,
            "format": "cash",
            "straddle": True,
            "show_losing_hands": "show_all",
            "max_players": 10,
        }
    )
    cards = {
        "board": "8s 8d Qh 7c 3d",
        0: "Qs Jh",
        1: "Qd Qc",
        2: "7s 7d",
        3: "3s 3c",
        4: "8h Kd",
        5: "Kh Kc",
        6: "Jd Js",
        7: "Ad Ac",
        8: "9h 9c",
        9: "8c Ah",
    }
    rich = Setting("holdem", rules, 10, {2: 25_000, 3: 111_111, 8: 25_000}, cards, button=ME)

    def raised(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
        """Bets by everybody on the river; two are all-in before."""
        if state.street == 3 and seat == ME:
            return None
        if state.street == 1 and seat in (2, 8) and "all_in" in options:
            return Action(seat, "all_in")
        if state.street == 3 and "bet" in options:
            return Action(seat, "bet", 43_210)
        if state.street == 3 and seat == 5 and "raise_to" in options:
            return Action(seat, "raise_to", 123_456)
        return stops("call", "check")(game, state, seat, options)

    def given_up(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
        if state.street < 2:
            return stops("call", "check")(game, state, seat, options)
        if seat == 3 and "bet" in options:
            return Action(seat, "bet", 87_654)
        return Action(seat, "fold") if "call" in options else Action(seat, "check")

    all_in = stops("all_in", "call", "check")
    return {
        "turn": hand_of(rich, raised),
        "watch": hand_of(rich, stops("call", "check", at=turn_of(5, lambda s: s.street == 1))),
        "showdown": hand_of(rich, all_in),
        "result": hand_of(rich, given_up),
        "waiting": hello(rich),
    }


def _teen_patti() -> dict[str, dict[str, Any]]:
    game = registry.get("teen_patti")
    rules = game.rules_from_json({"boot": 1_000, "max_players": 10})
    cards = {
        0: "Ac Kh Jd",
        1: "Qs Ks As",
        2: "Qh Kd Ad",
        3: "9s 9h 9d",
        4: "7h 6h 3h",
        5: "8s 8d Qd",
        6: "Jh Jc 2c",
        7: "5s 6s 7s",
        8: "Qc Kc Tc",
        9: "4s 4h 4d",
    }
    poor = dict.fromkeys((2, 5), 40_000)
    rich = Setting("teen_patti", rules, 10, poor, cards)
    short = Setting("teen_patti", rules, 10, dict.fromkeys(range(10), 9_876) | {0: 654_321}, cards)

    def seeing(until: Callable[[Any, Any, int], bool]) -> Play:
        def play(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
            if until(game, state, seat):
                return None
            if "see" in options and seat % 3 != 1:
                return Action(seat, "see")
            return stops("bet", "accept", "show", "cover")(game, state, seat, options)

        return play

    def all_covered(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
        """Bet the most until chips are short; then all who cover show."""
        if "cover" in options:
            return Action(seat, "cover")
        if "see" in options:
            return Action(seat, "see")
        if "bet" in options:
            return Action(seat, "bet", options["bet"].max)
        return stops("show", "accept")(game, state, seat, options)

    def given_up(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
        if "see" in options:
            return Action(seat, "see")
        if state.stake < 8_000:
            return Action(seat, "bet", options["bet"].max)
        return Action(seat, "fold")

    return {
        "turn": hand_of(rich, seeing(mine(lambda s: all(s.last) and s.stake > 0))),
        "watch": hand_of(rich, seeing(turn_of(5, lambda s: s.last[5] is not None))),
        "showdown": hand_of(short, all_covered),
        "result": hand_of(rich, given_up),
        "waiting": hello(rich),
    }


def _landlord(key: str) -> dict[str, dict[str, Any]]:
    game = registry.get(key)
    rules = game.presets["chips" if key == "dou_dizhu_four" else "standard"]
    rich = Setting(key, rules, game.max_seats)
    quick = ("call", "bid", "rob", "play", "pass", "double")

    def long_play(until: Callable[[Any, Any, int], bool], largest: bool = False) -> Play:
        def play(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
            if until(game, state, seat):
                return None
            plays = [one for one in game.legal(state, seat) if one.cards]
            if plays:
                one = max(plays, key=lambda one: len(one.cards) if largest else -len(one.cards))
                return Action(seat, one.kind, None, tuple(one.cards), one.reading or "")
            return stops(*quick)(game, state, seat, options)

        return play

    seen = set()

    def later(game: Any, state: Any, seat: int) -> bool:
        """Stop at my second turn of play."""
        view = game.view(state, Viewer(seat=ME))
        if view["phase"] != "play" or seat != ME:
            return False
        seen.add(len(view["seats"][ME].get("cards", ())))
        return bool(view["last"]) or len(seen) > 1

    def theirs(game: Any, state: Any, seat: int) -> bool:
        view = game.view(state, Viewer(seat=ME))
        return view["phase"] == "play" and seat == ME + 1 and bool(view["last"])

    turn = hand_of(rich, long_play(later))
    return {
        "bid": hand_of(rich, stops("pass", "decline", at=mine())),
        "turn": turn,
        "plays": after_straights(turn),
        "watch": hand_of(rich, long_play(theirs, largest=True)),
        "result": hand_of(rich, long_play(lambda *_: False)),
        "showdown": hand_of(rich, long_play(lambda *_: False, largest=True)),
        "waiting": hello(rich),
    }


def after_straights(turn: dict[str, Any]) -> dict[str, Any]:
    """The same moment after each seat has played five cards."""
    told = copy.deepcopy(turn)
    straight = {"kind": "play", "cards": [f"{rank}s" for rank in "34567"], "category": "chain"}
    view = told["hand"]["view"]
    for seat in view["seats"]:
        seat["last"] = straight
    view["last"] = {**straight, "seat": view["seats"][-1]["seat"], "n": 5}
    return told


def _dealer() -> dict[str, dict[str, Any]]:
    game = registry.get("dealer_teen_patti")
    preset = game.presets["tcp_six"]
    rules = game.Rules(
        **{
            **{option.name: getattr(preset, option.name) for option in preset.OPTIONS},
            "ante_min": 1_000,
            "ante_max": 100_000,
            "side_bet_max": 100_000,
        }
    )
    cards = {
        0: "7h 6h 3h",
        1: "Qs Ks As",
        2: "Qh Kd Ad",
        3: "9s 9h 9d",
        4: "8s 8d Qd",
        "dealer": "Ah Kh Qc",
    }
    rich = Setting("dealer_teen_patti", rules, 5, cards=cards)

    def betting(until: Callable[[Any, Any, int], bool], last: str = "raise") -> Play:
        def play(game: Any, state: Any, seat: int, options: Mapping[str, Any]) -> Action | None:
            if until(game, state, seat):
                return None
            placed = dict(zip(BETS, state.bets[seat], strict=True))
            for side in SIDE_BETS:
                if side in options and not placed[side]:
                    return Action(seat, side, options[side].max)
            if "ante" in options:
                return Action(seat, "ante", options["ante"].max)
            return stops(last)(game, state, seat, options)

        return play

    return {
        "turn": hand_of(rich, betting(able(ME, "raise"))),
        "bets": hand_of(rich, betting(able(ME, "ante"))),
        "watch": hand_of(rich, betting(able(2, "raise"))),
        "showdown": hand_of(rich, betting(lambda *_: False)),
        "result": hand_of(rich, betting(lambda *_: False, last="fold")),
        "waiting": hello(rich),
    }


def able(mine: int, kind: str) -> Callable[[Any, Any, int], bool]:
    """Return whether it is the turn of a seat that may act in this way."""
    return lambda game, state, seat: (
        seat == mine and any(one.kind == kind for one in game.legal(state, seat))
    )


SCENES: Mapping[str, Callable[[], dict[str, dict[str, Any]]]] = {
    "holdem": _holdem,
    "teen_patti": _teen_patti,
    "dou_dizhu": lambda: _landlord("dou_dizhu"),
    "dou_dizhu_four": lambda: _landlord("dou_dizhu_four"),
    "dealer_teen_patti": _dealer,
}
