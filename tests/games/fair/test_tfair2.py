"""TFAIR2 as the server deals by it, against the published values."""

import datetime

import pytest

from games.fair.deck import Candidates, DealtDeck
from games.fair.tfair2 import hashes, proof
from games.fair.tfair2.deck import CutsIncomplete, SealedDeck
from games.fair.tfair2.plan import Plan, PlanRefused
from tests.games.fair.tfair2 import GOOD, VECTORS
from tests.support.cases import for_each


def dealt_by(vector):
    made = vector["inputs"]
    masters = tuple(map(bytes.fromhex, made["masters"]))
    n = len(vector["S"][0])
    candidates = Candidates(bytes.fromhex(made["deck_id"]), n, masters, hashes.TFAIR2)
    table_id = bytes.fromhex(made["table_id"])
    sealed = SealedDeck(table_id, made["no"], candidates.deck_id, n, candidates.roots)
    cuts = {seat: bytes.fromhex(cut) for seat, cut in made["cuts"]}
    commits = {s: hashes.cut_commit_of(sealed.commit, s, cut) for s, cut in cuts.items()}
    locked = sealed.lock(Plan.from_json(made["plan"]), commits)
    cut = locked.cut(cuts, made["absent"])
    return candidates, cut, DealtDeck.of_candidate(cut, candidates.each[cut.pick])


@for_each("vector", VECTORS["decks"], ids=lambda one: one["inputs"]["game"])
def test_a_deck_is_sealed_locked_cut_and_dealt(vector):
    candidates, cut, deck = dealt_by(vector)
    made, sealed = vector["inputs"], cut.locked.sealed
    assert [list(one.order) for one in candidates.each] == vector["S"]
    tree, salts = candidates.each[0].tree
    assert [salts[0].hex(), salts[-1].hex()] == vector["salt_0"]
    assert [tree.leaves[0].hex(), tree.leaves[-1].hex()] == vector["leaf_0"]
    assert [root.hex() for root in sealed.roots] == vector["roots"]
    assert sealed.commit.hex() == vector["commit"]
    plan_hash = hashes.tagged(0x0D, hashes.canonical(cut.locked.plan.to_json()))
    assert plan_hash.hex() == vector["plan_hash"]
    commits = [[seat, one.hex()] for seat, one in cut.locked.cut_commits.items()]
    assert commits == vector["cut_commits"]
    assert cut.locked.lock.hex() == vector["lock"]
    assert cut.public_key.hex() == vector["public_key"]
    assert (cut.pick, cut.button) == (vector["pick"], vector["button"])
    by_position = dict(zip(cut.positions, cut.places, strict=True))
    assert [by_position[p] for p in range(cut.n)] == vector["Q"]
    cards = dict(zip(cut.positions, deck.order, strict=True))
    assert [cards[p] for p in range(cut.n)] == vector["dealt"]
    openings = deck.openings([one["card"] for one in vector["openings"]])
    received = sorted((one.told for one in openings), key=lambda one: one["p"])
    assert received == vector["openings"]
    assert cut.digest(bytes.fromhex(made["hand_id"]), made["number"]).hex() == vector["digest"]


@for_each("vector", VECTORS["decks"], ids=lambda one: one["inputs"]["game"])
def test_a_deck_ends_in_chain_and_day(vector):
    made, digest = vector["inputs"], bytes.fromhex(vector["digest"])
    play_hash = hashes.play_hash_of(bytes.fromhex(made["record_salt"]), made["play"])
    end = hashes.dealt_end_of(digest, play_hash)
    chain = hashes.chain_after(bytes.fromhex(made["chain_before"]), made["no"], end)
    assert [play_hash.hex(), end.hex(), chain.hex()] == [
        vector[name] for name in ("play_hash", "end", "chain")
    ]
    commit, lock = bytes.fromhex(vector["commit"]), bytes.fromhex(vector["lock"])
    missing = hashes.thrown_end_of(commit, 1, lock, (1, 3))
    closed = hashes.thrown_end_of(commit, 2, None, ())
    assert [missing.hex(), closed.hex()] == vector["thrown"]
    slot = hashes.slot_of(bytes.fromhex(made["table_id"]), made["no"])
    leaf = hashes.day_leaf_of(slot, chain)
    day = datetime.date(1970, 1, 1) + datetime.timedelta(days=made["day"])
    head = hashes.day_head_after(bytes.fromhex(made["head_before"]), day, 1, leaf)
    assert [slot.hex(), leaf.hex(), head.hex()] == [
        vector[name] for name in ("slot", "day_leaf", "day_head")
    ]


