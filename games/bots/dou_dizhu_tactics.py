"""The value of playing a combination in Dou Dizhu, by the plan of the hand and the situation."""

from functools import cached_property

from games.bots.dou_dizhu_plan import Planner, Values, of_reading
from games.bots.dou_dizhu_quick_plan import QuickPlanner
from games.bots.dou_dizhu_spot import Spot
from games.engines.dou_dizhu import combos
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import JOKERS, TWO, bits, masks, size

BOMBS = (combos.BOMB, combos.ROCKET)
MOST = 160
"""With more combinations than this, only those with the lowest kickers are examined."""
LONG, LOOKS = 12, 100
"""Limits of the search for an unstoppable way out: cards in the hand, and hands examined."""
TEMPO = ((12, 0.8), (7, 1.2), (4, 1.8), (0, 2.5))
"""The value of winning a round, in leads, by the fewest cards of another player."""
CARD = 0.08
"""The value of each additional card in a lead."""
STRONG = 8
"""From this rank on (a jack) a player passes on a partner's play."""
OVER_STRONG, OVER_WEAK = 1.2, 0.5
"""The saving that a play on a partner's needs to be made."""
BOMB_LED, BOMB_KEPT = 0.6, 1.0
"""The value of a bomb in the hand beyond the plan, while nobody is nearly out."""


class Table:
    """A decision with its context; scores are in leads saved."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.most = max(spot.counts[player] for player in spot.enemies)
        self.plays = few(spot.legal_plays())
        self.looked: dict[tuple[int, int], bool] = {}

    @cached_property
    def values(self) -> Values:
        """Return the values of single combinations here."""
        spot = self.spot
        return Values(spot.unseen, sum(spot.counts[1:]), spot.hostile)

    @cached_property
    def planner(self) -> Planner | QuickPlanner:
        """Return a planner of the bot's own hand."""
        return (Planner if self.spot.rules.PACKS == 1 else QuickPlanner)(self.values)

    @cached_property
    def now(self) -> float:
        """Return the leads that the hand needs before the play."""
        return self.planner.cost(self.spot.hand)

    def scored(self) -> list[tuple[float, Reading | None]]:
        """Return every legal play with its score, best first."""
        score = self._lead if self.spot.last is None else self._follow
        found: list[tuple[float, Reading | None]] = [(score(play), play) for play in self.plays]
        if "pass" in self.spot.kinds:
            found.append((0.0, None))
        found.sort(key=lambda entry: -entry[0])
        return found

    def out(self) -> Reading | None:
        """Return the combination that empties the hand, if there is one."""
        return next((play for play in self.plays if play.cards == self.spot.hand), None)

    def sure(self) -> Reading | None:
        """Return the first of a series of unstoppable plays that empties the hand."""
        hand = self.spot.hand
        for play in self.plays:
            if self.unbeatable(play) and self._runs_out(hand - play.cards, 3):
                return play
        return None

    def _runs_out(self, hand: int, depth: int) -> bool:
        """Return whether a leading hand wins against anything, within the search limits."""
        if not hand or self.spot.rules.readings(hand):
            return True
        if not depth or size(hand) > LONG or len(self.looked) >= LOOKS:
            return False
        key = hand, depth
        if key not in self.looked:
            self.looked[key] = False
            self.looked[key] = any(
                self.unbeatable(play) and self._runs_out(hand - play.cards, depth - 1)
                for play in few(self.spot.rules.plays(hand))
            )
        return self.looked[key]

    def unbeatable(self, play: Reading) -> bool:
        """Return whether the unseen cards, all in one hand, could not beat the play."""
        if play.category == combos.ROCKET:
            return True
        if self._bombs_above(play):
            return False
        if play.category == combos.BOMB or size(play.cards) > self.most:
            return True
        return not _beaten(play, masks(self.spot.unseen))

    def _bombs_above(self, play: Reading) -> bool:
        """Return whether the unseen cards have the rocket, or a bomb that beats the play."""
        packs, unseen = self.spot.rules.PACKS, self.spot.unseen
        held = masks(unseen)
        if held[packs - 1] & JOKERS == JOKERS and self.most >= 2 * packs:
            return True
        if self.most < 4:
            return False
        least = (size(play.cards), play.rank) if play.category == combos.BOMB else (0, 0)
        return any(
            (min(unseen >> 4 * rank & 15, self.most), rank) > least for rank in bits(held[3])
        )

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
        for partner in spot.partners:
            if spot.counts[partner] == count <= 2 and play.rank < 9:
                score += 1.5 if partner == 1 else 0.7
        return score

    def _follow(self, play: Reading) -> float:
        spot, rest = self.spot, self.spot.hand - play.cards
        gain = self.now - self.planner.cost(rest)
        wins = of_reading(play, self.values)
        if spot.last_by in spot.partners:
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
        """Return whether an enemy who plays after this would go out with a higher one."""
        spot, count = self.spot, size(play.cards)
        return count <= 2 and any(spot.counts[player] == count for player in spot.enemies)

    def _on_partner(self, play: Reading, gain: float, wins: float) -> float:
        """Score a play on a partner's: only cheap cards, unless the landlord comes next."""
        spot = self.spot
        assert spot.last is not None
        if spot.landlord == 1 and self._awaited(spot.last):
            return gain + 2.5 * (wins - of_reading(spot.last, self.values))
        if play.category in BOMBS:
            return -1.0 if self.planner.cost(spot.hand - play.cards) > 0 else 0.2
        if spot.counts[spot.last_by] <= 2 and spot.counts[spot.landlord] > 1:
            return -0.5
        strong = spot.last.rank >= STRONG or spot.last.n > 1 or size(spot.last.cards) > 2
        if strong:
            return gain - OVER_STRONG
        blocking = 0.3 if spot.landlord == 1 and play.rank < TWO else 0.0
        return gain - OVER_WEAK + blocking - (0.4 if play.rank >= TWO else 0.0)


def few(plays: list[Reading]) -> list[Reading]:
    """Return all plays, or those with the lowest cards of each category, length and rank."""
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
    """Return whether these cards make a higher combination of the kind, kickers ignored."""
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
    """Return a planner for hidden hands: every unseen card counts."""
    return Planner(Values(spot.unseen + spot.hand, sum(spot.counts), 2 / 3))
