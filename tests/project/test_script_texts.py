"""Scripts say nothing but messages: a text that people would see and no key names is found."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.node import NODE, STATIC

FINDER = Path(__file__).parent / "script_texts.mjs"
CHECKER = {"files.js", "evidence.js", "house_keys.js", "record.js"}
"""Of the saved page that checks files: one file without messages, for people who read formats."""
NAMES = {"Cardhouse", "CSV", "JSON", "A K Q", "tcp~dealer_qualifies=jack_high"}
"""Names and examples of addresses, which no language translates."""
KEYS = {"R or Enter", "P or F", "D or Enter", "C or Enter", "A A", "A R"}
"""Keys of the keyboard as they are declared."""
STORED = {"Fair dealing: …: ……"}
"""What a page writes for moderators, who read English."""


def texts(*files: Path) -> list[tuple[str, int, str]]:
    """Return (file, line, text) of each text that is no message."""
    done = subprocess.run(
        [str(NODE), str(FINDER), *map(str, files)], capture_output=True, text=True, check=True
    )
    found = [(Path(file), line, text) for file, line, text in json.loads(done.stdout)]
    return [
        (file.name, line, text)
        for file, line, text in found
        if text not in NAMES | KEYS | STORED
        and not (file.parent.name == "fair" and file.name in CHECKER)
    ]


def test_scripts_have_no_text_that_is_no_message() -> None:
    assert texts(*STATIC.rglob("*.js")) == []


@pytest.mark.parametrize(
    "planted",
    [
        "html`<p>Your turn</p>`",
        'html`<button aria-label="Leave the table"></button>`',
        "html`<p>${name} folds ${cards}</p>`",
        "const note = { text: 'The hand is over' };",
        "const said = `${name} wins the pot.`; const other = `Take ${count} chips`;",
        "show('Saved.');",
    ],
)
def test_each_kind_of_text_is_found(tmp_path: Path, planted: str) -> None:
    file = tmp_path / "planted.js"
    file.write_text(planted)
    assert len(texts(file)) >= 1
