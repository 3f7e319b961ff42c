"""The picture of a table's link: its game, its stakes and who sits there."""

from collections.abc import Mapping
from math import cos, pi, sin

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engines.core import registry
from games.pictures.drawing import (
    EDGE_PX,
    HEIGHT_PX,
    WIDTH_PX,
    can_draw,
    fan,
    oval,
    person,
    picture,
    soft,
    vacant,
    words,
)
from games.pictures.hand_picture import neutral_svg
from games.pictures.serving import picture_response
from games.rulebook.rule_words import RuleWords
from lobby.tables.access.access import anybody_may_watch, find_invited, find_table, may_open
from lobby.tables.models import Seat, Table

_OVAL_PX = (WIDTH_PX / 2, 262.0, 330.0, 128.0)
"""The rim: the point in its middle, half its width and half its height."""
_DISC_PX = 42
_LINES_PX = (HEIGHT_PX - 128, HEIGHT_PX - 76, HEIGHT_PX - 36)


@require_safe
def of_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture of a table's page; a neutral one where strangers may not open it."""

    def drawn() -> str:
        found = find_table(slug)
        return table_svg(found) if found and may_open(found, None, []) else neutral_svg()

    return picture_response(request, drawn)


@require_safe
def of_invitation(request: HttpRequest, code: str) -> HttpResponse:
    """The picture of an invite link, for those who know it; a neutral one if it has ended."""

    def drawn() -> str:
        found = find_invited(code)
        return table_svg(found) if found else neutral_svg()

    return picture_response(request, drawn)


def table_svg(table: Table) -> str:
    """The picture of a table. Names are drawn where everybody may watch."""
    game = RuleWords(table.game)
    seats = dict(Seat.objects.filter(table=table).values_list("number", "user__name"))
    if not anybody_may_watch(table):
        seats = dict.fromkeys(seats, "")
    stakes = game.stakes(registry.get(table.game).stakes(table.parsed_rules))
    taken = _("%(taken)s of %(seats)s seats taken") % {
        "taken": len(seats),
        "seats": table.max_seats,
    }
    named = can_draw(table.name)
    return picture(
        soft(game.name, WIDTH_PX - EDGE_PX, 84, 30, width=620),
        oval(*_OVAL_PX),
        fan(("Ah", "Ks", "??"), WIDTH_PX / 2, 188, 92),
        _round(table.max_seats, seats),
        words(
            table.name if named else game.name,
            WIDTH_PX / 2,
            _LINES_PX[0],
            54,
            width=WIDTH_PX - 2 * EDGE_PX,
        ),
        soft(
            f"{game.preset(table.preset)} · {stakes}",
            WIDTH_PX / 2,
            _LINES_PX[1],
            34,
            width=WIDTH_PX - 2 * EDGE_PX,
            anchor="middle",
        ),
        soft(taken, WIDTH_PX / 2, _LINES_PX[2], 28, width=WIDTH_PX / 2, anchor="middle"),
    )


def _round(seats: int, taken: Mapping[int, str]) -> str:
    """The seats round the rim; those taken have the first letter of a name that strangers know."""
    x, y, across, up = _OVAL_PX
    drawn = []
    for number in range(seats):
        turn = pi / 2 + 2 * pi * number / seats
        at = (x + across * cos(turn), y + up * sin(turn))
        if number not in taken:
            drawn.append(vacant(*at, _DISC_PX))
            continue
        name = taken[number] if can_draw(taken[number]) else ""
        drawn.append(person(name, number, *at, _DISC_PX))
    return "".join(drawn)
