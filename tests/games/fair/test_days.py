"""The tree of a day, and three programs that check a record against the chain of days."""

import copy
import datetime
import json

import pytest

from cardhouse_client import days as theirs
from games.engines.core import registry
from games.engines.core.contract import OPEN
from games.fair.days import BLOCK_LEAVES, EMPTY_ROOT, block_roots, day_path, root_over
from games.fair.scheme import NO_CHAIN, day_head_after, day_leaf_of
from games.fair.tree import Tree, root_by
from tests.games.fair.dealing import secret
from tests.games.fair.node import in_node
from tests.support.cases import for_each
from tests.support.verifiers import by_node, by_python, fair_hands, record, saved

FIRST = datetime.date(2026, 11, 20)


def some_digests(count):
    return sorted(secret("digest", number) for number in range(count))


@for_each("count", [1, 2, 255, 256, 257, 511, 512, 513, 1_000])
def test_the_tree_over_blocks_equals_the_tree_over_all_leaves(count):
    digests = some_digests(count)
    leaves = [day_leaf_of(digest) for digest in digests]
    blocks, whole = block_roots(digests), Tree(leaves)
    root = root_over(blocks)
    assert root == whole.root
    assert theirs.root_of([digest.hex() for digest in digests]) == root.hex()
    places = {
        0,
        count // 2,
        count - 1,
        min(BLOCK_LEAVES, count - 1),
        min(BLOCK_LEAVES - 1, count - 1),
    }
    for place in places:
        first = place - place % BLOCK_LEAVES
        path = day_path(blocks, digests[first : first + BLOCK_LEAVES], place)
        assert path == whole.path(place)
        assert root_by(leaves[place], place, count, path) == root


def test_a_day_without_hands_has_the_root_of_an_empty_tree():
    assert root_over([]) == EMPTY_ROOT
    assert theirs.root_of([]) == EMPTY_ROOT.hex()


@pytest.fixture(scope="module")
def world():
    """Return a record of a hand on the second of three days, and the chain of these days."""
    key = registry.all_games()[0].key
    opening, moves, _state, proof, deck = next(iter(fair_hands(key, 10)))
    made = record(key, opening, moves, proof, deck, OPEN)
    days, before = [], NO_CHAIN
    for number in range(3):
        digests = some_digests(300 * number)
        day = FIRST + datetime.timedelta(days=number)
        if number == 1:
            digests = sorted([*digests, bytes.fromhex(proof["digest"])])
            place = digests.index(bytes.fromhex(proof["digest"]))
        blocks = block_roots(digests)
        root = root_over(blocks)
        head = day_head_after(before, day, len(digests), root)
        received = {
            "day": day.isoformat(),
            "hands": len(digests),
            "root": root.hex(),
            "head": head.hex(),
        }
        days.append(received)
        if number == 1:
            near = digests[place - place % BLOCK_LEAVES :][:BLOCK_LEAVES]
            path = [node.hex() for node in day_path(blocks, near, place)]
            made["fair"]["day"] = received | {"place": place, "path": path, "before": before.hex()}
        before = head
    return made, {"scheme": "TFAIR1", "days": days}


def check(tmp_path, capsys, made, chain):
    """Return the output of the two commands for a record, with and without the chain."""
    (file,) = saved(tmp_path, [made])
    kept = tmp_path / "chain.json"
    kept.write_text(json.dumps(chain))
    found = []
    for arguments in ([file], ["--chain", str(kept), file]):
        status, lines = by_python(arguments, capsys)
        again, node_lines = by_node(arguments)
        assert status == again, (lines, node_lines)
        found.append((status, lines[-1]))
    return found


def test_a_record_is_checked_against_a_copy_of_the_chain(world, tmp_path, capsys):
    made, chain = world
    for status, line in check(tmp_path, capsys, made, chain):
        assert status == 0
        assert "in the root of 2026-11-21" in line
    assert in_node("day", [made["fair"]]) == [None]


def other(text):
    return ("0" if text[0] != "0" else "1") + text[1:]


RECORDS = {
    "path": lambda day: day["path"].reverse(),
    "place": lambda day: day.update(place=day["place"] - 1),
    "no such place": lambda day: day.update(place=day["hands"]),
    "root": lambda day: day.update(root=other(day["root"])),
    "hands": lambda day: day.update(hands=day["hands"] - 1),
    "before": lambda day: day.update(before=other(day["before"])),
    "head": lambda day: day.update(head=other(day["head"])),
    "another day": lambda day: day.update(day="2026-11-22"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDS)
def test_a_changed_day_of_a_record_is_found_by_every_program(world, tmp_path, capsys, name):
    made, chain = copy.deepcopy(world)
    RECORDS[name](made["fair"]["day"])
    assert {status for status, _line in check(tmp_path, capsys, made, chain)} == {1}
    assert in_node("day", [made["fair"]])[0] in ("day", "path")


def lost(days):
    del days[0]


CHAINS = {
    "altered root": lambda days: days[0].update(root=other(days[0]["root"])),
    "altered count": lambda days: days[0].update(hands=days[0]["hands"] + 1),
    "altered head": lambda days: days[2].update(head=other(days[2]["head"])),
    "missing day": lambda days: days.pop(1),
    "missing first day": lost,
    "cut off": lambda days: days.__delitem__(slice(1, None)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CHAINS)
def test_a_record_does_not_hold_against_a_changed_chain(world, tmp_path, capsys, name):
    made, chain = copy.deepcopy(world)
    CHAINS[name](chain["days"])
    alone, chained = check(tmp_path, capsys, made, chain)
    assert alone[0] == 0
    assert chained[0] == 1
    assert "DOES NOT HOLD" in chained[1]


def test_a_rewritten_history_differs_from_the_copy(world, tmp_path, capsys):
    """Let the house leave a hand out and make everything fit: the copy still reveals it."""
    made, chain = copy.deepcopy(world)
    before = NO_CHAIN
    for number, day in enumerate(chain["days"]):
        if number == 1:
            day.update(hands=300, root=root_over(block_roots(some_digests(300))).hex())
        date, root = datetime.date.fromisoformat(day["day"]), bytes.fromhex(day["root"])
        before = day_head_after(before, date, day["hands"], root)
        day["head"] = before.hex()
    theirs.check_chain(chain)
    _alone, (status, line) = check(tmp_path, capsys, made, chain)
    assert status == 1
    assert "differs from the chain" in line


def test_a_record_checked_with_a_chain_must_name_its_day(world, tmp_path, capsys):
    made, chain = copy.deepcopy(world)
    made["fair"]["day"] = None
    (alone, line), (chained, _line) = check(tmp_path, capsys, made, chain)
    assert (alone, chained) == (0, 1)
    assert "its day is not closed" in line


@pytest.mark.slow
def test_an_invalid_chain_is_reported(world, tmp_path, capsys):
    made, _chain = world
    for number, wrong in enumerate(([], {}, {"days": [{}]}, {"days": 3})):
        statuses = {status for status, _line in check(tmp_path, capsys, made, wrong)[1:]}
        assert statuses == {1}, number
    assert by_python(["--chain"], capsys)[0] == 2
