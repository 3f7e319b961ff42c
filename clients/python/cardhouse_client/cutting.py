"""The player's part in the dealing: a cut of each next deck, committed by hash and revealed later.

A player who cuts knows that the server could not choose the deck. Only people cut: the server
refuses cuts from accounts that are declared bots.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardhouse_client.fair import as_bytes, need, tagged_hash

KEPT = 4
"""The number of decks whose cuts are kept."""


@dataclass(slots=True)
class Cut:
    """A cut of one deck, and its progress."""

    seat: int
    cut: str
    hash: str
    promised: bool = False
    """Whether the server has accepted the commitment."""
    sent: bool = False
    """Whether the cut was sent, because the closed list has its hash."""
    taken: bool = False
    """Whether the server has accepted the cut, so that the deal must contain it."""


class Cuts:
    """The cuts of one seat at one table, by deck."""

    def __init__(self) -> None:
        self.of: dict[str, Cut] = {}

    def next_command(self, deck: Mapping[str, Any], seat: int) -> tuple[str, dict[str, str]] | None:
        """Return the command for the next deck in its present state, or None.

        Raises `NotFair` if the closed list lacks a commitment that the server had accepted.
        """
        name, own = deck["deck_id"], self.of.get(deck["deck_id"])
        if deck["locked"] is None:
            if own is not None and own.seat == seat:
                return None
            cut = secrets.token_bytes(32)
            hashed = tagged_hash(2, as_bytes(name, 16), bytes([seat]), cut).hex()
            self.of[name] = Cut(seat, cut.hex(), hashed)
            for old in list(self.of)[:-KEPT]:
                del self.of[old]
            return "cut_commit", {"deck": name, "hash": hashed}
        if own is None or own.sent or own.seat != seat:
            return None
        listed = [seat, own.hash] in [list(one) for one in deck["locked"]]
        need(listed or not own.promised, "cuts", "your cut was left out of the list")
        own.sent = listed
        return ("cut", {"deck": name, "cut": own.cut}) if listed else None

    def answered(self, command: str, deck: str) -> None:
        """Record that the server accepted a command about a deck."""
        own = self.of.get(deck)
        if own is not None:
            own.promised = True
            own.taken = own.taken or command == "cut"

    def check(self, proof: Mapping[str, Any]) -> None:
        """Raise `NotFair` if the deal lacks the client's cut although it was accepted."""
        own = self.of.get(proof["deck_id"])
        if own is not None and own.taken:
            dealt = dict(proof["cuts"]).get(own.seat)
            need(dealt == own.cut, "cuts", "your cut was left out of the deal")
