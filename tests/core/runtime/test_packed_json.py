"""JSON values as few bytes: nothing is lost, and the order of names is that of `jsonb`."""

import json
import random

import pytest

from core.runtime.packed_json import PackedJson
from tests.support.cases import for_each

PACKED = PackedJson(("seats", "user", "roots"))
UUID = "baeffea0-8d82-4908-bc8a-60679a625876"
VALUES = (
    {},
    None,
    [],
    [1, -1, 2**63 - 1, -(2**63), 0, True, False, None, ""],
    {"seats": [{"user": UUID}], "roots": ["ab" * 32, None]},
    {"other": {"seats": "seats", "1": 1, "é": "ü"}},
    # Text that only looks like bytes or a UUID.
    ["abc", "AB" * 16, "ab" * 7, "ab" * 8 + "c", "xy" * 16, UUID.upper(), UUID[:-1], " " + UUID],
)


@for_each("value", VALUES)
def test_every_value_is_unpacked_as_it_was_packed(value):
    again = PACKED.unpack(PACKED.pack(value))
    assert json.dumps(again, sort_keys=True) == json.dumps(value, sort_keys=True)


def test_random_values_are_unpacked_as_they_were_packed():
    rng = random.Random("packed json")

    def value(depth=0):
        kind = rng.randrange(7 if depth < 3 else 5)
        if kind == 5:
            return [value(depth + 1) for _ in range(rng.randrange(4))]
        if kind == 6:
            return {rng.choice("ab") * rng.randrange(9): value(depth + 1) for _ in range(4)}
        return rng.choice((rng.randbytes(9).hex(), UUID, rng.randrange(-(10**9), 10**9), "seats"))

    for _ in range(200):
        made = value()
        assert PACKED.unpack(PACKED.pack(made)) == made


def test_names_are_in_the_order_of_jsonb_whatever_it_was():
    made = {"user": 1, "a": 2, "roots": 3, "seats": 4, "é": 5}
    assert list(PACKED.unpack(PACKED.pack(made))) == ["a", "é", "user", "roots", "seats"]


def test_known_names_hashes_and_uuids_take_few_bytes():
    assert len(PACKED.pack({"roots": ["ab" * 32], "user": UUID})) == 1 + 2 + 34 + 1 + 18


def test_other_bytes_are_refused():
    with pytest.raises(ValueError, match="MessagePack"):
        PACKED.unpack(b"\xc1")
