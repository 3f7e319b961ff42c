"""The picture of a finished hand: how it ended, for the viewer of its replay."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from core.messages import catalogue
from games.hands.queries.outcome import outcome_of
from games.hands.queries.record import lines_of, page_of
from games.hands.queries.replay import Replay
from games.pictures.drawing import (
    CARD_SHAPE,
    EDGE_PX,
    HEIGHT_PX,
    WIDTH_PX,
    can_draw,
    cards_row,
    fan,
    person,
    picture,
    soft,
    words,
)

PEOPLE_MAX = 3
"""The most players who are drawn."""
_MIDDLE_PX = WIDTH_PX / 2
_TEXT_PX = WIDTH_PX - 2 * EDGE_PX
_HEAD_PX = 84
"""The base line of the head."""
_END_PX = (536, 588)
"""The base lines of the sentence that says who won, and of the pot."""


def neutral_svg() -> str:
    """The picture of everything that strangers may not see: of no hand and no table."""
    return picture(
        fan(("Ks", "Kh", "As", "Qd", "Jc"), _MIDDLE_PX, 150, 170),
        words(_("Sit down. The cards are fair."), _MIDDLE_PX, HEIGHT_PX - 96, 46, width=_TEXT_PX),
    )


def hand_svg(shown: Replay) -> str:
    """The picture of a replayed hand: it has nothing that is not in the replay."""
    shown = _with_names_that_can_be_drawn(shown)
    record, lines = page_of(shown), lines_of(shown, signs=True)
    outcome = outcome_of(shown, record, lines)
    people = (outcome.winners or outcome.others)[:PEOPLE_MAX]
    title = f"{record['game']} · {record['preset_title']}"
    pot = catalogue().number(record["pot"])
    told = outcome.text or _("All chips were returned.")
    if not can_draw(told):  # nobody won, and the last event has cards in it
        told = _("%(game)s: replay of a hand") % {"game": record["game"]}
    return picture(
        soft(title, WIDTH_PX - EDGE_PX, _HEAD_PX, 30, width=700),
        cards_row(outcome.board, _MIDDLE_PX, 128, 104) if outcome.board else "",
        _people(people, 292 if outcome.board else 150, 92 if outcome.board else 150),
        words(told, _MIDDLE_PX, _END_PX[0], 50, width=_TEXT_PX),
        soft(
            _("pot %(pot)s") % {"pot": pot}, _MIDDLE_PX, _END_PX[1], 32, width=600, anchor="middle"
        )
        if record["pot"]
        else "",
    )


def _people(players: Sequence[Mapping[str, Any]], top: float, card_width: float) -> str:
    """Players beside each other, each with their cards, or with a disc where no cards are shown."""
    step = _TEXT_PX / max(1, len(players))
    height = card_width * CARD_SHAPE
    drawn = []
    for n, player in enumerate(players):
        x = EDGE_PX + step * (n + 0.5)
        cards = player["cards"]
        width = min(card_width, (step - 24) / max(1, len(cards)) - 10)
        if cards:
            drawn.append(cards_row(cards, x, top, width, gap=10))
        else:
            drawn.append(person(player["name"], player["seat"], x, top + height / 2, height / 2.4))
        below = player["label"] or ""
        name = f"{player['name']} · {below}" if below else player["name"]
        drawn.append(soft(name, x, top + height + 42, 30, width=step - 24, anchor="middle"))
    return "".join(drawn)


def _with_names_that_can_be_drawn(shown: Replay) -> Replay:
    """The same replay; a player whose name the fonts lack is called by their place."""
    players = [
        player
        if can_draw(player["name"])
        else {**player, "name": catalogue().text("records.unnamed", {"number": number})}
        for number, player in enumerate(sorted(shown.players, key=lambda one: one["seat"]), 1)
    ]
    return replace(shown, players=players)
