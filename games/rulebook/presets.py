"""The names of presets: a title and a sentence each, in the order of the form.

Pages show these and never a preset's key. The form for a new table begins with the first preset of
a game.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.engines.dealer_teen_patti.designs import PRESETS as DESIGNS
from games.engines.dealer_teen_patti.rules import STANDARD as USUAL_DESIGN


class PresetWords(NamedTuple):
    """The title and description of a preset."""

    title: str
    text: str


_TEEN_PATTI = {
    "standard": PresetWords(
        "Classic", "The usual rules: buy in for any amount within the table's limits."
    ),
    "seed000": PresetWords(
        "Equal stacks",
        "Everyone starts with 1,000 chips; A-K-Q is the highest sequence and suits break ties.",
    ),
    "seed001": PresetWords("Penny boot", "The usual rules with a boot of one chip."),
    "muflis": PresetWords("Muflis", "The lowest hand wins."),
    "ak47": PresetWords("AK47", "Aces, kings, fours and sevens are jokers."),
    "lowest_joker": PresetWords("Lowest joker", "The lowest rank in your own hand is a joker."),
    "999": PresetWords("999", "Nearest to 999 wins: aces count 1, tens and face cards 0."),
}

_HOLDEM = {
    "cash": PresetWords(
        "Cash game", "Play with your own chips; join and leave between any two hands."
    ),
    "turbo": PresetWords(
        "Sit and go, rising blinds",
        "One entry, equal stacks, and blinds that rise every six hands until one player is left.",
    ),
    "standard": PresetWords(
        "Sit and go, level blinds",
        "One entry and equal stacks; the blinds never rise, so a game can take a long time.",
    ),
    "seed003": PresetWords(
        "Sit and go for four",
        "Up to four players, bots in the empty seats; a raise at least doubles the bet and the "
        "blinds cannot fold before the flop.",
    ),
}

_DOU_DIZHU = {
    "standard": PresetWords(
        "Bidding 1-2-3",
        "The highest bid makes the landlord and multiplies the base; a spring doubles the score.",
    ),
    "default": PresetWords(
        "First call", "The first player to call is the landlord; a spring does not count."
    ),
    "seed004": PresetWords(
        "First call, more kickers",
        "First call, where both jokers may be kickers and fours and the rocket may carry cards.",
    ),
    "rlcard": PresetWords(
        "RLCard", "First call with the combinations of RLCard, a toolkit for training bots."
    ),
    "pagat": PresetWords(
        "Pagat", "Bidding 1-2-3; an airplane carries only cards of different ranks."
    ),
}

_DEALER_TEEN_PATTI = {
    "standard": PresetWords(DESIGNS[USUAL_DESIGN].title, DESIGNS[USUAL_DESIGN].about),
    **{
        key: PresetWords(design.title, design.about)
        for key, design in DESIGNS.items()
        if key != USUAL_DESIGN
    },
}

PRESETS: Mapping[str, Mapping[str, PresetWords]] = {
    "teen_patti": _TEEN_PATTI,
    "holdem": _HOLDEM,
    "dou_dizhu": _DOU_DIZHU,
    "dealer_teen_patti": _DEALER_TEEN_PATTI,
}


def preset_title(game: str, preset: str) -> str:
    """Return the title of a preset, or its key in words if the preset no longer exists."""
    known = PRESETS.get(game, {}).get(preset)
    return known.title if known else preset.replace("_", " ").capitalize()


def preset_text(game: str, preset: str) -> str:
    """Return the description of a preset, empty for one that no longer exists."""
    known = PRESETS.get(game, {}).get(preset)
    return known.text if known else ""


def first_preset(game: str) -> str:
    """Return the preset that the form for a new table begins with."""
    return next(iter(PRESETS[game]))
