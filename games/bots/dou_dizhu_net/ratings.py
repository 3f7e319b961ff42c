"""The network's ratings of the plays of one decision, and of a hand before the bidding."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from games.bots.dou_dizhu_net.features import (
    BOMBS_MAX,
    Positions,
    levels,
    play_columns,
    state_columns,
)
from games.bots.dou_dizhu_net.moves import Shape, category_of, counts_of
from games.bots.dou_dizhu_net.network import (
    POINTS_WEIGHT,
    hand_values,
    net_of,
    play_values,
    position_values,
    trained,
)
from games.bots.dou_dizhu_spot import Spot
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import size

Values = np.ndarray[Any, np.dtype[np.float32]]
_NOTHING = Reading("pass", 1, 0, 0)


def ratings(spot: Spot, plays: Sequence[Reading | None]) -> Values:
    """Return the rating of each play (None: pass) for the bot's side, about -1.5 to 1.5, (K,)."""
    values = _values(spot, plays)
    rated: Values = values[:, 0] + POINTS_WEIGHT * values[:, 1]
    return rated


def lead_chance(spot: Spot, plays: Sequence[Reading | None]) -> float:
    """Return the chance to win with the best of these plays."""
    return _share(_values(spot, plays)[:, 0].max())


def hand_chances(key: str, hand: int) -> tuple[float, float]:
    """Return the chances to win with a hand before the kitty: as the landlord, as a peasant."""
    networks = trained(key)
    columns = levels(np, _counts([hand]), networks.shape.levels)
    landlord, peasant = hand_values(np, networks.bid, columns)[0]
    return _share(landlord), _share(peasant)


def _share(won: float) -> float:
    """Return games won in -1 .. 1 as a share; the network may exceed both ends a little."""
    return min(1.0, max(0.0, (1 + float(won)) / 2))


def _values(spot: Spot, plays: Sequence[Reading | None]) -> Values:
    """Return the two values of each play, (K, 2)."""
    networks = trained(spot.rules.GAME)
    shape = networks.shape
    role = -spot.landlord % shape.players
    network = networks.plays[net_of(shape, role)]
    made = [play if play is not None else _NOTHING for play in plays]
    cards = _counts([play.cards for play in made])
    hand = _counts([spot.hand])
    category = np.array([category_of(play.category) for play in made], np.int8)
    position = position_of(shape, spot, hand)
    shared = position_values(np, network, state_columns(np, shape, position, role))
    columns = play_columns(np, shape, cards, hand - cards, category)
    values: Values = play_values(np, network, shared, columns)
    return values


def _counts(packed: Sequence[int]) -> Any:
    return np.array([counts_of(cards) for cards in packed], np.int8)


def position_of(shape: Shape, spot: Spot, hand: Any) -> Positions:
    """Return the decision as the network sees it, one row."""
    known = spot.known[spot.landlord] if spot.landlord else 0
    if size(known) > shape.kitty:
        known = 0  # an open hand: self-play knows none
    return Positions(
        hand=hand,
        unseen=_counts([spot.unseen]),
        known=_counts([known]),
        trick=_counts(spot.trick)[None],
        passed=np.array([spot.passed]),
        before=_counts(spot.before)[None],
        last_by=np.array([spot.last_by], np.int8),
        counts=np.array([spot.counts], np.int8),
        bombs=np.array([min(spot.bombs, BOMBS_MAX)], np.int8),
    )
