"""The saved page checks files without a network, and is built from the modules."""

import copy
import datetime
import json
import re

import pytest

from games.dealing.actions.daily_roots import close_days
from games.engines.core.contract import OPEN
from games.fair.scheme import NO_CHAIN, day_head_after
from games.fair.signatures import Kind, SigningKey, received_cut_commit
from games.fair.tfair2 import hashes
from games.fair.tree import Tree
from scripts.verifier import TARGET, page
from tests.games.fair.node import ROOT, script
from tests.games.fair.tfair2 import GOOD, VECTORS, tampered, wrongly_judged
from tests.games.past import DAY, ended, ended_tfair1, today
from tests.support.verifiers import GAMES, fair_hands, record

CODE = re.compile(r'<script type="module">\n(.*?)const drop = ', re.DOTALL)
CHECK = """
import { readFileSync } from "node:fs";
const found = [];
for (const files of JSON.parse(readFileSync(process.argv[2], "utf8")))
  found.push(await files_module.checkFiles(files));
console.log(JSON.stringify(found));
"""
FIRST_DAY = datetime.date(1970, 1, 1)


@pytest.fixture
def checked(tmp_path):
    """Return what the page says of each set of files: {name: value or text}."""

    def check(sets):
        (tmp_path / "page.mjs").write_text(CODE.search(page())[1] + CHECK)
        texts = [
            [
                {"name": name, "text": value if isinstance(value, str) else json.dumps(value)}
                for name, value in files.items()
            ]
            for files in sets
        ]
        (tmp_path / "files.json").write_text(json.dumps(texts))
        done = script(tmp_path / "page.mjs", tmp_path / "files.json")
        assert done.returncode == 0, done.stderr
        return [{one["name"]: one for one in found} for found in json.loads(done.stdout)]

    return check


def checks(found):
    return {name: one["check"] for name, one in found.items()}


def date_of(day):
    return (FIRST_DAY + datetime.timedelta(days=day)).isoformat()


def test_the_saved_page_is_built_from_the_modules():
    assert TARGET.read_text() == page(), "run scripts/verifier.py"
    assert ROOT / "static/fair/verify.html" == TARGET


def test_the_saved_page_loads_nothing():
    text = TARGET.read_text()
    assert not re.search(r"https?://|\bimport\b|\bfetch\(|\bsrc=|\bhref=", text)
    assert "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'" in text


def test_it_accepts_all_that_is_fair(checked):
    good = {name: one for name, one in GOOD.items() if one["kind"] != "trace"}
    found = checked([{f"{name}.json": one["value"]} for name, one in good.items()])
    assert not [one for files in found for one in files.values() if one["check"]]
    texts = {name: files[f"{name}.json"] for name, files in zip(good, found, strict=True)}
    assert "each at its place (3 of 4 players cut the deck)" in texts["holdem"]["text"]
    assert "all 5 decks of a table" in texts["chain"]["text"]
    assert "thrown away after its lock" in texts["thrown"]["text"]
    notes = " ".join(texts["holdem"]["notes"])
    assert "manage.py check_record" in notes
    assert "not compared with a copy of yours" in notes
    assert "nobody received or saw: seat 2" in notes


def test_each_way_to_cheat_fails_by_its_check(checked):
    def by_page(cases):
        found = checked([{"file.json": value} for _kind, value in cases])
        return [
            {"failed": one["file.json"]["check"]} if one["file.json"]["check"] else {"passed": []}
            for one in found
        ]

    cases = [case for case in VECTORS["bad"] if GOOD[case["base"]]["kind"] != "trace"]
    assert len(cases) > 80
    assert not wrongly_judged(by_page, cases)


def test_files_that_cannot_be_checked_fail(checked):
    hidden = copy.deepcopy(GOOD["holdem"]["value"])
    hidden["fair"] |= {"play": None, "record_salt": None}
    older = {**GOOD["holdem"]["value"], "version": 1}
    newer = {**GOOD["holdem"]["value"], "version": 3}
    without = {**GOOD["holdem"]["value"], "fair": None}
    bad = {
        "no.json": ("{", "form"),
        "other.json": ({"cards": []}, "form"),
        "number.json": (7, "form"),
        "empty.json": ([], "form"),
        "text.txt": ("Hand 3", "form"),
        "hidden.json": (hidden, "play"),
        "older.json": (older, "scheme"),
        "newer.json": (newer, "form"),
        "without.json": (without, "proof"),
        "part.ndjson": ("[]\n", "form"),
        "2026-11-25-1.ndjson": ("", "day"),
        "chain.json": ({"days": [{}]}, "form"),
    }
    (found,) = checked([{name: value for name, (value, _check) in bad.items()}])
    assert checks(found) == {name: check for name, (_value, check) in bad.items()}
    assert "once the table is closed" in found["hidden.json"]["text"]


