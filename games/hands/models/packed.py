"""Columns of hands that are stored as bytes and read as JSON values or hexadecimal text."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import models
from typing_extensions import override

from core.runtime.packed_json import PackedJson, in_order
from games.fair.tfair2.proof import cut_deck, deal_of

# Only add names at the end: what is stored refers to their positions.
NAMES = (
    *("seats", "button", "terms", "deal", "teaching"),  # an opening
    *("seat", "user", "kind", "stack", "bank_ms", "away"),
    *("scheme", "table_id", "no", "deck_id", "n", "roots", "commit", "tfair1"),  # a deal
    *("plan", "cut_commits", "lock", "cuts", "public_key", "pick", "masters", "hand_id"),
    *("number", "absent", "digest", "game", "rules_hash", "step", "chain", "chain_before"),
    *("ended_by", "chips", "net", "pots", "shown", "house"),  # a result
    *("amount", "shares", "winners", "board", "best", "cards"),
    *("big", "small", "ante", "level", "posts", "big_at", "small_at", "straddle"),  # terms
)
_KEPT = (
    *("table_id", "no", "deck_id", "n", "roots", "tfair1", "plan", "cut_commits", "cuts"),
    *("masters", "hand_id", "number", "absent"),
)
"""What is stored of a deal by TFAIR2; hashes, key, pick and button follow from it."""


class _PackedHands(PackedJson):
    """Openings, results and rules; of a deal only what does not follow from the rest is packed."""

    def pack(self, value: Any) -> bytes:
        deal = value.get("deal") if isinstance(value, dict) else None
        if deal and _whole(deal) == deal:
            value = {**value, "deal": {name: deal[name] for name in _KEPT if name in deal}}
        return super().pack(value)

    def unpack(self, data: bytes) -> Any:
        value = super().unpack(data)
        deal = value.get("deal") if isinstance(value, dict) else None
        if deal and "roots" in deal and "commit" not in deal:
            value["deal"] = in_order({**(_whole(deal) or {}), **deal})
        return value


def _whole(deal: Mapping[str, Any]) -> dict[str, Any] | None:
    """A deal by TFAIR2 with all that follows from what is stored of it; None for any other."""
    try:
        return deal_of(
            cut_deck(deal),
            masters=[bytes.fromhex(master or "") for master in deal["masters"]],
            hand_id=bytes.fromhex(deal["hand_id"]),
            number=deal["number"],
        )
    except (KeyError, TypeError, ValueError, IndexError):
        return None


PACKED = _PackedHands(NAMES)


def deal_in(opening: bytes | None) -> Mapping[str, Any]:
    """The published data of the deal in a packed opening; empty if there is none."""
    return {} if opening is None else PACKED.unpack(bytes(opening)).get("deal") or {}


if TYPE_CHECKING:
    _Bytes = models.Field[Any, Any]
else:
    _Bytes = models.BinaryField


class PackedField(_Bytes):
    """A JSON value, stored as bytes (`core.runtime.packed_json`)."""

    def unpack(self, stored: bytes | None) -> Any:
        """The value of what the database returned."""
        return None if stored is None else PACKED.unpack(bytes(stored))

    def from_db_value(self, stored: bytes | None, _expression: Any, _connection: Any) -> Any:
        """The value, for Django."""
        return self.unpack(stored)

    @override
    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        packed = None if value is None else PACKED.pack(value)
        return super().get_db_prep_value(packed, connection, prepared)


class HexField(_Bytes):
    """Hexadecimal text, stored as bytes."""

    def unpack(self, stored: bytes) -> str:
        """The text of what the database returned."""
        return bytes(stored).hex()

    def from_db_value(self, stored: bytes | None, _expression: Any, _connection: Any) -> str | None:
        """The text, for Django."""
        return None if stored is None else self.unpack(stored)

    @override
    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if isinstance(value, str):
            value = bytes.fromhex(value)
        return super().get_db_prep_value(value, connection, prepared)
