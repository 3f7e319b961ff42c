"""The page "Try to cheat": its sample is fair, and every way to cheat fails by its check."""

import json
from collections import Counter

from cardhouse_client import tfair2
from scripts.sample_hand import TARGET, sample, text
from tests.games.fair.node import run

SAMPLE = json.loads(TARGET.read_text())
RECORD = SAMPLE["record"]


def test_the_sample_is_made_by_the_servers_code():
    assert TARGET.read_text() == text(), "run python -m scripts.sample_hand"


def test_the_sample_holds_in_all_three_checkers():
    tfair2.check_record(RECORD)
    for script in ("tfair2.mjs", "tfair2_node.mjs"):
        (found,) = run(script, [["record", RECORD]])
        assert "passed" in found, (script, found)


def test_the_sample_is_worth_stealing():
    made = sample()
    assert [pot["winners"] for pot in made["record"]["result"]["pots"]] == [[made["me"]]]
    assert made["helping_river"] not in made["record"]["deck"].split()


def test_the_house_of_the_page_deals_as_the_server_does():
    made = run("cheat.mjs", "again")
    assert made["deal"] == {name: RECORD["fair"][name] for name in made["deal"]}
    assert made["openings"] == RECORD["fair"]["openings"]


def test_the_honest_hand_passes():
    found = run("cheat.mjs", "honest")
    assert found.pop("at") > 10
    assert found == {"stage": None, "check": None, "why": "", "ambers": []}


def test_every_way_to_cheat_fails_by_its_check():
    found = run("cheat.mjs", "cheats")
    assert len(found) == 19
    assert {key: verdict["check"] for key, _check, verdict in found} == {
        key: check for key, check, _verdict in found
    }
    stages = {key: verdict["stage"] for key, _check, verdict in found}
    assert stages["leave-out"] == "Locked"
    assert stages["deny"] == "Dealt"
    assert stages["board"] == "Cards"
    assert stages["chain"] == "Ended"
    assert stages["winner"] == "Saved"
    ambers = {key: verdict["ambers"] for key, _check, verdict in found if verdict["ambers"]}
    assert ambers == {"twice": ["house"]}


def test_no_card_can_be_another_one():
    found = run("cheat.mjs", "others")
    changed = Counter((cover, check) for same, cover, check in found if not same)
    assert not [pair for pair in changed if pair[1] is None]
    checks = {cover: {check for one, check in changed if one == cover} for cover, _ in changed}
    twice = {"card"}  # the other card of the same seat
    assert checks["none"] - twice == {"opening", "place"}
    assert checks["true"] - twice == {"place"}
    assert (checks["forged"], checks["resealed"]) == ({"path"}, {"noted"})
    assert {check for same, cover, check in found if same and cover != "resealed"} == {None}


def test_a_stacked_deck_is_opened_in_three_hands_of_four():
    found = Counter(run("cheat.mjs", "lucky"))
    assert set(found) <= {"masters", "card", None}
    assert 120 <= found["masters"] <= 175
    assert found["card"] > found[None]