def value(name):
    return copy.deepcopy(GOOD[name]["value"])


def notes(found, name):
    assert found[name]["check"] is None, found[name]
    return " ".join(found[name]["notes"])


def rewritten():
    """The thrown-away deck 4 of the table with another history before it."""
    deck = value("left") | {"chain_before": "77" * 32, "day": None}
    before, end = bytes.fromhex(deck["chain_before"]), bytes.fromhex(deck["end"])
    return deck | {"chain": hashes.chain_after(before, deck["no"], end).hex()}


def test_files_of_one_table_are_checked_against_each_other(checked):
    table = {f"{name}.json": value(name) for name in ("thrown", "holdem", "left", "unlocked")}
    ends = {"ends": [[5, value("chain")[4]["end"]]], "thrown": []}
    other = {"rewritten.json": rewritten()}
    alone, linked, false_link, false, twice = checked(
        [
            table,
            {**table, "ends.json": ends},
            {**table, "ends.json": {"ends": [[5, "11" * 32]], "thrown": []}},
            {"holdem.json": value("holdem"), **other},
            {"left.json": value("left"), **other},
        ]
    )
    assert "It follows from deck 2" in notes(alone, "holdem.json")
    assert "It follows from deck 3" in notes(alone, "left.json")
    assert "Deck 5 is not among these files" in notes(alone, "unlocked.json")
    assert "It follows from deck 4" in notes(linked, "unlocked.json")
    assert checks(false_link)["unlocked.json"] == "chain"
    assert checks(false) == {"holdem.json": None, "rewritten.json": "chain"}
    assert checks(twice) == {"left.json": None, "rewritten.json": "chain"}


def chain_file():
    """The chain of days: one of the older scheme, and those of the vectors, which begin anew."""
    days = [{"scheme": "TFAIR2", **day} for day in value("days")]
    return {"scheme": "TFAIR2", "keys": [], "days": [without(day, "items") for day in days]}


def without(day, name):
    return {field: one for field, one in day.items() if field != name}


def with_older_day():
    """The chain of a site that changed from TFAIR1 to TFAIR2 on one day."""
    first = FIRST_DAY + datetime.timedelta(days=20_782)
    root = hashes.tagged(0x00)
    older = day_head_after(NO_CHAIN, first, 3, root)
    newer = hashes.day_head_after(older, first, 2, root)
    return [
        {"scheme": "TFAIR1", "day": first.isoformat(), "hands": 3, "root": root.hex()}
        | {"head": older.hex()},
        {"scheme": "TFAIR2", "day": 20_782, "leaves": 2, "root": root.hex(), "head": newer.hex()},
    ]


def test_days_are_compared_with_a_kept_copy(checked):
    deck = {"holdem.json": value("holdem")}
    kept, short, other = chain_file(), chain_file(), chain_file()
    short["days"] = short["days"][:1]
    other["days"][1]["root"] = "00" * 32
    changed = value("days")
    forged = {"scheme": "TFAIR2", "keys": [], "days": []}
    head = NO_CHAIN
    for day in changed:  # a whole chain of its own, which differs from the second day on
        root = bytes.fromhex(day["root"]) if day["day"] != 20_783 else bytes(32)
        head = hashes.day_head_after(
            head, FIRST_DAY + datetime.timedelta(days=day["day"]), day["leaves"], root
        )
        forged["days"].append(
            {"scheme": "TFAIR2", "day": day["day"], "leaves": day["leaves"]}
            | {"root": root.hex(), "head": head.hex()}
        )
    same, early, broken, another, two = checked(
        [
            {**deck, "kept.json": kept},
            {**deck, "kept.json": short},
            {**deck, "kept.json": other},
            {**deck, "kept.json": forged},
            {"mine.json": kept, "theirs.json": forged},
        ]
    )
    assert "The root of 2026-11-26 is that of your copy" in notes(same, "holdem.json")
    assert "not compared" not in notes(same, "holdem.json")
    assert "not compared with a copy of yours" in notes(early, "holdem.json")
    assert checks(broken)["kept.json"] == "day"
    assert checks(another) == {"holdem.json": "day", "kept.json": None}
    assert checks(two) == {"mine.json": None, "theirs.json": "day"}


