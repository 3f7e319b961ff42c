"""The expert of three players: the plays that the network rates best, simulated.

Each play is tried against sampled hands of the others, and its rating counts beside the results.
Games with few cards left are played out exactly, others by a quick player.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

from games.bots.dou_dizhu_endgame import Endgame, TooLong
from games.bots.dou_dizhu_hard import rated
from games.bots.dou_dizhu_plan import ONE, Planner
from games.bots.dou_dizhu_rollout import BOMB, Hand, finish, play_of
from games.bots.dou_dizhu_spot import Spot
from games.bots.dou_dizhu_tactics import Table, public_planner
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import size

STAGES = ((5, 36), (4, 60), (2, 90))
"""Stages as (plays, samples): 5 plays on 36 deals of the unseen cards, then fewer on more."""
CLOSE = 0.5
"""Plays that are rated lower than the best by more than this are not tried."""
LATER = 3.0
"""The factor by which samples grow as games get shorter with fewer cards left."""
BOMBS_COUNT = 1.6
"""The factor of a bomb in the value of a game, below 2 in favour of winning."""
TRUST = 3.0
"""What the network's rating counts beside the mean result."""
ENDGAME_CARDS_MAX, POSITIONS_MAX = 12, 500
"""With so few cards in all hands a game is played out exactly, unless it has more positions."""


def expert(table: Table, rng: random.Random) -> Reading | None:
    """Return an unstoppable way out, else the play with the best rating and results."""
    sure = table.sure()
    if sure is not None:
        return sure
    plays = rated(table)
    best = plays[0][0]
    close = [(value, play) for value, play in plays[: STAGES[0][0]] if best - value < CLOSE]
    if len(close) == 1:
        return close[0][1]
    trials = [_Trial(table, play, value) for value, play in close]
    planner = public_planner(table.spot)
    cards = sum(table.spot.counts)
    more = min(LATER, 50 / cards)
    exact = cards <= ENDGAME_CARDS_MAX
    endgame = Endgame(table.spot.rules, table.spot.landlord, POSITIONS_MAX) if exact else None
    for width, count in STAGES:
        if trials[0].games:
            trials = trials[:width]
        if len(trials) == 1:
            break
        worlds = list(_worlds(table.spot, planner, rng, int(more * count)))
        for trial in trials:
            trial.play_out(worlds, endgame)
        trials.sort(key=lambda trial: -trial.value)
    return trials[0].play


class _Trial:
    """A play under trial, with its results so far."""

    def __init__(self, table: Table, play: Reading | None, rating: float) -> None:
        spot = table.spot
        planner = table.planner
        assert isinstance(planner, Planner)
        self.play, self.prior = play, TRUST * rating
        self.cards = spot.hand - play.cards if play is not None else spot.hand
        self.own = _hand(planner, self.cards)
        self.landlord = spot.landlord
        self.last, self.by = play, 0
        if play is None:
            assert spot.last is not None
            # If the next player played it, both others have passed now and that player leads.
            self.last, self.by = spot.last if spot.last_by == 2 else None, spot.last_by
        self.bombs = int(play is not None and play_of(play)[0] >= BOMB)
        self.total, self.games = 0.0, 0

    @property
    def value(self) -> float:
        """Return the mean result plus the rating, weighted."""
        return self.total / max(1, self.games) + self.prior

    def play_out(self, worlds: list["_World"], endgame: Endgame | None) -> None:
        """Play each sample to the end; bombs raise the value of a game."""
        for world in worlds:
            landlord_won, played = self._result(world, endgame)
            worth = BOMBS_COUNT ** (played + self.bombs)
            self.total += worth if landlord_won == (self.landlord == 0) else -worth
        self.games += len(worlds)

    def _result(self, world: "_World", endgame: Endgame | None) -> tuple[bool, int]:
        """Return whether the landlord wins, and how many bombs are played."""
        if endgame is not None:
            hands = self.cards, world.one, world.other
            with suppress(TooLong):
                return endgame.landlord_wins(hands, 1, self.last, self.by), 0
        one, other = world.hands
        last = play_of(self.last) if self.last is not None else None
        return finish([self.own.copy(), one.copy(), other.copy()], self.landlord, 1, last, self.by)


class _World:
    """Hands that the next and the previous player may hold."""

    def __init__(self, planner: Planner, one: int, other: int) -> None:
        self.planner, self.one, self.other = planner, one, other

    @cached_property
    def hands(self) -> tuple[Hand, Hand]:
        """Return their plans."""
        return _hand(self.planner, self.one), _hand(self.planner, self.other)


def _worlds(spot: Spot, planner: Planner, rng: random.Random, count: int) -> Iterator[_World]:
    """Yield hands of both, dealt at random from the unseen cards."""
    free = spot.unseen - spot.known[1] - spot.known[2]
    cards = [ONE[rank] for rank in range(15) for _ in range(free >> 4 * rank & 15)]
    first = spot.counts[1] - size(spot.known[1])
    for _ in range(count):
        cards.sort(key=lambda _card: rng.random())
        one = spot.known[1] + sum(cards[:first])
        yield _World(planner, one, spot.unseen - one)


def _hand(planner: Planner, cards: int) -> Hand:
    return Hand.of(planner.parts(cards))
