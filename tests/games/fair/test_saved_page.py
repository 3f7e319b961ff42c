"""The saved page checks records without a network, and is built from the modules."""

import copy
import json
import re

import pytest

from games.engines.core.contract import OPEN
from scripts.verifier import TARGET, page
from tests.games.fair.node import ROOT, script
from tests.support.verifiers import GAMES, fair_hands, record

CHECK = """
import { readFileSync } from "node:fs";
const found = [];
for (const one of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  try {
    found.push(recordModule.foundText(await recordModule.checkRecord(one)));
  } catch (error) {
    found.push(error.check);
  }
}
console.log(JSON.stringify(found));
"""


def test_the_saved_page_is_built_from_the_modules():
    assert TARGET.read_text() == page(), "run scripts/verifier.py"


def test_the_saved_page_loads_nothing():
    text = TARGET.read_text()
    assert not re.search(r"https?://|\bimport\b|\bfetch\(|\bsrc=|\bhref=", text)


@pytest.mark.slow
def test_the_saved_page_accepts_valid_and_rejects_invalid_records(tmp_path):
    code = re.search(r'<script type="module">\n(.*?)document\.getElementById', page(), re.DOTALL)[1]
    (tmp_path / "page.mjs").write_text(code + CHECK)
    records = []
    for key in GAMES:
        opening, moves, _state, proof, deck = next(fair_hands(key, 10))
        records.append(record(key, opening, moves, proof, deck, OPEN))
    changed = copy.deepcopy(records)
    for one in changed:
        one["fair"]["openings"][0]["salt"] = "0" * 32
    (tmp_path / "records.json").write_text(json.dumps(records + changed))
    done = script(tmp_path / "page.mjs", tmp_path / "records.json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert all("cards checked" in text for text in found[: len(records)])
    assert found[len(records) :] == ["path"] * len(changed)
    assert ROOT / "static/fair/verify.html" == TARGET
