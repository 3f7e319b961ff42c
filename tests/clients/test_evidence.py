"""The evidence of a failed check proves by itself what the house said."""

import asyncio
import copy
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardhouse_client import NotFair
from cardhouse_client.cutting import Cuts
from cardhouse_client.evidence import receipt_of
from cardhouse_client.fairness import Fairness
from cardhouse_client.signatures import CUT, CUT_COMMIT, LOCK
from games.fair.tfair2.plan import Plan
from games.fair.tfair2.proof import published, published_lock
from tests.support.fair_wire import WireTable
from tests.support.verifiers import by_python, saved

KEY = Ed25519PrivateKey.from_private_bytes(b"\1" * 32)
PUBLIC = KEY.public_key().public_bytes_raw().hex()
PLAN = Plan("holdem", "00" * 32, (0, 2, 5), (0,), 1)


def signed(kind, said, key=KEY):
    return key.sign(b"TFAIR2/signed" + bytes([kind]) + bytes.fromhex(said)).hex()


async def ask(path, **_query):
    assert path == "/fair/key.json"
    return {"keys": [{"key": PUBLIC, "from": 20_000, "signature": None}]}


class SignedTable:
    """A table that signs its locks and receipts, and a player at seat 2 who has committed."""

    def __init__(self, path=None):
        self.fair = Fairness(ask, path, cuts=True)
        _made, self.sealed = WireTable("holdem", "signed").seal()
        self.deck = {
            "game": "holdem",
            "deck": published(self.sealed),
            "lock": None,
            "missing": [],
            "not_asked": [],
            "ended": {"no": 0, "chain": "00" * 32},
            "last": None,
        }
        self.hears(self.deck)
        _kind, _no, self.fields = Cuts(self.fair).next_command(self.deck, 2)

    def hears(self, deck):
        asyncio.run(self.fair.see(deck=deck, seat=2))

    def locked(self, hashes, *, key=KEY):
        lock = published_lock(self.sealed.lock(PLAN, hashes))
        return self.deck | {"lock": lock | {"signature": signed(LOCK, lock["lock"], key)}}

    def gives_receipt(self, command="cut_commit", **changes):
        answer = {"kind": CUT_COMMIT, "seat": 2, **self.fields} | changes
        signature = signed(answer["kind"], receipt_of(answer).hex())
        asyncio.run(self.fair.acknowledge(command, 1, "ok", signature))


def failure(method, *arguments):
    with pytest.raises(NotFair) as no:
        method(*arguments)
    return no.value


def test_a_receipt_and_a_lock_without_the_cut_contradict_each_other(tmp_path, capsys):
    table = SignedTable(tmp_path / "table.json")
    table.gives_receipt()
    no = failure(table.hears, table.locked({0: bytes(32)}))
    assert no.check == "mine"
    (status, (line,)) = by_python([str(tmp_path / "table.evidence.json")], capsys)
    assert status == 1
    assert "DOES NOT HOLD: mine: your cut was left out of the lock" in line
    assert "the lock of deck 1 leaves out a cut with a receipt of the house" in line
    assert "signed by the house" in line
    assert "its keys are those of the file itself" in line


def test_two_signed_locks_of_a_deck_contradict_each_other(tmp_path, capsys):
    table = SignedTable()
    table.gives_receipt()
    own = bytes.fromhex(table.fields["hash"])
    table.hears(table.locked({2: own}))
    no = failure(table.hears, table.locked({0: bytes(32), 2: own}))
    assert no.check == "relock"
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps(asyncio.run(ask("/fair/key.json"))))
    files = saved(tmp_path, [no.evidence])
    (_status, (_keys, line)) = by_python(["--keys", str(keys), *files], capsys)
    assert "the house locked deck 1 twice" in line
    assert line.endswith("signed by the house")


def test_a_false_signature_fails_at_the_table_and_in_the_file(tmp_path, capsys):
    table = SignedTable()
    other = Ed25519PrivateKey.from_private_bytes(b"\2" * 32)
    no = failure(table.hears, table.locked({0: bytes(32)}, key=other))
    assert no.check == "signature"
    table = SignedTable()
    table.gives_receipt()
    no = failure(table.hears, table.locked({0: bytes(32)}))
    forged = copy.deepcopy(no.evidence)
    forged["answers"][0]["signature"] = "00" * 64
    (_status, (line,)) = by_python(saved(tmp_path, [forged]), capsys)
    assert "DOES NOT HOLD: signature" in line


def test_a_receipt_of_a_cut_is_checked():
    table = SignedTable()
    table.gives_receipt()
    locked = table.locked({2: bytes.fromhex(table.fields["hash"])})
    table.hears(locked)
    cut = table.fair.guard.seen.cuts[1].cut
    table.gives_receipt("cut", kind=CUT, lock=locked["lock"]["lock"], cut=cut)
    assert table.fair.house.good == 3


def test_a_file_that_is_no_evidence_is_told(tmp_path, capsys):
    (_status, (line,)) = by_python(saved(tmp_path, [{"failed": 3}]), capsys)
    assert "DOES NOT HOLD: form" in line
