"""The ranges of the other players, narrowed by their actions, and hands drawn from them.

A view has no history, but it shows what everyone paid before this street and did on it. The former
tells how tight a rival's range was before the flop and how many bets they have put in since; the
latter, how well they like the board.
"""

import random
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations
from math import exp, log

from games.bots.holdem_cards import SHARE, Combo, hits, straight_outs
from games.bots.holdem_reads import CAPPED
from games.bots.holdem_spot import Rival, Spot
from games.engines.holdem.ranking import STRAIGHT, value

LEAK = 0.06
"""The weight left to hands that an action should exclude."""
BARREL = 0.6
"""A usual bet after the flop, in pots."""
CONTINUES = 0.62
"""The share of a range that continues against a bet."""
VALUE_BETS = (0.0, 0.62, 0.56, 0.5)
"""By street, the share of a range that bets for value: 1 for a tiny bet, half for the pot."""
BLUFFS = (0.0, 1.2, 1.1, 1.0)
"""By street, the bluffs that people make, as a share of those that a call breaks even against."""
RAISES = (0.5, 0.4)
"""The share of value bets and of bluffs that remains for a raise."""
AGAIN = (0.2, 0.1)
"""The share of an opening range that reraises, and that raises a third time."""
SLOW_PLAYS = (0.0, 0.7, 0.5, 0.3)
"""By street, the share of hands worth a bet that people check."""
STEPS = 100
"""The resolution of strengths and shares."""

Weigh = Callable[[float], float]
"""The weight of a hand by its quantile in a range: 0 for the best, 1 for the worst."""


@dataclass(frozen=True, slots=True)
class Board:
    """All hands that others may hold, ranked on the present board."""

    hands: tuple[Combo, ...]
    shares: tuple[int, ...]
    """Each hand's share before the flop, in steps."""
    quantiles: tuple[int, ...]
    """Each hand's quantile on this board, in steps, 0 for the best."""
    values: tuple[int, ...]
    """Each hand's value on the river; empty before."""
    masks: tuple[int, ...]
    """The two cards as bits."""


def survey(spot: Spot) -> Board:
    """Rank all hands that others may hold on this board."""
    known = {*spot.hole, *spot.board}
    hands = tuple(combinations([card for card in range(52) if card not in known], 2))
    shares = tuple([int(SHARE[hand] * STEPS) for hand in hands])
    masks = tuple([1 << one | 1 << other for one, other in hands])
    if spot.street == 0:
        return Board(hands, shares, shares, (), masks)
    values = tuple([value((*spot.board, *hand)) for hand in hands])
    worth = values if spot.street == 3 else _with_draws(spot.board, hands, values)
    return Board(hands, shares, _to_quantiles(worth), values if spot.street == 3 else (), masks)


def _to_quantiles(worth: Sequence[float]) -> tuple[int, ...]:
    """Return the quantiles of these values, the best first, equal ones at their mean."""
    order, count = sorted(worth), len(worth)
    quantiles: dict[float, int] = {}
    at = 0
    while at < count:
        one = order[at]
        end = at
        while end < count and order[end] == one:
            end += 1
        quantiles[one] = min(STEPS - 1, int((1 - (at + end) / 2 / count) * STEPS))
        at = end
    return tuple([quantiles[one] for one in worth])


def _with_draws(
    board: tuple[int, ...], hands: Sequence[Combo], values: Sequence[int]
) -> tuple[float, ...]:
    """Return the share of hands beaten now, with the chance of a draw to beat the others."""
    order, count, to_come = sorted(values), len(values), 5 - len(board)
    below = {one: bisect_left(order, one) / count for one in set(values)}
    suited = max(range(4), key=lambda suit: sum(card & 3 == suit for card in board))
    flush_cards = sum(card & 3 == suited for card in board)
    ranks = 0
    for card in board:
        ranks |= 1 << (card >> 2)
    dull = straight_outs(ranks)
    worth = []
    for (one, other), made in zip(hands, values, strict=True):
        beaten = below[made]
        if made >> 26 < STRAIGHT:
            own = (one & 3 == suited) + (other & 3 == suited)
            number = 9 if own and own + flush_cards == 4 else 0
            runs = straight_outs(ranks | 1 << (one >> 2) | 1 << (other >> 2)) - dull
            number += 4 * runs if not number else 3 * runs
            if number > 0:
                beaten += (1 - beaten) * 0.8 * hits(number, to_come)
        worth.append(beaten)
    return tuple(worth)


