"""The expert of three players: the plays that the network rates best, simulated.

Each play is tried against sampled hands of the others, and its rating counts beside the results.
"""

import random
from collections.abc import Iterator

from games.bots.dou_dizhu_hard import rated
from games.bots.dou_dizhu_plan import ONE, Planner
from games.bots.dou_dizhu_rollout import BOMB, Hand, Play, finish, play_of
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
    more = min(LATER, 50 / sum(table.spot.counts))
    for width, count in STAGES:
        if trials[0].games:
            trials = trials[:width]
        if len(trials) == 1:
            break
        worlds = list(_worlds(table.spot, planner, rng, int(more * count)))
        for trial in trials:
            trial.play_out(worlds)
        trials.sort(key=lambda trial: -trial.value)
    return trials[0].play


class _Trial:
    """A play under trial, with its results so far."""

    def __init__(self, table: Table, play: Reading | None, rating: float) -> None:
        spot = table.spot
        planner = table.planner
        assert isinstance(planner, Planner)
        self.play, self.prior = play, TRUST * rating
        self.own = _hand(planner, spot.hand - play.cards if play is not None else spot.hand)
        self.landlord = spot.landlord
        self.last: Play | None
        self.by, self.bombs = 0, 0
        if play is not None:
            self.last = play_of(play)
            self.bombs = int(self.last[0] >= BOMB)
        else:
            assert spot.last is not None
            # If the next player played it, both others have passed now and that player leads.
            self.last = play_of(spot.last) if spot.last_by == 2 else None
            self.by = spot.last_by
        self.total, self.games = 0.0, 0

    @property
    def value(self) -> float:
        """Return the mean result plus the rating, weighted."""
        return self.total / max(1, self.games) + self.prior

    def play_out(self, worlds: list[tuple[Hand, Hand]]) -> None:
        """Play each sample to the end; bombs raise the value of a game."""
        for one, other in worlds:
            hands = [self.own.copy(), one.copy(), other.copy()]
            landlord_won, played = finish(hands, self.landlord, 1, self.last, self.by)
            worth = BOMBS_COUNT ** (played + self.bombs)
            self.total += worth if landlord_won == (self.landlord == 0) else -worth
        self.games += len(worlds)


def _worlds(
    spot: Spot, planner: Planner, rng: random.Random, count: int
) -> Iterator[tuple[Hand, Hand]]:
    """Yield hands of the next and the previous player, dealt at random from the unseen cards."""
    free = spot.unseen - spot.known[1] - spot.known[2]
    cards = [ONE[rank] for rank in range(15) for _ in range(free >> 4 * rank & 15)]
    first = spot.counts[1] - size(spot.known[1])
    for _ in range(count):
        cards.sort(key=lambda _card: rng.random())
        one = spot.known[1] + sum(cards[:first])
        yield _hand(planner, one), _hand(planner, spot.unseen - one)


def _hand(planner: Planner, cards: int) -> Hand:
    return Hand.of(planner.parts(cards))
