"""The games of the platform by key; this is the only module that registers games."""

from typing import cast

from games.engines.core.contract import Game
from games.engines.dealer_teen_patti.engine import DealerTeenPatti
from games.engines.dou_dizhu.engine import DouDizhu
from games.engines.holdem.engine import Holdem
from games.engines.teen_patti.engine import TeenPatti

_GAMES: dict[str, Game] = {
    game.key: game
    for game in (
        cast(Game, TeenPatti()),
        cast(Game, Holdem()),
        cast(Game, DouDizhu()),
        cast(Game, DealerTeenPatti()),
    )
}


def get(key: str) -> Game:
    """Return the game with this key; raises `KeyError`."""
    return _GAMES[key]


def all_games() -> tuple[Game, ...]:
    """Return every game in the order of the lobby."""
    return tuple(_GAMES.values())
