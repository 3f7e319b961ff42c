"""The strength of two cards: before the flop by rank among all, later by the hands they beat.

`SHARE` comes from simulations: how often a starting hand wins against one other hand, against four,
and against the best 30 %, with a bonus for pairs (sets) and suited connectors (straights, flushes),
which win more at no-limit than their showdowns alone.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from games.engines.core.cards import RANKS
from games.engines.holdem.ranking import FLUSH, STRAIGHT, STRAIGHT_FLUSH, value

_ORDER = (
    "AA KK QQ JJ TT AKs 99 88 AQs AKo AJs ATs KQs AQo 77 AJo KJs QJs A9s KTs ATo KQo 66 A8s A7s "
    "KJo QTs A5s JTs 55 A9o KTo A6s QJo K9s A3s A4s J9s A8o K8s 44 QTo T9s A2s A7o K9o Q9s K7s "
    "JTo A5o A6o A4o K6s J8s 33 98s Q8s K5s T8s K8o Q9o A3o K4s K3s Q7s K2s J7s 22 K7o Q6s J9o "
    "T9o 87s 97s A2o T7s Q8o Q5s J8o K6o Q3s Q4s K5o J6s 76s Q2s T6s 96s 98o T8o J5s Q7o 86s J4s "
    "K4o 65s K3o 75s Q6o J7o J2s J3s T7o T4s Q5o K2o T5s 95s 85s 97o 54s 64s 87o Q4o T3s Q3o T2s "
    "74s 76o J6o 84s 94s T6o 86o 53s J5o 96o 43s 93s Q2o 92s 65o J4o 63s 73s 95o J3o 75o T5o 52s "
    "J2o T4o 83s 32s 42s 85o 62s T3o 82s 54o 64o 72s T2o 84o 74o 94o 93o 53o 92o 73o 43o 63o 82o "
    "83o 52o 62o 42o 72o 32o"
)
"""The 169 starting hands, the best first."""

PAIRS_OF_CARDS = 1_326

Combo = tuple[int, int]


def _combos(name: str) -> Iterator[Combo]:
    """Yield the combinations of a starting hand: 4 of `AKs`, 12 of `AKo`, 6 of `AA`."""
    high, low = RANKS.index(name[0]) * 4, RANKS.index(name[1]) * 4
    if high == low:
        yield from combinations(range(high, high + 4), 2)
        return
    for one in range(4):
        for other in range(4):
            if (one == other) == name.endswith("s"):
                yield high + one, low + other


def _shares() -> dict[Combo, float]:
    shares: dict[Combo, float] = {}
    before = 0
    for name in _ORDER.split():
        combos = list(_combos(name))
        middle = (before + len(combos) / 2) / PAIRS_OF_CARDS
        before += len(combos)
        for one, other in combos:
            shares[one, other] = shares[other, one] = middle
    return shares


SHARE = _shares()
"""The share of all starting hands that are better, equal ones counted half: aces 0.002."""


def share_beaten(hole: Combo, board: Sequence[int]) -> float:
    """Return the share of all hands that two cards beat on this board, ties counted half."""
    known = {*hole, *board}
    rest = [card for card in range(52) if card not in known]
    own = value((*board, *hole))
    beaten = total = 0
    for one, other in combinations(rest, 2):
        found = value((*board, one, other))
        beaten += 2 if found < own else found == own
        total += 2
    return beaten / total


_DRAWS = (STRAIGHT, FLUSH, STRAIGHT_FLUSH)


def outs(hole: Combo, board: Sequence[int]) -> int:
    """Return the number of cards that complete a new straight or flush."""
    if len(board) > 4 or value((*board, *hole)) >> 26 >= STRAIGHT:
        return 0
    known = {*hole, *board}
    return sum(
        value((*board, *hole, card)) >> 26 in _DRAWS
        and (len(board) < 4 or value((*board, card)) >> 26 < STRAIGHT)
        for card in range(52)
        if card not in known
    )


def hits(number: int, to_come: int) -> float:
    """Return the chance that at least one of `number` outs comes with the cards to come."""
    return float(1 - (1 - number / 46) ** to_come)


@lru_cache(maxsize=8192)
def straight_outs(ranks: int) -> int:
    """Return how many ranks would complete a straight in this set of ranks (a bit each)."""
    return sum(_has_run(ranks | 1 << rank) for rank in range(13) if not ranks >> rank & 1)


def _has_run(ranks: int) -> bool:
    wheel = ranks << 1 | ranks >> 12  # the ace also counts below the two
    return bool(wheel & wheel >> 1 & wheel >> 2 & wheel >> 3 & wheel >> 4)
