"""Stored results name no hand in words, whenever they were stored."""

import json
from copy import deepcopy
from importlib import import_module

import pytest
from django.db import connection

from games.hands.audit import check_folding
from games.hands.models import Hand
from tests.games.older_tables import as_before, as_now
from tests.games.stored import store_hand
from tests.support.owner import as_owner

MIGRATION = import_module("games.migrations.0006_results_in_codes")


def in_words(result):
    """A result as the previous version stored it."""
    old = deepcopy(result)
    for part in (*old["pots"], *old["shown"]):
        part["label"] = "Pair of fives"
    old["pots"][0]["label"] = None
    return old


@pytest.mark.django_db
def test_names_are_dropped_from_stored_results_and_the_audit_reads_both(monkeypatch):
    monkeypatch.setattr(MIGRATION, "BATCH", 2)
    games = ("holdem", "teen_patti", "dou_dizhu", "holdem", "teen_patti")
    hands = [store_hand(key, seed, number=seed)[0] for seed, key in enumerate(games, 1)]
    hands.append(store_hand("holdem", live=True)[0])
    new = {hand.pk: hand.result for hand in hands}
    assert "label" not in json.dumps(list(new.values()), default=str)
    for hand in hands[:-2]:
        Hand.objects.filter(pk=hand.pk).update(result=in_words(hand.result))
    assert list(check_folding()) == []

    as_before()
    with as_owner(), connection.schema_editor(atomic=False) as editor:
        MIGRATION.drop_labels(None, editor)
    as_now()
    assert {hand.pk: hand.result for hand in Hand.objects.all()} == new
    assert list(check_folding()) == []


@pytest.mark.django_db
def test_the_audit_finds_a_result_that_says_otherwise():
    hand, _people = store_hand("holdem")
    hand.result["pots"][0]["winners"] = [9]
    Hand.objects.filter(pk=hand.pk).update(result=hand.result)
    (finding,) = check_folding()
    assert "differs from the stored one" in finding.text
