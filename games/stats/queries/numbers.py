"""The public numbers: where all chips are, and how the deals compare with theory.

Classes of deals are published in buckets (`Tally`), never for a single hand. They count one hand of
each deal, that of the seat left of the dealer, so that the counts are independent of each other, as
the test requires. The numbers are computed at most every ten minutes.
"""

import datetime
from dataclasses import dataclass

from django.core.cache import cache
from django.utils import timezone

from accounts.ledger.queries import MoneySupply, money_supply
from core.messages import catalogue
from games.engines.core import registry
from games.engines.core.contract import Game
from games.rulebook.rule_words import RuleWords
from games.stats.counters.chi_square import ChiSquare, chi_square
from games.stats.counters.registry import counter_of
from games.stats.models import Tally
from games.stats.queries.sums import added

LIFETIME_S = 600
KEY = "public-numbers-2"


@dataclass(frozen=True, slots=True)
class Observed:
    """A class of hands: how often it was dealt, and how often theory expects it."""

    key: str
    count: int
    expected: float
    share: float
    chance: float

    @property
    def label(self) -> str:
        """Its name."""
        return catalogue().text(f"statistics.hands.{self.key}")


@dataclass(frozen=True, slots=True)
class GameNumbers:
    """A game: the number of finished hands, and the published classes of deals."""

    game: str
    name: str
    hands: int
    deals: int
    classes: tuple[Observed, ...]
    test: ChiSquare | None


@dataclass(frozen=True, slots=True)
class Numbers:
    """The public numbers as they were at `at`."""

    chips: MoneySupply
    games: tuple[GameNumbers, ...]
    at: datetime.datetime


def public_numbers() -> Numbers:
    """The numbers, at most ten minutes old."""
    key = f"{KEY}:{catalogue().language}"
    found: Numbers | None = cache.get(key)
    if found is None:
        found = count_numbers()
        cache.set(key, found, LIFETIME_S)
    return found


def count_numbers() -> Numbers:
    """The numbers as they are now; two queries."""
    tallies: dict[str, tuple[int, list[int]]] = {}
    for row in Tally.objects.all():
        hands, counts = tallies.get(row.game, (0, []))
        tallies[row.game] = hands + row.hands, added(counts, row.published)
    games = [_numbers_of(game, *tallies.get(game.key, (0, []))) for game in registry.all_games()]
    return Numbers(money_supply(), tuple(games), timezone.now())


def _numbers_of(game: Game, hands: int, counts: list[int]) -> GameNumbers:
    classes = counter_of(game.key).categories
    counts = added(counts, [0] * len(classes))
    deals = sum(counts)
    chances = [float(one.chance) for one in classes]
    return GameNumbers(
        game=game.key,
        name=RuleWords(game.key).name,
        hands=hands,
        deals=deals,
        classes=tuple(
            Observed(one.key, count, deals * chance, count / deals if deals else 0.0, chance)
            for one, count, chance in zip(classes, counts, chances, strict=True)
        ),
        test=chi_square(counts, chances) if deals else None,
    )
