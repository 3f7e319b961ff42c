"""What is posted before the cards: antes, blinds, posts of who comes in, a straddle."""

from collections.abc import Mapping
from typing import Any

from games.engines.core.contract import EVERYONE, Opening
from games.engines.holdem.rules import HoldemRules
from games.engines.holdem.state import ALL_IN, Draft


def plain_terms(opening: Opening) -> Mapping[str, Any]:
    """The terms of a table that has just begun, with this button."""
    rules, seats = opening.rules, opening.seats
    assert isinstance(rules, HoldemRules)
    small, big, ante = rules.blinds(0)
    after = next((i for i, seat in enumerate(seats) if seat > opening.button), 0)
    if len(seats) == 2:
        after += 1  # heads-up the button is the small blind
    return {
        "small": small,
        "big": big,
        "ante": ante,
        "level": None if rules.format == "cash" else 1,
        "small_at": seats[after % len(seats)],
        "big_at": seats[(after + 1) % len(seats)],
        "posts": [],
        "straddle": None,
    }


def post_all(draft: Draft, terms: Mapping[str, Any]) -> None:
    """Antes, blinds, the posts of who comes in, and a straddle; short stacks post what they have.

    The amount to call stays that of the full blind (R:robert ch. 4 rule 1).
    """
    small, big, ante = draft.blinds
    one_pays = draft.rules.ante_by == "big_blind"
    if ante and not one_pays:
        for place in range(len(draft.seats)):
            _ante(draft, place, ante)
    if draft.small >= 0:
        _post(draft, draft.small, small, "small")
    _post(draft, draft.big, big, "big")
    if ante and one_pays:
        _dead(draft, draft.big, ante, "ante")
    for seat, live, dead in terms["posts"]:
        place = draft.seats.index(seat)
        _post(draft, place, live, "post")
        _dead(draft, place, dead, "dead")
    if terms["straddle"] is not None:
        place = draft.seats.index(terms["straddle"])
        _post(draft, place, 2 * big, "straddle")
        draft.straddle, draft.current, draft.last_full = place, 2 * big, 2 * big


def _ante(draft: Draft, place: int, ante: int) -> None:
    amount = min(ante, draft.stacks[place])
    draft.stacks[place] -= amount
    draft.paid[place] += amount
    if draft.stacks[place] == 0:
        draft.status[place] = ALL_IN
    draft.tell("ante", EVERYONE, seat=draft.seats[place], amount=amount)


def _post(draft: Draft, place: int, blind: int, which: str) -> None:
    amount = min(blind, draft.stacks[place])
    if amount:
        draft.bet(place, amount)
        _tell_blind(draft, place, amount, which)


def _dead(draft: Draft, place: int, chips: int, which: str) -> None:
    """Money for the main pot that is no bet."""
    amount = min(chips, draft.stacks[place])
    if amount:
        draft.stacks[place] -= amount
        draft.dead[place] += amount
        if draft.stacks[place] == 0:
            draft.status[place] = ALL_IN
        if which == "ante":
            draft.tell("ante", EVERYONE, seat=draft.seats[place], amount=amount)
        else:
            _tell_blind(draft, place, amount, which)


def _tell_blind(draft: Draft, place: int, amount: int, which: str) -> None:
    draft.tell(
        "blind",
        EVERYONE,
        seat=draft.seats[place],
        amount=amount,
        which=which,
        all_in=draft.status[place] == ALL_IN,
    )
