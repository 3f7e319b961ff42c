"""The two commands for files say the same about TFAIR2: hands, decks, chains, days, signatures."""

import copy
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardhouse_client import days as client_days
from cardhouse_client import signatures, verify
from cardhouse_client.tfair2.ends import head_after
from games.fair.days import EMPTY_ROOT
from games.fair.scheme import day_head_after
from tests.games.fair.tfair2 import GOOD, VECTORS, tampered
from tests.support.cases import for_each
from tests.support.verifiers import by_node, by_python, saved

FILES = {name: one["value"] for name, one in GOOD.items() if one["kind"] not in ("trace", "days")}
DAYS = GOOD["days"]["value"]
HOUSE = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (1, 2, 3)]


def public(key):
    return key.public_key().public_bytes_raw().hex()


def signed(key, kind, said):
    return key.sign(b"TFAIR2/signed" + bytes([kind]) + bytes.fromhex(said)).hex()


def keys():
    """Return two keys of the house, the second signed by the first."""
    old, new, _other = HOUSE
    second = {"key": public(new), "from": 20_800, "signature": signed(old, 6, public(new))}
    return {"keys": [{"key": public(old), "from": 20_780, "signature": None}, second]}


def chain(**fields):
    """Return a copy of the chain of days: the vectors' days, after which none of TFAIR1 comes."""
    return {
        "scheme": "TFAIR2",
        "keys": [],
        "days": [
            {"scheme": "TFAIR2"} | {name: part for name, part in day.items() if name != "items"}
            for day in DAYS
        ],
    } | fields


def changed():
    """Return a chain with two days of TFAIR1 and three of TFAIR2, the first the day of change."""
    found, head = [], bytes(32)
    first = DAYS[0]["day"]
    for day in (first - 1, first):
        date = client_days.date_of(day)
        head = day_head_after(head, client_days.datetime.date.fromisoformat(date), 0, EMPTY_ROOT)
        row = {"scheme": "TFAIR1", "day": date, "hands": 0}
        found.append(row | {"root": EMPTY_ROOT.hex(), "head": head.hex()})
    for day in DAYS[:3]:
        head = head_after(head, day["day"], day["leaves"], bytes.fromhex(day["root"]))
        row = {"scheme": "TFAIR2", "day": day["day"], "leaves": day["leaves"]}
        found.append(row | {"root": day["root"], "head": head.hex()})
    return found


@pytest.fixture
def told(tmp_path, capsys):
    """Return a function that checks values in both programs, which must agree; it gives lines."""

    def check(*values, **options):
        arguments = []
        for name, value in options.items():
            file = tmp_path / f"{name}.json"
            file.write_text(json.dumps(value))
            arguments += [f"--{name}", str(file)]
        arguments += saved(tmp_path, values)
        status, lines = by_python(arguments, capsys)
        node_status, node_lines = by_node(arguments)
        assert status == node_status, (lines, node_lines)
        assert bool(status) == any("DOES NOT HOLD" in line for line in lines), lines
        assert node_lines == lines or status
        return [line.partition(": ")[2] for line in lines]

    return check


def test_fair_files_hold_and_say_what_was_not_compared(told):
    for name, line in zip(FILES, told(*FILES.values()), strict=True):
        closed = name not in ("chain", "two-handed")
        assert (verify.NOT_COMPARED in line) == closed, line
        assert "unsigned" in line


def test_both_programs_say_what_only_the_engine_checks(tmp_path, capsys):
    (file,) = saved(tmp_path, [FILES["holdem"]])
    verify.main([file])
    assert "check_record" in capsys.readouterr().out


def test_with_a_copy_of_the_chain_every_day_is_in_it(told):
    closed = [one for one in FILES.values() if isinstance(one, dict)]
    closed = [one for one in closed if one.get("fair", one)["day"]]
    _chain, *lines = told(*closed, *DAYS, chain=chain())
    assert len(lines) == len(closed) + len(DAYS)
    assert all("in the root of" in line or "give the root of" in line for line in lines)
    assert not any(verify.NOT_COMPARED in line for line in lines)


CASES = [case for case in VECTORS["bad"] if GOOD[case["base"]]["kind"] in ("record", "thrown")]


def test_tampered_files_fail_by_the_named_check(told):
    some = CASES[::7]
    for case, line in zip(some, told(*(tampered(case)[1] for case in some)), strict=True):
        assert line.startswith(f"DOES NOT HOLD: {case['check']}"), (case["name"], line)


def other(text):
    return ("0" if text[0] != "0" else "1") + text[1:]


def another_day(days):
    days[1].update(root=other(days[1]["root"]))


