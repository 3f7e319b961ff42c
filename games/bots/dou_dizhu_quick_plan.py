"""A fast plan of a Dou Dizhu hand of up to 33 cards: a few greedy partitions, the cheapest counts.

The costs are those of `dou_dizhu_plan`, in leads. Trios carry only pairs, as with two packs.
"""

from games.bots.dou_dizhu_plan import ROW_WINS, Values, costs_of
from games.engines.dou_dizhu.ranks import BLACK, RED

ORDERS = ((3, 2, 1), (1, 3, 2), (2, 1, 3), (3, 1, 2), (3, 2), (3,))
"""The orders in which airplanes (3), chains of pairs (2) and chains (1) are taken out of a hand."""
LEAST = {1: 5, 2: 3, 3: 2}
BROKEN = {1: 1.0, 2: -0.7, 3: -0.6}
"""What a rank adds to the value of a chain that takes one of its cards, by how many there are."""
BOMB, LARGER_BOMB, ROCKET = -1.0, -0.3, -1.5
"""The cost of a bomb of four, of each card more, and of the four jokers."""


class QuickPlanner:
    """Estimates how many leads a hand needs; results are cached."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.solo = costs_of(values.solo_wins)
        self.pair = costs_of(values.pair_wins)
        self.trio = costs_of(values.trio_wins)
        self.memo: dict[int, float] = {}
        self.row_costs: dict[tuple[int, int, int], float] = {}

    def cost(self, hand: int) -> float:
        """Return the approximate number of leads the hand needs; -5 for an empty hand."""
        if not hand:
            return -5.0
        found = self.memo.get(hand)
        if found is None:
            counts = [hand >> 4 * rank & 15 for rank in range(15)]
            sure = self._without_bombs(counts)
            found = self.memo[hand] = sure + min(self._greedy(counts, order) for order in ORDERS)
        return found

    def _without_bombs(self, counts: list[int]) -> float:
        """Take all bombs and the four jokers out of the counts; return their cost."""
        cost = 0.0
        for rank in range(13):
            if counts[rank] >= 4:
                cost += BOMB + LARGER_BOMB * (counts[rank] - 4) - 0.02 * rank
                counts[rank] = 0
        if counts[BLACK] == counts[RED] == 2:
            counts[BLACK] = counts[RED] = 0
            cost += ROCKET
        return cost

    def _greedy(self, all_counts: list[int], order: tuple[int, ...]) -> float:
        counts, cost, slots = list(all_counts), 0.0, 0
        for each in order:
            while (run := _best_run(counts, each)) is not None:
                rank, n = run
                for taken in range(rank, rank + n):
                    counts[taken] -= each
                cost += self._row_cost(each, n, rank)
                slots += n if each == 3 else 0
        pairs = []
        for rank, count in enumerate(counts):
            if count == 1:
                cost += self.solo[rank]
            elif count == 2:
                pairs.append(self.pair[rank])
            elif count == 3:
                cost += self.trio[rank]
                slots += 1
        pairs.sort(reverse=True)
        carried = sum(value for value in pairs[:slots] if value > 0)
        return cost + sum(pairs) - carried

    def _row_cost(self, each: int, n: int, rank: int) -> float:
        key = each, n, rank
        found = self.row_costs.get(key)
        if found is None:
            found = self.row_costs[key] = 1 - ROW_WINS * self.values.row_wins(each, n, rank)
        return found


def _best_run(counts: list[int], each: int) -> tuple[int, int] | None:
    """Return (lowest rank, length) of the run most worth taking out, or None."""
    best, found = 0.0, None
    for low in range(13 - LEAST[each]):
        value, high = 0.0, low
        while high < 12 and counts[high] >= each:
            value += BROKEN[min(3, counts[high])] if each == 1 else 1.0
            high += 1
            if high - low >= LEAST[each] and value > best:
                best, found = value, (low, high - low)
    return found if best >= (3.0 if each == 1 else LEAST[each]) else None
