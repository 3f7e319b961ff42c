"""The evidence of a failure: the file that a page, or this client, keeps when a check has failed.

The messages are played to a guard again, signed sentences that exclude each other are looked for,
and the house's signatures are checked.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardhouse_client.fair import NotFair
from cardhouse_client.signatures import CHAIN, CUT, CUT_COMMIT, LOCK, House
from cardhouse_client.tfair2.forms import bytes_of, field, listed, number_of
from cardhouse_client.tfair2.guard import Guard
from cardhouse_client.tfair2.hashes import tagged, u8


def receipt_of(answer: Mapping[str, Any]) -> bytes:
    """Return the 32 bytes that the house signs for a cut commit or a cut that it received."""
    seat = u8(number_of(answer, "seat", 0, 255))
    if field(answer, "kind") == CUT:
        return tagged(0x11, bytes_of(answer, "lock"), seat, bytes_of(answer, "cut"))
    return tagged(0x10, bytes_of(answer, "commit"), seat, bytes_of(answer, "hash"))


def read_evidence(value: Any, house: House) -> NotFair:
    """Return the failure that a file of evidence shows, with what the house said, in words.

    Without keys the house's are those of the file. Raises `NotFair` for a false signature, or a
    file that is none.
    """
    notes, answers = listed(value, "notes"), listed(value, "answers")
    claimed, own = field(value, "failed"), listed(field(value, "page"), "keys")
    words = []
    if not house.keys and own:
        house = House([bytes.fromhex(key) for key in own])
        words.append("its keys are those of the file itself: compare them with chain.json")
    for kind, said, signature in _said(notes, answers):
        house.check(kind, said, signature)
    again = _replayed(notes)
    told = [*contradictions(notes, answers), house.words, *words]
    if again is None:
        told.insert(0, "the messages alone do not show this: it needs what the device remembered")
    failed = again or NotFair(str(field(claimed, "check")), str(claimed.get("text", "")))
    return NotFair(failed.check, "; ".join(filter(None, [failed.text, *told])))


def _said(notes: Sequence[Any], answers: Sequence[Any]) -> Iterator[tuple[int, bytes, Any]]:
    for note in notes:
        kind = field(note, "t")
        if kind == "lock":
            yield LOCK, bytes_of(note, "lock"), note.get("signature")
        elif kind in {"end", "thrown"}:
            ended = note["deck"] if kind == "thrown" else note
            yield CHAIN, bytes_of(ended, "chain"), ended.get("signature")
    for answer in answers:
        yield answer["kind"], receipt_of(answer), answer.get("signature")


def _replayed(notes: Sequence[Any]) -> NotFair | None:
    """Return what a guard without a memory says of the messages, None if it passes them."""
    guard = Guard({})
    for note in notes:
        try:
            guard.take({name: part for name, part in note.items() if name != "at"})
        except NotFair as failed:
            return failed
    return None


def contradictions(notes: Sequence[Any], answers: Sequence[Any]) -> list[str]:
    """Return which things the house said that exclude each other, in words."""
    locks: dict[int, Any] = {}
    chains: dict[int, str] = {}
    thrown: dict[int, Any] = {}
    found = []
    for note in notes:
        ended = note["deck"] if note["t"] == "thrown" else note
        if note["t"] == "lock" and locks.setdefault(note["no"], note)["lock"] != note["lock"]:
            found.append(f"the house locked deck {note['no']} twice")
        elif note["t"] in {"end", "thrown"}:
            if chains.setdefault(ended["no"], ended["chain"]) != ended["chain"]:
                found.append(f"the house told two chains after deck {ended['no']}")
            if note["t"] == "thrown":
                thrown[ended["no"]] = ended
    for answer in answers:
        no, seat = answer["no"], answer["seat"]
        lock, ended = locks.get(no), thrown.get(no)
        if answer["kind"] == CUT_COMMIT and lock is not None:
            if [seat, answer["hash"]] not in [list(pair) for pair in lock["cut_commits"]]:
                found.append(f"the lock of deck {no} leaves out a cut with a receipt of the house")
        elif ended is not None and ended["lock"] == answer.get("lock") and seat in ended["blamed"]:
            found.append(f"deck {no} was thrown away for a cut with a receipt of the house")
    return list(dict.fromkeys(found))
