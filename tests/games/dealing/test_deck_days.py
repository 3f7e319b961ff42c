"""Closed days of TFAIR2: each ended deck, dealt or thrown away, is in the tree of exactly one."""

import datetime
import json
import uuid

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from cardhouse_client import days as their_days
from cardhouse_client.fair import NotFair
from cardhouse_client.signatures import read_keys
from cardhouse_client.tfair2 import check_record, check_thrown
from games.dealing.actions import decks
from games.dealing.actions.daily_roots import _close_one, close_days
from games.dealing.models import DailyRoot, DayLeaf, DeckDay, NextDeck, ThrownDeck
from games.dealing.queries import days, deck_days
from games.dealing.queries.fair_keys import published_keys
from games.fair import days as tree
from games.fair.tfair2.proof import Reason
from games.hands.actions.settle import end_deck
from games.hands.actions.void import void
from games.hands.models import Hand
from games.hands.queries import live
from games.hands.queries.export import record_json
from games.hands.viewers import viewer_of_finished
from tests.games.past import DAY, at, ended, ended_tfair1, today
from tests.games.stored import four_guests, store_hand
from tests.support.owner import no_triggers

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return four_guests()


def number_of(day):
    return (day - datetime.date(1970, 1, 1)).days


def decks_of(day):
    return set(DayLeaf.objects.filter(day=day).values_list("table_id", "no"))


def key(hand):
    return hand.table_id, hand.deck_no


def record_of(hand, people):
    hand.refresh_from_db()
    viewer = viewer_of_finished(hand, people[0].pk, now=timezone.now())
    return record_json(hand, viewer)


def throw_away(table_id, day, reason=Reason.TABLE_CLOSED):
    """Throw the next deck of a table away on a day."""
    row = NextDeck.objects.get(pk=table_id)
    decks.throw(row, reason)
    NextDeck.objects.filter(pk=table_id).delete()
    decks.fresh(row).save(force_insert=True)
    with no_triggers():
        ThrownDeck.objects.filter(table_id=table_id, no=row.no).update(thrown_at=at(day))
    return ThrownDeck.objects.get(table_id=table_id, no=row.no)


def chain():
    """The published chain, checked by the independent client."""
    found = days.chain()
    their_days.check_chain({"days": found})
    return found


def test_each_past_day_is_closed_once_with_all_decks_that_ended(people):
    first = today() - 3 * DAY
    hand = ended(first, people=people, hour=0)
    thrown = throw_away(hand.table_id, first)
    later = ended(first + 2 * DAY, people=people, hour=23)
    ended(today(), people=people)
    assert close_days() == 3
    assert close_days() == 0
    assert not DailyRoot.objects.exists(), "the site has no hand of TFAIR1"
    found = chain()
    assert [(day["scheme"], day["day"], day["leaves"]) for day in found] == [
        ("TFAIR2", number_of(first), 2),
        ("TFAIR2", number_of(first) + 1, 0),
        ("TFAIR2", number_of(first) + 2, 1),
    ]
    assert found[1]["root"] == tree.EMPTY_ROOT.hex()
    assert decks_of(first) == {key(hand), (thrown.table_id, thrown.no)}
    assert decks_of(first + 2 * DAY) == {key(later)}
    for day, closed in enumerate(found):
        items = deck_days.items_of(first + day * DAY, after=0, limit=9)
        their_days.check_items(closed | {"items": items})


def test_a_day_is_closed_only_when_a_deck_has_ended_and_it_is_over(people):
    assert close_days() == 0
    store_hand(people=people, live=True)
    ended(today(), people=people)
    assert close_days() == 0
    assert days.last_day() is None


def test_the_day_of_the_change_is_closed_by_both_schemes(people):
    first = today() - 4 * DAY
    ended_tfair1(first, people=people)
    change = first + 2 * DAY
    older, newer = ended_tfair1(change, people=people), ended(change, people=people)
    assert close_days() == 5
    found = chain()
    assert [(day["scheme"], day["day"]) for day in found] == [
        ("TFAIR1", str(first)),
        ("TFAIR1", str(first + DAY)),
        ("TFAIR1", str(change)),
        ("TFAIR2", number_of(change)),
        ("TFAIR2", number_of(change) + 1),
    ]
    assert record_of(newer, people)["fair"]["day"]["before"] == found[2]["head"]
    assert record_of(older, people)["fair"]["day"]["day"] == str(change)
    ended_tfair1(today() - DAY, people=people)
    assert close_days() == 0, "no day of TFAIR1 follows"


def test_the_change_is_noticed_on_the_day_of_a_thrown_deck(people):
    change = today() - 2 * DAY
    ended_tfair1(change - DAY, people=people)
    hand, _people = store_hand(people=people, live=True)
    throw_away(hand.table_id, change)
    assert close_days() == 4
    assert [day["scheme"] for day in chain()] == ["TFAIR1", "TFAIR1", "TFAIR2", "TFAIR2"]


def test_days_that_were_closed_before_the_change_became_known_stay(people):
    """The end of the first deck of TFAIR2 is committed long after its day was closed by TFAIR1."""
    first = today() - 3 * DAY
    ended_tfair1(first, people=people)
    late = ended(first, people=people)
    Hand.objects.filter(pk=late.pk).update(chain=None)
    assert close_days() == 3
    Hand.objects.filter(pk=late.pk).update(chain=late.chain)
    assert close_days() == 1
    last = today() - DAY
    assert [day["scheme"] for day in chain()] == ["TFAIR1", "TFAIR1", "TFAIR1", "TFAIR2"]
    assert decks_of(last) == {key(late)}


