"""The simpler hold'em players: easy, who calls too much, and medium, who plays by charts.

Shares are of all starting hands, the best first: `share < 0.1` is the best tenth. After the flop
both use the share of hands that they beat, and their outs.
"""

import random

from games.bots.choice import Choice
from games.bots.holdem_cards import hits, outs, share_beaten
from games.bots.holdem_spot import Spot, aggressive, give_up, passive

# -- easy ------------------------------------------------------------------------------------


def easy(spot: Spot, rng: random.Random) -> Choice:
    """Play as a beginner: see too many flops, call too much, but raise good hands."""
    return _easy_preflop(spot, rng) if spot.street == 0 else _easy_postflop(spot, rng)


def _easy_preflop(spot: Spot, rng: random.Random) -> Choice:
    share = spot.share + rng.uniform(-0.04, 0.04)
    if share < 0.12 and spot.raises < (2 if share < 0.03 else 1) and rng.random() < 0.85:
        return aggressive(spot, 3 * max(spot.current, spot.unit))
    return passive(spot) if share < _easy_limit(spot) else give_up(spot)


def _easy_limit(spot: Spot) -> float:
    """Return the share of hands that easy calls with, by the price in blinds."""
    cost = spot.to_call / spot.unit
    for up_to, limit in ((0.6, 0.75), (1, 0.5), (3.5, 0.4), (10, 0.2), (25, 0.1)):
        if cost <= up_to:
            return limit * (1.3 if spot.seats == 2 else 1)
    return 0.06


def _easy_postflop(spot: Spot, rng: random.Random) -> Choice:
    beats = share_beaten(spot.hole, spot.board)
    if spot.to_call == 0:
        likes = (beats > 0.8 and rng.random() < 0.5) or rng.random() < 0.06
        return aggressive(spot, spot.pot / 2) if likes else passive(spot)
    if beats > 0.95 and spot.raises < 3 and rng.random() < 0.5:
        return aggressive(spot, 3 * spot.current)
    size = spot.to_call / max(1, spot.pot - spot.to_call)
    draw = outs(spot.hole, spot.board)
    needs = min(0.92, 0.52 + 0.2 * size) + rng.uniform(-0.06, 0.06)
    draws = (draw >= 8 and size <= 1.2) or (draw >= 4 and size <= 0.4)
    return passive(spot) if beats > needs or draws else give_up(spot)


# -- medium: before the flop -----------------------------------------------------------------

OPENS = (1.0, 0.6, 0.42, 0.29, 0.22, 0.18, 0.15, 0.13, 0.11, 0.1)
"""The share that medium opens with, by the number of players behind."""
AHEAD = 0.72
"""The chance to be ahead from which medium bets."""
STRONG = 0.87
"""The chance to be ahead from which medium bets more."""
SIZES, BIG_SIZES = (0.5, 0.6, 0.66), (0.75, 0.85, 1.0)
"""Medium's bets, in pots."""
RAISED = 0.8
"""The share of hands that a raise after the flop leaves behind, as medium sees it."""
COMMITTING = 0.35
"""A player who pays this share of their chips before the flop plays for all of them."""
SHORT = 10
"""With fewer big blinds medium goes all-in or folds."""


def medium(spot: Spot, rng: random.Random) -> Choice:
    """Play solid: open by position, answer raises with the best hands, pay by pot odds."""
    return _medium_preflop(spot, rng) if spot.street == 0 else _medium_postflop(spot, rng)


def _medium_preflop(spot: Spot, rng: random.Random) -> Choice:
    share = spot.share * rng.uniform(0.9, 1.1)
    if spot.to_call > COMMITTING * spot.stack:
        return _medium_for_all(spot, share)
    if spot.effective < SHORT * spot.unit:
        return _medium_short(spot, share)
    if spot.raises == 0:
        return _medium_open(spot, share, rng)
    return _medium_answer(spot, share, rng)


def _medium_for_all(spot: Spot, share: float) -> Choice:
    """Answer a bet for most of the chips: the best half of the hands goes all-in."""
    limit = _stack_limit(spot)
    if share < limit / 2:
        return aggressive(spot, spot.bet + spot.stack)
    return passive(spot) if share < limit else give_up(spot)


