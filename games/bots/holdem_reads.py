"""Reads: the usual answers to a bet of players who have checked, here or a street before.

Good hands are bet; so players who check have little, and most of their hands fold. The
shares lie between those of the house's medium and hard bots, which `benchmarks.answers_holdem`
measures; each call of a bet makes them smaller, because some people call everything.
"""

from math import exp, log

from games.bots.holdem_spot import Rival, Spot

FOLDS = (1.6, 0.72)
"""The log-odds that a player who checked folds to a bet of the pot, and their slope by its log."""
CALLED = 1.5
"""How much each call of ours takes from the log-odds: the player may be one who calls."""
CAPPED = (0.4, 0.2)
"""The best part of a range that a player would have bet, and how often it checks."""


def stays_after_check(spot: Spot, rival: Rival, total: float) -> float:
    """Return the share of a rival's range that does not fold to our bet of `total`."""
    if rival.all_in or rival.bet >= total:
        return 1.0
    base, slope = FOLDS
    size = (total - spot.current) / spot.pot
    return 1 / (1 + exp(base + slope * log(size) - CALLED * calls(spot, rival)))


def calls(spot: Spot, rival: Rival) -> int:
    """Return how many of our bets after the flop a rival has called, as far as the view tells."""
    found, now, highest, leader = 0, 0, 0, None
    for street, seat, total in spot.course:
        if street == 0:
            continue
        if street != now:
            now, highest, leader = street, 0, None
        if total > highest:
            highest, leader = total, seat
        elif total == highest > 0 and seat == rival.seat and leader == spot.seat:
            found += 1
    return found


def shows_weakness(spot: Spot) -> bool:
    """Whether all rivals have checked on this street, or on the one before, and can still bet."""
    can_bet = spot.street > 0 and spot.to_call == 0 and not all(one.all_in for one in spot.rivals)
    return can_bet and (
        all(rival.last == "check" or rival.all_in for rival in spot.rivals)
        or is_checked_through(spot)
    )


def is_checked_through(spot: Spot) -> bool:
    """Whether nobody bet on the street before this one, after the flop came."""
    last = [total for street, _seat, total in spot.course if street == spot.street - 1]
    return spot.street > 1 and bool(last) and not any(last)
