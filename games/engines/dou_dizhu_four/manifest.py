"""Four-player Dou Dizhu as pages, tables and records present it."""

from games.engines.core.manifest import Form, Manifest, PresetWords, QuickTable

MANIFEST = Manifest(
    position=3,
    messages="dou_dizhu",
    family="Dou Dizhu",
    tagline="Two packs, three peasants, and bombs of up to eight cards.",
    picture="8s 8h 8d 8c 8S",
    presets={
        "standard": PresetWords(
            "Bidding 1-2-3",
            "The highest bid makes the landlord and multiplies the base; every bomb and a spring "
            "double the score.",
        ),
        "large_bombs": PresetWords(
            "Only large bombs double",
            "The usual rules, but only bombs of six or more cards and the four jokers double.",
        ),
        "doubling": PresetWords(
            "With doubling",
            "The usual rules, and after the bidding every player may double against the other "
            "side.",
        ),
        "chips": PresetWords(
            "For chips",
            "Played for chips, at most 32 times the base; the next game starts by itself.",
        ),
    },
    form=Form(
        first=("base_score", "smallest_bomb", "spring", "score_mode", "restart_by"),
        plays_for="score_mode",
        seats="max_players",
    ),
    quick=QuickTable("standard", "base_score", 1),
    automatic=frozenset({"pass"}),
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
