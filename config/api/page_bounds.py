"""What pages' scripts need to know of inputs: `manage.py page_bounds` writes it.

The bounds are those of the wire shapes, the choices those of `core.preferences`; the levels of bots
are those of `games.bots`.
"""

import json
from collections.abc import Iterable

from msgspec import Struct

from accounts.people.names.spelling import NAME_CHARS_MAX, NAME_GRAPHEMES_MAX
from accounts.people.wire import NoteBody
from core.preferences import CHOICES, LOOK
from core.wire import properties
from games.bots import LEVELS
from games.designer.wire import DesignBody, OddsQuery
from lobby.moderation.wire import ReportBody
from lobby.tables.bodies import SayBody, StateQuery
from lobby.tables.models.table import NEWCOMER_HANDS_MAX

HEAD = """// @ts-check
/**
 * Owns bounds of inputs, and what users may choose. Written by `manage.py page_bounds`; a test
 * compares.
 */

"""
FIELDS: dict[str, tuple[type[Struct], str]] = {
    "CHAT_CHARS_MAX": (SayBody, "text"),
    "DESIGN_NAME_CHARS_MAX": (DesignBody, "name"),
    "NOTE_CHARS_MAX": (NoteBody, "text"),
    "ODDS_SEARCH_CHARS_MAX": (OddsQuery, "q"),
    "POLL_WAIT_S_MAX": (StateQuery, "wait"),
    "REPORT_CHARS_MAX": (ReportBody, "text"),
}
"""The field whose greatest length or value each constant of the scripts is."""
OTHERS = {
    "NEWCOMER_HANDS_MAX": NEWCOMER_HANDS_MAX,
    "NAME_CHARS_MAX": NAME_CHARS_MAX,
    "NAME_GRAPHEMES_MAX": NAME_GRAPHEMES_MAX,
}


def bound_of(shape: type[Struct], field: str) -> int:
    """The greatest length of a text, or the greatest number."""
    schema = properties(shape)[field]
    return int(schema["maxLength"] if "maxLength" in schema else schema["maximum"])


def module() -> str:
    """The text of static/js/bounds.js."""
    found = {name: bound_of(*place) for name, place in FIELDS.items()} | OTHERS
    lines = [f"export const {name} = {found[name]};\n" for name in sorted(found)]
    return HEAD + "".join([*lines, f"export const BOT_LEVELS = {_list(LEVELS)};\n", *_choices()])


def _choices() -> list[str]:
    """The preferences and their values, the first without a choice; which ones sheets read."""
    rows = [f"  {name}: {_list(values)},\n" for name, values in CHOICES.items()]
    head = "/** @type {Record<string, string[]>} */\nexport const CHOICES = {\n"
    return [head, *rows, "};\n", f"export const LOOK = {_list(LOOK)};\n"]


def _list(values: Iterable[str]) -> str:
    return json.dumps(list(values))
