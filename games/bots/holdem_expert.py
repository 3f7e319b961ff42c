"""The expert in hold'em: the solved game where two play, and the river solved as it comes.

Among more players it takes ranges before the flop from charts; once two are left on the flop, the
solved game goes on from there.
"""

import random

import numpy as np

from games.bots.cfr import Array
from games.bots.choice import Choice
from games.bots.holdem_buckets import HANDS, values_of
from games.bots.holdem_cards import SHARE
from games.bots.holdem_ranges import OPENS
from games.bots.holdem_river import River, solve
from games.bots.holdem_spot import Spot, aggressive, give_up, passive
from games.bots.holdem_table import Place, covers, is_here, place_among_more, place_of
from games.bots.holdem_tree import CALL, FOLD, RIVER

RARE = 0.04
"""Moves with less than this chance are not played: they are what is left of the search."""
CHEAP = 0.1
"""A price, as a share of the pot, at which no hand is folded before the river."""
NUMBER = {tuple(hand): at for at, hand in enumerate(HANDS.tolist())}

SHARES = np.array([SHARE[low, high] for low, high in HANDS.tolist()])
"""The share of starting hands that are better, of each hand."""


def solved_choice(spot: Spot, rng: random.Random) -> Choice | None:
    """Return a move of the solved game; None where it is another game."""
    if covers(spot):
        place: Place | None = place_of(spot)
    elif spot.street > 0 and len(spot.rivals) == 1 and spot.course:
        place = place_among_more(spot, _ranges_before(spot))
    else:
        return None
    if place is None:
        return None
    if spot.street == RIVER:
        return by_river(spot, (place.ranges[1], place.ranges[0]), rng)
    return by_table(spot, place, rng) if is_here(place, spot) else None


def _ranges_before(spot: Spot) -> list[Array]:
    """Return the ranges of the last two players before the flop, first of the last to act."""
    mine, theirs = (_range_before(spot, seat) for seat in (spot.seat, spot.rivals[0].seat))
    return [mine, theirs] if spot.acts_last else [theirs, mine]


def _range_before(spot: Spot, who: int) -> Array:
    """Return how likely a player has come to the flop with each hand, from their actions."""
    highest, raises, best, worst = spot.unit, 0, 0.15, 1.0  # an unraised big blind
    for at, (street, seat, total) in enumerate(spot.course):
        if street:
            break
        if total > highest:
            highest, raises = total, raises + 1
            if seat == who:
                best, worst = 0.0, (_opens(spot, at), 0.1, 0.035)[min(raises, 3) - 1]
        elif seat == who and total == highest:
            best, worst = ((0.1, 0.6), (0.05, 0.3), (0.02, 0.12), (0.0, 0.05))[min(raises, 3)]
    return _soft(SHARES, worst) * (1 - 0.8 * _soft(SHARES, best)) if best else _soft(SHARES, worst)


def _opens(spot: Spot, at: int) -> float:
    """Return the share that is opened by the player of an action before the flop."""
    return OPENS[max(0, min(9, spot.seats - 1 - at))]


def _soft(shares: Array, worst: float) -> Array:
    """Return 1 for better hands than a share and 0 for worse ones, with a soft edge."""
    return 0.01 + 0.99 / (1 + np.exp((shares - worst) / (0.015 + 0.06 * worst)))


def number_of(spot: Spot) -> int:
    """Return the number of our hand among all."""
    low, high = sorted(spot.hole)
    return NUMBER[low, high]


def by_table(spot: Spot, place: Place, rng: random.Random) -> Choice:
    """Return a move of the solved game."""
    assert place.node is not None
    moves = place.table.game.moves[place.node]
    chances = place.chances(number_of(spot), spot.board)
    move = _draw(moves, chances, rng)
    if move == FOLD and spot.price > CHEAP:
        return give_up(spot)
    if move <= CALL:
        return passive(spot)
    return aggressive(spot, spot.current + move * (spot.pot + spot.to_call))


def _draw(moves: list[float], chances: list[float], rng: random.Random) -> float:
    often = [chance if chance >= RARE else 0.0 for chance in chances]
    return rng.choices(moves, often)[0]


def by_river(spot: Spot, ranges: tuple[np.ndarray, np.ndarray], rng: random.Random) -> Choice:
    """Return a move of the solved river; `ranges`: of the first to act, and of the other."""
    made = [total for street, _seat, total in spot.course if street == RIVER]
    before = spot.pot - spot.bet - sum(rival.bet for rival in spot.rivals)
    stack = min(spot.stack + spot.bet, max(one.stack + one.bet for one in spot.rivals))
    river = River(before, stack, made)
    values = values_of(np.array([spot.board]))[0]
    me = 1 if spot.acts_last else 0
    ranges[me][number_of(spot)] += ranges[me].mean()  # our own hand is always possible
    solver, live, bucket = solve(river, values, ranges)
    plan = solver.average(river.here)[:, bucket[np.flatnonzero(live == number_of(spot))[0]]]
    # Rounded, so that processors that add in another order choose alike.
    total = _draw(river.totals[river.here], plan.round(3).tolist(), rng)
    if total < 0:
        return give_up(spot)
    return passive(spot) if total <= spot.current else aggressive(spot, total)
