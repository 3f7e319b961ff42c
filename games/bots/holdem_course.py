"""The likely course of a hand between two, from a view that shows only what both have paid.

The dealer's bots see the course itself; whoever asks a policy for a plain view gets this one.
"""

from collections.abc import Mapping
from typing import Any

STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
Course = tuple[tuple[int, int, int], ...]
OPEN, AGAIN, THIRD = 2.5, 9, 21
"""Usual bets before the flop, in big blinds: the first raise, and those on top of it."""


def likely_course(view: Mapping[str, Any]) -> Course:
    """Return the likely actions as (street, seat, bet after it); nothing among more than two."""
    if len(view["seats"]) != 2:
        return ()
    button, big = view["button"], view["blinds"]["big"]
    bets = {entry["seat"]: entry["bet"] for entry in view["seats"]}
    paid = {entry["seat"]: entry["paid"] - entry["bet"] for entry in view["seats"]}
    street, me = STREETS[view["phase"]], view["you"]["seat"]
    other = next(seat for seat in bets if seat != me)
    blind = other if button == me else me
    if street == 0:
        return _opening(bets, me, other, button, big)
    each = min(paid.values())
    first = each if street == 1 else min(each, 3 * big)
    course = _before(first, button, blind, big)
    growth = (each / max(first, 1)) ** (1 / max(street - 1, 1))
    for at in range(1, street):
        bet = round(first * growth**at - first * growth ** (at - 1))
        course += [(at, blind, 0), (at, button, bet)]
        course += [(at, blind, bet)] if bet else []
    if bets[me] or me == button:
        course.append((street, blind, bets[me] if me == blind else 0 if bets[me] else bets[other]))
        if me == button and bets[me]:
            course += [(street, me, bets[me]), (street, other, bets[other])]
        elif me == blind:
            course.append((street, other, bets[other]))
    elif bets[other]:
        course += [(street, me, 0), (street, other, bets[other])]
    return tuple(course)


def _before(paid: int, button: int, blind: int, big: int) -> list[tuple[int, int, int]]:
    """Return how two may have come to pay so much before the flop."""
    raises = [round(size * big) for size in (OPEN, AGAIN, THIRD)]
    steps = [*(one for one in raises if one * 1.5 < paid), paid]
    seats = (button, blind)
    course = [(0, seats[at % 2], total) for at, total in enumerate(steps)]
    return [*course, (0, seats[len(steps) % 2], paid)]


def _opening(bets: Mapping[int, int], me: int, other: int, button: int, big: int) -> Course:
    """Return the actions before the flop that left these bets."""
    mine, theirs = bets[me], bets[other]
    if me == button:
        return () if theirs <= big and mine < big else ((0, me, mine), (0, other, theirs))
    if mine <= big:
        return ((0, other, theirs),)
    return ((0, other, round(OPEN * big)), (0, me, mine), (0, other, theirs))
