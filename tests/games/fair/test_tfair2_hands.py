"""Records of honest hands of every game hold in all checkers, and exchanged cards do not."""

import copy
import random

import pytest

from cardhouse_client import tfair2
from cardhouse_client.fair import NotFair
from games.engines.core import registry
from tests.games.fair.node import run
from tests.games.fair.tfair2 import GOOD
from tests.games.fair.tfair2_hands import FairTable, viewers_of
from tests.games.sessions import rules_of
from tests.support.size import times

GAMES = [game.key for game in registry.all_games()]
TABLES = times(2, 40)


@pytest.fixture(scope="module")
def records():
    """Return the records of some hands of every game, each for three readers."""
    made = []
    for key in GAMES:
        for seed in range(TABLES):
            table = FairTable(key, seed)
            rules = rules_of(table.game, random.Random(f"{key} {seed}"))
            for opening, moves, state, fair, deck in table.hands(rules, 3):
                for viewer in viewers_of(opening):
                    record, chain = table.record(opening, moves, state, fair, deck, viewer)
                    made.append(record)
                table.chain = chain
    return made


def test_the_client_accepts_honest_hands(records):
    for record in records:
        tfair2.check_record(record)


def test_the_browser_and_node_accept_honest_hands(records):
    cases = [["record", record] for record in records]
    for script in ("tfair2.mjs", "tfair2_node.mjs"):
        wrong = [one for one in run(script, cases) if "passed" not in one]
        assert not wrong, (script, wrong[:3])


def test_cards_of_two_seats_cannot_be_exchanged(records):
    tried = 0
    for record in records:
        known = [seat for seat in record["seats"] if "??" not in seat["cards"] and seat["cards"]]
        if len(known) < 2:
            continue
        tried += 1
        one, other = known[0], known[-1]
        one["cards"], other["cards"] = other["cards"], one["cards"]
        with pytest.raises(NotFair, match="place"):
            tfair2.check_record(record)
        one["cards"], other["cards"] = other["cards"], one["cards"]
    assert tried > len(GAMES)


def test_no_card_is_named_twice_in_a_list(records):
    cases = []
    for record in records:
        changed = copy.deepcopy(record)
        seat = next((one for one in changed["seats"] if "??" not in one["cards"][:2]), None)
        if seat and len(seat["cards"]) > 1:
            seat["cards"][1] = seat["cards"][0]
            cases.append(["record", changed])
    assert len(cases) > len(GAMES)
    for _kind, changed in cases:
        with pytest.raises(NotFair, match="card"):
            tfair2.check_record(changed)
    for script in ("tfair2.mjs", "tfair2_node.mjs"):
        assert [one.get("failed") for one in run(script, cases)] == ["card"] * len(cases)


def test_no_card_is_shown_twice_at_a_seat():
    messages = copy.deepcopy(GOOD["watch"]["value"])
    shown = next(one["shown"] for one in messages if one["t"] == "cards")
    shown[0][2][1] = shown[0][2][0]
    assert run("tfair2.mjs", [["trace", messages]]) == [{"failed": "card"}]
    guard = tfair2.Guard({})
    at = next(i for i, one in enumerate(messages) if one["t"] == "cards")
    for message in messages[:at]:
        guard.take(message)
    with pytest.raises(NotFair, match="card"):
        guard.take(messages[at])
