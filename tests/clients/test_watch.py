"""The witness: it keeps what a house said, and notices when the house says something else."""

import asyncio
import copy
import json
import time

import httpx
import pytest

from cardhouse_client import NotFair, watch
from cardhouse_client.days import date_of
from cardhouse_client.tfair2.chain import root_of_items
from cardhouse_client.tfair2.ends import head_after
from games.fair.tfair2.hashes import TFAIR2, day_leaf_of
from games.fair.tree import Tree
from tests.support.cases import for_each
from tests.support.fair_wire import WireTable

TODAY = int(time.time()) // 86_400
HASHES = ["".join(f"{number:02x}" for _ in range(32)) for number in range(1, 9)]


def chain_of(items):
    """Return closed days with these items each, up to yesterday."""
    days, head = [], bytes(32)
    for number, own in enumerate(items, TODAY - len(items)):
        root = root_of_items(number, own, len(own))
        head = head_after(head, number, len(own), root)
        row = {"scheme": "TFAIR2", "day": number, "leaves": len(own)}
        days.append(row | {"root": root.hex(), "head": head.hex()})
    return days


class House:
    """A server of two closed days, without tables."""

    def __init__(self):
        self.items = [[[HASHES[0], HASHES[1]]], [[HASHES[2], HASHES[3]], [HASHES[4], HASHES[5]]]]
        self.keys = []
        self.is_down = False

    def answer(self, request):
        if self.is_down:
            return httpx.Response(503)
        path = request.url.path
        if path == "/api/v1/tables":
            return httpx.Response(200, json={"items": [], "next": None})
        if path == "/fair/key.json":
            return httpx.Response(200, json={"keys": self.keys})
        if path == "/fair/chain.json":
            return httpx.Response(200, json={"keys": self.keys, "days": self.days()})
        day = path.rpartition("/")[2]
        items = {date_of(TODAY - 2): self.items[-2], date_of(TODAY - 1): self.items[-1]}[day]
        after = int(request.url.params.get("cursor", 0))  # one item a page
        rest = after + 1 if after + 1 < len(items) else None
        return httpx.Response(200, json={"items": items[after : after + 1], "next": rest})

    def days(self):
        return chain_of(self.items)


@pytest.fixture
def look(tmp_path, capsys):
    """Return a function with which a witness looks once; it gives the status and what was told."""

    def once(house, name="here"):
        directory = tmp_path / name
        directory.mkdir(exist_ok=True)
        (directory / "tokens.json").write_text('{"access": "a", "refresh": "r"}')
        transport = httpx.MockTransport(house.answer)
        status = asyncio.run(watch.watch("http://house", directory, once=True, transport=transport))
        return status, capsys.readouterr().out

    return once


def test_an_honest_house_is_witnessed_again_and_again(look, tmp_path):
    house = House()
    assert look(house) == (0, "")
    journal = (tmp_path / "here/journal.jsonl").read_text()
    assert look(house) == (0, "")
    assert (tmp_path / "here/journal.jsonl").read_text() == journal
    assert [json.loads(line)["name"] for line in journal.splitlines()] == [
        ["day", "TFAIR2", str(TODAY - 2)],
        ["day", "TFAIR2", str(TODAY - 1)],
    ]


def another_leaf(house):
    house.items[0][0][1] = HASHES[6]


def a_day_taken_back(house):
    house.days = lambda: chain_of(house.items)[:1]


def another_head(house):
    days = house.days()
    days[0]["head"] = HASHES[6]
    house.days = lambda: days


def another_scheme(house):
    days = [*house.days(), {"day": date_of(TODAY), "hands": 0, "root": "", "head": ""}]
    house.days = lambda: days


@for_each("cheat", [another_leaf, a_day_taken_back, another_head, another_scheme])
def test_a_house_that_changes_its_history_is_noticed(look, tmp_path, cheat):
    house, name = House(), cheat.__name__
    assert look(house, name)[0] == 0
    cheat(house)
    for _ in range(2):  # and again, as long as it says so
        status, told = look(house, name)
        assert (status, told.count("DOES NOT HOLD")) == (1, 1), told
    first, second = sorted((tmp_path / name).glob("evidence-*.json"))
    assert json.loads(first.read_text())["heard"]["chain"]["days"]
    assert str(second) in told


