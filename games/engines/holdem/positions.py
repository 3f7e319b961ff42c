"""Positions, posts and missed blinds of the next hand (docs/rules/holdem.md 4.4).

The big blind always moves to the next player; everything else follows from it. The table keeps
the terms of a hand for the next one. They are:

    small, big, ante   the blinds of this hand, in chips
    level              the level of the sit and go from 1, None at a cash table
    small_at           the seat of the small blind; nobody posts it if nobody in it is dealt in
    big_at             the seat of the big blind
    posts              [[seat, live, dead], ...] of players who join or return
    straddle           the seat that straddles, or None
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.engines.core.contract import NextHand, SeatSnapshot, TableHistory
from games.engines.holdem.rules import HoldemRules

NEW, SMALL, BOTH = "new", "small", "both"
"""The debts of a seat: it is new, missed the small blind, or missed both blinds."""


def next_hand(
    rules: HoldemRules, taken: tuple[SeatSnapshot, ...], past: TableHistory
) -> NextHand | None:
    """Return the next hand among the taken seats, or None while fewer than two can play."""
    able = [one for one in taken if one.ready and one.stack > 0]
    if len(able) < 2:
        return None
    if rules.format == "sit_and_go":
        able = [replace(one, missed_blinds="") for one in able]
    rotation = [one.seat for one in able if not one.missed_blinds]
    before = past.terms.get("big_at")
    if before is None or len(rotation) < 2:
        # A new game begins: nobody owes anything.
        able = [replace(one, missed_blinds="") for one in able]
        rotation = [one.seat for one in able]
        button, small, big = _first_positions(rotation, past)
    else:
        button, small, big = _next_positions(rules, rotation, able, past)
    posts = _posts(rules, able, button, big)
    seats = sorted({*rotation, big, *(post[0] for post in posts)})
    if len(seats) == 2:
        # Heads-up the button is the small blind (TH-1).
        button = small = seats[0] if seats[1] == big else seats[1]
        posts = []
    elif not _between(big, button, small) or _after(seats, button) not in (small, big):
        button = _before(seats, small)
    level = rules.level(past.hands, past.minutes)
    small_chips, big_chips, ante = rules.blinds(level)
    terms = {
        "small": small_chips,
        "big": big_chips,
        "ante": ante,
        "level": level + 1 if rules.format == "sit_and_go" else None,
        "small_at": small,
        "big_at": big,
        "posts": posts,
        "straddle": _straddler(rules, able, seats, posts, big, big_chips),
    }
    return NextHand(tuple(seats), button, terms, _owed(rules, taken, seats, before, big))


def without(line: NextHand, absent: frozenset[int]) -> NextHand | None:
    """Return a hand without seats that left after their cards were fixed; None without two players.

    The button and the small blind stay where they are, as with a dead button; an absent big blind
    passes to the next player. Absent seats owe the blinds that they would have posted.
    """
    seats = tuple(seat for seat in line.seats if seat not in absent)
    if len(seats) < 2:
        return None
    terms, owed = dict(line.terms), dict(line.missed_blinds)
    small, big = terms["small_at"], terms["big_at"]
    for seat, debt in ((small, SMALL), (big, BOTH)):
        if seat in absent:
            owed[seat] = debt
    if big in absent:
        terms["big_at"] = big = _after(seats, big)
    terms["posts"] = [post for post in terms["posts"] if post[0] in seats and post[0] != big]
    if terms["straddle"] is not None and (
        len(seats) < 3 or terms["straddle"] != _after(seats, big)
    ):
        terms["straddle"] = None
    return replace(line, seats=seats, terms=terms, missed_blinds=owed)


def _after(seats: Sequence[int], seat: int) -> int:
    """Return the next of these seats clockwise."""
    return min((s for s in seats if s > seat), default=min(seats))


def _before(seats: Sequence[int], seat: int) -> int:
    return max((s for s in seats if s < seat), default=max(seats))


def _between(first: int, seat: int, last: int) -> bool:
    """Return whether a seat is strictly between two others, clockwise."""
    if first < last:
        return first < seat < last
    return seat > first or seat < last


def _first_positions(seats: list[int], past: TableHistory) -> tuple[int, int, int]:
    if past.terms.get("big_at") is not None:
        big = _after(seats, past.terms["big_at"])
        small = _before(seats, big)
        return _before(seats, small), small, big
    button = seats[-1] if past.button is None else _after(seats, past.button)
    if len(seats) == 2:
        return button, button, _after(seats, button)
    small = _after(seats, button)
    return button, small, _after(seats, small)


def _next_positions(
    rules: HoldemRules, rotation: list[int], able: list[SeatSnapshot], past: TableHistory
) -> tuple[int, int, int]:
    """Return button, small and big blind; the big blind may reach a seat that waits for it."""
    everyone = [one.seat for one in able]
    last_big = past.terms["big_at"]
    big = _after(everyone, last_big)
    moving = rules.button_rule == "moving_button"
    if len(everyone) == 2 or (moving and len(rotation) == 2):
        # A button that alternates between two seats would never let the waiting player in.
        small = _before(rotation, big)
        return _before(rotation, small), small, big
    if moving:
        button = _after(rotation, past.button if past.button is not None else rotation[-1])
        small = _after(rotation, button)
        return button, small, _after(everyone, small)
    return past.terms["small_at"], last_big, big  # TH-34: dead button


def _posts(rules: HoldemRules, able: list[SeatSnapshot], button: int, big: int) -> list[list[int]]:
    """Return the posts besides the blinds; there are none between the button and the big blind."""
    _small, blind, _ante = rules.blinds(0)
    posts = []
    for one in able:
        wants = rules.missed_blinds == "post" or (
            rules.missed_blinds == "players_choice" and "post" in one.wishes
        )
        if one.missed_blinds and one.seat != big and wants and not _between(button, one.seat, big):
            live = 0 if one.missed_blinds == SMALL else blind
            dead = 0 if one.missed_blinds == NEW else blind // 2
            posts.append([one.seat, live, dead])
    return posts


def _straddler(
    rules: HoldemRules,
    able: list[SeatSnapshot],
    seats: list[int],
    posts: list[list[int]],
    big: int,
    blind: int,
) -> int | None:
    """Return the straddle left of the big blind if that player wishes and can post it.

    Only at cash tables, with three or more players.
    """
    first = _after(seats, big)
    if not rules.straddle or rules.format != "cash" or len(seats) < 3:
        return None
    if first in [post[0] for post in posts]:
        return None
    one = next(one for one in able if one.seat == first)
    return first if "straddle" in one.wishes and one.stack >= 2 * blind else None


def _owed(
    rules: HoldemRules,
    taken: tuple[SeatSnapshot, ...],
    seats: list[int],
    before: int | None,
    big: int,
) -> Mapping[int, str]:
    """Return what each seat owes: nothing if dealt in, the blind if one passed it, else as before.

    The player of the last big blind would have been the small blind now, or the dead one.
    """
    missed_blinds = {}
    for one in taken:
        owed = one.missed_blinds
        if rules.format == "sit_and_go" or one.seat in seats:
            owed = ""
        elif owed in ("", SMALL) and before not in (None, big) and _between(before, one.seat, big):
            owed = BOTH
        elif owed == "" and one.seat == before:
            owed = SMALL
        missed_blinds[one.seat] = owed
    return missed_blinds