def _stack_limit(spot: Spot) -> float:
    """Return the share of hands to play for all chips, by their number of blinds."""
    blinds = spot.to_call / spot.unit
    limit = float(min(0.6, 1.3 / (blinds + 1) ** 0.72))
    return limit * (1.5 if spot.seats == 2 else 1)


def _medium_short(spot: Spot, share: float) -> Choice:
    blinds = spot.effective / spot.unit
    push = OPENS[min(9, spot.behind)] * (1.2 if blinds < 6 else 0.9)
    if spot.raises:
        push = min(push, _stack_limit(spot) * 0.8)
    if share < push:
        return aggressive(spot, spot.bet + spot.stack)
    cheap = spot.raises == 0 and spot.to_call * 6 < spot.pot
    return passive(spot) if cheap else give_up(spot)


def _medium_open(spot: Spot, share: float, rng: random.Random) -> Choice:
    limpers = sum(rival.last == "call" for rival in spot.rivals)
    size = (2.5 + limpers + rng.choice((0, 0.5))) * spot.unit
    opens = OPENS[min(9, spot.behind)] if spot.seats > 2 else 0.7
    if spot.big_blind:
        opens = 0.15 if spot.seats > 2 else 0.3
    if share < opens / (1 + limpers):
        return aggressive(spot, size)
    limps = limpers and share < (0.5 if spot.small_blind else 0.28)
    return passive(spot) if limps or spot.to_call == 0 else give_up(spot)


def _medium_answer(spot: Spot, share: float, rng: random.Random) -> Choice:
    """Answer a raise: reraise the best hands, call with good ones, fewer at a higher price."""
    few = spot.seats <= 3
    again, call = {1: (0.05, 0.17), 2: (0.022, 0.07)}.get(spot.raises, (0.012, 0.03))
    if few:
        again, call = again * 1.8, call * 2
    size = spot.current / spot.unit
    if spot.raises == 1:
        call *= min(1.3, (3 / size) ** 0.7) * (1.7 if spot.big_blind else 1)
    if share < again and rng.random() < 0.85:
        return aggressive(spot, (3 if spot.last_to_act else 3.5) * spot.current)
    return passive(spot) if share < call or spot.price < 0.1 else give_up(spot)


# -- medium: after the flop ------------------------------------------------------------------


def _medium_postflop(spot: Spot, rng: random.Random) -> Choice:
    beats = share_beaten(spot.hole, spot.board)
    draw = outs(spot.hole, spot.board)
    if spot.to_call == 0:
        return _medium_first(spot, beats, draw, rng)
    return _medium_facing(spot, beats, draw, rng)


def _medium_first(spot: Spot, beats: float, draw: int, rng: random.Random) -> Choice:
    """Bet first: hands that are ahead, some draws, and sometimes a continuation bet."""
    others = len(spot.rivals)
    ahead = beats**others
    size = rng.choice(SIZES if ahead < STRONG else BIG_SIZES) * spot.pot
    if ahead > AHEAD and rng.random() < 0.85:
        return aggressive(spot, size)
    if draw >= 8 and rng.random() < 0.4:
        return aggressive(spot, size)
    raised = spot.street == 1 and spot.paid >= 2 * spot.unit
    continues = raised and others == 1 and rng.random() < 0.4
    return aggressive(spot, spot.pot / 2) if continues else passive(spot)


def _medium_facing(spot: Spot, beats: float, draw: int, rng: random.Random) -> Choice:
    """Answer a bet: larger bets mean better hands; call what the pot odds pay for."""
    size = spot.to_call / max(1, spot.pot - spot.to_call)
    floor = min(0.6, 0.3 + 0.2 * size) if spot.raises == 1 else RAISED
    win = max(0.0, (beats - floor) / (1 - floor)) * 0.9 + 0.05
    better_floor = 0.93 if spot.raises == 1 else 0.975
    if beats > better_floor and rng.random() < 0.7:
        return aggressive(spot, 3 * spot.current)
    to_come = 3 - spot.street if spot.closed else 1
    drawing = hits(draw, to_come) if spot.street < 3 else 0.0
    price = spot.price * (0.8 if drawing > win else 1.0)
    return passive(spot) if max(win, drawing) > price + 0.02 else give_up(spot)
