"""Seats between two hands, by values alone."""

from lobby.tables.seating import chips_missing, starters
from tests.support.cases import for_each


@for_each(
    ("price", "stack", "pending", "missing"),
    [
        (0, 0, 0, 0),
        (0, -50, 0, 0),
        (100, 0, 0, 100),
        (100, 99, 0, 1),
        (100, 100, 0, 0),
        (100, 300, 0, 0),
        (100, 0, 100, 0),
        (100, 30, 50, 20),
        (1, 0, 0, 1),
    ],
)
def test_a_seat_needs_the_price_from_its_stack_and_what_was_added(price, stack, pending, missing):
    assert chips_missing(price, stack, pending) == missing


@for_each(
    ("by", "winners", "present", "expected"),
    [
        ("auto", [1], [0, 1, 2], []),
        ("anyone", [1], [0, 1, 2], [0, 1, 2]),
        ("anyone", [1], [0, 2], [0, 2]),
        ("anyone", [], [0, 1, 2], []),
        ("winner", [1, 2], [0, 1, 2], [1, 2]),
        ("winner", [1], [0, 2], []),
        ("winner", [], [0, 1, 2], []),
    ],
)
def test_players_who_may_start_the_next_hand(by, winners, present, expected):
    assert starters(by, winners, present) == expected
