"""The presets of games in the order of the form for a new table."""

from games.engines.core.contract import Game


def presets_of(game: Game) -> tuple[str, ...]:
    """Return every preset in the order of the form; those that the manifest leaves out are last."""
    known = tuple(key for key in game.manifest.presets if key in game.presets)
    return (*known, *(key for key in game.presets if key not in known))


def first_preset(game: Game) -> str:
    """Return the preset that the form for a new table begins with."""
    return presets_of(game)[0]
