"""The Node checker checks TFAIR2: every vector that is no trace, by its named check."""

from tests.games.fair.node import run
from tests.games.fair.tfair2 import GOOD, VECTORS, wrongly_judged


def checked(cases):
    return run("tfair2_node.mjs", cases)


def test_fair_values_hold():
    good = [one for one in GOOD.values() if one["kind"] != "trace"]
    found = checked([[one["kind"], one["value"]] for one in good])
    names = zip((one["name"] for one in good), found, strict=True)
    assert not [name for name, one in names if "passed" not in one]


def test_each_way_to_cheat_fails_by_its_check():
    cases = [case for case in VECTORS["bad"] if GOOD[case["base"]]["kind"] != "trace"]
    assert not wrongly_judged(checked, cases)


def test_the_deal_map_and_the_json():
    maps = VECTORS["maps"]
    for case, one in zip(maps, checked([["map", case] for case in maps]), strict=True):
        order, places, boards = one["passed"]
        assert order == case["order"], case
        assert boards == [positions for _common, positions in case.get("second", [])], case
        for place, positions in case["places"]:
            assert [p for p, found in enumerate(places) if found == place] == positions, case
    texts = checked([["canon", value] for value, _text in VECTORS["canon"]])
    for (value, text), one in zip(VECTORS["canon"], texts, strict=True):
        assert one == ({"failed": "form"} if text is None else {"passed": text}), value
