"""The solved heads-up game in play: the place of a real hand in it, and both players' ranges.

`benchmarks.solve_holdem` makes the table and says what it stands for. A bet stands for the solved
one nearest to it in pots; each action multiplies its player's range with the chances that the
solved strategy takes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path

import numpy as np

from games.bots.cfr import Array
from games.bots.holdem_buckets import HANDS, KINDS, LADDER, buckets_on
from games.bots.holdem_spot import Spot
from games.bots.holdem_tree import BOARD_AT, CALL, DEPTHS, RIVER, TURN, Game

PATH = Path(__file__).parent / "data" / "holdem_heads_up.npz"
STEPS = len(LADDER) + 1
FAR = 2.2
"""A bet this many times as large as any solved one has no place in the table."""
FLOOR = 0.01
"""The chance left to actions that the solved strategy never takes."""
FEWEST, MOST = 0.6, 1.8
"""The stacks that the table covers, as parts of the least and the greatest solved depth."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The solved game of one depth: its nodes, and their plans as chances, buckets x actions."""

    game: Game
    plans: dict[int, Array]


@cache
def solved(depth: int) -> Solved:
    """Return the solved game of one of `DEPTHS`."""
    game = Game(depth, until=TURN)
    with np.load(PATH) as stored:
        plans = {}
        for street in range(RIVER):
            nodes = [n for n, at in enumerate(game.tree.street) if at == street]
            for node, plan in zip(nodes, stored[f"{depth} {street}"], strict=True):
                plan = plan[:, : len(game.moves[node])].astype(np.float32) / 255
                plans[node] = _filled(plan) if street else plan
    return Solved(game, plans)


def _filled(plan: Array) -> Array:
    """Return a plan where buckets that no hand reached play as the others of the same strength."""
    by_step = plan.reshape(STEPS, KINDS, -1)
    reached = np.ptp(by_step, axis=2) > 0.01
    mean = (by_step * reached[:, :, None]).sum(1) / np.maximum(reached.sum(1), 1)[:, None]
    usable = reached | ~reached.any(1)[:, None]
    return np.where(usable[:, :, None], by_step, mean[:, None]).reshape(plan.shape)


@dataclass(slots=True)
class Place:
    """Where a hand stands."""

    table: Solved
    ranges: list[Array]
    """The weights of all hands of player 0, who has the button, and of player 1."""
    node: int | None = 0
    """The place in the tree; None outside it."""
    model: list[Array] | None = None
    """The ranges in the solved game, where they are not those of the hand."""

    def chances(self, hand: int, board: tuple[int, ...]) -> list[float]:
        """Return the chances of the moves here with a hand, by its number."""
        assert self.node is not None
        bucket = self._buckets(self.table.game.tree.player[self.node], board)[hand]
        return list(self.table.plans[self.node][bucket])

    def _buckets(self, player: int, board: tuple[int, ...]) -> Array:
        """Return each hand's bucket: with a model, that of the hand as good in the model's range.

        So a player of a tighter range bets and calls as often as the solved game does.
        """
        buckets = buckets_on(board)
        if self.model is None or not board:
            return buckets
        step, kind = np.divmod(buckets, KINDS)
        own, solved_ = (
            np.cumsum(np.bincount(step, weights, STEPS)) / weights.sum()
            for weights in (self.ranges[player], self.model[player])
        )
        middle = own - np.diff(own, prepend=0) / 2
        alike = np.minimum(np.searchsorted(solved_, middle), STEPS - 1)
        return alike[step] * KINDS + kind

    def move(self, share: float, board: tuple[int, ...], *, all_in: bool) -> None:
        """Follow a call or check (`share` 0) or a raise of so many pots after the call."""
        if self.node is None or self.node < 0:
            return
        game = self.table.game
        moves = game.moves[self.node]
        child = _nearest(moves, share, all_in=all_in)
        if child is None:
            self.node = None
            return
        plan = self.table.plans[self.node][:, child]
        player = game.tree.player[self.node]
        self.ranges[player] *= (plan + FLOOR)[self._buckets(player, board)]
        if self.model is not None:
            self.model[player] *= (plan + FLOOR)[buckets_on(board)]
        self.node = game.tree.children[self.node][child]


def _nearest(moves: Sequence[float], share: float, *, all_in: bool) -> int | None:
    """Return the move that a real one stands for; None if it is like no other."""
    if share == CALL:
        return moves.index(CALL)
    raises = [at for at, move in enumerate(moves) if move > CALL]
    if not raises or (share > FAR * moves[raises[-1]]):
        return None
    if all_in and share >= moves[raises[-1]] * 0.7:
        return raises[-1]
    return min(raises, key=lambda at: abs(log(moves[at] / share)))


def covers(spot: Spot) -> bool:
    """Whether the hand is the solved game: two players, only blinds, a depth between the solved."""
    is_plain = spot.seats == 2 and spot.forced == sum(spot.blinds)
    return is_plain and FEWEST * DEPTHS[0] <= spot.depth / spot.unit <= MOST * DEPTHS[-1]


