"""Hands are stored in few bytes, and those of before become such without a change of any file."""

import json
import uuid
from importlib import import_module

import pytest

from core.runtime.packed_json import PackedJson, in_order
from games.dealing.audit import check_dealt
from games.dealing.audit_decks import check_numbers as check_decks
from games.engines.core import registry
from games.engines.core.contract import Viewer
from games.fair.tfair2.hashes import cut_commit_of, rules_hash_of
from games.fair.tfair2.plan import Plan
from games.fair.tfair2.proof import deal_of, sealed_deck
from games.hands.audit import check_folding, check_hands
from games.hands.models import Hand, RuleSet
from games.hands.models.packed import NAMES, PACKED
from games.hands.models.rule_set import remember
from games.hands.queries.export import record_json
from games.hands.queries.replay import replay
from games.hands.queries.stored import stored_hands
from tests.games.older_tables import as_before, as_now
from tests.games.stored import store_hand, store_tfair1
from tests.support.cases import for_each
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db


STORED_HANDS = 200_000
COPIES = """
INSERT INTO games_hand (id, table_id, number, game, preset, rules, rules_hash, clock_ms, spectators,
    private, plays_for, opening, deck_no, sealed, status, started_at, finished_at, result)
SELECT gen_random_uuid(), table_id, number + n, game, preset, rules, rules_hash, clock_ms,
    spectators, private, plays_for, opening || jsonb_build_object('button', n %% 10), deck_no + n,
    sealed, status, started_at, finished_at, result
FROM games_hand, generate_series(2, %s) n
"""


OTHERS = registry.get("holdem").presets["cash"].to_json()
OTHER_RULES = rules_hash_of(OTHERS)


def digest_of(columns):
    with as_owner() as cursor:
        cursor.execute(
            f"SELECT md5(string_agg(md5(({columns})::text), '' ORDER BY id)) FROM games_hand"
        )
        return cursor.fetchone()


def files():
    """Every file and replay of all hands that are over, as their players get them."""
    made = {}
    for hand in Hand.objects.exclude(status="live").order_by("pk"):
        for seat in hand.opening["seats"]:
            viewer = Viewer(seat=seat["seat"])
            shown = replay(hand, viewer)
            made[hand.pk, seat["seat"]] = (
                json.dumps(record_json(hand, viewer)),
                json.dumps(shown.frames, default=str),
            )
    return made


def rows(*columns):
    with as_owner() as cursor:
        cursor.execute(f"SELECT id, {', '.join(columns)} FROM games_hand ORDER BY id")
        return cursor.fetchall()


def whole():
    return [
        json.dumps([hand.opening, hand.result, hand.rules_hash])
        for hand in Hand.objects.order_by("id")
    ]


def test_hands_of_before_are_packed_and_unpacked_without_a_change(monkeypatch):
    monkeypatch.setattr(import_module("games.migrations._packing"), "BATCH_HANDS", 2)
    for seed, game in enumerate(registry.all_games(), 1):
        store_hand(game.key, seed)
    store_tfair1("teen_patti", 7)
    store_hand("holdem", live=True)
    void, _people = store_hand("holdem", 9)
    Hand.objects.filter(pk=void.pk).update(status="void")
    before, packed = files(), whole()

    as_before()
    texts = rows("opening::text", "result::text", "rules::text", "rules_hash", "opening -> 'deal'")
    assert all(json.loads(row[-1])["roots"] for row in texts)
    assert {row[4] for row in texts} == set(RuleSet.objects.values_list("hash", flat=True))
    with as_owner() as cursor:  # as the version before stored them
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DELETE FROM games_ruleset")
        cursor.execute("SET LOCAL session_replication_role = origin")
    as_now()

    assert whole() == packed
    assert files() == before
    assert list(check_folding()) == []


def test_a_hand_takes_few_bytes():
    hand, _people = store_hand("holdem")
    with as_owner() as cursor:
        cursor.execute("SELECT pg_column_size(h.*) FROM games_hand h")
        assert cursor.fetchone()[0] < 1_000
    assert hand.rules == registry.get("holdem").presets["standard"].to_json()


def test_of_a_deal_only_what_does_not_follow_from_the_rest_is_stored():
    hand, _people = store_hand("holdem")
    stored, whole = PackedJson(NAMES), hand.opening
    kept = stored.unpack(PACKED.pack(whole))["deal"]
    assert not {"commit", "lock", "public_key", "digest", "pick", "scheme"} & kept.keys()
    assert json.dumps(PACKED.unpack(PACKED.pack(whole))) == json.dumps(whole)