def test_an_end_that_is_committed_late_is_in_the_next_day_and_no_root_changes(people):
    first = today() - 2 * DAY
    early, late = ended(first, people=people), ended(first, people=people)
    Hand.objects.filter(pk=late.pk).update(chain=None)
    assert _close_one()
    Hand.objects.filter(pk=late.pk).update(chain=late.chain)
    before = chain()
    assert close_days() == 1
    assert (decks_of(first), decks_of(first + DAY)) == ({key(early)}, {key(late)})
    assert chain()[:1] == before
    assert close_days() == 0


def test_void_hands_are_in_their_day_and_stay_there(people):
    yesterday = today() - DAY
    over = ended(yesterday, people=people)
    running, _people = store_hand(people=people, live=True)
    after = NextDeck.objects.get(pk=running.table_id)
    end = end_deck(live.load(running.pk), None, after)
    with transaction.atomic():
        void(hand=running, at=at(yesterday, hour=1), ended=end)
    close_days()
    assert decks_of(yesterday) == {key(over), key(running)}
    path = record_of(over, people)["fair"]["day"]
    with transaction.atomic():
        void(hand=Hand.objects.get(pk=over.pk), at=timezone.now())
    assert record_of(over, people)["fair"]["day"] == path
    check_record(record_of(running, people))
    check_record(record_of(over, people))


@pytest.mark.parametrize("table", ["games_deckday", "games_dayleaf"])
def test_closed_days_are_never_changed(people, table):
    ended(today() - DAY, people=people)
    close_days()
    for statement in (f"UPDATE {table} SET day = day", f"DELETE FROM {table}"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


@pytest.mark.parametrize("hands", [1, 2, 3, 9])
def test_the_path_of_each_deck_leads_to_the_root_of_its_day(people, monkeypatch, hands):
    monkeypatch.setattr(tree, "BLOCK_LEAVES", 4)
    monkeypatch.setattr(deck_days, "BLOCK_LEAVES", 4)
    yesterday = today() - DAY
    all_of_it = [ended(yesterday, people=people, seed=seed) for seed in range(hands)]
    thrown = throw_away(all_of_it[0].table_id, yesterday)
    assert record_of(all_of_it[0], people)["fair"]["day"] is None
    close_days()
    kept = their_days.check_chain({"days": chain()})
    for hand in all_of_it:
        record = record_of(hand, people)
        check_record(record)
        assert their_days.check_deck_day(record["fair"], kept) == str(yesterday)
    opened = {**thrown.deck, "day": deck_days.day_of_deck(thrown.table_id, thrown.no)}
    check_thrown(opened)
    assert their_days.check_deck_day(opened, kept) == str(yesterday)


def test_one_statement_closes_any_number_of_decks(people, django_assert_max_num_queries):
    yesterday = today() - DAY
    for seed in range(6):
        ended(yesterday, people=people, seed=seed)
    with django_assert_max_num_queries(12):
        assert _close_one()
    assert DeckDay.objects.get().leaves == 6


def test_the_chain_and_the_items_are_public(client, people):
    yesterday = today() - DAY
    older = ended_tfair1(yesterday, people=people)
    hand = ended(yesterday, people=people, private=True)
    close_days()
    text = client.get("/fair/", HTTP_COOKIE="sessionid=x").content.decode()
    assert days.last_day().head in text
    file = client.get("/fair/chain.json").json()
    assert file["scheme"] == "TFAIR2"
    assert file["days"] == days.chain()
    assert file["keys"] == published_keys()
    house = read_keys(file)
    their_days.check_chain(file, house)
    changed = [day | {"signature": "00" * 64} for day in file["days"]]
    with pytest.raises(NotFair, match="signature"):
        their_days.check_chain(file | {"days": changed}, house)
    assert client.get("/api/v1/fair/days").json() == {"items": days.chain(), "next": None}
    both = [client.get(f"/api/v1/fair/days?size=1&cursor={begin}").json() for begin in (0, 1)]
    assert [page["items"] for page in both] == [[day] for day in days.chain()]
    assert [page["next"] for page in both] == [1, None]
    item = [deck_days.slot_of(hand.table_id.bytes, 1).hex(), bytes(hand.chain).hex()]
    digest = older.opening["deal"]["digest"]
    for asked, lines in (("", [item]), ("?scheme=TFAIR2", [item]), ("?scheme=TFAIR1", [digest])):
        part = client.get(f"/fair/days/{yesterday}/1.ndjson{asked}")
        assert [json.loads(line) for line in part.content.splitlines()] == lines
        assert "max-age" in part["Cache-Control"]
    page = client.get(f"/api/v1/fair/days/{yesterday}").json()
    assert page == {"items": [item], "next": None}
    page = client.get(f"/api/v1/fair/days/{yesterday}?scheme=TFAIR1").json()
    assert page == {"items": [{"place": 0, "digest": digest}], "next": None}
    for wrong in (f"{yesterday}/2", f"{today()}/1"):
        assert client.get(f"/fair/days/{wrong}.ndjson").status_code == 404, wrong
    assert str(hand.pk) not in json.dumps([item, file])
    assert hand.table_id.hex not in json.dumps([item, file])


def test_a_stranger_cannot_tell_the_table_of_an_item(people):
    """A slot is the hash of the table's secret id: other ids give others."""
    hand = ended(today() - DAY, people=people)
    close_days()
    ((slot, _chain),) = deck_days.items_of(today() - DAY, after=0, limit=9)
    assert slot == deck_days.slot_of(hand.table_id.bytes, 1).hex()
    assert slot != deck_days.slot_of(uuid.uuid4().bytes, 1).hex()
