"""Hands are stored in few bytes, and those of before become such without a change of any file."""

import json
from importlib import import_module

import pytest

from core.runtime.packed_json import PackedJson
from games.engines.core import registry
from games.engines.core.contract import Viewer
from games.hands.audit import check_folding
from games.hands.models import Hand, RuleSet
from games.hands.models.packed import NAMES, PACKED
from games.hands.models.rule_set import remember
from games.hands.queries.export import record_json
from games.hands.queries.replay import replay
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


def test_hands_of_before_are_packed_and_unpacked_without_a_change(monkeypatch):
    monkeypatch.setattr(import_module("games.migrations._packing"), "BATCH_HANDS", 2)
    for seed, game in enumerate(registry.all_games(), 1):
        store_hand(game.key, seed)
    store_tfair1("teen_patti", 7)
    store_hand("holdem", live=True)
    void, _people = store_hand("holdem", 9)
    Hand.objects.filter(pk=void.pk).update(status="void")
    before, packed = files(), rows("opening", "result", "rules_hash")

    as_before()
    texts = rows("opening::text", "result::text", "rules::text", "rules_hash", "opening -> 'deal'")
    assert all(json.loads(row[-1])["roots"] for row in texts)
    assert {row[4] for row in texts} == set(RuleSet.objects.values_list("hash", flat=True))
    with as_owner() as cursor:  # as the version before stored them
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DELETE FROM games_ruleset")
        cursor.execute("SET LOCAL session_replication_role = origin")
    as_now()

    assert rows("opening", "result", "rules_hash") == packed
    assert files() == before
    assert list(check_folding()) == []


def test_a_hand_takes_few_bytes():
    hand, _people = store_hand("holdem")
    with as_owner() as cursor:
        cursor.execute("SELECT pg_column_size(h.*) FROM games_hand h")
        assert cursor.fetchone()[0] < 1_300
    assert hand.rules == registry.get("holdem").presets["standard"].to_json()


def test_of_a_deal_only_what_does_not_follow_from_the_rest_is_stored():
    hand, _people = store_hand("holdem")
    stored, whole = PackedJson(NAMES), hand.opening
    kept = stored.unpack(PACKED.pack(whole))["deal"]
    assert not {"commit", "lock", "public_key", "digest", "pick", "scheme"} & kept.keys()
    assert json.dumps(PACKED.unpack(PACKED.pack(whole))) == json.dumps(whole)


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
