"""The browser checks TFAIR2: every vector, and every tampered case by its named check."""

from functools import partial

from tests.games.fair.node import run
from tests.games.fair.tfair2 import GOOD, VECTORS, wrongly_judged


def test_every_vector():
    good = run("tfair2.mjs", [[one["kind"], one["value"]] for one in GOOD.values()])
    expected = {name: {"passed": one.get("ambers", [])} for name, one in GOOD.items()}
    assert dict(zip(GOOD, good, strict=True)) == expected


def test_each_way_to_cheat_fails_by_its_check():
    assert not wrongly_judged(partial(run, "tfair2.mjs"), VECTORS["bad"])


def test_the_deal_map_and_the_json():
    maps = VECTORS["maps"]
    found = run("tfair2.mjs", [["map", case] for case in maps])
    for case, one in zip(maps, found, strict=True):
        boards = [positions for _common, positions in case.get("second", [])]
        assert one == {"passed": [case["order"], case["places"], boards]}, case
    texts = run("tfair2.mjs", [["canon", value] for value, _text in VECTORS["canon"]])
    for (value, text), one in zip(VECTORS["canon"], texts, strict=True):
        assert one == ({"failed": "form"} if text is None else {"passed": text}), value
