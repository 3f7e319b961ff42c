"""The Python client checks TFAIR2: every vector, and every tampered case by its named check."""

import pytest

from cardhouse_client import tfair2
from cardhouse_client.fair import NotFair
from cardhouse_client.tfair2.deal_map import Plan, players_in_order, positions, second_board
from cardhouse_client.tfair2.hashes import canonical
from tests.games.fair.tfair2 import GOOD, VECTORS, tampered
from tests.support.cases import for_each


def guarded(messages):
    guard = tfair2.Guard({})
    for message in messages:
        guard.take(message)
    return guard.ambers


CHECKS = {
    "record": tfair2.check_record,
    "thrown": tfair2.check_thrown,
    "chain": tfair2.check_chain,
    "days": tfair2.check_days,
    "trace": guarded,
}


def failed_check(kind, value):
    try:
        CHECKS[kind](value)
    except NotFair as no:
        return no.check
    return "none"


@for_each("name", GOOD)
def test_fair_values_hold(name):
    good = GOOD[name]
    found = CHECKS[good["kind"]](good["value"])
    if good["kind"] == "trace":
        assert found == good.get("ambers", [])


@for_each("case", VECTORS["bad"], ids=lambda case: f"{case['base']}: {case['name']}")
def test_each_way_to_cheat_fails_by_its_check(case):
    assert failed_check(*tampered(case)) == case["check"]


@for_each("case", VECTORS["maps"], ids=lambda case: f"{case['game']} {case['seats']}")
def test_the_deal_map(case):
    plan = Plan(case["game"], tuple(case["seats"]), (), case["step"], "")
    assert players_in_order(plan, case["button"]) == case["order"]
    assert positions(plan, case["button"]) == dict(case["places"])
    for common, expected in case.get("second", []):
        assert second_board(plan, common) == expected


@for_each("case", VECTORS["canon"])
def test_canonical_json(case):
    value, text = case
    if text is not None:
        assert canonical(value).decode() == text
        return
    with pytest.raises(NotFair, match="form"):
        canonical(value)


def test_a_guard_remembers_a_hand_across_a_reload():
    storage, messages = {}, GOOD["watch"]["value"]
    at = next(i for i, one in enumerate(messages) if one["t"] == "deal")
    guard = tfair2.Guard(storage)
    for message in messages[: at + 2]:
        guard.take(message)
    guard = tfair2.Guard(storage)  # the page is loaded again in the middle of the hand
    guard.take({"t": "hello", "no": 0, "chain": "00" * 32})
    for message in [messages[1], *messages[at:]]:
        guard.take(message)
    assert guard.ambers == []


def test_a_reader_who_comes_after_the_seal_reads_it_once():
    messages = GOOD["watch"]["value"]
    deck = next(i for i, one in enumerate(messages) if one["t"] == "deck")
    late = [one for one in messages[deck + 1 :] if not one["t"].endswith("_sent")]
    end = next(i for i, one in enumerate(late) if one["t"] == "end") + 1
    assert guarded([messages[0], *late[:end]]) == ["late"]


def test_a_message_that_breaks_the_guard_fails():
    for message in (None, 7, [], {}, {"t": "deal"}, {"t": "ended"}, {"t": "deck", "deck": 1}):
        assert failed_check("trace", [message]) == "form"
