"""Hold'em as pages, tables and records present it."""

from games.engines.core.manifest import Form, Manifest, Menu, QuickTable

MANIFEST = Manifest(
    position=2,
    picture="Ah Kh",
    presets=("cash", "turbo", "standard", "four_handed"),
    form=Form(
        first=("small_blind", "ante", "straddle", "run_it_twice", "rabbit"),
        first_for={
            "sit_and_go": (
                "small_blind",
                "starting_points",
                "blind_schedule",
                "level_length",
                "payouts",
            )
        },
        plays_for="format",
        seats="max_players",
    ),
    quick=QuickTable("cash", "small_blind", 2),
    menu=Menu(
        path="poker",
        preset="four_handed",
        seats=4,
        entry=1_000,
        least=200,
        fill="fill_with_bots",
    ),
    chosen_ahead=frozenset({"fold", "check", "call"}),
    phrases=("nice_bluff", "good_fold", "what_a_pot"),
    house_tables=(
        {
            "name": "Riverside",
            "preset": "cash",
            "seats": 6,
            "min_buy_in": 200,
            "max_buy_in": 2_000,
            "bots": 4,
            "bot_level": "medium",
        },
        {
            "name": "High Water",
            "preset": "cash",
            "seats": 9,
            "options": {"small_blind": 25, "straddle": True, "run_it_twice": True, "rabbit": True},
            "min_buy_in": 2_000,
            "max_buy_in": 10_000,
            "bots": 5,
            "bot_level": "hard",
        },
        {
            "name": "Sit and Go Six",
            "preset": "turbo",
            "seats": 6,
            "min_buy_in": 500,
            "max_buy_in": 500,
            "bots": 5,
            "bot_level": "medium",
        },
    ),
)
