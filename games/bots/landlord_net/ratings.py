"""The network's ratings of the plays of one decision, and of a hand before the bidding."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from games.bots.dou_dizhu_spot import Spot
from games.bots.landlord_net.features import (
    BOMBS_MAX,
    Positions,
    levels,
    play_columns,
    state_columns,
)
from games.bots.landlord_net.moves import SHAPES, Shape, category_of, counts_of
from games.bots.landlord_net.network import (
    POINTS_WEIGHT,
    Trained,
    hand_values,
    net_of,
    play_values,
    position_values,
    trained,
)
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import size

_NOTHING = Reading("pass", 1, 0, 0)


def ratings(
    spot: Spot, plays: Sequence[Reading | None], networks: Trained | None = None
) -> "np.ndarray[Any, np.dtype[np.float32]]":
    """Return the value of each play (None: pass) for the bot's side, about -1.5 to 1.5, (K,)."""
    networks = networks or trained(spot.rules.GAME)
    shape = networks.shape
    role = -spot.landlord % shape.players
    network = networks.plays[net_of(shape, role)]
    made = [play if play is not None else _NOTHING for play in plays]
    cards = _counts([play.cards for play in made])
    hand = _counts([spot.hand])
    category = np.array([category_of(play.category) for play in made], np.int8)
    shared = position_values(
        np, network, state_columns(np, shape, position_of(shape, spot, hand), role)
    )
    columns = play_columns(np, shape, cards, hand - cards, category)
    values = play_values(np, network, shared, columns)
    rated: np.ndarray[Any, np.dtype[np.float32]] = values[:, 0] + POINTS_WEIGHT * values[:, 1]
    return rated


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


def hand_chances(key: str, hand: int, networks: Trained | None = None) -> tuple[float, float]:
    """Return the chances to win with a hand before the kitty: as the landlord, as a peasant."""
    networks = networks or trained(key)
    columns = levels(np, _counts([hand]), SHAPES[key].levels)
    landlord, peasant = hand_values(np, networks.bid, columns)[0]
    return (1 + float(landlord)) / 2, (1 + float(peasant)) / 2
