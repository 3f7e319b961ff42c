"""The dealing of a hand as its page tells it, before the browser has checked it."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.dealing.queries.decks import seal_of
from games.fair.proof import SCHEME as OLDER_SCHEME
from games.fair.tfair2.proof import Reason
from games.hands.models import Hand

_FIRST_DAY = datetime.date(1970, 1, 1)


def dealing_of(hand: Hand, players: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the dealing of a finished hand in words; None for hands without any proof.

    `players` with `seat` and `name`. The result: `is_older` (dealt by TFAIR1), `cut_by` (names of
    those whose cuts count), `players` and `withheld` (numbers), `absent` (seats), `thrown`
    (sentences about the decks before it), `no` of the deck, `commit`, `chain`, and `day` (date,
    place from 1, length, root, head) once it is closed.
    """
    seal = seal_of(hand)
    if seal is None:
        return None
    cut = {seat for seat, _cut in hand.opening["deal"]["cuts"]}
    day = seal["day"]
    return {
        "is_older": seal["scheme"] == OLDER_SCHEME,
        "cut_by": [player["name"] for player in players if player["seat"] in cut],
        "players": seal["players"],
        "withheld": seal["withheld"],
        "absent": seal["absent"],
        "thrown": [_thrown(deck) for deck in seal["thrown"]],
        "no": hand.deck_no,
        "commit": seal["commit"],
        "chain": seal["chain"],
        "day": day and _day(day),
    }


def _day(day: Mapping[str, Any]) -> dict[str, Any]:
    number = day["day"]
    date = number if isinstance(number, str) else _FIRST_DAY + datetime.timedelta(days=number)
    length = day["leaves"] if "leaves" in day else day["hands"]
    place = day["place"] + 1
    return {
        "date": str(date),
        "place": place,
        "length": length,
        "root": day["root"],
        "head": day["head"],
    }


def _thrown(deck: Mapping[str, Any]) -> str:
    """Return a sentence about a deck that was thrown away, without its full stop."""
    seats = ", ".join(map(str, deck["blamed"]))
    count = len(deck["blamed"])
    match deck["reason"]:
        case Reason.CUT_MISSING:
            why = ngettext(
                "seat %(seats)s did not show its cut",
                "seats %(seats)s did not show their cuts",
                count,
            )
        case Reason.TOO_FEW_LEFT:
            why = ngettext(
                "seat %(seats)s left after the lock", "seats %(seats)s left after the lock", count
            )
        case Reason.TABLE_CLOSED:
            why = _("the table closed")
        case Reason.RULES_CHANGED:
            why = _("the rules changed")
        case _other:
            why = _("the house gave no reason")
    return _("Deck %(no)s: %(why)s") % {"no": deck["no"], "why": why % {"seats": seats}}
