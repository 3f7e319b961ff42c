"""The counters of the games, each in the module `games.stats.counters.<key>`.

Such a module has the game's `COUNTER`, and in `RATIOS` the ratios that players know each other by.
A game without one counts hands, wins and chips.
"""

from games.engines.core import registry
from games.stats.counters.base import Counter
from games.stats.counters.ratios import Ratio

_PACKAGE = __name__.rpartition(".")[0]
_PLAIN = Counter()


def counter_of(game: str) -> Counter:
    """Return the counter of a game; the plain one for a game without one of its own."""
    module = registry.module_of(_PACKAGE, game)
    counter: Counter = _PLAIN if module is None else module.COUNTER
    return counter


def ratios_of(game: str) -> tuple[Ratio, ...]:
    """Return the ratios of a game in the order of the pages."""
    module = registry.module_of(_PACKAGE, game)
    ratios: tuple[Ratio, ...] = () if module is None else module.RATIOS
    return ratios
