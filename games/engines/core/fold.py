"""Folding a hand: its state is its opening plus the actions since."""

from collections.abc import Iterable
from typing import Any

from games.engines.core.contract import Action, Game, Opening


def fold(game: Game, opening: Opening, actions: Iterable[Action]) -> Any:
    """Return the state after `actions`; raises `IllegalAction` at the first illegal one."""
    state = game.deal(opening).state
    for action in actions:
        state = game.apply(state, action).state
    return state
