"""The player's part in the dealing: a cut of each next deck, committed by hash and shown later.

A player who cuts knows that the house could not choose the deck. Only people cut: the server
refuses cuts from accounts that are declared bots.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from cardhouse_client.fairness import Fairness, is_listed
from cardhouse_client.tfair2.forms import bytes_of, field, number_of, seats_of

Command = tuple[str, int, dict[str, str]]
"""A command's type, the number of its deck, and its fields."""


class Cuts:
    """The cuts of one seat at one table; the secrets are in the memory of `fairness`."""

    def __init__(self, fairness: Fairness) -> None:
        self._fairness = fairness
        self._sent: set[tuple[str, int]] = set()
        """What was sent over this connection."""

    def reconnected(self) -> None:
        """Note that answers may have been lost: what has none is sent again."""
        self._sent.clear()

    def next_command(self, deck: Mapping[str, Any], seat: int) -> Command | None:
        """Return the command for the next deck in its present state, which was checked, or None."""
        no, commit = number_of(deck["deck"], "no", 1), bytes_of(deck["deck"], "commit").hex()
        seen = self._fairness.guard.seen
        own, lock = seen.cuts.get(no), field(deck, "lock")
        if (own is not None and own.seat != seat) or no not in seen.commits:
            return None
        if lock is not None and own is not None and is_listed(own, lock):
            asked_again = seat in seats_of(deck, "missing")
            if asked_again or not (own.cut_acknowledged or ("cut", no) in self._sent):
                return self._send("cut", no, {"commit": commit, "cut": own.cut})
            return None
        hand_is_over = number_of(deck["ended"], "no") + 1 == no
        if not hand_is_over or seat in seats_of(deck, "not_asked"):
            return None
        if own is None and lock is None:
            own = self._fairness.promise(no, secrets.token_bytes(32))
        if own is None or own.commit_acknowledged or ("cut_commit", no) in self._sent:
            return None
        return self._send("cut_commit", no, {"commit": commit, "hash": own.hash})

    def _send(self, kind: str, no: int, fields: dict[str, str]) -> Command:
        self._sent.add((kind, no))
        return kind, no, fields
