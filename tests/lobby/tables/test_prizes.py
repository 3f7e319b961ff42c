"""Prizes of sit and gos, by values alone (rule 4.6)."""

from lobby.tables.prizes import prizes
from tests.support.cases import for_each


@for_each(
    ("pool", "players", "paid"),
    [
        (1_000, 2, [1_000]),
        (1_000, 4, [1_000]),
        (1_000, 5, [650, 350]),
        (1_000, 7, [650, 350]),
        (1_000, 8, [500, 300, 200]),
        (4_000, 9, [2_000, 1_200, 800]),
        (101, 5, [66, 35]),
        (99, 8, [51, 29, 19]),
        (1, 8, [1, 0, 0]),
    ],
)
def test_the_places_are_paid_and_the_winner_gets_the_remainder(pool, players, paid):
    assert prizes(pool, players) == paid
    assert sum(paid) == pool


def test_a_winner_may_take_all():
    assert prizes(900, 9, winner_takes_all=True) == [900]
