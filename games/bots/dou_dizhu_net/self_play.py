"""Many games of self-play at once, in step: in every game the same player is to act.

Player 0 is the landlord, who is drawn at random: hands are not chosen by bids. Games that are over
are dropped from the arrays as it goes on.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from games.bots.dou_dizhu_net.features import (
    BOMBS_MAX,
    Positions,
    play_columns,
    state_columns,
)
from games.bots.dou_dizhu_net.moves import RANKS_COUNT, Moves, Shape, moves_of
from games.bots.dou_dizhu_net.network import (
    POINTS_WEIGHT,
    Network,
    net_of,
    play_values,
    position_values,
)

RED = 14
POINTS_MAX = 2.0


@dataclass
class Decisions:
    """The plays that one network chose, with more than one to choose from."""

    states: list[Any] = field(default_factory=list)
    plays: list[Any] = field(default_factory=list)
    games: list[Any] = field(default_factory=list)
    is_landlord: list[bool] = field(default_factory=list)


@dataclass
class Games:
    """The results of self-play: N games."""

    decisions: list[Decisions]
    """By network."""
    landlord_won: Any
    """(N,) bool."""
    bombs: Any
    """(N,) int8."""
    dealt: Any
    """The hands before the kitty, by player, (N, players, 15) int8."""

    def results(self, xp: Any) -> Any:
        """Return the landlord's results, (N, 2): games won +-1, points."""
        sign = xp.where(self.landlord_won, 1.0, -1.0).astype(xp.float32)
        points = xp.minimum(xp.exp2(self.bombs.astype(xp.float32)) / 2, POINTS_MAX)
        return xp.stack((sign, sign * points), axis=1)


def deal(xp: Any, shape: Shape, rng: Any, count: int) -> tuple[Any, Any]:
    """Return hands before the kitty (N, players, 15), and kitties (N, 15), of random deals."""
    pack = [rank for rank in range(13) for _ in range(4)] + [13, 14]
    cards = xp.asarray(pack * shape.packs, dtype=xp.int8)
    order = xp.argsort(rng.random((count, len(cards)), dtype=xp.float32), axis=1)
    ranks = cards[order][..., None] == xp.arange(RANKS_COUNT, dtype=xp.int8)
    ends = [shape.hand * player for player in range(shape.players + 1)]
    hands = [ranks[:, low:high].sum(axis=1, dtype=xp.int8) for low, high in pairwise(ends)]
    return xp.stack(hands, axis=1), ranks[:, ends[-1] :].sum(axis=1, dtype=xp.int8)


class Playing:
    """Games in progress; every array has one row a game."""

    def __init__(self, xp: Any, shape: Shape, hands: Any, kitty: Any) -> None:
        self.xp, self.shape = xp, shape
        count, players = len(hands), shape.players
        self.game = xp.arange(count)
        self.hands = hands.copy()
        self.hands[:, 0] += kitty
        self.kitty = kitty
        self.full = self.hands.sum(axis=1, dtype=xp.int8)[:1]
        self.trick = xp.zeros((count, players, RANKS_COUNT), dtype=xp.int8)
        self.passed = xp.zeros((count, players), dtype=bool)
        self.before = xp.zeros_like(self.trick)
        self.last = xp.zeros(count, dtype=xp.int64)
        self.last_by = xp.zeros(count, dtype=xp.int8)
        self.passes = xp.zeros(count, dtype=xp.int8)
        self.bombs = xp.zeros(count, dtype=xp.int8)

    def seen(self, rows: Any, role: int) -> Positions:
        """Return these games as the player `role` sees them."""
        xp, players = self.xp, self.shape.players
        around = [(role + player) % players for player in range(players)]
        hands = self.hands[rows]
        left = hands.sum(axis=1, dtype=xp.int8)
        hand = hands[:, role]
        if role:
            known = xp.maximum(self.kitty[rows] - (self.full - left), 0)
        else:
            known = xp.zeros_like(hand)
        by = (self.last_by[rows] - role) % players
        return Positions(
            hand=hand,
            unseen=left - hand,
            known=known,
            trick=self.trick[rows][:, around],
            passed=self.passed[rows][:, around],
            before=self.before[rows][:, around],
            last_by=xp.where(self.last[rows] > 0, by, 0),
            counts=hands.sum(axis=2, dtype=xp.int8)[:, around],
            bombs=xp.minimum(self.bombs[rows], BOMBS_MAX),
        )

    def apply(self, role: int, move: Any, cards: Any, moves: Moves) -> Any:
        """Let `role` make its moves; return which games that ends."""
        xp, players = self.xp, self.shape.players
        plays = move > 0
        leads = (self.last == 0)[:, None]
        self.before = xp.where(leads[..., None], self.trick, self.before)
        self.trick = xp.where(leads[..., None], 0, self.trick).astype(xp.int8)
        self.passed &= ~leads
        self.hands[:, role] -= cards
        self.trick[:, role] = xp.where(plays[:, None], cards, self.trick[:, role])
        self.passed[:, role] = ~plays
        self.last = xp.where(plays, move, self.last)
        self.last_by = xp.where(plays, role, self.last_by).astype(xp.int8)
        self.passes = xp.where(plays, 0, self.passes + 1).astype(xp.int8)
        self.bombs += moves.is_bomb[move]
        ended = self.passes == players - 1
        self.last = xp.where(ended, 0, self.last)
        self.passes = xp.where(ended, 0, self.passes).astype(xp.int8)
        return self.hands[:, role].sum(axis=1) == 0

    def keep(self, rows: Any) -> None:
        """Drop all other games."""
        for name in (
            *("game", "hands", "kitty", "trick", "passed", "before"),
            *("last", "last_by", "passes", "bombs"),
        ):
            setattr(self, name, getattr(self, name)[rows])


