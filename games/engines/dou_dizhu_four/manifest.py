"""Four-player Dou Dizhu as pages, tables and records present it."""

from games.engines.core.manifest import Form, Manifest, QuickTable

MANIFEST = Manifest(
    position=3,
    messages="dou_dizhu",
    picture="8s 8h 8d 8c 8S",
    presets=("standard", "large_bombs", "doubling", "chips"),
    form=Form(
        first=("base_score", "smallest_bomb", "spring", "score_mode", "restart_by"),
        plays_for="score_mode",
        seats="max_players",
    ),
    quick=QuickTable("standard", "base_score", 1),
    automatic=frozenset({"pass"}),
    phrases=("flowers", "great_teamwork", "what_a_bomb", "one_more"),
    house_tables=(
        {
            "name": "Bamboo Grove",
            "preset": "standard",
            "options": {"restart_by": "auto"},
            "seats": 4,
            "bots": 3,
            "bot_level": "medium",
            "spectators": "open",
        },
    ),
)
