"""The hard bot of both games with a landlord: the play that the network rates best."""

import random

from games.bots.dou_dizhu_net.ratings import ratings
from games.bots.dou_dizhu_tactics import Table
from games.engines.dou_dizhu.combos import Reading

LAPSE_OF_FOUR = 0.07
"""The spread of what hard misjudges a play by with four players, where games won are 1."""

Rated = list[tuple[float, Reading | None]]


def rated(table: Table) -> Rated:
    """Return every open play (None: pass) with its rating, best first."""
    plays: list[Reading | None] = list(table.plays)
    if "pass" in table.spot.kinds:
        plays.append(None)
    values = ratings(table.spot, plays).tolist()
    return sorted(zip(values, plays, strict=True), key=lambda entry: -entry[0])


def hard(table: Table, rng: random.Random) -> Reading | None:
    """Return an unstoppable way out, else the play that is rated best."""
    sure = table.sure()
    return sure if sure is not None else rated(table)[0][1]


def hard_of_four(table: Table, rng: random.Random) -> Reading | None:
    """Return the play that is rated best, each rating a little wrong."""
    sure = table.sure()
    if sure is not None:
        return sure
    wrong = [(value + rng.gauss(0, LAPSE_OF_FOUR), play) for value, play in rated(table)]
    return max(wrong, key=lambda entry: entry[0])[1]