def draw_outs(spot: Spot) -> int:
    """Return our own outs to a straight or a flush, counted as `survey` counts others'."""
    suits = [card & 3 for card in (*spot.board, *spot.hole)]
    ranks = dull = 0
    for card in spot.board:
        dull |= 1 << (card >> 2)
    for card in spot.hole:
        ranks |= 1 << (card >> 2)
    flush = any(suits.count(card & 3) == 4 for card in spot.hole)
    runs = straight_outs(ranks | dull) - straight_outs(dull)
    return 9 * flush + (3 if flush else 4) * max(0, runs)


# -- weights ---------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _band(best: float, worst: float, capped: float) -> tuple[float, ...]:
    """Return weights by step: even to `worst`, soft at the end; `capped` above `best`."""
    soft = 0.04 + 0.12 * worst
    weights = []
    for step in range(STEPS):
        at = (step + 0.5) / STEPS
        inside = 1 / (1 + exp(min(40.0, (at - worst) / soft * 3)))
        weights.append(LEAK + (1 - LEAK) * inside * (capped if at < best else 1.0))
    return tuple(weights)


def _polar(value_share: float, bluffs: float) -> Weigh:
    """Weigh for a bet: the best hands of a range, plus bluffs that are `bluffs` of all bets."""
    share = max(0.02, value_share)
    rest = bluffs / (1 - bluffs) * share / (1 - share)

    def weigh(quantile: float) -> float:
        inside = 1 / (1 + exp(max(-40.0, min(40.0, (quantile - share) / 0.04))))
        return inside + (1 - inside) * rest

    return weigh


def _goes_on(share: float, slow: float) -> Weigh:
    """Weigh for a call: the better part of a range, but only `slow` of the very best hands."""

    def weigh(quantile: float) -> float:
        inside = 1 / (1 + exp(max(-40.0, min(40.0, (quantile - share) / 0.07))))
        return LEAK + (1 - LEAK) * inside * (slow if quantile < 0.08 else 1.0)

    return weigh


def _checks(street: int) -> Weigh:
    """Weigh for a check: of the best quarter only some, fewer on later streets."""
    return lambda quantile: SLOW_PLAYS[street] if quantile < 0.25 else 1.0


def _checks_weak(quantile: float) -> float:
    """Weigh for a check of a player who bets good hands at once."""
    return CAPPED[1] if quantile < CAPPED[0] else 1.0


class Range:
    """The weighted hands of one rival.

    `capped`: whether a check says that the hand is weak.
    """

    __slots__ = ("_total", "board", "cumulated", "quantiles", "weights")

    def __init__(self, board: Board, spot: Spot, rival: Rival, *, capped: bool = False) -> None:
        band = _preflop(spot, rival)
        self.board = board
        self.weights = [band[share] for share in board.shares]
        for weigh in _story(spot, rival, capped=capped):
            self._apply(weigh)
        self.quantiles = self._quantiles()
        self.cumulated = list(accumulate(self.weights))
        self._total = self.cumulated[-1]

    def _quantiles(self) -> list[float]:
        """Return for every quantile of the board the quantile in this range, at its middle."""
        sums = [0.0] * STEPS
        for quantile, weight in zip(self.board.quantiles, self.weights, strict=True):
            sums[quantile] += weight
        total, before, quantiles = sum(sums), 0.0, []
        for part in sums:
            quantiles.append((before + part / 2) / total)
            before += part
        return quantiles

    def _apply(self, weigh: Weigh) -> None:
        factors = [weigh(quantile) for quantile in self._quantiles()]
        pairs = zip(self.board.quantiles, self.weights, strict=True)
        self.weights = [weight * factors[quantile] for quantile, weight in pairs]

    def draw(self, rng: random.Random) -> int:
        """Return the index of a hand drawn by its weight."""
        return bisect_left(self.cumulated, rng.random() * self._total)


