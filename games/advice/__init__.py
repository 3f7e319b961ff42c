"""Advice on a finished hand: the best play and its reason, where both can be computed exactly.

A game has advice if there is a module `games.advice.<key>`. It reads a viewer's own view, so it
cannot tell more than the cards that they see. Pure but for the catalogue.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.engines.core import registry


class Advice(NamedTuple):
    """The best play of a seat and its reason, as a sentence for the present reader."""

    seat: int
    text: str


def advice_on(game: str, rules: Any, view: Mapping[str, Any]) -> list[Advice]:
    """Return the advice for each seat whose cards this view of a finished hand shows."""
    module = registry.module_of(__name__, game)
    return [] if module is None else list(module.advice_on(rules, view))
