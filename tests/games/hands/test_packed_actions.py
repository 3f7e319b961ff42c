"""Actions of old hands are in one row a hand, and everything reads them as before."""

import datetime
import json

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import Value
from django.db.models.functions import Concat
from django.utils import timezone

from core.runtime.sql import run
from games.engines.core import registry
from games.engines.core.contract import Viewer
from games.hands.actions.pack import pack_actions
from games.hands.audit import check_folding, check_seats, check_seqs
from games.hands.models import Hand, HandAction, PackedActions, PlayedAction
from games.hands.queries.export import plain_text, record_json
from games.hands.queries.own_cards import _kept, own_cards
from games.hands.queries.replay import replay
from games.hands.queries.stored import stored_hands
from games.stats.queries.sums import sums_of_record
from tests.games.stored import store_hand
from tests.support.owner import as_owner, no_triggers

pytestmark = pytest.mark.django_db
OLD = datetime.timedelta(days=31)


def make_old():
    with as_owner():
        Hand.objects.exclude(status="live").update(finished_at=timezone.now() - OLD)


def rows(model):
    names = (
        "hand_id",
        "seq",
        "seat",
        "kind",
        "amount",
        "cards",
        "reading",
        "auto",
        "bank_ms",
        "at",
    )
    return list(model.objects.order_by("hand_id", "seq").values_list(*names))


def read(people):
    """All that is made of actions: files, replays, statistics, lists."""
    made = {}
    for hand in Hand.objects.exclude(status="live").order_by("pk"):
        for seat in hand.opening["seats"]:
            viewer = Viewer(seat=seat["seat"])
            files = record_json(hand, viewer), plain_text(hand, viewer), replay(hand, viewer).frames
            made[hand.pk, seat["seat"]] = json.dumps(files)
    _kept.clear()
    cards = [own_cards(user, list(Hand.objects.values_list("pk", flat=True))) for user in people]
    return made, sums_of_record(), cards


def test_every_reader_reads_packed_actions_as_it_read_rows():
    people = []
    for seed, game in enumerate(registry.all_games(), 1):
        people += store_hand(game.key, seed)[1]
    with no_triggers():  # a time bank, an automatic action and a key
        first = HandAction.objects.filter(seq=1)
        first.update(kind=Concat("kind", Value(":timeout:2500")), key=people[0].pk)
    make_old()
    before, played = read(people), rows(PlayedAction)
    assert HandAction.objects.count() == len(played)

    assert pack_actions(1_000) == Hand.objects.count()
    assert not HandAction.objects.exists()
    assert rows(PlayedAction) == played
    assert read(people) == before
    assert [list(check()) for check in (check_folding, check_seats)] == [[], []]


def test_only_hands_that_ended_long_ago_are_packed_and_each_once(settings):
    old, _people = store_hand("holdem")
    make_old()
    new, _people = store_hand("holdem", 2)
    store_hand("holdem", live=True)
    count = HandAction.objects.filter(hand=new).count()
    assert [pack_actions(1), pack_actions(10)] == [1, 0]
    assert PackedActions.objects.get().pk == old.pk
    assert HandAction.objects.filter(hand=new).count() == count
    settings.ACTIONS_PACKED_AFTER_DAYS = 0
    with pytest.raises(DatabaseError, match="a day after their end"), transaction.atomic():
        pack_actions(10)


def test_a_hand_with_a_gap_stays_as_it_is_until_it_is_found():
    hand, _people = store_hand("teen_patti")
    make_old()
    with no_triggers():
        HandAction.objects.filter(hand=hand, seq=1).delete()
    assert pack_actions(10) == 0
    assert {finding.check for finding in check_seqs(stored_hands([hand.pk]))} == {"hand.gap"}


def test_actions_that_would_change_are_not_packed():
    hand, _people = store_hand("teen_patti")
    make_old()
    with no_triggers():
        HandAction.objects.filter(hand=hand, seq=1).update(kind="two words")
    with pytest.raises(DatabaseError, match="differ from those"), transaction.atomic():
        pack_actions(10)
    assert HandAction.objects.filter(hand=hand).exists()


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO games_packedactions SELECT * FROM games_packedactions",
        "UPDATE games_packedactions SET seats = seats",
        "DELETE FROM games_packedactions",
        "DELETE FROM games_handaction",
    ],
)
def test_the_program_changes_no_action(statement):
    store_hand("holdem")
    make_old()
    pack_actions(10)
    store_hand("holdem", 2)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_one_hand_is_read_by_its_keys():
    store_hand("holdem")
    make_old()
    pack_actions(10)
    _none, plan = run(
        ("SET LOCAL enable_seqscan = off", []),  # an empty partition is read whole
        ("EXPLAIN SELECT * FROM games_playedaction WHERE hand_id = %s", [Hand().pk]),
    )
    text = "\n".join(line for (line,) in plan)
    assert text.count("Index Cond: (hand_id = ") == 2, text
    assert "Filter" not in text


def test_packed_actions_of_no_hand_are_found():
    hand, _people = store_hand("holdem")
    make_old()
    pack_actions(10)
    with no_triggers():
        hand.seats.all().delete()
        Hand.objects.filter(pk=hand.pk)._raw_delete("default")
    assert [finding.check for finding in check_seats()] == ["hand.missing"]
