"""Reactions of the chat, as codes: emotes, which pages draw, and quick phrases.

Each reader sees them in their language: their texts are the messages `house.emote.<code>` and
`house.phrase.<code>`.
"""

from collections.abc import Mapping
from functools import cache

from core.messages import catalogue, languages
from games.engines.core import registry

EMOTES = ("laugh", "cheer", "cool", "gasp", "think", "cry", "grumpy", "sleep")
"""What a player's face shows for a moment; in words what they exclaim."""
PHRASES = (
    "hello",
    "good_luck",
    "nice_hand",
    "well_played",
    "thank_you",
    "sorry",
    "one_moment",
    "wow",
    "your_turn",
    "bye",
)
"""The quick phrases of every game; a game adds its own (`Manifest.phrases`).

At tables with quick phrases they are the only lines allowed during a hand, so none is about cards.
"""


def phrases_of(game: str) -> tuple[str, ...]:
    """The quick phrases that a game's players are offered."""
    return (*registry.get(game).manifest.phrases, *PHRASES)


@cache
def all_phrases() -> tuple[str, ...]:
    """The quick phrases of all games; each may be said at every table."""
    own = (phrase for game in registry.all_games() for phrase in game.manifest.phrases)
    return tuple(dict.fromkeys((*PHRASES, *own)))


def message_of(reaction: str) -> str:
    """The code of the chat line that an emote or a quick phrase is."""
    return f"emote.{reaction}" if reaction in EMOTES else f"phrase.{reaction}"


def phrase_of(line: str) -> str:
    """The code of the phrase that a line is, in whatever language; "" for any other line."""
    return _codes().get(line, "")


@cache
def _codes() -> Mapping[str, str]:
    return {
        catalogue(language).text(f"house.phrase.{phrase}"): phrase
        for language in languages()
        for phrase in all_phrases()
    }
