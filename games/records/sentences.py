"""Sentences for the events of a hand, made of the catalogue's messages.

The message of an event has the key `<subject>.event.<kind>`; its arguments are the event's fields.
`static/js/table/sentences.js` does the same for the table's page.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core.messages import Catalogue, Named
from games.engines.core import registry
from games.records.hand_names import a_hand

_SEATS = ("seat", "button", "first", "asker", "asked")
"""The fields that name seats."""
_SUBJECTS = {"side_show_asked": "asker", "side_show_answer": "asked"}
"""The fields with the seats that these events are about; of others it is the first of `_SEATS`."""
_OBJECTS = {"side_show_asked": "asked"}
_BALANCES = ("net", "house")

Join = Callable[[Iterable[str]], str]


def say(
    catalogue: Catalogue,
    game: str,
    event: Mapping[str, Any],
    names: Mapping[int, str],
    *,
    seat: int | None = None,
    number: str = "",
    cards: Join = " ".join,
) -> str:
    """Return an event of a game (as JSON) as a sentence; "" if it needs none.

    `names` by seat; `seat` is the reader's own, None for spectators. `number` is the hand's;
    without one nothing is said of its beginning. `cards` writes cards.
    """
    subject = subject_of(game)
    key = f"{subject}.event.{event['kind']}"
    if key not in catalogue or (event["kind"] == "hand_start" and not number):
        return ""
    args = arguments(catalogue, subject, event, names, cards)
    return catalogue.text(key, {**args, "number": number}, reader_of(event, seat))


def with_reason(catalogue: Catalogue, sentence: str, auto: str) -> str:
    """Return the sentence of an action with the reason why its player did not choose it."""
    return catalogue.text(f"common.auto.{auto}", {"sentence": sentence}) if auto else sentence


def subject_of(game: str) -> str:
    """Return the subject with the messages of a game: its key, or that of a game it is like."""
    return registry.get(game).manifest.messages or game


def reader_of(event: Mapping[str, Any], seat: int | None) -> str:
    """Return which reader of an event somebody in this seat is."""
    if seat is None:
        return "spectator"
    if event.get(_subject(event)) == seat:
        return "me"
    return "to_me" if event.get(_OBJECTS.get(event["kind"], "")) == seat else "other"


def arguments(
    catalogue: Catalogue,
    subject: str,
    event: Mapping[str, Any],
    names: Mapping[int, str],
    cards: Join = " ".join,
) -> dict[str, Any]:
    """Return the arguments of an event's message: its fields, with names for seats and codes.

    `name` is the player it is about, and `value` the hand that they have.
    """
    args: dict[str, Any] = {"name": names.get(event.get(_subject(event), -1), "")}
    for field, value in event.items():
        if field in _SEATS:
            args[field] = names.get(value, "")
        elif field == "cards":
            args[field] = cards(value)
        elif field == "hand_value":
            args["value"] = value and a_hand(value, catalogue)
        elif field == "seats":
            args["dealt_in"] = event.get("button") in value
        elif field == "lines":
            args[field] = _lines(catalogue, subject, event["kind"], value)
        else:
            named = f"{subject}.{field}.{value}"
            args[field] = Named(value, catalogue.text(named)) if named in catalogue else value
        if field in _BALANCES and isinstance(value, int):
            args["balance"] = "won" if value > 0 else "lost" if value < 0 else "even"
    return args


def _subject(event: Mapping[str, Any]) -> str:
    first = next((field for field in _SEATS if field in event), "")
    return _SUBJECTS.get(event.get("kind", ""), first)


def _lines(
    catalogue: Catalogue, subject: str, kind: str, lines: Iterable[Mapping[str, Any]]
) -> Named:
    key = f"{subject}.event.{kind}.lines"
    items = [catalogue.text(key, arguments(catalogue, subject, line, {})) for line in lines]
    return Named(str(len(items)), catalogue.text("common.list_separator").join(items))
