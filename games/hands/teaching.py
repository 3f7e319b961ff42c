"""Teaching hands: a host may set their cards, open all of them and take actions back.

They are dealt without the fair dealing, so nothing proves them, and they count nowhere. Whether a
hand is one stands in its opening and never changes.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from games.engines.core.contract import Action

STEP_BACK = "step_back"
"""The kind of the action that takes back the last one that counts."""
_Item = TypeVar("_Item")


class Teaching(NamedTuple):
    """How a teaching hand was dealt: with all cards open to all, and with cards that were set."""

    is_open: bool = False
    cards_set: bool = False


def teaching_of(opening: Mapping[str, Any]) -> Teaching | None:
    """Return how the hand of a stored opening is a teaching hand; None for every other hand."""
    stored = opening.get("teaching")
    return None if stored is None else Teaching(**stored)


def _itself(action: Any) -> Any:
    return action


def that_count(
    actions: Iterable[_Item], action_of: Callable[[_Item], Action] = _itself
) -> list[_Item]:
    """Return the actions of a hand, or things with one each, without those that were taken back.

    >>> fold, back = Action(1, "fold"), Action(1, STEP_BACK)
    >>> that_count([Action(0, "see"), fold, back]) == [Action(0, "see")]
    True
    """
    counted: list[_Item] = []
    for one in actions:
        if action_of(one).kind == STEP_BACK:
            counted.pop()
        else:
            counted.append(one)
    return counted
