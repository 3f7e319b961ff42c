"""How a finished hand ended: in a sentence, and as the picture that stands for its replay."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.hands.models import Hand
from games.hands.queries.replay import Replay

AGAINST_THE_HOUSE = "pay"
ENDINGS = ("win", AGAINST_THE_HOUSE)
"""The kinds of events by which games say who won."""
SENTENCES_MAX = 3
CARDS_MAX = 6
"""The most cards of a winner that are shown: what is left of a large hand says little."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a hand: `sentences` say who won; a void hand has none.

    `winners` and `others` are players of the hand's page; a winner's cards may be face down.
    """

    sentences: tuple[str, ...]
    board: tuple[str, ...]
    winners: tuple[Mapping[str, Any], ...]
    others: tuple[Mapping[str, Any], ...]

    @property
    def text(self) -> str:
        """All in one line."""
        return " · ".join(self.sentences)


def outcome_of(shown: Replay, record: Mapping[str, Any], lines: list[dict[str, Any]]) -> Outcome:
    """The end of a replayed hand, of its page's head and its lines.

    Of results against the house it tells one: the viewer's own, or the first.
    """
    last = shown.frames[-1]["view"]
    common = last.get("board") or (last.get("dealer") or {}).get("cards") or ()
    players = [
        {**player, "cards": player["cards"] if len(player["cards"]) <= CARDS_MAX else ()}
        for player in record["players"]
    ]
    return Outcome(
        sentences=() if shown.hand.status == Hand.Status.VOID else _sentences(shown, lines),
        board=() if "??" in common else tuple(common),
        winners=tuple(player for player in players if player["won"]),
        others=tuple(player for player in players if not player["won"]),
    )


def _sentences(shown: Replay, lines: list[dict[str, Any]]) -> tuple[str, ...]:
    told = [line["text"] for line in lines if line["kind"] in ENDINGS]
    if not told:
        return tuple(line["text"] for line in lines[-1:])
    ends = [
        event for frame in shown.frames for event in frame["events"] if event["kind"] in ENDINGS
    ]
    if ends[-1]["kind"] == AGAINST_THE_HOUSE:
        seats = [event["seat"] for event in ends]
        return (told[seats.index(shown.seat) if shown.seat in seats else 0],)
    return tuple(told[:SENTENCES_MAX])
