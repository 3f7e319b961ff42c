"""Rewrite the files of the histories from `plays.py`."""

import json
from pathlib import Path

from tests.games.engines.histories.plays import PLAYS, record_of_play

HERE = Path(__file__).parent

for play in PLAYS:
    data = {
        "note": play.note,
        "source": play.source,
        "expected": {str(seat): chips for seat, chips in play.expected.items()},
        "record": record_of_play(play),
    }
    lines = json.dumps(data, ensure_ascii=False)
    (HERE / f"{play.name}.json").write_text(lines + "\n", encoding="utf-8")
print(f"{len(PLAYS)} hands written")