def place_of(spot: Spot) -> Place:
    """Return the place of a hand that `covers`."""
    depth = spot.depth / spot.unit
    table = solved(min(DEPTHS, key=lambda one: abs(log(one / depth))))
    place = Place(table, _all_hands(spot))
    seats = _seats(spot)
    bets = dict(zip(seats, spot.blinds, strict=True))
    _follow(place, spot, seats, 0, _Chips(0, spot.depth, bets))
    return place


def _seats(spot: Spot) -> tuple[int, int]:
    """Return our seat and our only rival's, first of the one who acts last after the flop."""
    seats = (spot.seat, spot.rivals[0].seat)
    return seats if spot.acts_last else (seats[1], seats[0])


def _all_hands(spot: Spot) -> list[Array]:
    free = ~np.isin(HANDS, spot.board).any(1)
    return [free.astype(float), free.astype(float)]


@dataclass(slots=True)
class _Chips:
    """The pot and the smaller stack at the start of a street, and the bets on it by seat."""

    pot: float
    left: float
    bets: dict[int, int]


def _follow(place: Place, spot: Spot, seats: tuple[int, int], street: int, chips: _Chips) -> None:
    """Follow the actions of two seats from a street to before the river."""
    for at, seat, total in spot.course:
        if at < street or seat not in seats:
            continue
        if at == RIVER:
            break
        if at != street:
            pot, left = chips.pot + sum(chips.bets.values()), chips.left - max(chips.bets.values())
            chips, street = _Chips(pot, left, dict.fromkeys(seats, 0)), at
        current = max(chips.bets.values())
        share = max(0, total - current) / (chips.pot + 2 * current)
        all_in = share > 0 and total >= chips.left
        place.move(share, spot.board[: BOARD_AT[street]], all_in=all_in)
        chips.bets[seat] = total


def place_among_more(spot: Spot, ranges: list[Array]) -> Place | None:
    """Return the place of a hand that began with more players, of whom two saw the flop.

    `ranges`: of the two before the flop, first of the one who acts last. The place after the
    flop is that of the solved game with about the same stacks for the pot, and with the last raise
    before the flop from the same side.
    """
    seats, rival = _seats(spot), spot.rivals[0]
    if any(street and seat not in seats for street, seat, _total in spot.course):
        return None
    bets: dict[int, int] = dict.fromkeys(seats, 0)
    highest, raiser = spot.unit, None
    last: dict[tuple[int, int], int] = {}
    for street, seat, total in spot.course:
        if street:
            last[street, seat] = total
        elif seat in seats:
            bets[seat] = total
        if street == 0 and total > highest:
            highest, raiser = total, seat
    left = min(spot.stack + spot.paid, rival.stack + rival.bet + rival.earlier)
    left -= max(bets.values())
    pot = spot.pot - sum(last.values())
    if left <= 0:
        return None
    like = _flop_like(left / pot, None if raiser is None else raiser == seats[0])
    own, model = (
        [one * two for one, two in zip(_all_hands(spot), some, strict=True)]
        for some in (ranges, like.ranges)
    )
    place = Place(solved(like.depth), own, like.node, model)
    _follow(place, spot, seats, 1, _Chips(pot, left, dict.fromkeys(seats, 0)))
    return place


@dataclass(frozen=True, slots=True)
class _Flop:
    """A flop of a solved game, before the first action on it."""

    depth: int
    node: int
    stacks: float
    """In pots."""
    raised: bool | None
    """Whether the last raise was from the player who acts last; None without a raise."""
    ranges: tuple[Array, Array]


def _flop_like(stacks: float, raised: bool | None) -> _Flop:
    """Return the flop with about these stacks, in pots, and the last raise from the same side."""
    some = [one for one in flops() if one.raised == raised]
    return min(some or flops(), key=lambda one: abs(log(one.stacks / stacks)))


@cache
def flops() -> tuple[_Flop, ...]:
    """Return the flops of all solved games."""
    found = []
    for depth in DEPTHS:
        table, every = solved(depth), np.ones(len(HANDS))
        tree = table.game.tree
        todo: list[tuple[int, bool | None, tuple[Array, Array]]] = [(0, None, (every, every))]
        while todo:
            node, raised, ranges = todo.pop()
            player = tree.player[node]
            for at, child in enumerate(tree.children[node]):
                if child < 0:
                    continue
                taken = ranges[player] * (table.plans[node][:, at] + FLOOR)[buckets_on(())]
                now = (taken, ranges[1]) if player == 0 else (ranges[0], taken)
                last = player == 0 if table.game.moves[node][at] > CALL else raised
                if tree.street[child] == 1:
                    found.append(_Flop(depth, child, table.game.stacks[child], last, now))
                else:
                    todo.append((child, last, now))
    return tuple(found)


def is_here(place: Place, spot: Spot) -> bool:
    """Whether the solved game has the decision of this spot."""
    if place.node is None or place.node < 0 or spot.street == RIVER:
        return False
    tree = place.table.game.tree
    return tree.street[place.node] == spot.street and (
        tree.player[place.node] == (0 if spot.acts_last else 1)
    )
