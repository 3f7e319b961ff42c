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
        source = "\n".join(sources)
        code = source + (ROOT / "dock/action_button.js").read_text("utf-8")
        bar = re.findall(r"useKeys\((.*?)\)\);\n", source, re.DOTALL)
        assert len(bar) == 1, game
        buttons = set(re.findall(r', "(\w)"\]|hotkey: "(\w)"', source))
        buttons = {key for pair in buttons for key in pair}
        for key in {name for keys in listed for name in keys.replace(" or ", " ").split()}:
            name = NAMES.get(key, key.lower())
            handled = bar[0] if len(name) == 1 or name == "escape" else code
            if name.isdigit():  # presets and bids are numbered
                assert re.search(r"i \+ 1\)|hotkey: `\$\{amount\}`", source), (game, key)
            elif key in buttons:
                continue
            elif name == "arrow":
                assert "arrow" in bar[0].lower(), (game, key)
            elif name == "enter":
                assert re.search(r"\benter: |↵", source), (game, key)
            elif name:
                assert re.search(rf"\b{name}\b", handled), (game, key)
