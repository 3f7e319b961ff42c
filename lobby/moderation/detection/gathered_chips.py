"""Gathered free chips: accounts that lost nearly all the platform gave them to one player.

Chips are free, so the cheapest way to many is to open accounts, or refill them each day, and lose
all of it to one of them: in sit and gos, cash games, at any kind of table. The ledger shows it
whatever was played: what a giver was given, what is left, and who won it at the tables both were
at. Friends lose to each other too, but by turns, to several, over many hands.

The module reads no card and no hand's course, and uses no database.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from games.stats.counters.flows import flow

LEAST_CHIPS = 15_000
"""What a receiver has from all drained givers together: more than one account's free chips."""
LEAST_FROM_ONE = 25_000
"""The same from a single giver, refilled for it: losing everything once is just a bad evening."""
LEAST_GIFT = 2_000
"""Chips that a giver must have lost to the receiver to be looked at."""
DRAINED = 0.8
"""The part of its free chips that a drained account has lost."""
TO_ONE = 0.8
"""The part of its losses that a drained account lost to the receiver."""
MOST_HANDS = 40
"""The hands with the receiver, for each 10,000 chips, above which the loss counts as played for."""


class Giver(NamedTuple):
    """An account that lost chips to the receiver: chips given free, chips left, hands together."""

    given: int
    left: int
    hands: int


class Gathering(NamedTuple):
    """Free chips that one account gathered from others, the largest giver first."""

    receiver: Any
    givers: tuple[Any, ...]
    chips: int
    hands: int


def lost_to(receiver: Hashable, pools: Iterable[Mapping[Any, int]]) -> Counter[Any]:
    """Return the chips that each account lost to the receiver.

    `pools` are the results of all accounts at one table, or in one sit and go, from the ledger: the
    winners' chips come from the losers in proportion. Chips won back are subtracted.
    """
    lost: Counter[Any] = Counter()
    for nets in pools:
        won = nets.get(receiver, 0)
        losses = -sum(min(0, net) for net in nets.values())
        for account, net in nets.items():
            if account != receiver:
                lost[account] += flow(won, net, losses)
    return lost


def gathered(
    receiver: Hashable, lost: Mapping[Any, int], givers: Mapping[Any, Giver]
) -> Gathering | None:
    """Return what a receiver gathered from drained accounts; None if it is not suspicious."""
    drained = sorted(
        (one for one, facts in givers.items() if _is_drained(lost[one], facts)),
        key=lambda one: -lost[one],
    )
    chips = sum(lost[one] for one in drained)
    least = LEAST_FROM_ONE if len(drained) == 1 else LEAST_CHIPS
    if chips < least:
        return None
    return Gathering(receiver, tuple(drained), chips, sum(givers[one].hands for one in drained))


def _is_drained(lost: int, giver: Giver) -> bool:
    gone = giver.given - giver.left
    return (
        lost >= LEAST_GIFT
        and gone >= DRAINED * giver.given
        and lost >= TO_ONE * gone
        and giver.hands <= MOST_HANDS * lost / 10_000
    )


def by_pool(rows: Iterable[tuple[Any, Any, int]]) -> Collection[Mapping[Any, int]]:
    """Return the results of each pool from rows of pool, account and chips."""
    pools: dict[Any, Counter[Any]] = defaultdict(Counter)
    for pool, account, chips in rows:
        pools[pool][account] += chips
    return pools.values()
