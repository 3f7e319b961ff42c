"""Where the messages of a live hand show cards: each at a place, for the guard to check.

A card that is shown at no place that this module knows fails: it could not be checked.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardhouse_client.fair import CARDS, need
from cardhouse_client.tfair2.deal_map import BOARD_CARDS, Place
from cardhouse_client.tfair2.forms import field, listed, number_of

Entry = list[Any]
"""[place, index on the board or None, cards, cards common to both boards]"""
_STREET_AT = {"flop": 0, "turn": 3, "river": 4}


class Places:
    """The places of one hand's cards, message after message."""

    def __init__(self) -> None:
        self._out = 0
        """The cards of the first board that are known to be out."""
        self._common: int | None = None
        """The cards that were out before the hand was run twice."""
        self._lies: dict[int, Place] = {}

    def shown(self, view: Any, events: Sequence[Any], *, so_far: bool = False) -> list[Entry]:
        """Return an entry for each place of a message that shows cards; raises `NotFair`.

        `so_far`: the events are those of the whole hand so far.
        """
        self._note_runs(events, so_far=so_far)
        common = self._common_of(view)
        found: list[Entry] = []
        for event in events:
            found += _of_event(event, common)
        for name, part in view.items():
            found += _of_view(name, part, view, common)
        for place, _index, cards, *_common in found:
            self._lies.update(dict.fromkeys(cards, place))
        for place, cards in _best(view, None):
            for card in cards:
                holds = self._lies.get(card) in (place, "board1", "board2")
                need(holds, "place", f"card {card} is neither on the board nor of seat {place}")
        return found

    def _note_runs(self, events: Sequence[Any], *, so_far: bool) -> None:
        out = 0 if so_far else self._out
        for event in events:
            if field(event, "kind") == "street" and event.get("board", 1) == 1:
                out += len(listed(event, "cards"))
            elif event["kind"] == "run" and event.get("boards") == 2:
                need(self._common in (None, out), "place", "the second board begins elsewhere")
                self._common = out
        self._out = max(self._out, out)

    def _common_of(self, view: Any) -> int:
        """Return how many cards both boards share; their first different card tells it as well."""
        first, second = _texts(view.get("board")), _texts(view.get("board2"))
        same = next(
            (i for i, (one, other) in enumerate(zip(first, second, strict=False)) if one != other),
            min(len(first), len(second)),
        )
        if second and self._common is None:
            need(same >= self._out, "place", "the second board begins elsewhere")
            self._common = same
        self._out = max(self._out, len(first))
        return self._common or 0


def _of_event(event: Any, common: int) -> Iterator[Entry]:
    kind, cards = field(event, "kind"), event.get("cards")
    if kind == "street":
        at = _STREET_AT.get(field(event, "street"))
        need(at is not None, "form", "there is no such street")
        board = "board2" if event.get("board") == 2 else "board1"
        yield [board, at, _cards(cards), common]
    elif kind == "rabbit":
        yield ["board1", BOARD_CARDS - len(listed(event, "cards")), _cards(cards)]
    elif kind in {"kitty", "dealer"}:
        yield [kind, None, _cards(cards)]
    else:
        yield from _walk(event, None)


def _of_view(name: str, part: Any, view: Any, common: int) -> Iterator[Entry]:
    if name in {"board", "board2"}:
        if cards := _cards(part):
            yield ["board1" if name == "board" else "board2", 0, cards, common]
    elif name == "rabbit":
        if cards := _cards(part):
            yield ["board1", BOARD_CARDS - len(part), cards]
    elif name in {"kitty", "dealer"}:
        yield from _walk(part, name)
    else:
        yield from _walk(part, None)


def _walk(value: Any, place: Place | None) -> Iterator[Entry]:
    """Yield the cards in all lists of a value, each at the seat that its object names."""
    if isinstance(value, Mapping):
        if value.get("seat") is not None:
            place = number_of(value, "seat", 0, 255)
        for name, part in value.items():
            if name != "best":  # five cards of a seat and the board: see `Places.shown`
                yield from _walk(part, place)
    elif isinstance(value, list):
        if cards := _cards(value):
            need(place is not None, "place", f"card {cards[0]} is shown at no place")
            yield [place, None, cards]
        for part in value:
            yield from _walk(part, place)


def _best(value: Any, seat: Any) -> Iterator[tuple[Any, list[int]]]:
    """Yield the five best cards of seats, wherever a view has them."""
    if isinstance(value, Mapping):
        seat = value.get("seat", seat)
        for name, part in value.items():
            if name == "best" and part:
                pairs = part if isinstance(part[0], list) else [[seat, part]]
                yield from ((own, _cards(cards)) for own, cards in pairs)
            else:
                yield from _best(part, seat)
    elif isinstance(value, list):
        for part in value:
            yield from _best(part, seat)


def _texts(value: Any) -> list[str]:
    return [text for text in value or () if text in CARDS]


def _cards(value: Any) -> list[int]:
    """Return the known cards of a list."""
    return [CARDS[text] for text in value or () if isinstance(text, str) and text in CARDS]
