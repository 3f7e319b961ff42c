"""Examples of requests and responses for the OpenAPI schema; tests validate them against it."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

from games.engines.core import registry
from games.hands.queries.rules import options_of, presets_of


def _request(name: str, value: Any) -> OpenApiExample:
    return OpenApiExample(name, value, request_only=True)


def _response(name: str, value: Any, status: str = "200") -> OpenApiExample:
    return OpenApiExample(name, value, response_only=True, status_codes=[status])


_FIRST = registry.first()
_GAME = {
    "key": _FIRST.key,
    "name": _FIRST.name,
    "min_seats": _FIRST.min_seats,
    "max_seats": _FIRST.max_seats,
    "rules_url": f"/rules/{_FIRST.key}/",
}
_PRESET = {name: value for name, value in presets_of(_FIRST)[0].items() if name != "text"}

GAMES = _response("Games", {"items": [_GAME | {"presets": list(_FIRST.presets)}]})
RULES_TEXT = _response(
    "The text of rules",
    {
        "title": _FIRST.name,
        "lead": "Three cards each. Bet on what you hold or on what the others fear.",
        "sections": [
            {
                "id": "hand",
                "title": "How a hand goes",
                "text": "1. ### The boot\n\n   Everyone posts the boot before the deal.",
            }
        ],
    },
)
RULES = _response("Rules", _GAME | {"presets": [_PRESET], "options": options_of(_FIRST)[:1]})

_HAND = {
    "id": "8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60",
    "number": 41,
    "game": _FIRST.key,
    "preset": "standard",
}
_TABLE = "45c48cce-2e2d-4fbd-8a1f-0c9d6f3b7a11"
HAND_PAGE = _response(
    "My hands",
    {
        "items": [
            _HAND
            | {
                "table": _TABLE,
                "table_name": "Riverside",
                "table_slug": "riverside",
                "plays_for": "chips",
                "at": 1_795_000_000_000,
                "players": 2,
                "pot": 40,
                "net": -20,
                "won": False,
                "ended_by": "show",
                "void": False,
            }
        ],
        "next": 1_204,
    },
)


def _seat(seat: int, name: str, net: int, cards: list[str], label: str) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": name,
        "kind": "person",
        "avatar": 7 + seat,
        "stack": 1_000,
        "net": net,
        "end": 1_000 + net,
        "cards": cards,
        "label": label,
        "won": net > 0,
        "you": seat == 0,
        "button": seat == 0,
    }


_FINISHED = _HAND | {
    "game_name": _FIRST.name,
    "rules_hash": _PRESET["hash"],
    "house_rules": [],
    "started_at": 1_794_999_940_000,
    "finished_at": 1_795_000_000_000,
    "void": False,
    "ended_by": "show",
    "pot": 40,
    "pots": [
        {
            "amount": 40,
            "seats": [0, 1],
            "winners": [1],
            "shares": [[1, 40]],
            "label": "Pair of 9s",
        }
    ],
    "seat": 0,
    "players": [
        _seat(0, "Asha", -20, ["Ks", "8h", "3d"], "King high, K-8-3"),
        _seat(1, "Binod", 20, ["9c", "9d", "4s"], "Pair of 9s"),
    ],
    "lines": [
        {
            "seq": 2,
            "at": 1_795_000_000_000,
            "kind": "show",
            "text": "Asha asks for a show.",
            "auto": "",
            "pot": 40,
            "cards": [],
        }
    ],
}
HAND = _response(
    "A hand",
    _FINISHED
    | {
        "table": _TABLE,
        "table_name": "Riverside",
        "table_slug": "riverside",
        "previous": "c9f0f895-fb98-4b91-9f4e-8b1c2d3e4f50",
        "next": None,
        "moderation": [],
        "dealt": {
            "cutters": 2,
            "players": 2,
            "withheld": 0,
            "commit": _PRESET["hash"],
            "chain": _PRESET["hash"],
        },
    },
)
SHARED_HAND = _response(
    "A shared hand",
    _FINISHED
    | {
        "id": None,
        "table": None,
        "table_name": "",
        "table_slug": "",
        "previous": None,
        "next": None,
        "moderation": [],
        "dealt": None,
    },
)

_RATING = {
    "game": _FIRST.key,
    "points": 1_214,
    "mu": 27.1,
    "sigma": 3.2,
    "matches": 24,
    "provisional": False,
}
STATISTICS = _response(
    "Statistics",
    {
        "items": [
            {
                "game": _FIRST.key,
                "game_name": _FIRST.name,
                "plays_for": "chips",
                "hands": 480,
                "won": 132,
                "win_rate": 0.275,
                "net": 2_310,
                "best_pot": 1_940,
                "figures": [
                    {
                        "key": "blind",
                        "label": "Blind",
                        "value": 0.41,
                        "text": "41 %",
                        "help": "actions before looking at the cards",
                    }
                ],
                "strengths": [{"label": "Pair", "hands": 60, "won": 31, "net": 820}],
                "rating": _RATING,
            }
        ],
    },
)
BOARD = _response(
    "A board",
    {
        "game": _FIRST.key,
        "period": "week",
        "start": "2026-11-16",
        "measure": {"key": "net", "label": "Net chips", "help": "chips won minus chips lost"},
        "least": 30,
        "rows": [
            {
                "place": 1,
                "name": "Asha",
                "avatar": 7,
                "value": 2_310.0,
                "text": "+2,310",
                "hands": 480,
                "you": True,
            }
        ],
        "own": {"place": 1, "text": "+2,310", "hands": 480, "why": ""},
        "over": False,
        "seasons": ["2026-11-01", "2026-10-01"],
    },
)