@for_each(
    "spoil",
    [
        another_day,
        lambda days: days[0].update(head=other(days[0]["head"])),
        lambda days: days[0].update(leaves=days[0]["leaves"] + 1),
        lambda days: days.pop(1),
    ],
)
def test_a_changed_chain_does_not_hold(told, spoil):
    kept = chain()
    spoil(kept["days"])
    assert told(FILES["holdem"], chain=kept)[0].startswith("DOES NOT HOLD")


def test_another_history_differs_from_the_copy(told):
    rows, head = chain()["days"], bytes(32)
    rows[1]["root"] = other(rows[1]["root"])
    for row in rows:
        head = head_after(head, row["day"], row["leaves"], bytes.fromhex(row["root"]))
        row["head"] = head.hex()
    held, line = told(FILES["holdem"], chain=chain(days=rows))
    assert "4 days hold" in held
    assert line.startswith("DOES NOT HOLD: day: 2026-11-26 differs from the chain")


def test_the_day_of_the_change_is_closed_in_both_schemes(told):
    rows = changed()
    assert "5 days hold" in told(chain=chain(days=rows))[0]
    older_again = [*rows[:3], rows[1] | {"day": client_days.date_of(DAYS[1]["day"])}]
    for wrong in (older_again, [*rows[:2], *rows[3:]], [rows[0], *rows[2:]], rows[1::-1]):
        assert told(chain=chain(days=wrong))[0].startswith("DOES NOT HOLD")


def test_hidden_stacks_cannot_be_checked_before_their_table_is_closed(told):
    waiting = copy.deepcopy(FILES["holdem"])
    waiting["fair"] |= {"play": None, "record_salt": None}
    (line,) = told(waiting)
    assert line.startswith("DOES NOT HOLD: play")
    assert "cannot be checked before" in line


def test_a_newer_record_of_the_older_scheme_fails(told):
    record = copy.deepcopy(FILES["holdem"]) | {"version": 2}
    record["fair"]["scheme"] = "TFAIR1"
    assert told(record)[0].startswith("DOES NOT HOLD: scheme")


def with_signatures(key):
    """Return a hand, a deck, a day and a chain that the house signed with this key."""
    hand, thrown, day = map(copy.deepcopy, (FILES["holdem"], FILES["thrown"], DAYS[1]))
    for deck in (hand["fair"], thrown):
        deck["signature"] = signed(key, 4, deck["chain"])
    rows = chain()["days"]
    for one in (day, *rows):
        one["signature"] = signed(key, 5, one["head"])
    return [hand, thrown, day], chain(days=rows, keys=keys()["keys"])


def test_signatures_hold_by_any_key_of_the_house(told):
    for key in HOUSE[:2]:
        files, kept = with_signatures(key)
        for lines in (told(*files, keys=keys())[-3:], told(*files, chain=kept)):
            assert all(line.endswith("signed by the house") for line in lines), lines
        assert all("signatures not checked" in line for line in told(*files))


def test_a_false_signature_fails(told):
    files, kept = with_signatures(HOUSE[2])
    assert told(chain=kept)[0].startswith("DOES NOT HOLD: signature")
    lines = told(*files, keys=keys())[-3:]
    assert all(line.startswith("DOES NOT HOLD: signature") for line in lines)
    hand = files[0]
    hand["fair"]["signature"] = signed(HOUSE[0], 5, hand["fair"]["chain"])  # of another kind
    assert told(hand, keys=keys())[-1].startswith("DOES NOT HOLD: signature")
    hand["fair"]["signature"] = "00"
    assert told(hand, keys=keys())[-1].startswith("DOES NOT HOLD: form")


def test_a_key_must_be_signed_by_the_one_before(told):
    for wrong in (signed(HOUSE[2], 6, public(HOUSE[1])), signed(HOUSE[0], 5, public(HOUSE[1]))):
        given = keys()
        given["keys"][1]["signature"] = wrong
        assert told(keys=given)[0].startswith("DOES NOT HOLD: signature")


def test_a_key_that_the_one_before_has_not_signed_is_named(told):
    given = keys()
    given["keys"][1]["signature"] = None
    files, _chain = with_signatures(HOUSE[1])
    said, *lines = told(*files, keys=given)
    assert said == "2 keys, key 2 not signed by the one before"
    assert all("signed by the house" in line for line in lines)


def test_python_says_when_it_cannot_check_signatures(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(signatures, "CAN_CHECK", False)
    files, _kept = with_signatures(HOUSE[0])
    key_file = tmp_path / "keys.json"
    key_file.write_text(json.dumps(keys()))
    status, lines = by_python(["--keys", str(key_file), *saved(tmp_path, files)], capsys)
    assert status == 0
    assert all("`cryptography` is not installed" in line for line in lines[1:])
