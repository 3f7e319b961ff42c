"""Stored deals of either scheme: those of hands from before TFAIR2 keep the scheme they have."""

from collections.abc import Mapping
from typing import Any

from games.fair import proof as tfair1
from games.fair.deck import Dealing
from games.fair.tfair2 import proof as tfair2
from games.fair.tfair2.hashes import SCHEME


def is_tfair2(deal: Mapping[str, Any]) -> bool:
    """Whether a hand was dealt by TFAIR2; the deals of the first hands of all have no scheme."""
    return bool(deal.get("scheme") == SCHEME)


def dealing_of(deal: Mapping[str, Any]) -> Dealing:
    """The deck of a published deal after its cuts, by its scheme."""
    return tfair2.cut_deck(deal) if is_tfair2(deal) else tfair1.cut_deck(deal)
