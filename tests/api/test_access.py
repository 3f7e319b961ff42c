"""Access rights: every route of the API, found in the URLconf, for every role.

The table is private, its hand live and then finished. `asha` has seen their cards, `binod` has
folded, `chitra` plays blind. A route without a row fails.
"""

from typing import Any

import pytest

from tests.support.access import (
    DOCUMENTS,
    MATRIX,
    OK,
    ROLES,
    Room,
    routes,
)
from tests.support.size import FULL, some

FEW = ("visitor", "player", "staff")
"""The roles that ask all routes but those of tables and hands, except at full size: a seat makes no
difference there.
"""
THE_SAME_FOR_ALL = {
    "get games",
    "get games/{key}/rules",
    "get games/{key}/rules/text",
    "get games/{key}/ranking",
    "get games/{key}/quiz",
    "post games/{key}/quiz",
    "get games/{key}/spots",
    "post games/{key}/spots/{spot}",
    "get conduct",
    "get odds",
    "get decks/{deck_id}",
    "get fair/hands",
    "get fair/days",
    "get fair/days/{day}",
    "get fair/keys",
    "get odds/summary",
    "get odds/table.csv",
    "get odds/table.json",
    "get odds/table.notebook",
    "get odds/hands/{cards}",
    "get paytables/presets",
    "get statistics",
}
"""Public answers: clients may cache them, and their cards belong to no hand."""


def test_every_route_has_a_row_and_every_row_a_route():
    assert set(routes()) == set(MATRIX) | DOCUMENTS


def cards_in(value: Any) -> set[str]:
    """All cards among the strings of an answer."""
    if isinstance(value, dict):
        return set().union(*(cards_in(part) for part in value.values()), set())
    if isinstance(value, list):
        return set().union(*(cards_in(part) for part in value), set())
    return {value} if isinstance(value, str) and len(value) == 2 else set()


def said(response: Any) -> Any:
    """The JSON of an answer, or the words of a text."""
    if response.streaming or not response.content:
        return {}
    if response["Content-Type"].startswith("application/json"):
        return response.json()
    return {"words": response.content.decode().replace(",", " ").split()}


@pytest.mark.parametrize("live", some([True, False], 1))
def test_every_role_gets_the_answer_of_its_row_and_no_card_of_others(seat_table, settings, live):
    settings.THROTTLE_RATES = dict.fromkeys(
        ("enter", "read", "write", "play", "poll"), (10_000, 60)
    )
    settings.GUESTS_PER_HOUR = 1_000
    room = Room(seat_table)
    if not live:
        room.seat_table.fold_down()
    wrong = []
    everybody = set().union(*room.held.values())
    for route, answers in MATRIX.items():
        if not live and not route.startswith("get "):
            continue
        of_a_table = "{slug}" in route or "{hand_id}" in route or route == "post tables/join"
        for role in ROLES if FULL or of_a_table or " staff" in route else FEW:
            expected = answers.expected[role]
            response = room.ask(role, route, answers)
            if live and "{hand_id}" in route and expected == OK and " staff" not in route:
                expected = "NOT_FOUND"
            code = said(response).get("code") if response.status_code >= 400 else OK
            through = response.status_code in (200, 201, 204, 400, 409) or code == "WRONG_PASSWORD"
            if (OK if through else code) != expected or response.status_code >= 500:
                wrong.append(f"{route} by {role}: {response.status_code} {code}, not {expected}")
            if route in THE_SAME_FOR_ALL:
                continue
            if "no-store" not in response["Cache-Control"]:
                wrong.append(f"{route} by {role}: a cache may keep it")
            leaked = cards_in(said(response)) & everybody - room.may_see(role)
            if leaked:
                wrong.append(f"{route} by {role}: cards {leaked}")
    assert wrong == []


def test_only_the_player_who_looked_sees_their_cards(seat_table):
    """Control: the matrix would pass if nobody saw any card; here players see theirs."""
    room = Room(seat_table)
    seen = {
        role: cards_in(room.ask(role, "get tables/{slug}/state", MATRIX["get me"]).json())
        & set().union(*room.held.values())
        for role in ("player", "folded", "spectator", "owner")
    }
    assert seen == {
        "player": room.held["Asha"],
        "folded": set(),
        "spectator": set(),
        "owner": set(),
    }
