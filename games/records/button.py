"""The button of a hand by TFAIR2, compared with the hand before: its plan must follow by the rules.

A record does not say which seats owe a blind or wait for one. So all cases that give the seats of
the plan are tried, and the plan must have the button of one of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
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
    """Yield each next hand with the seats of the plan that leads to the terms of the record.

    Any of those seats may owe a blind. Of the seats that wait for theirs, one stands for all: the
    rules ask no more than whether there is one, and that one must not be next.
    """
    seats, absent = plan["seats"], frozenset(after.data["fair"]["absent"])
    waiting = [None, *(seat for seat in range(after.game.max_seats) if seat not in seats)]
    for owing, waits in product(_subsets(seats), waiting):
        taken = [SeatSnapshot(seat, _STACK_MAX) for seat in seats if seat not in owing]
        taken += [_debtor(seat, wishes=frozenset(("post",))) for seat in owing]
        if waits is not None:
            taken.append(_debtor(waits))
        line = after.game.next_hand(after.rules, tuple(sorted(taken, key=_seat)), past)
        if line is not None and list(line.seats) == seats:
            dealt = after.game.without(line, absent) if absent else line
            if dealt is not None and _positions(dealt.terms) == _positions(after.data["terms"]):
                yield line


def _subsets(seats: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(seats) + 1):
        yield from combinations(seats, size)


def _debtor(seat: int, wishes: frozenset[str] = frozenset()) -> SeatSnapshot:
    return SeatSnapshot(seat, _STACK_MAX, missed_blinds="both", wishes=wishes)


def _seat(one: SeatSnapshot) -> int:
    return one.seat


def _positions(terms: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the blinds' seats and those that post, of a game that has them."""
    posts = sorted(post[0] for post in terms.get("posts", ()))
    return terms.get("small_at"), terms.get("big_at"), posts
