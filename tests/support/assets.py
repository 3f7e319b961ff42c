"""The folder of static files, and its drawings."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
DRAWINGS = sorted(file.parent.name for file in (STATIC / "js/table").glob("*/index.js"))
"""The folders that draw a game: some games' own, and the one for any game."""