def on(xp: Any, moves: Moves) -> Moves:
    """Return the table as arrays of `xp`."""
    return Moves(*(xp.asarray(getattr(moves, name)) for name in Moves.__slots__))


def play(
    xp: Any, shape: Shape, nets: list[Network], rng: Any, count: int, random_share: float
) -> Games:
    """Play `count` games; a share of the choices is random, so that everything is tried.

    `xp` is NumPy or CuPy, `rng` its generator.
    """
    moves = on(xp, moves_of(shape))
    dealt, kitty = deal(xp, shape, rng, count)
    games = Playing(xp, shape, dealt, kitty)
    result = Games(
        decisions=[Decisions() for _ in nets],
        landlord_won=xp.zeros(count, dtype=bool),
        bombs=xp.zeros(count, dtype=xp.int8),
        dealt=dealt,
    )
    role = 0
    while len(games.game):
        chosen, cards = _choose(games, role, moves, nets, rng, random_share, result)
        over = games.apply(role, chosen, cards, moves)
        ended = games.game[over]
        result.landlord_won[ended] = role == 0
        result.bombs[ended] = games.bombs[over]
        games.keep(xp.nonzero(~over)[0])
        role = (role + 1) % shape.players
    return result


def options(xp: Any, moves: Moves, hands: Any, last: Any, rng: Any) -> tuple[Any, Any, Any]:
    """Return the open moves of B hands as (row, move, cards): one entry a move, (K,), (K, 15).

    Free kickers are drawn at random, low and single cards first.
    """
    enough = (hands[:, None, :] >= moves.cards).all(axis=2)
    rows, found = xp.nonzero(enough & moves.beats[last])
    cards = moves.cards[found]
    free = xp.nonzero(moves.kickers[found])[0]
    if not len(free):
        return rows, found, cards
    kicked, count = found[free], moves.kickers[found[free]]
    each = moves.kicker_cards[kicked][:, None]
    held = hands[rows[free]]
    may = (held >= each) & (moves.cards[kicked] == 0)
    may[:, RED] &= each[:, 0] > 1  # never both jokers as kickers
    ranks = xp.arange(RANKS_COUNT, dtype=xp.float32)
    order = ranks + 12 * (held > each) + 6 * rng.random(may.shape, dtype=xp.float32)
    order = xp.where(may, order, 1e3)
    place = xp.argsort(xp.argsort(order, axis=1), axis=1)
    cards[free] += ((place < count[:, None]) * each).astype(xp.int8)
    lacking = may.sum(axis=1) < count
    kept = xp.ones(len(found), dtype=bool)
    kept[free[lacking]] = False
    return rows[kept], found[kept], cards[kept]


def _choose(
    games: Playing,
    role: int,
    moves: Moves,
    nets: list[Network],
    rng: Any,
    random_share: float,
    result: Games,
) -> tuple[Any, Any]:
    """Return the move of each game, and its cards; note the decisions."""
    xp, shape = games.xp, games.shape
    size, hands = len(games.game), games.hands[:, role]
    rows, found, cards = options(xp, moves, hands, games.last, rng)
    choices = xp.bincount(rows, minlength=size)
    first = xp.cumsum(choices) - choices
    entry = first.astype(xp.int64)
    several = xp.nonzero(choices > 1)[0]
    if len(several):
        place = xp.zeros(size, dtype=xp.int64)
        place[several] = xp.arange(len(several))
        open_ = xp.nonzero(choices[rows] > 1)[0]
        row, move = rows[open_], found[open_]
        states = state_columns(xp, shape, games.seen(several, role), role)
        plays = play_columns(
            xp, shape, cards[open_], hands[row] - cards[open_], moves.category[move]
        )
        which = net_of(shape, role)
        shared = position_values(xp, nets[which], states)
        values = play_values(xp, nets[which], shared[place[row]], plays)
        value = values[:, 0] + POINTS_WEIGHT * values[:, 1]
        at_random = rng.random(size, dtype=xp.float32) < random_share
        drawn = rng.random(len(value), dtype=xp.float32)
        value = xp.where(at_random[row], drawn, value)
        table = xp.full((len(several), len(moves.category)), -xp.inf, dtype=xp.float32)
        table[place[row], move] = value
        where = xp.zeros(table.shape, dtype=xp.int32)
        where[place[row], move] = xp.arange(len(row), dtype=xp.int32)
        best = where[xp.arange(len(several)), table.argmax(axis=1)]
        entry[several] = open_[best]
        decisions = result.decisions[which]
        decisions.states.append(states)
        decisions.plays.append(plays[best])
        decisions.games.append(games.game[several])
        decisions.is_landlord.append(role == 0)
    return found[entry], cards[entry]
