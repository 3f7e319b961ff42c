"""Teen Patti against the dealer as pages, tables and records present it."""

from games.engines.core.manifest import Form, Manifest, QuickTable
from games.engines.dealer_teen_patti.rules import PRESETS

MANIFEST = Manifest(
    position=4,
    picture="?? 7d 7c 7h",
    presets=tuple(PRESETS),
    presets_named_by="pay_table",
    form=Form(
        first=("ante_min", "ante_max", "side_bet_max", "pay_table"),
        seats="max_players",
        buy_in="starting_chips",
    ),
    quick=QuickTable("standard", "ante_min", 1),
    phrases=("beat_the_dealer", "luck_to_all", "one_more"),
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
