"""The ends of decks are signed with the key of their time, and the audit looks for it."""

import base64
import secrets

import pytest
from django.core.management import call_command
from django.utils import timezone

from cardhouse_client import signatures as theirs
from core.audit import checks
from core.runtime.sql import run
from games.dealing import audit as audit_fair
from games.dealing import signing
from games.dealing.actions import decks
from games.dealing.actions.daily_roots import _close_one, close_days
from games.dealing.models import DeckDay, FairKey, NextDeck, ThrownDeck
from games.dealing.queries import fair_keys
from games.fair.signatures import Kind, is_signed
from games.fair.tfair2.proof import Reason
from games.hands.actions.void import void
from games.hands.models import Hand
from games.hands.queries.export import record_json
from games.hands.viewers import viewer_of_finished
from tests.games.past import DAY, ended, today
from tests.games.stored import store_hand
from tests.support.owner import no_triggers

pytestmark = pytest.mark.django_db

DEALING = "hands were dealt as proven"


@pytest.fixture(autouse=True)
def _no_key_is_remembered(monkeypatch):
    """The keys of another test were never published here."""
    monkeypatch.setattr(fair_keys, "_known", set())


def found():
    findings = checks.run([DEALING, audit_fair.KEYS])
    return {(one.check, one.subject) for found in findings.values() for one in found}


def rotate(settings):
    settings.FAIR_KEY_BEFORE = settings.FAIR_KEY
    settings.FAIR_KEY = base64.b64encode(secrets.token_bytes(32)).decode()
    call_command("rotate_fair_key")


def throw_next(hand, reason=Reason.OTHER):
    """Throw the next deck of the hand's table away; another is published."""
    row = decks.locked(hand.table_id)
    decks.throw(row, reason)
    run(*decks.storing([decks.fresh(row)]))
    return ThrownDeck.objects.get(table_id=hand.table_id, no=row.no), row


def is_end_signed(hand, key):
    return is_signed(key, Kind.CHAIN, bytes(hand.chain), bytes(hand.chain_signature))


def is_thrown_signed(thrown, key):
    chain, signature = (bytes.fromhex(thrown.deck[name]) for name in ("chain", "signature"))
    return is_signed(key, Kind.CHAIN, chain, signature)


def test_the_end_of_a_hand_is_signed_with_it():
    hand, _people = store_hand()
    last = NextDeck.objects.get(pk=hand.table_id).last
    assert last["signature"] == bytes(hand.chain_signature).hex()
    assert is_end_signed(hand, signing.public_key())
    assert found() == set()


def test_the_end_of_a_hand_that_is_voided_while_it_runs_is_signed():
    hand, _people = store_hand(live=True)
    assert hand.chain_signature is None
    row = decks.locked(hand.table_id)
    ended = decks.end(row, hand.opening["deal"] | {"hand_id": hand.pk.hex}, bytes(32))
    void(hand=hand, at=timezone.now(), ended=ended)
    hand.refresh_from_db()
    assert is_end_signed(hand, signing.public_key())
    assert ("hand.signature", f"hand {hand.pk}") not in found()


def test_the_end_of_a_thrown_deck_is_signed_with_it():
    hand, _people = store_hand()
    thrown, row = throw_next(hand)
    assert is_thrown_signed(thrown, signing.public_key())
    assert row.last["signature"] == thrown.deck["signature"]
    assert found() == set()


def test_ends_stay_signed_by_the_key_of_then(settings):
    early, _people = store_hand()
    thrown, _row = throw_next(early)
    old = signing.public_key()
    rotate(settings)
    late, _people = store_hand()
    assert is_end_signed(early, old)
    assert is_thrown_signed(thrown, old)
    assert not is_end_signed(late, old)
    assert found() == set(), "both keys are published"
    house = theirs.read_keys({"keys": fair_keys.published_keys()})
    for hand in (early, late):
        house.check(theirs.CHAIN, bytes(hand.chain), bytes(hand.chain_signature).hex())
    assert house.good == 2


def test_signatures_of_a_key_that_was_not_published_are_found(settings):
    settings.FAIR_KEY = base64.b64encode(secrets.token_bytes(32)).decode()
    hand, _people = store_hand()
    thrown, _row = throw_next(hand)
    subjects = {f"hand {hand.pk}", f"deck {thrown.deck_id}"}
    assert {subject for _check, subject in found()} == subjects


@pytest.mark.parametrize("signature", [None, bytes(64), b""])
def test_a_missing_or_changed_signature_is_found(signature):
    hand, _people = store_hand()
    other, _people = store_hand()
    Hand.objects.filter(pk=hand.pk).update(chain_signature=signature)
    assert found() == {("hand.signature", f"hand {hand.pk}")}
    Hand.objects.filter(pk=hand.pk).update(chain_signature=other.chain_signature)
    assert found() == {("hand.signature", f"hand {hand.pk}")}


def test_hands_from_before_there_were_signatures_have_no_findings():
    hand, _people = store_hand(tfair1=True)
    store_hand(live=True)
    assert hand.chain_signature is None
    assert found() == set()


def test_a_thrown_deck_without_its_signature_is_found():
    hand, _people = store_hand()
    thrown, _row = throw_next(hand)
    del thrown.deck["signature"]
    with no_triggers():
        ThrownDeck.objects.filter(pk=thrown.pk).update(deck=thrown.deck)
    assert found() == {("deck.signature", f"deck {thrown.deck_id}")}


def test_a_key_that_the_one_before_has_not_signed_is_found(settings):
    rotate(settings)
    assert found() == set()
    with no_triggers():
        FairKey.objects.filter(key=signing.public_key()).update(signature=bytes(64))
    assert found() == {("key.signature", f"key {signing.public_key().hex()}")}


def test_days_stay_signed_by_the_key_of_then_and_in_the_chain_with_all_keys(settings, client):
    first = today() - 2 * DAY
    ended(first)
    assert _close_one()
    rotate(settings)
    close_days()
    assert DeckDay.objects.count() == 2
    assert found() == set()
    file = client.get("/fair/chain.json").json()
    assert file["keys"] == fair_keys.published_keys()
    house = theirs.read_keys(file)
    for day in file["days"]:
        house.check(theirs.DAY, bytes.fromhex(day["head"]), day["signature"])
    assert house.good == 2
    with no_triggers():
        DeckDay.objects.filter(day=first).update(signature=bytes(64))
    assert found() == {("day.signature", f"day {first}")}


def test_a_record_has_the_signature_of_its_end(settings):
    hand, people = store_hand()
    rotate(settings)
    fair = record_json(hand, viewer_of_finished(hand, people[0].pk, now=timezone.now()))["fair"]
    assert fair["signature"] == bytes(hand.chain_signature).hex()
    house = theirs.read_keys({"keys": fair_keys.published_keys()})
    house.check_of(fair, theirs.CHAIN, "chain")
    assert house.good == 1
