"""The names of presets, from the manifests of the games.

Pages show these and never a preset's key. The form for a new table begins with the first preset of
a game.
"""

from collections.abc import Mapping

from games.engines.core import registry
from games.engines.core.contract import Game
from games.engines.core.manifest import PresetWords


def preset_words(game: Game) -> Mapping[str, PresetWords]:
    """Return the words of every preset in the order of the form; one without gets its key."""
    words = game.manifest.presets
    return {
        **{key: words[key] for key in words if key in game.presets},
        **{key: PresetWords(_in_words(key), "") for key in game.presets if key not in words},
    }


def preset_title(game: str, preset: str) -> str:
    """Return the title of a preset, or its key in words if the preset no longer exists."""
    known = _words_of(game, preset)
    return known.title if known else _in_words(preset)


def preset_text(game: str, preset: str) -> str:
    """Return the description of a preset, empty for one that no longer exists."""
    known = _words_of(game, preset)
    return known.text if known else ""


def first_preset(game: Game) -> str:
    """Return the preset that the form for a new table begins with."""
    return next(iter(preset_words(game)))


def _words_of(game: str, preset: str) -> PresetWords | None:
    known = registry.find(game)
    return known.manifest.presets.get(preset) if known else None


def _in_words(key: str) -> str:
    return key.replace("_", " ").capitalize()