def test_a_copy_has_days_of_both_schemes(checked):
    older, newer = with_older_day()
    late = older | {"day": date_of(20_783)}
    first, only_older, back, missing = checked(
        [
            {"chain.json": {"scheme": "TFAIR2", "days": [older, newer]}},
            {"chain.json": {"scheme": "TFAIR1", "days": [without(older, "scheme")]}},
            {"chain.json": {"scheme": "TFAIR2", "days": [older, newer, late]}},
            {"chain.json": {"scheme": "TFAIR2", "days": [older, newer | {"day": 20_784}]}},
        ]
    )
    assert "up to 2026-11-25" in first["chain.json"]["text"]
    assert checks(only_older) == {"chain.json": None}
    assert checks(back) == checks(missing) == {"chain.json": "day"}


def test_the_list_of_a_day_gives_its_root_and_has_its_decks(checked):
    day = value("days")[1]
    lines = "".join(json.dumps(item) + "\n" for item in day["items"])
    parts = {
        "cardhouse-2026-11-26-1.ndjson": lines[: lines.index("\n") + 1],
        "cardhouse-2026-11-26-2.ndjson": lines[lines.index("\n") + 1 :],
    }
    slot = hashes.slot_of(bytes.fromhex(value("holdem")["fair"]["table_id"]), 3).hex()
    forged = copy.deepcopy(day)
    next(item for item in forged["items"] if item[0] == slot)[1] = "22" * 32
    leaves = [hashes.day_leaf_of(*map(bytes.fromhex, item)) for item in forged["items"]]
    forged["root"] = Tree(leaves, hashes.TFAIR2.node).root.hex()
    deck, kept = {"holdem.json": value("holdem")}, {"kept.json": chain_file()}
    listed, alone, whole, rootless, short, other = checked(
        [
            {**deck, **kept, "day.json": day},
            {"day.json": day},
            {**deck, **kept, **parts},
            parts,
            {**kept, **dict(list(parts.items())[:1])},
            {**deck, "day.json": forged},
        ]
    )
    assert set(checks(listed).values()) == {None}
    assert "not compared with a copy" in notes(alone, "day.json")
    assert set(checks(whole).values()) == {None}
    assert set(checks(rootless).values()) == {"day"}
    assert checks(short)["cardhouse-2026-11-26-1.ndjson"] == "day"
    assert checks(other) == {"holdem.json": "day", "day.json": None}


HOUSE, LATER, STRANGER = (SigningKey(bytes((n,)) * 32) for n in (1, 2, 3))


def signed(key, kind, value):
    return key.sign(kind, bytes.fromhex(value)).hex()


def keys_of(*keys):
    """The published keys, each signed by the one before."""
    before = (None, *keys)
    return [
        {
            "key": key.public.hex(),
            "from": 20_000 + n,
            "signature": old and old.sign(Kind.NEXT_KEY, key.public).hex(),
        }
        for n, (old, key) in enumerate(zip(before, keys, strict=False))
    ]


def signed_chain(key, *keys):
    made = chain_file() | {"keys": keys_of(*keys)}
    for day in made["days"]:
        day["signature"] = signed(key, Kind.DAY_HEAD, day["head"])
    return made


def test_signatures_of_the_house_are_checked(checked):
    deck = value("thrown")
    deck["signature"] = signed(LATER, Kind.CHAIN, deck["chain"])
    other_kind = value("thrown")
    other_kind["signature"] = signed(LATER, Kind.LOCK, deck["chain"])
    chain = signed_chain(HOUSE, HOUSE, LATER)
    false_key = {"keys": keys_of(HOUSE, LATER)}
    false_key["keys"][1]["signature"] = signed(STRANGER, Kind.NEXT_KEY, LATER.public.hex())
    good, none, without_keys, kind, stranger, key, keys = checked(
        [
            {"deck.json": deck, "chain.json": chain},
            {"deck.json": value("thrown"), "chain.json": chain},
            {"deck.json": deck},
            {"deck.json": other_kind, "chain.json": chain},
            {"deck.json": deck, "chain.json": signed_chain(STRANGER, HOUSE)},
            {"deck.json": deck, "key.json": false_key},
            {"chain.json": chain, "key.json": {"keys": keys_of(STRANGER)}},
        ]
    )
    assert "Signed by the house." in notes(good, "deck.json")
    assert "Signed by the house." in notes(good, "chain.json")
    assert "no signature" in notes(none, "deck.json")
    assert "signatures were not checked" in notes(without_keys, "deck.json")
    assert checks(kind)["deck.json"] == "signature"
    assert checks(stranger) == {"deck.json": "signature", "chain.json": "signature"}
    assert checks(key)["key.json"] == "signature"
    assert checks(keys) == {"chain.json": None, "key.json": "signature"}


