"""The posts before the deal: antes, blinds, posts of joining players, a straddle."""

from bisect import bisect
from collections.abc import Mapping
from typing import Any

from games.engines.core.contract import EVERYONE, Opening
from games.engines.holdem.rules import HoldemRules
from games.engines.holdem.state import ALL_IN, Draft


def plain_terms(opening: Opening) -> Mapping[str, Any]:
    """Return the terms of a table that has just begun, with this button."""
    rules, seats = opening.rules, opening.seats
    assert isinstance(rules, HoldemRules)
    small, big, ante = rules.blinds(0)
    after = bisect(seats, opening.button)
    if len(seats) == 2:
        after += 1  # heads-up the button is the small blind (TH-1)
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
    """Post antes, blinds, late posts and a straddle; a short stack posts all it has.

    The amount to call stays that of the full blind (TH-39).
    """
    small, big, ante = draft.blinds
    one_pays = draft.rules.ante_by == "big_blind"
    if ante and not one_pays:
        for player in range(len(draft.seats)):
            _ante(draft, player, ante)
    if draft.small >= 0:
        _post(draft, draft.small, small, "small")
    _post(draft, draft.big, big, "big")
    if ante and one_pays:
        _dead(draft, draft.big, ante, "ante")
    for seat, live, dead in terms["posts"]:
        player = draft.seats.index(seat)
        _post(draft, player, live, "post")
        _dead(draft, player, dead, "dead")
    if terms["straddle"] is not None:
        player = draft.seats.index(terms["straddle"])
        _post(draft, player, 2 * big, "straddle")
        draft.straddle, draft.current, draft.last_full = player, 2 * big, 2 * big


def _ante(draft: Draft, player: int, ante: int) -> None:
    amount = min(ante, draft.stacks[player])
    draft.stacks[player] -= amount
    draft.paid[player] += amount
    if draft.stacks[player] == 0:
        draft.status[player] = ALL_IN
    draft.emit("ante", EVERYONE, seat=draft.seats[player], amount=amount)


def _post(draft: Draft, player: int, blind: int, which: str) -> None:
    amount = min(blind, draft.stacks[player])
    if amount:
        draft.bet(player, amount)
        _emit_blind(draft, player, amount, which)


def _dead(draft: Draft, player: int, chips: int, which: str) -> None:
    """Move dead money, which counts as no bet, to the main pot."""
    amount = min(chips, draft.stacks[player])
    if amount:
        draft.stacks[player] -= amount
        draft.dead = (*draft.dead[:player], draft.dead[player] + amount, *draft.dead[player + 1 :])
        if draft.stacks[player] == 0:
            draft.status[player] = ALL_IN
        if which == "ante":
            draft.emit("ante", EVERYONE, seat=draft.seats[player], amount=amount)
        else:
            _emit_blind(draft, player, amount, which)


def _emit_blind(draft: Draft, player: int, amount: int, which: str) -> None:
    draft.emit(
        "blind",
        EVERYONE,
        seat=draft.seats[player],
        amount=amount,
        which=which,
        all_in=draft.status[player] == ALL_IN,
    )
