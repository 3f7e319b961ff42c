"""The lossless record of a hand, as JSON values, for one viewer.

Format `cardhouse-hand`, version 2 for hands dealt by TFAIR2 and 1 for those before. One object:

    format, version      "cardhouse-hand", 1 or 2
    hand                 {id, number, started_at, finished_at (ISO 8601 or null), void}
    game, preset         keys of the platform
    rules, rules_hash    every option with its value; SHA-256 of its canonical JSON
    viewer               {seat: number or null, all_cards: bool}: whose view this is
    button, terms        the dealer's seat; what the game settled for this hand alone
    seats                [{seat, name, kind, stack, cards}], ascending; `stack` before the hand,
                         `cards` as the viewer knows them, "??" for one they never saw
    deck                 the dealt order in one text, first card first, "??" for cards this viewer
                         never saw; nothing follows the last known card; in version 2 the cards of
                         seats that left before the deal (`fair.absent`) are its end
    cards_unknown        {count, seats}: how many hole cards, and whose, are not in the record
    deal                 {stacks, pot, events}: after antes, blinds, boots
    actions              [{seq, seat, kind, amount?, cards?, reading?, auto?, at?, stacks, pot,
                         events}]
    fair                 the proof of the deal, with the openings of the cards of `deck` that are
                         not "??": in version 2 that of `games.fair.tfair2.proof` with the play and
                         the end of the deck, in version 1 that of `games.fair.proof`; hands from
                         before TFAIR1 have none
    teaching             of a teaching hand alone: {is_open, cards_set, taken_back}: whether all saw
                         all cards, whether the host chose some, and how many actions were taken
                         back, which are not in the record
    result               the engine's result (chips, net, pots, shown, ended_by, and house where
                         the house won or paid); null if void

`stacks` are in the order of the seats, after the action; `pot` is the sum of all pots and bets;
`events` are those that the viewer saw; `at` is in milliseconds since 1970; `auto` says who acted
for the seat (timeout, bot, leave).

A record never holds a card that its viewer did not see: folded and mucked hands of others stay
"??". Rules, seats, deck and actions fold to everything else in the record. For unknown cards,
substitutes give the same chips as long as they win and lose where the true ones did; `check` finds
such cards and folds the record with them.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engines.core import registry
from games.engines.core.cards import HIDDEN, cards_in, parse_card, text_of
from games.engines.core.contract import (
    ALL_STACKS,
    OPEN,
    Action,
    Event,
    Game,
    Opening,
    Step,
    Viewer,
)
from games.engines.core.errors import RulesError

FORMAT, VERSION = "cardhouse-hand", 1
FAIR_VERSION = 2
"""The version of records that have the play and the end of a deck by TFAIR2."""


class InvalidRecord(ValueError):
    """The data is not the record of a hand; the text says why."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action with what a record adds to it; `at` in milliseconds since 1970."""

    action: Action
    at: int | None = None
    auto: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """The facts about a hand besides its play; names and kinds by seat."""

    names: Mapping[int, str]
    kinds: Mapping[int, str] = field(default_factory=dict)
    preset: str = "standard"
    id: str | None = None
    number: int | None = None
    started_at: str | None = None
    finished_at: str | None = None
    void: bool = False


def plain(value: Any) -> Any:
    """Return a value as JSON decodes it: lists for tuples."""
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    return value


def told(events: Iterable[Event], viewer: Viewer) -> list[dict[str, Any]]:
    """Return the events that this viewer may see, as JSON values."""
    return [plain(event.to_json()) for event in events if event.visible_to(viewer)]


def balances(game: Game, state: Any) -> dict[str, Any]:
    """Return the stacks in the order of the seats, and the pot (0 in games without one)."""
    view = game.view(state, Viewer(stacks=ALL_STACKS))
    return {"stacks": [seat["stack"] for seat in view["seats"]], "pot": view.get("pot", 0)}


def holes(
    game: Game, opening: Opening, actions: Iterable[Action] = ()
) -> dict[int, tuple[int, ...]]:
    """Return the deck positions of each seat's cards, found by dealing cards that name them.

    Where players act before all cards are dealt, `actions` are played until they are.
    """
    marked = Opening(
        opening.game,
        opening.rules,
        opening.seats,
        opening.stacks,
        opening.button,
        tuple(range(game.deck_size)),
        opening.terms,
    )
    state, later = game.deal(marked).state, iter(actions)
    while True:
        view = game.view(state, OPEN)
        seats = view["seats"]
        dealt = view["phase"] != "dealing" and any(seat["cards"] for seat in seats)
        action = None if dealt else next(later, None)
        if action is None:
            return {seat["seat"]: tuple(map(parse_card, seat["cards"])) for seat in seats}
        state = game.apply(state, action).state