# -- before the flop -------------------------------------------------------------------------

OPENS = (1.0, 0.7, 0.5, 0.36, 0.27, 0.22, 0.18, 0.16, 0.14, 0.12)
"""The share that a player opens with, by the number of players behind."""


def opening_share(spot: Spot) -> float:
    """Return the share that is opened at a table of this size, over all positions."""
    return (1.0, 1.0, 0.75, 0.46, 0.38, 0.32, 0.28, 0.26, 0.24, 0.22, 0.2)[spot.seats]


def _preflop(spot: Spot, rival: Rival) -> tuple[float, ...]:
    """Return the weights of a rival's hands by what they paid before the flop."""
    if spot.street == 0:
        return _acting(spot, rival)
    size = min(rival.earlier, spot.unit * 40) / spot.unit
    short = rival.all_in and rival.bet == 0
    if short and size < 25:
        return _band(0, push_share(size, spot.seats), 1)
    usual = opening_share(spot)
    if size <= 1.3:
        return _band(0.08, 1.0 if rival.big_blind else min(0.9, 1.6 * usual + 0.1), 0.4)
    if size <= 6 or spot.street > 1:
        return _band(0.02, min(1.0, usual * (1.5 if rival.big_blind else 1.15)), 0.7)
    return _band(0, usual * (AGAIN[0] * 1.3 if size <= 15 else AGAIN[1] * 1.3), 1)


def _acting(spot: Spot, rival: Rival) -> tuple[float, ...]:
    """Return the weights while the flop is still to come."""
    usual = opening_share(spot)
    if rival.waits:
        return _band(0, 1.5, 1)
    size = rival.bet / spot.unit
    if rival.last == "check":
        return _band(0.12, 1.5, 0.5)
    if rival.all_in and rival.last != "call":
        return _band(0, shove_share(spot, size), 1)
    if rival.last == "call" and size <= 1.1:
        return _band(0.08, min(0.9, 1.5 * usual + 0.1), 0.5)
    if rival.last == "call":
        return _band(0.05, usual * (1.0 if size < 5 else 0.45 if size < 14 else 0.25), 0.5)
    if size <= 6.5:
        return _band(0, usual * min(1.15, (3 / size) ** 0.4), 1)
    return _band(0, usual * (AGAIN[0] if size <= 18 else AGAIN[1]), 1)


def push_share(blinds: float, seats: int) -> float:
    """Return the share to push with at this many blinds, all-in or fold."""
    return float(min(0.9, (2.4 if seats == 2 else 1.5) / (blinds + 0.5) ** 0.75))


def shove_share(spot: Spot, blinds: float) -> float:
    """Return the share that goes all-in, as a short stack or as a habit."""
    usual = opening_share(spot)
    floor = usual * (0.55 if spot.raises <= 1 else 0.3)
    return max(floor, push_share(blinds, spot.seats) * (1 if spot.raises <= 1 else 0.6))


def call_share(blinds: float, others: int) -> float:
    """Return the share that calls an all-in of this many blinds, with others still to act."""
    return float(min(0.95, 2.5 / max(1.0, blinds) ** 0.85) / (1 + 0.15 * others))


# -- after the flop --------------------------------------------------------------------------


def _story(spot: Spot, rival: Rival, *, capped: bool) -> list[Weigh]:
    """Return a rival's actions after the flop as weights to apply in sequence."""
    if spot.street == 0:
        return []
    story: list[Weigh] = []
    barrels = _barrels(spot, rival)
    if barrels > 0.2:
        story.append(_goes_on(CONTINUES**barrels, 1.0))
    # Streets on which nobody paid were checked through.
    for street in range(1, 1 + round(spot.street - 1 - barrels)):
        story.append(_checks_weak if capped else _checks(street))
    size = _size(spot, rival)
    if rival.raised:
        story.append(_bets(spot, size))
    elif rival.bet > 0:
        story.append(_goes_on(min(0.95, 1.1 / (1 + size)), 0.6))
    elif rival.last == "check" and not rival.all_in:
        story.append(_checks_weak if capped else _checks(spot.street))
    return story


