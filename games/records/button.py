"""The button of a hand by TFAIR2, compared with the hand before: its plan must follow by the rules.

A record does not say which seats owe a blind or wait for one. So all cases that give the seats of
the plan are tried, and the plan must have the button of one of them.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from games.engines.core.contract import NextHand, SeatSnapshot, TableHistory
from games.records.record import Written

_STACK_MAX = 10**12
"""More than any entry: whoever is in a plan could pay."""


def wrong_button(before: Written, after: Written) -> str | None:
    """Return why the button of a hand's plan does not follow from the hand before; None if it does.

    Both were dealt at one table, one directly after the other; where the first is void nothing is
    known. A plan that cannot be read does not follow.
    """
    try:
        return _wrong_button(before, after)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as no:
        return f"the plan cannot be read ({type(no).__name__}: {no})"


def _wrong_button(before: Written, after: Written) -> str | None:
    result = before.data["result"]
    if result is None or before.game.key != after.game.key:
        return None
    plan = after.data["fair"]["plan"]
    pots = result["pots"]
    past = TableHistory(
        button=before.data["button"],
        winners=tuple(pots[0]["winners"]) if pots else (),
        ended_by=result["ended_by"],
        terms=before.data["terms"],
        hands=before.data["hand"]["number"],
    )
    lines = [*_lines(after, plan, past)]
    if after.game.sit_and_go(after.rules) is not None:
        lines += _lines(after, plan, TableHistory())  # another game begins
    allowed = sorted({line.drawn or (line.button,) for line in lines})
    if tuple(plan["button"]) in allowed:
        return None
    return f"the button of the plan is {plan['button']}, but by the rules it is one of {allowed}"


def _lines(after: Written, plan: dict[str, Any], past: TableHistory) -> Iterator[NextHand]:
    """Yield each next hand with the seats of the plan that may follow."""
    seats, absent = plan["seats"], after.data["fair"]["absent"]
    posted = {post[0] for post in after.data["terms"].get("posts", ())}
    others = [None, *(seat for seat in range(after.game.max_seats) if seat not in seats)]
    for owes, waits in product([None, *seats], others):
        taken = [
            SeatSnapshot(seat, _STACK_MAX, wishes=frozenset(("post",) if seat in posted else ()))
            for seat in (*seats, *(() if waits is None else (waits,)))
        ]
        owing = {owes, waits, *posted}
        taken = [replace(one, missed_blinds="both") if one.seat in owing else one for one in taken]
        line = after.game.next_hand(after.rules, tuple(sorted(taken, key=_seat)), past)
        if line is not None and list(line.seats) == seats and (absent or _same(line, after)):
            yield line


def _seat(one: SeatSnapshot) -> int:
    return one.seat


def _same(line: NextHand, after: Written) -> bool:
    return bool(line.terms.get("big_at") == after.data["terms"].get("big_at"))