def record_of(
    game: Game, opening: Opening, moves: Iterable[Move], viewer: Viewer, about: About
) -> dict[str, Any]:
    """Return the record of a hand for `viewer`; raises `IllegalAction` if the moves do not fold."""
    seen: set[str] = set()
    step = game.deal(opening)
    deal = _after(game, step, viewer, seen)
    actions = []
    moves = tuple(moves)
    for seq, move in enumerate(moves, 1):
        step = game.apply(step.state, move.action)
        actions.append(_said(seq, move) | _after(game, step, viewer, seen))
    result = game.result(step.state)
    deck = [text if text in seen else HIDDEN for text in map(text_of, opening.deck)]
    cards = {
        seat: [deck[position] for position in positions]
        for seat, positions in holes(game, opening, [move.action for move in moves]).items()
    }
    while deck and deck[-1] == HIDDEN:
        deck.pop()
    return {
        "format": FORMAT,
        "version": VERSION,
        "hand": {
            "id": about.id,
            "number": about.number,
            "started_at": about.started_at,
            "finished_at": about.finished_at,
            "void": about.void,
        },
        "game": game.key,
        "preset": about.preset,
        "rules": opening.rules.to_json(),
        "rules_hash": opening.rules.hash(),
        "viewer": {"seat": viewer.seat, "all_cards": viewer.all_cards},
        "button": opening.button,
        "terms": plain(opening.terms),
        "seats": [
            {
                "seat": seat,
                "name": about.names.get(seat, f"Seat {seat}"),
                "kind": about.kinds.get(seat, "person"),
                "stack": stack,
                "cards": cards[seat],
            }
            for seat, stack in zip(opening.seats, opening.stacks, strict=True)
        ],
        "deck": " ".join(deck),
        "cards_unknown": _unknown(cards),
        "deal": deal,
        "actions": actions,
        "result": plain(result.to_json()) if result is not None and not about.void else None,
    }


def _said(seq: int, move: Move) -> dict[str, Any]:
    action = move.action
    said: dict[str, Any] = {"seq": seq, "seat": action.seat, "kind": action.kind}
    if action.amount is not None:
        said["amount"] = action.amount
    if action.cards:
        said["cards"] = [text_of(card) for card in action.cards]
    if action.reading:
        said["reading"] = action.reading
    if move.auto:
        said["auto"] = move.auto
    if move.at is not None:
        said["at"] = move.at
    return said


def _after(game: Game, step: Step, viewer: Viewer, seen: set[str]) -> dict[str, Any]:
    events = told(step.events, viewer)
    shown = json.dumps([events, game.view(step.state, viewer)], separators=(",", ":"))
    seen.update(map(text_of, cards_in(shown.encode())))
    return balances(game, step.state) | {"events": events}


def _unknown(cards: Mapping[int, list[str]]) -> dict[str, Any]:
    return {
        "count": sum(hand.count(HIDDEN) for hand in cards.values()),
        "seats": [seat for seat, hand in cards.items() if HIDDEN in hand],
    }


# -- reading ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Written:
    """A record as it was read, with everything but the deck validated; None is a hidden card."""

    data: Mapping[str, Any]
    game: Game
    rules: Any
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    deck: tuple[int | None, ...]
    viewer: Viewer
    moves: tuple[Move, ...]

    def opening(self, deck: tuple[int, ...]) -> Opening:
        """Return the opening of the record with this deck."""
        return Opening(
            self.game.key,
            self.rules,
            self.seats,
            self.stacks,
            self.data["button"],
            deck,
            self.data["terms"],
        )

    @property
    def has_play(self) -> bool:
        """Return whether the record has the play and the end of its deck."""
        return bool(self.data["version"] == FAIR_VERSION)

    def holes(self) -> dict[int, tuple[int, ...]]:
        """Return the deck positions of each seat's cards; raises `IllegalAction`."""
        opening = self.opening(tuple(range(self.game.deck_size)))
        return holes(self.game, opening, [move.action for move in self.moves])

    @property
    def name(self) -> str:
        """Return the name of the hand in messages."""
        hand = self.data["hand"]
        number = hand.get("number") or hand.get("id")
        return f"{self.game.key} hand {number}" if number is not None else f"{self.game.key} hand"


def read(data: Any) -> Written:
    """Return the record in these JSON values; raises `InvalidRecord`."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InvalidRecord(f"the format is not {FORMAT}")
    if data.get("version") not in (VERSION, FAIR_VERSION):
        raise InvalidRecord(
            f"version {data.get('version')!r} is neither {VERSION} nor {FAIR_VERSION}"
        )
    try:
        return _read(data)
    except RulesError as no:
        raise InvalidRecord(f"rules: {no}") from no
    except (KeyError, TypeError, ValueError, AttributeError) as no:
        raise InvalidRecord(f"{type(no).__name__}: {no}") from no


def _read(data: dict[str, Any]) -> Written:
    game = registry.get(data["game"])
    texts = data["deck"].split()
    deck = [None if text == HIDDEN else parse_card(text) for text in texts]
    known = [card for card in deck if card is not None]
    if len(deck) > game.deck_size or len(set(known)) < len(known):
        raise InvalidRecord("the deck is invalid")
    if any(card >= game.deck_size for card in known):
        raise InvalidRecord("the deck has cards that the game does not use")
    deck += [None] * (game.deck_size - len(deck))
    if not isinstance(data["terms"], dict) or not isinstance(data["hand"], dict):
        raise InvalidRecord("terms and hand must be objects")
    if data["version"] == FAIR_VERSION and not isinstance(data["fair"]["play"], dict):
        raise InvalidRecord("its play cannot be read yet: it is hidden until the table is closed")
    return Written(
        data=data,
        game=game,
        rules=game.rules_from_json(data["rules"]),
        seats=tuple(_whole(seat["seat"]) for seat in data["seats"]),
        stacks=tuple(_whole(seat["stack"]) for seat in data["seats"]),
        deck=tuple(deck),
        viewer=Viewer(data["viewer"]["seat"], data["viewer"]["all_cards"]),
        moves=tuple(_move(entry) for entry in data["actions"]),
    )


def _move(entry: Mapping[str, Any]) -> Move:
    cards = tuple(parse_card(text) for text in entry.get("cards", ()))
    kind, reading = str(entry["kind"]), str(entry.get("reading", ""))
    action = Action(_whole(entry["seat"]), kind, entry.get("amount"), cards, reading)
    return Move(action, entry.get("at"), entry.get("auto", ""))


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidRecord(f"not a whole number: {value!r}")
    return value
