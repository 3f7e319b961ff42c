"""One's own part in the dealing: a cut of each next deck, promised by its hash and shown later.

A player who cuts knows that no server could choose the deck. Only people cut: the server refuses
the cuts of accounts that have declared themselves programs.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardhouse_client.fair import as_bytes, need, tagged_hash

KEPT = 4
"""Decks whose cuts are remembered."""


@dataclass(slots=True)
class Cut:
    """A cut of one deck, and how far it has come."""

    seat: int
    cut: str
    hash: str
    promised: bool = False
    """The server has taken the promise."""
    sent: bool = False
    """The cut was sent, because the closed list has its hash."""
    taken: bool = False
    """The server has taken the cut: it must be in the deal."""


class Cuts:
    """The cuts of one seat at one table, by deck."""

    def __init__(self) -> None:
        self.of: dict[str, Cut] = {}

    def next_command(self, deck: Mapping[str, Any], seat: int) -> tuple[str, dict[str, str]] | None:
        """What to send about the next deck as it is shown now; None if nothing.

        Raises `NotFair` if a promise that was taken is not in the closed list.
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
        """The server has taken a command about a deck."""
        own = self.of.get(deck)
        if own is not None:
            own.promised = True
            own.taken = own.taken or command == "cut"

    def check(self, proof: Mapping[str, Any]) -> None:
        """Raise `NotFair` if the deal does not have one's own cut although it was taken."""
        own = self.of.get(proof["deck_id"])
        if own is not None and own.taken:
            dealt = dict(proof["cuts"]).get(own.seat)
            need(dealt == own.cut, "cuts", "your cut was left out of the deal")
