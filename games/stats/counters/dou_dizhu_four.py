"""Four-player Dou Dizhu: counted as the game of three, with its own chances of bombs."""

from games.engines.dou_dizhu_four.rules import FourDouDizhuRules
from games.stats.counters.dou_dizhu import RATIOS, counter_of_rules

__all__ = ["COUNTER", "RATIOS"]

COUNTER = counter_of_rules(FourDouDizhuRules)
