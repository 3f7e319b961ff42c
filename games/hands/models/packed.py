"""Columns of hands that are stored as bytes and read as JSON values or hexadecimal text."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from django.db import models
from django.db.models.query_utils import DeferredAttribute
from typing_extensions import override

from core.runtime.packed_json import PackedJson, in_order
from games.fair.tfair2.hashes import SCHEME, cut_commit_of
from games.fair.tfair2.proof import cut_deck, deal_of, sealed_deck

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
_SEAT = ("seat", "user", "kind", "stack", "bank_ms", "away")
_KINDS = ("bot", "person", "guest", "registered_bot")
"""Kinds of users, stored by their positions: only add at the end."""


class HandRow(Protocol):
    """The columns of a hand that its opening and its result repeat."""

    id: uuid.UUID
    table_id: uuid.UUID
    number: int
    deck_no: int | None
    game: str
    rules_hash: Any


OPENING_COLUMNS = ("id", "table_id", "number", "deck_no", "game", "rules_hash", "opening")
"""What is read of a hand for its opening: the packed value and the `HandRow`."""


class _PackedHands(PackedJson):
    """Openings, results and rules; of a deal only what does not follow from the rest is packed.

    With the `row` of a hand, its opening is packed without what the row's columns repeat.
    """

    def pack(self, value: Any, row: HandRow | None = None) -> bytes:
        """The bytes of a value; if `row` is given, it is needed to unpack them."""
        deal = value.get("deal") if isinstance(value, dict) else None
        if deal and _whole(deal) == deal:
            value = {**value, "deal": {name: deal[name] for name in _KEPT if name in deal}}
            if row is not None and _repeats(value["deal"], row):
                value["deal"] = _without(value["deal"], row)
                value["seats"] = list(map(_short, value["seats"]))
        return super().pack(value)

    def unpack(self, data: bytes, row: HandRow | None = None) -> Any:
        """The value. Raises `ValueError` for other bytes, or if it needs the row."""
        value = super().unpack(data)
        deal = value.get("deal") if isinstance(value, dict) else None
        if deal and "roots" in deal and "commit" not in deal:
            if "table_id" not in deal:
                if row is None:
                    raise ValueError("the row of the hand is needed to read its opening")
                deal = _with(deal, row)
                value["seats"] = list(map(_long, value["seats"]))
            value["deal"] = in_order({**(_whole(deal) or {}), **deal})
        return value


def _repeated(row: HandRow) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parts of a deal and of its plan that are those of the row, or empty."""
    ids = {"table_id": row.table_id.hex, "hand_id": row.id.hex}
    numbers = {"no": row.deck_no, "number": row.number}
    return {**ids, **numbers, "absent": []}, {"game": row.game, "rules_hash": row.rules_hash}


def _repeats(deal: Mapping[str, Any], row: HandRow) -> bool:
    """Whether the ids, numbers and rules of a deal are all as the row has them."""
    of_deal, of_plan = _repeated(row)
    same = all(deal[name] == of_deal[name] for name in of_deal if name != "absent")
    return same and all(deal["plan"][name] == of_plan[name] for name in of_plan)


def _without(deal: Mapping[str, Any], row: HandRow) -> Mapping[str, Any]:
    """A deal without what follows from the row and from the rest of it."""
    of_deal, of_plan = _repeated(row)
    short = {n: v for n, v in deal.items() if n not in of_deal and n != "cut_commits"}
    short["plan"] = {name: v for name, v in deal["plan"].items() if name not in of_plan}
    if deal["absent"]:
        short["absent"] = deal["absent"]
    if not deal["cuts"]:
        del short["cuts"]
    return short


def _with(deal: Mapping[str, Any], row: HandRow) -> dict[str, Any]:
    """The deal of `_without`; one that no check accepts if the row was changed beyond reading."""
    of_deal, of_plan = _repeated(row)
    cuts = deal.get("cuts", [])
    whole = {**of_deal, **deal, "cuts": cuts, "plan": in_order({**of_plan, **deal["plan"]})}
    try:
        commit = sealed_deck(whole).commit
    except (AttributeError, OverflowError, TypeError, ValueError):
        del whole["no"]
        return {**whole, "cut_commits": [], "scheme": SCHEME, "commit": "unreadable"}
    commits = [[seat, cut_commit_of(commit, seat, bytes.fromhex(cut)).hex()] for seat, cut in cuts]
    return {**whole, "cut_commits": commits}


def _short(seat: Mapping[str, Any]) -> Any:
    """A seat of an opening as a list, without `away` if it is false."""
    if tuple(sorted(seat)) != _SEAT_NAMES or seat["kind"] not in _KINDS:
        return seat
    values = [seat[name] for name in _SEAT]
    values[2] = _KINDS.index(seat["kind"])
    return values if seat["away"] else values[:-1]


def _long(seat: Any) -> Any:
    if isinstance(seat, dict):
        return seat
    made = dict(zip(_SEAT, [*seat, False], strict=False))
    return in_order({**made, "kind": _KINDS[made["kind"]]})


_SEAT_NAMES = tuple(sorted(_SEAT))


def _whole(deal: Mapping[str, Any]) -> dict[str, Any] | None:
    """A deal by TFAIR2 with all that follows from what is stored of it; None for any other."""
    try:
        return deal_of(
            cut_deck(deal),
            masters=[bytes.fromhex(master or "") for master in deal["masters"]],
            hand_id=bytes.fromhex(deal["hand_id"]),
            number=deal["number"],
        )
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError):
        return None


PACKED = _PackedHands(NAMES)
_PLAIN = PackedJson(NAMES)


def deal_in(opening: bytes | None) -> Mapping[str, Any]:
    """The published data of the deal in an opening from before TFAIR2; empty if there is none.

    Of a deal by TFAIR2 it is only a part.
    """
    return {} if opening is None else _PLAIN.unpack(bytes(opening)).get("deal") or {}


if TYPE_CHECKING:
    _Bytes = models.Field[Any, Any]
else:
    _Bytes = models.BinaryField


class Stored(bytes):
    """The bytes of a `PackedField` as the database returned them."""


class _Unpacking(DeferredAttribute):
    """A value of an instance, unpacked when it is first read: with its row."""

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        value = super().__get__(instance, cls)
        if type(value) is Stored:
            value = instance.__dict__[self.field.attname] = PACKED.unpack(value, instance)
        return value

    def __set__(self, instance: Any, value: Any) -> None:
        """With this, values that are in the instance are read by `__get__`."""
        instance.__dict__[self.field.attname] = value


class PackedField(_Bytes):
    """A JSON value of a hand, stored as bytes (`core.runtime.packed_json`)."""

    descriptor_class = _Unpacking

    def unpack(self, stored: bytes | None) -> Stored | None:
        """The bytes that the database returned, for an instance to unpack."""
        return None if stored is None else Stored(stored)

    def from_db_value(self, stored: bytes | None, _expression: Any, _connection: Any) -> Any:
        """The same, for Django."""
        return self.unpack(stored)

    @override
    def pre_save(self, model_instance: Any, add: bool) -> Any:
        value = super().pre_save(model_instance, add)
        return None if value is None else Stored(PACKED.pack(value, model_instance))

    @override
    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        packed = value if value is None or type(value) is Stored else PACKED.pack(value)
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