def with_cuts(opening, absent):
    """An opening with a deal of the same deck that two seats cut."""
    deal = opening["deal"]
    sealed = sealed_deck(deal)
    cuts = {seat: bytes([seat]) * 32 for seat in deal["plan"]["seats"][:2]}
    commits = {seat: cut_commit_of(sealed.commit, seat, cut) for seat, cut in cuts.items()}
    cut = sealed.lock(Plan.from_json(deal["plan"]), commits).cut(cuts, absent)
    ids = {"hand_id": bytes.fromhex(deal["hand_id"]), "number": deal["number"]}
    return {**opening, "deal": in_order(deal_of(cut, masters=[bytes(32)] * 4, **ids))}


@for_each("absent", [[], [3]])
@for_each("cuts", [False, True])
def test_an_opening_repeats_no_column_of_its_hand(absent, cuts):
    hand, _people = store_hand("holdem")
    opening = with_cuts(hand.opening, absent) if cuts else hand.opening
    opening["seats"][1] |= {"away": True}
    opening["seats"][2] |= {"kind": "another kind"}
    packed = PACKED.pack(opening, hand)
    plain = PACKED.unpack(PACKED.pack(opening))
    assert json.dumps(PACKED.unpack(packed, hand)) == json.dumps(plain)
    assert plain == opening
    ids = [hand.pk.bytes, hand.table_id.bytes, bytes.fromhex(hand.rules_hash)]
    commits = [bytes.fromhex(commit) for _seat, commit in opening["deal"]["cut_commits"]]
    assert len(commits) == 2 * cuts
    assert [value for value in (*ids, *commits) if value in packed] == []
    with pytest.raises(ValueError, match="row of the hand"):
        PACKED.unpack(packed)


@for_each(
    "change",
    [
        *({"pk": uuid.uuid4()}, {"table_id": uuid.uuid4()}, {"number": 9}, {"deck_no": 9}),
        *({"game": "teen_patti"}, {"rules_hash": "00" * 32}),
    ],
)
def test_an_opening_that_differs_from_its_row_is_stored_whole(change):
    """Then it can still be proved, and the audit finds the difference."""
    hand, _people = store_hand("holdem")
    opening = hand.opening
    for name, value in change.items():
        setattr(hand, name, value)
    assert json.dumps(PACKED.unpack(PACKED.pack(opening, hand))) == json.dumps(opening)


@for_each(
    "change",
    [
        *({"table_id": uuid.uuid4()}, {"number": 9}, {"deck_no": 9}, {"deck_no": None}),
        *({"game": "teen_patti"}, {"rules_hash": OTHER_RULES}, {"deck_no": 1 << 31 - 1}),
    ],
)
def test_a_changed_column_is_found_though_the_opening_does_not_repeat_it(change):
    hand, _people = store_hand("holdem")
    remember(OTHER_RULES, OTHERS)
    before = audited(hand)
    with as_owner():
        Hand.objects.filter(pk=hand.pk).update(**change)
    assert audited(hand) - before


def audited(hand):
    hands = stored_hands([hand.pk])
    found = [*check_hands(hands), *check_dealt(hands), *check_decks()]
    return {one.check for one in found}


@for_each("name", ["commit", "lock", "public_key", "digest", "hand_id", "roots", "pick"])
def test_a_false_deal_is_stored_as_it_is(name):
    hand, _people = store_hand("holdem")
    wrong = {"pick": 3 - hand.opening["deal"]["pick"], "roots": ["00" * 32] * 4}.get(
        name, "00" * 16
    )
    opening = {**hand.opening, "deal": {**hand.opening["deal"], name: wrong}}
    assert json.dumps(PACKED.unpack(PACKED.pack(opening))) == json.dumps(opening)


def test_rules_are_stored_once_and_never_under_the_hash_of_others():
    for seed in (1, 2):
        store_hand("holdem", seed)
    assert RuleSet.objects.count() == 1
    with pytest.raises(ValueError, match="another hash"):
        remember("00" * 32, {"boot": 10})


@pytest.mark.full
@pytest.mark.timeout(3_600)
def test_two_hundred_thousand_hands_are_packed():
    for seed, game in enumerate(("teen_patti", "holdem", "dou_dizhu"), 1):
        store_hand(game, seed)
    as_before()
    with as_owner() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(COPIES, [STORED_HANDS // 3])
        cursor.execute("SET LOCAL session_replication_role = origin")
    before = digest_of("opening, result, rules, rules_hash")
    as_now()
    assert Hand.objects.count() == STORED_HANDS // 3 * 3
    assert RuleSet.objects.count() == 3
    as_before()
    assert digest_of("opening, result, rules, rules_hash") == before