def evidence(messages, answers=(), check="place"):
    """The file of a page that has stopped."""
    return {
        "scheme": "TFAIR2",
        "page": {"url": "", "keys": [HOUSE.public.hex()]},
        "failed": {"check": check, "why": "", "hand": None, "at": ""},
        "notes": [{"at": n, **message} for n, message in enumerate(messages)],
        "answers": list(answers),
        "cuts": [],
        "seen": {},
    }


def test_evidence_of_a_failure_fails_again_and_tells_what_was_signed(checked):
    case = next(one for one in VECTORS["bad"] if one["check"] == "mine")
    _kind, messages = tampered(case)
    lock = next(one for one in messages if one["t"] == "lock")
    lock["signature"] = signed(HOUSE, Kind.LOCK, lock["lock"])
    deck = next(
        one["deck"] for one in messages if one["t"] == "deck" and one["deck"]["no"] == lock["no"]
    )
    receipt = received_cut_commit(bytes.fromhex(deck["commit"]), 0, bytes(32))
    answer = {"kind": 2, "no": lock["no"], "seat": 0, "commit": deck["commit"], "cut": "00" * 32}
    answer |= {"hash": "00" * 32, "signature": HOUSE.sign(Kind.CUT_COMMIT, receipt).hex()}
    false = answer | {"hash": "11" * 32}
    honest = [one for one in GOOD["watch"]["value"] if one["t"] != "reload"]
    shown, forged, not_shown, torn = checked(
        [
            {"evidence.json": evidence(messages, [answer], "mine")},
            {"evidence.json": evidence(messages, [false], "mine")},
            {"evidence.json": evidence(honest[:6], check="chain")},
            {"evidence.json": {"failed": {"check": "mine"}}},
        ]
    )
    assert shown["evidence.json"]["check"] == "mine"
    assert "fail again" in shown["evidence.json"]["text"]
    told = " ".join(shown["evidence.json"]["notes"])
    assert "leaves out a cut for which the house gave a receipt" in told
    assert "Signed by the house" in told
    assert "compare them with chain.json" in told
    assert checks(forged) == {"evidence.json": "signature"}
    assert checks(not_shown) == {"evidence.json": "chain"}
    assert "don't show this failure" in not_shown["evidence.json"]["text"]
    assert checks(torn) == {"evidence.json": "form"}


@pytest.mark.slow
def test_records_of_the_older_scheme_say_so(checked):
    records = []
    for key in GAMES:
        opening, moves, _state, proof, deck = next(fair_hands(key, 10))
        records.append(record(key, opening, moves, proof, deck, OPEN) | {"version": 1})
    changed = copy.deepcopy(records)
    for one in changed:
        one["fair"]["openings"][0]["salt"] = "0" * 32
    found = checked([{"hand.json": one} for one in records + changed])
    for one in found[: len(records)]:
        assert one["hand.json"]["check"] is None
        assert "checked by the older, weaker scheme" in one["hand.json"]["text"]
    assert [checks(one) for one in found[len(records) :]] == [{"hand.json": "path"}] * len(changed)


@pytest.mark.django_db
def test_the_files_of_the_site_pass_together(checked, client):
    yesterday = today() - DAY
    hands = [ended(yesterday, key="holdem"), ended_tfair1(yesterday, key="teen_patti")]
    close_days()
    part = f"{yesterday}/1.ndjson"
    paths = {
        "new.json": f"/hands/{hands[0].pk}/record.json",
        "old.json": f"/hands/{hands[1].pk}/record.json",
        "chain.json": "/fair/chain.json",
        "key.json": "/fair/key.json",
        f"cardhouse-{yesterday}-1.ndjson": f"/fair/days/{part}",
    }
    answers = {name: client.get(path) for name, path in paths.items()}
    assert {answer.status_code for answer in answers.values()} == {200}
    files = {name: answer.getvalue().decode() for name, answer in answers.items()}
    (found,) = checked([files])
    assert checks(found) == dict.fromkeys(paths)
    kept = f"The root of {yesterday} is that of your copy."
    assert kept in notes(found, "new.json")
    assert kept in notes(found, "old.json")
    assert "older, weaker scheme" in found["old.json"]["text"]
    for name in ("new.json", "chain.json"):
        assert "Signed by the house." in notes(found, name), name
