"""The shortcuts that the settings list are those that the action bars carry out."""

import re
from pathlib import Path

from playwright.async_api import Page

from tests.frontend.conftest import run

ROOT = Path(__file__).resolve().parents[2] / "static/js/table"
NAMES = {"←": "arrow", "→": "arrow", "Esc": "escape", "Space": "data-card", "…": "", "–": ""}
"""How the handlers name a key that is not a letter or digit."""


async def test_each_listed_key_has_a_handler_in_its_games_dock(empty_page: Page) -> None:
    games = sorted(file.parent.name for file in ROOT.glob("*/extras.js"))
    assert len(games) >= 5
    for game in games:
        listed = await run(empty_page, f"table/{game}/extras.js", "m.keys.map(([key]) => key)")
        sources = [file.read_text("utf-8") for file in (ROOT / game).glob("*.js")]
        code = "\n".join([*sources, (ROOT / "dock/action_button.js").read_text("utf-8")])
        bar = re.findall(r"actions\.keys\.now = (.*?)\n  \}\);", "\n".join(sources), re.DOTALL)
        assert len(bar) == 1, game
        for key in {name for keys in listed for name in keys.replace(" or ", " ").split()}:
            name = NAMES.get(key, key.lower())
            handled = bar[0] if len(name) == 1 or name in ("enter", "escape") else code
            if name.isdigit():  # presets and bids are numbered
                assert re.search(rf"\b{name}: |i \+ 1\)|byNumber", bar[0]), (game, key)
            elif name == "arrow":
                assert "arrow" in bar[0].lower(), (game, key)
            elif name:
                assert re.search(rf"\b{name}\b", handled), (game, key)
