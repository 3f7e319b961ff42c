"""Quick phrases of the chat: codes, which each reader sees in their language."""

from functools import cache

from core.messages import catalogue, languages

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
"""The only lines allowed during a hand at tables with quick phrases; none is about cards.

Their texts are the messages `house.phrase.<code>`.
"""


def phrase_of(line: str) -> str:
    """The code of the phrase that a line is, in whatever language; "" for any other line."""
    return _codes().get(line, "")


@cache
def _codes() -> dict[str, str]:
    return {
        catalogue(language).text(f"house.phrase.{phrase}"): phrase
        for language in languages()
        for phrase in PHRASES
    }
