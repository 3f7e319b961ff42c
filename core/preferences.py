"""The preferences of users, for how the site looks and behaves; and how a page shows them.

The settings page and the dialog of a table draw `CHOICES`, from the module that
`manage.py page_bounds` writes. An account keeps what its user chose; the browser of a visitor
without one keeps it in a cookie, as far as the first drawing needs it.
"""

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

COOKIE: Final = "look"
COOKIE_CHARS_MAX: Final = 200
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "room": ("dark", "light", "auto"),
    "felt": ("green", "blue", "wine", "violet", "sea", "slate"),
    "back": ("diamonds", "waves", "lattice", "stars", "lotus", "stripes", "checks", "plain"),
    "deck": ("4", "2", "large"),
    "size": ("100", "112", "125"),
    "speed": ("1", "2", "0"),
    "motion": ("auto", "reduced"),
    "edge": ("bottom", "left", "top", "right"),
    "label": ("on", "off"),
    "numbers": ("short", "full"),
    "amounts": ("chips", "blinds"),
    "digits": ("auto", "en", "hi", "fr", "none"),
}
"""The values of each preference, the one without a choice first."""
LOOK: Final = ("room", "felt", "back", "deck", "size", "digits")
"""What is needed before the first drawing: `data-room` and other attributes of the page, for style
sheets, and how the server groups digits."""
KEY: Final = re.compile(r"[a-z0-9]")
"""A key of the keyboard that a shortcut may have; the shortcut is named by the key of the game."""

GAME: Final = re.compile(r"[a-z0-9_]{1,32}")
GAMES_MAX: Final = 32

Preferences = Mapping[str, Any]


def valid(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of these preferences that exist."""
    kept: dict[str, Any] = {
        name: chosen[name] for name, values in CHOICES.items() if chosen.get(name) in values
    }
    if isinstance(keys := chosen.get("keys"), Mapping):
        bound = {str(key): str(own) for key, own in keys.items()}
        kept["keys"] = {
            key: own for key, own in bound.items() if KEY.fullmatch(key) and KEY.fullmatch(own)
        }
    if isinstance(taught := chosen.get("taught"), list):
        games = [game for game in taught if isinstance(game, str) and GAME.fullmatch(game)]
        kept["taught"] = games[:GAMES_MAX]
    return kept


def look_of_cookie(cookie: str) -> dict[str, Any]:
    """Return the look that a browser's cookie names; what does not exist is left out."""
    chosen = dict(parse_qsl(cookie[:COOKIE_CHARS_MAX]))
    return valid({name: chosen[name] for name in LOOK if name in chosen})


def to_cookie(preferences: Preferences) -> str:
    """Return the cookie of a look, `felt=blue&deck=2`; empty for that of everybody."""
    shown = look(preferences)
    return urlencode({name: shown[name] for name in LOOK if shown[name] != CHOICES[name][0]})


def complete(preferences: Preferences) -> dict[str, Any]:
    """Return every preference, as chosen or as it is for everybody."""
    first = {name: values[0] for name, values in CHOICES.items()}
    return {**first, "keys": {}, "taught": [], **valid(preferences)}


def look(preferences: Preferences) -> dict[str, str]:
    """Return the value of each attribute of a page."""
    return {name: preferences.get(name, CHOICES[name][0]) for name in LOOK}