def test_two_histories_of_one_deck_have_no_place_in_a_day(look):
    house = House()
    honest = house.days()
    two = [[HASHES[2], HASHES[3]], [HASHES[2], HASHES[5]]]
    root = Tree([day_leaf_of(*map(bytes.fromhex, one)) for one in two], TFAIR2.node).root
    head = head_after(bytes.fromhex(honest[0]["head"]), TODAY - 1, len(two), root)
    house.items[1] = two
    house.days = lambda: [honest[0], honest[1] | {"root": root.hex(), "head": head.hex()}]
    status, told = look(house)
    assert status == 1
    assert "DOES NOT HOLD: day:" in told, told


def test_a_root_that_is_not_of_its_items_is_noticed(look):
    house = House()
    honest = house.days()
    house.items[1][1][1] = HASHES[7]
    house.days = lambda: honest
    status, told = look(house)
    assert status == 1
    assert "root" in told


NOON_MS = 43_200_000


def seen(directory, table, no, chain, *, at):
    """Let a witness have seen a chain at a time."""
    name = ["chain", table.table_id.hex(), str(no)]
    directory.mkdir()
    (directory / "journal.jsonl").write_text(json.dumps({"at": at, "name": name, "value": chain}))


@for_each(
    ("given", "day", "told"),
    [
        (HASHES[1], TODAY - 1, None),
        (HASHES[2], TODAY - 1, "another chain"),
        (None, TODAY - 1, "leaves"),
        (None, TODAY - 2, "leaves"),
        (None, TODAY, None),  # its day is not over
    ],
)
def test_decks_that_were_seen_are_in_the_tree_of_their_day(look, tmp_path, given, day, told):
    table, house = WireTable("holdem", "seen"), House()
    name = f"{told} {given} {day}"
    seen(tmp_path / name, table, 7, HASHES[1], at=day * watch.DAY_MS + NOON_MS)
    if given:
        house.items[1] = sorted([*house.items[1], [watch._slot(table.table_id.hex(), 7), given]])
    status, said = look(house, name)
    assert status == bool(told), said
    assert told is None or told in said


def test_a_key_of_the_house_may_come_and_not_change(look):
    house = House()
    house.keys = [{"key": HASHES[0], "from": 20_000, "signature": None}]
    assert look(house)[0] == 0
    house.keys = [{"key": HASHES[1], "from": 20_000, "signature": None}]
    status, told = look(house)
    assert (status, "key 1" in told) == (1, True)


def test_a_key_that_nothing_vouches_for_is_told_once(look):
    house = House()
    first = {"key": HASHES[0], "from": 20_000, "signature": None}
    house.keys = [first, {"key": HASHES[1], "from": 20_001, "signature": None}]
    status, told = look(house)
    assert (status, "key 2 is not signed by the one before" in told) == (1, True)
    assert look(house) == (0, "")


def test_a_server_that_does_not_answer_is_no_failure_of_its_honesty(look, monkeypatch):
    monkeypatch.setattr("cardhouse_client.http.PAUSES_S", ())
    house = House()
    house.is_down = True
    status, told = look(house)
    assert (status, "503" in told) == (2, True)


def test_a_table_that_says_two_things_to_one_witness_is_noticed(tmp_path):
    table = WireTable("holdem", "table", throws=0)
    messages = [message.deck for message in table.messages(2) if message.deck]
    witness = watch.Witness(tmp_path)
    for deck in messages:
        witness.note_table(deck)
    for part, name in (("deck", "commit"), ("lock", "lock"), ("ended", "chain")):
        other = copy.deepcopy(next(deck for deck in reversed(messages) if deck["lock"]))
        other[part][name] = HASHES[0]
        with pytest.raises(NotFair, match="witness"):
            watch.Witness(tmp_path).note_table(other)


def test_two_witnesses_notice_a_house_that_told_them_different_things(look, tmp_path, capsys):
    house = House()
    look(house, "one")
    look(house, "same")
    another_leaf(house)
    assert look(house, "other")[0] == 0
    assert watch.main(["compare", str(tmp_path / "one"), str(tmp_path / "same")]) == 0
    assert "2 things were told to both, 0 of them" in capsys.readouterr().out
    assert watch.main(["compare", str(tmp_path / "one"), str(tmp_path / "other")]) == 1
    assert "DIFFERENT: day TFAIR2" in capsys.readouterr().out


def test_a_journal_survives_a_line_that_was_cut_off(tmp_path):
    journal = watch.Journal(tmp_path)
    journal.note("key", 1, value="a")
    journal.note("key", 2, value="b")
    journal.path.write_text(journal.path.read_text()[:-5])
    again = watch.Journal(tmp_path)
    again.note("key", 2, value="c")
    assert watch.Journal(tmp_path).said == {("key", "1"): "a", ("key", "2"): "c"}
