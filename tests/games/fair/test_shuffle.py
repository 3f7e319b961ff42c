"""The order of the cards is uniform, and this test would detect one that is not.

Two statistics over the dealt orders of many hands: how often each card is at each position
(chi-square; both rows and columns of the counts are fixed, hence the factor (n-1)/n), and which two
cards come first. z is the distance from chance in standard deviations.
"""

import random
from hashlib import sha256

import numpy as np
import pytest

from games.engines.core import registry
from games.fair.deck import DealtDeck, SealedDeck, new_master, secret_order
from games.fair.stream import Stream, perm
from tests.support.size import FULL, times

GAMES = [game.key for game in registry.all_games()]
HANDS = times(1_500, 200_000)
FAR = 4.5


def z_scores(orders, n):
    """Return z of card by position, and z of the first two cards."""
    counts = np.zeros((n, n), dtype=np.int64)
    firsts = np.zeros((n, n), dtype=np.int64)
    hands, positions = 0, np.arange(n)
    for order in orders:
        counts[positions, order] += 1
        firsts[order[0], order[1]] += 1
        hands += 1
    expected = hands / n
    x = (n - 1) / n * ((counts - expected) ** 2 / expected).sum()
    pairs = firsts[~np.eye(n, dtype=bool)]
    expected = hands / (n * (n - 1))
    y = ((pairs - expected) ** 2 / expected).sum()
    freedom, pair_freedom = (n - 1) ** 2, n * (n - 1) - 1
    return (
        (x - freedom) / (2 * freedom) ** 0.5,
        (y - pair_freedom) / (2 * pair_freedom) ** 0.5,
    )


def keys(name, hands=HANDS):
    return (sha256(f"shuffle {name} {number}".encode()).digest() for number in range(hands))


def dealt_orders(name, n, *, masters=None):
    """Return orders as hands are dealt: a candidate of the house, permuted by a player's cut."""
    roots = tuple(sha256(f"{name} {k}".encode()).digest() for k in range(4))
    for number, cut in enumerate(keys(name)):
        deck_id = number.to_bytes(16, "big")
        deck = SealedDeck(deck_id, n, roots).cut({0: cut})
        master = masters or sha256(b"master" + cut).digest()
        yield DealtDeck.of_master(deck, master).order


@pytest.mark.parametrize("key", GAMES)
def test_the_cards_of_a_game_are_dealt_evenly(key):
    scores = z_scores(dealt_orders(key, registry.get(key).deck_size), registry.get(key).deck_size)
    assert max(map(abs, scores)) < FAR, scores


def test_an_honest_cut_is_enough_where_the_house_always_has_the_same_deck():
    scores = z_scores(dealt_orders("same deck", 52, masters=bytes(32)), 52)
    assert max(map(abs, scores)) < FAR, scores


def test_an_honest_house_is_enough_where_nobody_cuts():
    scores = z_scores((secret_order(key, 52) for key in keys("no cut")), 52)
    assert max(map(abs, scores)) < FAR, scores


class Modulo(Stream):
    """The planted bias of a remainder: low numbers are a little more likely."""

    def below(self, n):
        return self.byte() % n


def by_modulo(key):
    stream, order = Modulo(key, b"/shuffle"), list(range(52))
    for i in range(51, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def with_any(key):
    """The planted bias of 1999: each card is swapped with any other."""
    stream, order = Stream(key, b"/shuffle"), list(range(52))
    for i in range(52):
        j = stream.below(52)
        order[i], order[j] = order[j], order[i]
    return order


def sorted_by_chance(key):
    """The planted bias of a sort with random comparisons."""
    coins = random.Random(key)

    class Coin(int):
        def __lt__(self, other):
            return coins.random() < 0.5

    return list(map(int, sorted(map(Coin, range(52)))))


@pytest.mark.parametrize(
    ("biased", "hands", "least"),
    [(by_modulo, times(10_000, 200_000, quick=10_000), 50 if FULL else 5), (with_any, 2_000, 10)],
    ids=["modulo", "swap with any"],
)
def test_a_planted_bias_is_detected(biased, hands, least):
    assert z_scores(map(biased, keys("fault", hands)), 52)[0] > least


def test_a_sort_with_random_comparisons_is_detected():
    assert z_scores(map(sorted_by_chance, keys("sort", 1_000)), 52)[0] > FAR


def test_masters_differ():
    assert len({new_master() for _ in range(100)}) == 100
    assert len(new_master()) == 32


def test_below_rejects_bytes_that_would_favour_a_number():
    """Check that each number below n has equally many of the 256 bytes."""

    class Bytes(Stream):
        def __init__(self, value):
            self.values = [value, 0]

        def byte(self):
            return self.values.pop(0)

    for n in (2, 3, 51, 52, 54, 108, 255, 256):
        counts = [0] * n
        for value in range(256):
            stream = Bytes(value)
            number = stream.below(n)
            if stream.values:  # the byte was used, not skipped
                counts[number] += 1
        assert len(set(counts)) == 1
        assert counts[0] == 256 // n


def test_an_order_has_every_card_once():
    for n in (1, 2, 52, 54, 108, 256):
        assert sorted(perm(bytes(32), b"/perm", n)) == list(range(n))
