"""Teen Patti as pages, tables and records present it."""

from games.engines.core.manifest import Form, Manifest, QuickTable

MANIFEST = Manifest(
    position=1,
    picture="As Ks Qs",
    presets=(
        *("standard", "equal_stacks", "penny_boot"),
        *("muflis", "ak47", "lowest_joker", "999", "dealers_choice"),
    ),
    form=Form(
        first=("boot", "variant", "side_show", "max_blind_bets", "pot_limit"),
        seats="max_players",
        buy_in="starting_chips",
    ),
    quick=QuickTable("standard", "boot", 1),
    phrases=("brave_blind", "what_a_pot", "one_more"),
    house_tables=(
        {
            "name": "First Steps",
            "preset": "standard",
            "options": {"boot": 2},
            "seats": 6,
            "newcomers": True,
            "min_buy_in": 40,
            "max_buy_in": 400,
            "bots": 3,
            "bot_level": "easy",
            "clock_s": 40,
        },
        {
            "name": "Marigold",
            "preset": "standard",
            "options": {"boot": 10},
            "seats": 6,
            "min_buy_in": 200,
            "max_buy_in": 2_000,
            "bots": 3,
            "bot_level": "easy",
        },
        {
            "name": "Blue Lotus",
            "preset": "equal_stacks",
            "seats": 6,
            "min_buy_in": 200,
            "max_buy_in": 2_000,
            "bots": 3,
            "bot_level": "medium",
        },
        {
            "name": "Peacock Room",
            "preset": "standard",
            "options": {"boot": 50, "max_blind_bets": 4},
            "seats": 5,
            "min_buy_in": 1_000,
            "max_buy_in": 10_000,
            "bots": 3,
            "bot_level": "hard",
        },
        {
            "name": "Upside Down (Muflis)",
            "preset": "muflis",
            "options": {"boot": 10},
            "seats": 6,
            "min_buy_in": 200,
            "max_buy_in": 2_000,
            "bots": 3,
            "bot_level": "medium",
        },
    ),
)
