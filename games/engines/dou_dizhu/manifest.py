"""Dou Dizhu as pages, tables and records present it."""

from games.engines.core.manifest import Form, Manifest, QuickTable

MANIFEST = Manifest(
    position=3,
    picture="RJ BJ 2s",
    presets=("standard", "default", "more_kickers", "rlcard", "pagat"),
    form=Form(
        first=("bidding", "base_score", "spring", "score_mode", "restart_by"),
        plays_for="score_mode",
        seats="max_players",
    ),
    quick=QuickTable("standard", "base_score", 1),
    automatic=frozenset({"pass"}),
    phrases=("flowers", "great_teamwork", "what_a_bomb", "one_more"),
    house_tables=(
        {
            "name": "Rice Field",
            "preset": "standard",
            "options": {"restart_by": "auto"},
            "seats": 3,
            "bots": 2,
            "bot_level": "medium",
            "spectators": "open",
        },
        {
            "name": "Paper Lantern",
            "preset": "standard",
            "seats": 3,
            "options": {
                "score_mode": "chips",
                "base_score": 2,
                "restart_by": "auto",
                "multiplier_cap": 32,
            },
            "min_buy_in": 200,
            "max_buy_in": 2_000,
            "bots": 2,
            "bot_level": "easy",
            "clock_s": 40,
        },
        {
            "name": "Jade Court",
            "preset": "standard",
            "seats": 3,
            "options": {
                "score_mode": "chips",
                "base_score": 10,
                "restart_by": "auto",
                "multiplier_cap": 32,
            },
            "min_buy_in": 1_000,
            "max_buy_in": 5_000,
            "bots": 2,
            "bot_level": "hard",
        },
    ),
)