@for_each("case", VECTORS["maps"], ids=lambda case: f"{case['game']} {case['seats']}")
def test_the_deal_map(case):
    seats, button = tuple(case["seats"]), case["button"]
    buttons = seats[:1] if case["game"] == "dealer_teen_patti" else (button,)
    plan = Plan(case["game"], "", seats, buttons, case["step"])
    assert list(plan.order(button)) == case["order"]
    assert plan.places(button) == dict(case["places"])
    for common, expected in case.get("second", []):
        assert plan.second_board(common) == expected


@for_each("case", VECTORS["canon"])
def test_canonical_json(case):
    value, text = case
    if text is not None:
        assert hashes.canonical(value).decode() == text
        return
    with pytest.raises(ValueError, match="no JSON"):
        hashes.canonical(value)


BAD_PLANS = [
    ("mahjong", (0, 1), (0,), 1),
    ("holdem", (0, 1), (0,), -1),
    ("holdem", (0, 1), (), 1),
    ("holdem", (1, 0), (0,), 1),
    ("holdem", (0,), (0,), 1),
    ("teen_patti", (0, 1), (0, 1), 1),
    ("teen_patti", (0, 1), (0,), 0),
    ("dealer_teen_patti", (0, 1), (1,), 1),
    ("dou_dizhu", (0, 1, 2), (3,), 1),
    ("dou_dizhu", (0, 1, 2), (1, 0), 1),
]


@for_each("case", BAD_PLANS)
def test_a_plan_that_cannot_be_dealt_is_refused(case):
    game, seats, buttons, step = case
    with pytest.raises(PlanRefused):
        Plan(game, "", seats, buttons, step)


def test_all_locked_cuts_or_none():
    _candidates, cut, _deck = dealt_by(VECTORS["decks"][0])
    first = next(iter(cut.cuts))
    missing = {seat: one for seat, one in cut.cuts.items() if seat != first}
    for cuts in (missing, {**cut.cuts, first: bytes(32)}):
        with pytest.raises(CutsIncomplete):
            cut.locked.cut(cuts)


@for_each("name", [one["name"] for one in GOOD.values() if one["kind"] == "record"])
def test_the_deal_of_a_record_is_made_again(name):
    fair = GOOD[name]["value"]["fair"]
    cut = proof.cut_deck(fair)
    masters = [bytes.fromhex(master or "") for master in fair["masters"]]
    hand_id, number = bytes.fromhex(fair["hand_id"]), fair["number"]
    made = proof.deal_of(cut, masters=masters, hand_id=hand_id, number=number)
    assert made == {field: fair[field] for field in made}
    chain, play_hash = bytes.fromhex(fair["chain_before"]), bytes.fromhex(fair["play_hash"])
    end = proof.end_of(fair, play_hash=play_hash, chain=chain)
    assert end == {field: fair[field] for field in end}


@for_each("name", [one["name"] for one in GOOD.values() if one["kind"] == "thrown"])
def test_a_deck_that_was_thrown_away_is_made_again(name):
    deck = GOOD[name]["value"]
    proof.check_thrown(deck)
    changed = {"reason": 5, "masters": deck["masters"][::-1], "chain": "00" * 32, "no": 99}
    for field, value in changed.items():
        with pytest.raises(proof.DealFailed):
            proof.check_thrown({**deck, field: value})