def _barrels(spot: Spot, rival: Rival) -> float:
    """Return about how many bets a rival put in between the flop and this street."""
    opened = (3 if spot.seats < 4 else 4) * spot.unit
    if spot.street == 1 or rival.earlier <= opened:
        return 0.0
    players = max(2.0, _pot_before(spot) / rival.earlier)
    return min(spot.street - 1.0, log(rival.earlier / opened) / log(1 + BARREL * players))


def _pot_before(spot: Spot) -> int:
    """Return the pot without this street's bets."""
    return spot.pot - spot.bet - sum(other.bet for other in spot.rivals)


def _size(spot: Spot, rival: Rival) -> float:
    """Return a rival's bet in pots, relative to the pot before this street's bets."""
    return rival.bet / max(_pot_before(spot), spot.unit)


def _bets(spot: Spot, size: float) -> Weigh:
    """Weigh for a bet: the larger, the better and fewer the hands, but never only the best."""
    value_share = max(0.14, VALUE_BETS[spot.street] / (1 + size))
    bluffs = min(0.45 if size < 1.5 else 0.22, BLUFFS[spot.street] * size / (1 + 2 * size))
    if spot.raises > 1:
        value_share, bluffs = value_share * RAISES[0], bluffs * RAISES[1]
    return _polar(value_share, bluffs)


# -- worlds ----------------------------------------------------------------------------------

SAMPLES = 2_000
"""The approximate number of hands drawn for one decision, ours and the boards included."""

TRIES = 20
"""How often a hand is redrawn because its cards are taken, before any free hand is used."""


@dataclass(frozen=True, slots=True)
class World:
    """One sample of the hidden cards: the rivals' quantiles in their ranges, and who wins."""

    weight: float
    quantiles: tuple[float, ...]
    """Each rival's quantile in their own range."""
    beats: tuple[float, ...]
    """Against each rival at the showdown: 1 we win, 0.5 equal, 0 we lose."""


def worlds(spot: Spot, board: Board, ranges: Sequence[Range], rng: random.Random) -> list[World]:
    """Sample the rivals' hands and the rest of the board; heads-up on the river, list all."""
    if spot.street == 3 and len(ranges) == 1:
        return _all_worlds(spot, board, ranges[0])
    dead = 0
    for card in (*spot.hole, *spot.board):
        dead |= 1 << card
    count = max(160, min(500, SAMPLES // (len(ranges) + 2)))
    return [_world(spot, board, ranges, dead, rng) for _ in range(count)]


def _world(
    spot: Spot, board: Board, ranges: Sequence[Range], dead: int, rng: random.Random
) -> World:
    drawn = []
    for one in ranges:
        for _ in range(TRIES):
            at = one.draw(rng)
            if not board.masks[at] & dead:
                break
        while board.masks[at] & dead:
            at = int(rng.random() * len(board.hands))
        dead |= board.masks[at]
        drawn.append(at)
    cards, chance = list(spot.board), rng.random
    while len(cards) < 5:
        card = int(chance() * 52)
        if not dead >> card & 1:
            dead |= 1 << card
            cards.append(card)
    own = value((*cards, *spot.hole))
    return World(
        1.0,
        tuple([one.quantiles[board.quantiles[at]] for one, at in zip(ranges, drawn, strict=True)]),
        tuple([_score(own, value((*cards, *board.hands[at]))) for at in drawn]),
    )


def _score(own: int, other: int) -> float:
    return 1.0 if own > other else 0.5 if own == other else 0.0


def _all_worlds(spot: Spot, board: Board, only: Range) -> list[World]:
    own = value((*spot.board, *spot.hole))
    return [
        World(weight, (only.quantiles[quantile],), (_score(own, other),))
        for weight, quantile, other in zip(only.weights, board.quantiles, board.values, strict=True)
    ]
