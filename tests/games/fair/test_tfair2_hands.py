"""Records of honest hands of every game hold in all checkers, and exchanged cards do not."""

import random

import pytest

from cardhouse_client import tfair2
from cardhouse_client.fair import NotFair
from games.engines.core import registry
from tests.games.fair.node import run
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
