"""The hard Dou Dizhu bot: what medium thinks best, played out against sampled hands."""

import random

from games.bots.dou_dizhu_plan import ONE, Planner
from games.bots.dou_dizhu_rollout import BOMB, Hand, Play, finish, play_of
from games.bots.dou_dizhu_spot import Spot
from games.bots.dou_dizhu_tactics import Table, public_planner
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import bits, masks, size

WIDTH = 6
"""So many of the best plays are tried."""
WORLDS = 24
"""On so many ways the unseen cards may lie."""
TRUST = 0.04
"""What a lead saved by the plan counts beside games won."""


def hard(table: Table, rng: random.Random) -> Reading | None:
    """The play that wins most."""
    sure = table.sure()
    if sure is not None:
        return sure
    candidates = table.scored()[:WIDTH]
    if len(candidates) == 1:
        return candidates[0][1]
    worlds = list(_worlds(table.spot, rng))
    best, chosen = -1e9, candidates[0][1]
    for score, play in candidates:
        value = _value(table, play, worlds) + TRUST * score
        if value > best:
            best, chosen = value, play
    return chosen


def _worlds(spot: Spot, rng: random.Random) -> list[tuple[Hand, Hand]]:
    """Hands of the next player and the one before, dealt at random from what is unseen."""
    planner = public_planner(spot)
    free = spot.unseen - spot.known[1] - spot.known[2]
    cards = [rank for rank in range(15) for _ in range(free >> 4 * rank & 15)]
    first = spot.counts[1] - size(spot.known[1])
    found = []
    for _ in range(WORLDS):
        rng.shuffle(cards)
        one = spot.known[1] + sum(ONE[rank] for rank in cards[:first])
        other = spot.unseen - one
        found.append((_hand(planner, one), _hand(planner, other)))
    return found


def _hand(planner: Planner, cards: int) -> Hand:
    return Hand.of(planner.parts(cards))


def _value(table: Table, play: Reading | None, worlds: list[tuple[Hand, Hand]]) -> float:
    """The mean of what is won in bases after a play."""
    spot = table.spot
    rest = spot.hand if play is None else spot.hand - play.cards
    own = _hand(table.planner, rest)
    last: Play | None
    if play is not None:
        last, by = play_of(play), 0
        bombs = last[0] >= BOMB
    else:
        assert spot.last is not None
        last, by, bombs = play_of(spot.last), spot.last_by, False
        if by == 1:
            last = None
    total = 0.0
    for one, other in worlds:
        hands = [own.copy(), one.copy(), other.copy()]
        landlord_won, played = finish(hands, spot.landlord, 1, last, by)
        total += (1 if landlord_won == (spot.landlord == 0) else -1) * 1.6 ** (played + bombs)
    return total / len(worlds)
