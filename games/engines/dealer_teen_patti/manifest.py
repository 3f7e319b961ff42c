"""Teen Patti against the dealer as pages, tables and records present it."""

from games.engines.core.manifest import Form, Manifest, PresetWords, QuickTable
from games.engines.dealer_teen_patti.designs import PRESETS as DESIGNS
from games.engines.dealer_teen_patti.rules import STANDARD

MANIFEST = Manifest(
    position=4,
    tagline="You, three cards, and the dealer's three.",
    picture="?? 7d 7c 7h",
    presets={
        "standard": PresetWords(DESIGNS[STANDARD].title, DESIGNS[STANDARD].about),
        **{
            key: PresetWords(design.title, design.about)
            for key, design in DESIGNS.items()
            if key != STANDARD
        },
    },
    form=Form(
        first=("ante_min", "ante_max", "side_bet_max", "pay_table"),
        seats="max_players",
        buy_in="starting_chips",
    ),
    quick=QuickTable("standard", "ante_min", 1),
    house_tables=(
        {
            "name": "The House Deals",
            "preset": "standard",
            "seats": 5,
            "min_buy_in": 200,
            "max_buy_in": 2_000,
            "bots": 2,
            "bot_level": "medium",
            "clock_s": 20,
        },
    ),
)
