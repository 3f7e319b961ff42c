"""JSON values as few bytes: MessagePack, with names as numbers and hexadecimal text as bytes.

A value is the same after `pack` and `unpack`, and so is the order of its names, which is that of
PostgreSQL's `jsonb`: by length, then by bytes.
"""

import re
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

_HEX = re.compile(r"(?:[0-9a-f]{2}){8,}")
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_UUID_CODE = 1
"""The code of MessagePack's extension for a UUID."""
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


class PackedJson:
    """The packing of one kind of values; `names` are its usual names of fields.

    Stored values refer to names by their positions: never change the order, only add at the end.
    Other names are stored as text.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._codes = {name: code for code, name in enumerate(names)}

    def pack(self, value: Any) -> bytes:
        """The bytes of a JSON value: whole numbers of at most 64 bits, no fractions."""
        return _encode(self._packed(value))

    def unpack(self, data: bytes) -> Any:
        """The value that `pack` wrote. Raises `ValueError` for other bytes."""
        return self._unpacked(_decode(data))

    def _packed(self, value: Any) -> Any:
        if isinstance(value, str):
            if _HEX.fullmatch(value):
                return bytes.fromhex(value)
            if _UUID.fullmatch(value):
                return msgspec.msgpack.Ext(_UUID_CODE, uuid.UUID(value).bytes)
            return value
        if isinstance(value, dict):
            return {self._codes.get(n, n): self._packed(one) for n, one in in_order(value).items()}
        if isinstance(value, list | tuple):
            return [self._packed(one) for one in value]
        return value

    def _unpacked(self, value: Any) -> Any:
        if isinstance(value, bytes):
            return value.hex()
        if isinstance(value, dict):
            return {
                self._names[name] if isinstance(name, int) else name: self._unpacked(one)
                for name, one in value.items()
            }
        if isinstance(value, list):
            return [self._unpacked(one) for one in value]
        if isinstance(value, msgspec.msgpack.Ext):
            return str(uuid.UUID(bytes=bytes(value.data)))
        return value


def in_order(value: Mapping[str, Any]) -> dict[str, Any]:
    """An object with its names in the order of `jsonb`; those inside it stay as they are."""
    return {name: value[name] for name in sorted(value, key=_in_jsonb)}


def _in_jsonb(name: str) -> tuple[int, bytes]:
    text = name.encode()
    return len(text), text
