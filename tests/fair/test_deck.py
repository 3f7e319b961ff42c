"""The dealing scheme against its vectors, and the shuffle against chance."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from games.fair.deck import new_master, secret_order
from games.fair.stream import Stream, perm

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
HANDS = 20_000


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"N={vector['n']}")
def test_vectors(vector):
    masters = [bytes.fromhex(master) for master in vector["masters"]]
    key = bytes.fromhex(vector["public_key"])
    assert list(secret_order(masters[0], vector["n"])) == vector["secret_order_0"]
    assert Stream(key, b"/pick").below(vector["K"]) == vector["pick"]
    assert list(perm(key, b"/perm", vector["n"])) == vector["public_perm"]
    order = secret_order(masters[vector["pick"]], vector["n"])
    assert [order[at] for at in vector["public_perm"]] == vector["dealt"]


def test_masters_differ():
    assert len({new_master() for _ in range(100)}) == 100
    assert len(new_master()) == 32


def test_below_takes_no_byte_that_would_favour_a_number():
    """Of 256 bytes, each number below n has exactly as many."""

    class Bytes(Stream):
        def __init__(self, value):
            self.values = [value, 0]

        def byte(self):
            return self.values.pop(0)

    for n in (2, 3, 51, 52, 54, 255, 256):
        counts = [0] * n
        for value in range(256):
            stream = Bytes(value)
            number = stream.below(n)
            if stream.values:  # the byte was used, not skipped
                counts[number] += 1
        assert len(set(counts)) == 1
        assert counts[0] == 256 // n


def z_of(orders) -> float:
    """How far the counts of (position, card) are from chance, in standard deviations."""
    n = 52
    counts = [[0] * n for _ in range(n)]
    hands = 0
    for order in orders:
        hands += 1
        for position, card in enumerate(order):
            counts[position][card] += 1
    expected = hands / n
    x = (n - 1) / n * sum((c - expected) ** 2 / expected for row in counts for c in row)
    freedom = (n - 1) ** 2
    return (x - freedom) / (2 * freedom) ** 0.5


def keys():
    return (sha256(f"shuffle test {number}".encode()).digest() for number in range(HANDS))


def test_the_shuffle_is_even():
    assert abs(z_of(secret_order(key, 52) for key in keys())) < 4.5


def test_the_test_sees_a_modulo_bias():
    class Modulo(Stream):
        def below(self, n):
            return self.byte() % n

    def biased(key):
        stream, order = Modulo(key, b"/shuffle"), list(range(52))
        for i in range(51, 0, -1):
            j = stream.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    assert z_of(biased(key) for key in keys()) > 10
