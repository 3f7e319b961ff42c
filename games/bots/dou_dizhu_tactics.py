"""What a combination is worth playing in Dou Dizhu, by the plan of the hand and who lies ahead."""

from games.bots.dou_dizhu_plan import Planner, Values, of_reading
from games.bots.dou_dizhu_spot import Spot
from games.engines.dou_dizhu import combos
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import TWO, masks, size

BOMBS = (combos.BOMB, combos.ROCKET)
MOST = 160
"""Of more combinations than this only the ones with the lowest kickers are looked at."""
LONG, LOOKS = 12, 100
"""At most so many cards are looked at for a way out that nobody can stop, in so many hands."""
TEMPO = ((12, 0.8), (7, 1.2), (4, 1.8), (0, 2.5))
"""What winning a round is worth in leads, by the least number of cards of who would win it."""
CARD = 0.08
"""What each card more in a lead is worth."""
STRONG = 8
"""From this rank on (a jack) a partner's play is left alone."""
OVER_STRONG, OVER_WEAK = 1.2, 0.5
"""What a play on a partner's must save before it is made."""
BOMB_LED, BOMB_KEPT = 0.6, 1.0
"""What a bomb in the hand is worth beyond the plan, while nobody is nearly out."""


class Table:
    """A decision with what there is to know about it; scores are in leads saved."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        cards = spot.counts[1] + spot.counts[2]
        self.values = Values(spot.unseen, cards, spot.hostile)
        self.planner = Planner(self.values)
        self.now = self.planner.cost(spot.hand)
        self.most = max(spot.counts[place] for place in spot.enemies)
        self.plays = few(spot.legal_plays())
        self.looked: dict[tuple[int, int], bool] = {}

    def scored(self) -> list[tuple[float, Reading | None]]:
        """Everything that may be done with its score, best first."""
        score = self._lead if self.spot.last is None else self._follow
        found: list[tuple[float, Reading | None]] = [(score(play), play) for play in self.plays]
        if "pass" in self.spot.kinds:
            found.append((0.0, None))
        found.sort(key=lambda entry: -entry[0])
        return found

    def out(self) -> Reading | None:
        """The combination that empties the hand, if there is one."""
        return next((play for play in self.plays if play.cards == self.spot.hand), None)

    def sure(self) -> Reading | None:
        """The first of a row of plays that nobody can stop, ending with the last card."""
        hand = self.spot.hand
        for play in self.plays:
            if self.unbeatable(play) and self._runs_out(hand - play.cards, 3):
                return play
        return None

    def _runs_out(self, hand: int, depth: int) -> bool:
        """Whether a hand that leads can be played out against anything, as far as is looked."""
        if not hand or combos.readings(hand, self.spot.kickers):
            return True
        if not depth or size(hand) > LONG or len(self.looked) >= LOOKS:
            return False
        key = hand, depth
        if key not in self.looked:
            self.looked[key] = False
            self.looked[key] = any(
                self.unbeatable(play) and self._runs_out(hand - play.cards, depth - 1)
                for play in few(combos.plays(hand, self.spot.kickers))
            )
        return self.looked[key]

    def unbeatable(self, play: Reading) -> bool:
        """Whether the cards that are out, all in one hand, could not beat it."""
        one, two, three, four = masks(self.spot.unseen)
        if play.category == combos.ROCKET:
            return True
        if one >> 13 == 3 and self.most >= 2:
            return False
        above = play.rank + 1
        if play.category == combos.BOMB:
            return self.most < 4 or not four >> above
        if four and self.most >= 4:
            return False
        if size(play.cards) > self.most:
            return True
        return not _beaten(play, (one, two, three, four))

    def _lead(self, play: Reading) -> float:
        spot, rest = self.spot, self.spot.hand - play.cards
        score = self.now - self.planner.cost(rest)
        score += CARD * size(play.cards)
        wins = of_reading(play, self.values)
        if play.category in BOMBS:
            score -= BOMB_LED
        if self._awaited(play):
            score -= 2.5 * (1 - wins)
        count = size(play.cards)
        if spot.partner and spot.counts[spot.partner] == count <= 2 and play.rank < 9:
            score += 1.5 if spot.partner == 1 else 0.7
        return score

    def _follow(self, play: Reading) -> float:
        spot, rest = self.spot, self.spot.hand - play.cards
        gain = self.now - self.planner.cost(rest)
        wins = of_reading(play, self.values)
        if spot.last_by == spot.partner and spot.partner:
            return self._on_partner(play, gain, wins)
        threat = spot.counts[spot.last_by]
        tempo = next(tempo for least, tempo in TEMPO if threat >= least)
        score = gain + tempo * wins
        if play.category in BOMBS:
            score -= BOMB_KEPT if threat > 4 else 0.2
            score += 0.9 if self.planner.cost(rest) < 1.2 else 0.0
        if self._awaited(play):
            score += 2.5 * (wins - 1)
        return score

    def _awaited(self, play: Reading) -> bool:
        """Whether an enemy who plays after this would go out with a higher one."""
        spot, count = self.spot, size(play.cards)
        return count <= 2 and any(spot.counts[place] == count for place in spot.enemies)

    def _on_partner(self, play: Reading, gain: float, wins: float) -> float:
        """The partner is ahead: only cheap cards go on his, unless the landlord is coming."""
        spot = self.spot
        assert spot.last is not None
        if spot.landlord == 1 and self._awaited(spot.last):
            return gain + 2.5 * (wins - of_reading(spot.last, self.values))
        if play.category in BOMBS:
            return -1.0 if self.planner.cost(spot.hand - play.cards) > 0 else 0.2
        if spot.counts[spot.partner] <= 2 and spot.counts[spot.landlord] > 1:
            return -0.5
        strong = spot.last.rank >= STRONG or spot.last.n > 1 or size(spot.last.cards) > 2
        if strong:
            return gain - OVER_STRONG
        blocking = 0.3 if spot.landlord == 1 and play.rank < TWO else 0.0
        return gain - OVER_WEAK + blocking - (0.4 if play.rank >= TWO else 0.0)


def few(plays: list[Reading]) -> list[Reading]:
    """All of them, or those with the lowest cards of each category, length and rank."""
    if len(plays) <= MOST:
        return plays
    groups: dict[tuple[str, int, int], list[Reading]] = {}
    for play in plays:
        groups.setdefault(play[:3], []).append(play)
    each = max(2, MOST // len(groups))
    found = []
    for group in groups.values():
        group.sort(key=lambda play: play.cards)
        found += group[:each]
    return found


def _beaten(play: Reading, out: tuple[int, int, int, int]) -> bool:
    """Whether a higher combination of the kind can be made of these cards, kickers apart."""
    each = {
        combos.SOLO: 1,
        combos.PAIR: 2,
        combos.CHAIN: 1,
        combos.PAIR_CHAIN: 2,
        combos.FOUR_SOLO: 4,
        combos.FOUR_TWO: 4,
        combos.FOUR_PAIRS: 4,
        combos.ROCKET_SOLO: 5,
        combos.ROCKET_TWO: 5,
    }.get(play.category, 3)
    if each == 5:
        return False
    mask = out[each - 1]
    if play.n == 1:
        return mask >> play.rank + 1 != 0
    window = (1 << play.n) - 1
    return any(mask >> r & window == window for r in range(play.rank + 1, 13 - play.n))


def public_planner(spot: Spot) -> Planner:
    """A planner for hands that cannot be seen: every card still out counts."""
    return Planner(Values(spot.unseen + spot.hand, sum(spot.counts), 2 / 3))
