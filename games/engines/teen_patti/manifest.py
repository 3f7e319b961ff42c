"""Teen Patti as pages, tables and records present it."""

from games.engines.core.manifest import Form, Manifest, PresetWords, QuickTable

MANIFEST = Manifest(
    position=1,
    family="Teen Patti",
    tagline="Three cards, played blind or seen, for one pot.",
    picture="As Ks Qs",
    presets={
        "standard": PresetWords(
            "Classic", "The usual rules: buy in for any amount within the table's limits."
        ),
        "equal_stacks": PresetWords(
            "Equal stacks",
            "Everyone starts with 1,000 chips; A-K-Q is the highest sequence and suits break ties.",
        ),
        "penny_boot": PresetWords("Penny boot", "The usual rules with a boot of one chip."),
        "muflis": PresetWords("Muflis", "The lowest hand wins."),
        "ak47": PresetWords("AK47", "Aces, kings, fours and sevens are jokers."),
        "lowest_joker": PresetWords("Lowest joker", "The lowest rank in your own hand is a joker."),
        "999": PresetWords("999", "Nearest to 999 wins: aces count 1, tens and face cards 0."),
        "dealers_choice": PresetWords(
            "Dealer's choice", "The dealer of each hand chooses the variant before the first bet."
        ),
    },
    form=Form(
        first=("boot", "variant", "side_show", "max_blind_bets", "pot_limit"),
        seats="max_players",
        buy_in="starting_chips",
    ),
    quick=QuickTable("standard", "boot", 1),
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
