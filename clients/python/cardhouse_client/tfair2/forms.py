"""Reading of published values: a field that is missing or of another type fails as `form`."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from cardhouse_client.fair import NotFair, need

_DIGITS = frozenset("0123456789abcdef")
SEAT_MAX = 255


def field(value: Any, name: str) -> Any:
    """Return a field of an object that must have it."""
    if not isinstance(value, Mapping) or name not in value:
        raise NotFair("form", f"{name} is missing")
    return value[name]


def hex_bytes(text: Any, size: int, name: str = "a value") -> bytes:
    """Return `size` bytes from lower-case hexadecimal digits."""
    if not (isinstance(text, str) and len(text) == 2 * size and _DIGITS.issuperset(text)):
        raise NotFair("form", f"{name} is not {size} bytes in hexadecimal digits")
    return bytes.fromhex(text)


def bytes_of(value: Any, name: str, size: int = 32) -> bytes:
    """Return the bytes of a field."""
    return hex_bytes(field(value, name), size, name)


def whole(value: Any, name: str, least: int = 0, most: int = 2**32 - 1) -> int:
    """Return a whole number from `least` to `most`; `True` is none."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise NotFair("form", f"{name} is not a whole number from {least} to {most}")
    return value


def number_of(value: Any, name: str, least: int = 0, most: int = 2**32 - 1) -> int:
    """Return the whole number of a field."""
    return whole(field(value, name), name, least, most)


def listed(value: Any, name: str) -> list[Any]:
    """Return a field that is a list."""
    found = field(value, name)
    if not isinstance(found, list):
        raise NotFair("form", f"{name} is not a list")
    return found


def seats_of(value: Any, name: str) -> list[int]:
    """Return a list of seats, in the order in which it is written."""
    return [whole(seat, name, 0, SEAT_MAX) for seat in listed(value, name)]


def by_seat(value: Any, name: str, size: int = 32) -> list[tuple[int, bytes]]:
    """Return a list of [seat, bytes], in the order in which it is written."""
    found = []
    for pair in listed(value, name):
        if not isinstance(pair, list) or len(pair) != 2:
            raise NotFair("form", f"{name} has an entry that is no pair")
        found.append((whole(pair[0], name, 0, SEAT_MAX), hex_bytes(pair[1], size, name)))
    return found


def ascending(values: Sequence[Any]) -> bool:
    """Return whether each value is larger than the one before."""
    return all(one < other for one, other in pairwise(values))


def exactly(value: Any, names: frozenset[str], what: str) -> None:
    """Require an object to have these fields and no others."""
    need(isinstance(value, Mapping) and set(value) == names, "form", f"{what} has other fields")
