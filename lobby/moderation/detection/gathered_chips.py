"""Gathered free chips: accounts that lost nearly all the platform gave them to one player.

Chips are free, so the cheapest way to many is to open accounts, or refill them each day, and lose
all of it to one of them: in sit and gos, cash games, at any kind of table. The ledger shows it
whatever was played: what a giver was given, what is left, and who won it at the tables both were
at. Friends lose to each other too, but by turns, to several, over many hands.

The module reads no card and no hand's course, and uses no database.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from games.stats.counters.flows import flow

GATHERED_CHIPS_MIN = 15_000
"""What a receiver has from all drained givers together: more than one account's free chips."""
FROM_ONE_CHIPS_MIN = 25_000
"""The same from a single giver, refilled for it: losing everything once is just a bad evening."""
GIFT_CHIPS_MIN = 2_000
"""Chips that a giver must have lost to the receiver to be looked at."""
DRAINED_SHARE_MIN = 0.8
"""The part of its free chips that a drained account has lost."""
TO_ONE_SHARE_MIN = 0.8
"""The part of its losses that a drained account lost to the receiver."""
FURTHER_CHIPS_MIN = 5_000
"""What somebody who is suspected already gathers beyond that, or gets from another who is."""
HANDS_PER_FREE_CHIPS_MAX = 12
"""The hands with the receiver, for each 10,000 chips, above which the loss counts as played for."""
WON_SHARE_MAX = 0.34
"""Unless the giver won less than this part of the hands that fall to a player by chance."""


class Giver(NamedTuple):
    """An account that lost chips to the receiver: chips given free, chips left, hands together.

    `won` are those that it won, `fair` is how many fall to it by chance.
    """

    given: int
    left: int
    hands: int
    won: int = 0
    fair: float = 0.0


class Gathering(NamedTuple):
    """Free chips that one account gathered from others, the largest giver first."""

    receiver: Any
    lost: Mapping[Any, int]
    """The chips of each giver."""
    hands: int

    @property
    def givers(self) -> tuple[Any, ...]:
        """The accounts that gave."""
        return tuple(self.lost)

    @property
    def chips(self) -> int:
        """The chips that all of them gave."""
        return sum(self.lost.values())


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
    receiver: Hashable,
    lost: Mapping[Any, int],
    givers: Mapping[Any, Giver],
    *,
    gatherers: Mapping[Any, int] | None = None,
    known: Mapping[Any, int] | None = None,
    suspected: bool = False,
) -> Gathering | None:
    """Return what a receiver gathered from drained accounts; None if it is not suspicious.

    `gatherers` are other suspects, and what they gathered: one who passes that on is a giver too.
    `known` is what cases about the receiver have of each giver: only what is new counts. It counts
    sooner if the receiver is `suspected` already.
    """
    gatherers, known = gatherers or {}, known or {}
    passed_on = {
        one
        for one in givers.keys() & gatherers.keys()
        if lost[one] >= max(FURTHER_CHIPS_MIN, TO_ONE_SHARE_MIN * gatherers[one])
        and _is_thin(lost[one], givers[one])
    }
    drained = [one for one, facts in givers.items() if _is_drained(lost[one], facts)]
    fresh = {one: lost[one] - known.get(one, 0) for one in {*drained, *passed_on}}
    ordered = sorted(fresh.items(), key=itemgetter(1), reverse=True)
    fresh = {one: chips for one, chips in ordered if chips > 0}
    if suspected or passed_on & fresh.keys():
        least = FURTHER_CHIPS_MIN
    else:
        least = FROM_ONE_CHIPS_MIN if len(fresh) == 1 else GATHERED_CHIPS_MIN
    if sum(fresh.values()) < least:
        return None
    return Gathering(receiver, fresh, sum(givers[one].hands for one in fresh))


def _is_drained(lost: int, giver: Giver) -> bool:
    gone = giver.given - giver.left
    return (
        lost >= GIFT_CHIPS_MIN
        and gone >= DRAINED_SHARE_MIN * giver.given
        and lost >= TO_ONE_SHARE_MIN * gone
        and _is_thin(lost, giver)
    )


def _is_thin(lost: int, giver: Giver) -> bool:
    """Whether the giver hardly played for what they lost: few hands, or hardly one won."""
    return (
        giver.hands <= HANDS_PER_FREE_CHIPS_MAX * lost / 10_000
        or giver.won < WON_SHARE_MAX * giver.fair
    )


def by_pool(rows: Iterable[tuple[Any, Any, int]]) -> Mapping[Any, Mapping[Any, int]]:
    """Return the results at each pool from rows of pool, account and chips."""
    pools: dict[Any, Counter[Any]] = defaultdict(Counter)
    for pool, account, chips in rows:
        pools[pool][account] += chips
    return pools
