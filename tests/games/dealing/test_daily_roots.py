"""Closed days: each hand is in the tree of exactly one, however late it is stored."""

import datetime
import json

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from cardhouse_client import days as their_days
from core.periodic_tasks.runner import run_now
from games.dealing.actions.daily_roots import _close_one, close_days
from games.dealing.models import DailyDigest
from games.dealing.queries import daily_roots, days
from games.dealing.queries.decks import seal_of
from games.fair import days as tree
from games.hands.actions.void import void
from games.hands.models import Hand
from games.hands.queries.export import record_json
from games.hands.viewers import viewer_of_finished
from tests.games.past import DAY, at, ended_tfair1, today
from tests.games.stored import four_guests, store_tfair1
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return four_guests()


def hands_of(day):
    return set(DailyDigest.objects.filter(day=day).values_list("hand_id", flat=True))


def record_of(hand, people):
    hand.refresh_from_db()
    viewer = viewer_of_finished(hand, people[0].pk, now=timezone.now())
    return record_json(hand, viewer)


def test_each_past_day_is_closed_once_and_follows_the_previous_one(people):
    first = today() - 3 * DAY
    mine = [ended_tfair1(first, people=people, hour=hour) for hour in (0, 23)]
    later = ended_tfair1(first + 2 * DAY, people=people)
    ended_tfair1(today(), people=people)
    assert run_now("close_days").outcome == "3 days closed"
    assert close_days() == 0
    found = days.chain()
    assert [(day["day"], day["hands"]) for day in found] == [
        (str(first), 2),
        (str(first + DAY), 0),
        (str(first + 2 * DAY), 1),
    ]
    their_days.check_chain({"days": found})
    assert found[1]["root"] == tree.EMPTY_ROOT.hex()
    assert hands_of(first) == {hand.pk for hand in mine}
    assert hands_of(first + 2 * DAY) == {later.pk}
    for day in found:
        one = datetime.date.fromisoformat(day["day"])
        assert their_days.root_of(daily_roots.digests_of(one, after=0, limit=9)) == day["root"]


def test_without_a_finished_hand_no_day_is_closed(people):
    assert close_days() == 0
    ended_tfair1(today(), people=people)
    store_tfair1(people=people, live=True)
    assert close_days() == 0
    assert days.last_day() is None


def test_a_hand_whose_end_is_committed_late_is_in_the_next_day_and_no_root_changes(people):
    first = today() - 2 * DAY
    early = ended_tfair1(first, people=people)
    late = ended_tfair1(first, people=people, live=True)
    assert _close_one()
    Hand.objects.filter(pk=late.pk).update(status="finished")
    before = days.chain()
    assert close_days() == 1
    assert (hands_of(first), hands_of(first + DAY)) == ({early.pk}, {late.pk})
    assert days.chain()[:1] == before
    assert close_days() == 0


def test_void_hands_are_in_their_day_and_stay_there(people):
    yesterday = today() - DAY
    over = ended_tfair1(yesterday, people=people)
    live, _people = store_tfair1(people=people, live=True)
    with transaction.atomic():
        void(hand=Hand.objects.get(pk=live.pk), at=at(yesterday, hour=1))
    close_days()
    assert hands_of(yesterday) == {over.pk, live.pk}
    path = record_of(over, people)["fair"]["day"]
    with transaction.atomic():
        void(hand=Hand.objects.get(pk=over.pk), at=timezone.now())
    assert record_of(over, people)["fair"]["day"] == path


def test_hands_without_a_proof_and_unreadable_digests_keep_no_day_open(people):
    yesterday = today() - DAY
    old, torn, good = (ended_tfair1(yesterday, people=people) for _ in range(3))
    with as_owner():
        Hand.objects.filter(pk=old.pk).update(opening={**old.opening, "deal": {"commit": None}})
    deal = {**torn.opening["deal"], "digest": "torn"}
    with as_owner():
        Hand.objects.filter(pk=torn.pk).update(opening={**torn.opening, "deal": deal})
    close_days()
    assert hands_of(yesterday) == {good.pk}


@pytest.mark.parametrize("table", ["games_dailyroot", "games_dailydigest"])
def test_closed_days_are_never_changed(people, table):
    ended_tfair1(today() - DAY, people=people)
    close_days()
    for statement in (f"UPDATE {table} SET day = day", f"DELETE FROM {table}"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


@pytest.mark.parametrize("hands", [1, 2, 3, 9])
def test_the_path_of_each_hand_leads_to_the_root_of_its_day(people, monkeypatch, hands):
    monkeypatch.setattr(tree, "BLOCK_LEAVES", 4)
    monkeypatch.setattr(daily_roots, "BLOCK_LEAVES", 4)
    yesterday = today() - DAY
    all_of_it = [ended_tfair1(yesterday, people=people, seed=seed) for seed in range(hands)]
    assert record_of(all_of_it[0], people)["fair"]["day"] is None
    close_days()
    chain = their_days.check_chain({"days": days.chain()})
    for hand in all_of_it:
        fair = record_of(hand, people)["fair"]
        assert their_days.check_day(fair, chain) == str(yesterday)
        assert seal_of(hand)["day"] == fair["day"]


def test_the_page_the_chain_and_the_digests_are_public(client, people):
    text = client.get("/fair/").content.decode()
    assert "The first day is not over yet." in text
    assert client.get("/fair/chain.json").json()["days"] == []
    yesterday = today() - DAY
    hand = ended_tfair1(yesterday, people=people, private=True)
    close_days()
    head = days.last_day().head
    assert head in client.get("/fair/", HTTP_COOKIE="sessionid=x").content.decode()
    file = client.get("/fair/chain.json")
    assert file.json()["days"] == days.chain()
    assert "cardhouse-chain.json" in file["Content-Disposition"]
    again = client.get("/fair/chain.json", HTTP_IF_NONE_MATCH=file["ETag"])
    assert again.status_code == 304
    assert client.get("/api/v1/fair/days").json() == {"items": days.chain(), "next": None}
    digest = hand.opening["deal"]["digest"]
    part = client.get(f"/fair/days/{yesterday}/1.ndjson")
    assert [json.loads(line) for line in part.content.splitlines()] == [digest]
    assert "max-age" in part["Cache-Control"]
    for wrong in (f"{yesterday}/2", f"{yesterday}/0", f"{today()}/1", "never/1"):
        assert client.get(f"/fair/days/{wrong}.ndjson").status_code == 404, wrong
    asked = client.get(f"/api/v1/fair/days/{yesterday}").json()
    assert asked == {"items": [{"place": 0, "digest": digest}], "next": None}
    for wrong in (today(), "never", f"{yesterday:%Y%m%d}"):
        assert client.get(f"/api/v1/fair/days/{wrong}").status_code == 404, wrong
    assert str(hand.pk) not in part.content.decode() + file.content.decode()


def test_long_lists_come_in_pages(client, people, monkeypatch):
    yesterday = today() - DAY
    for seed in range(3):
        ended_tfair1(yesterday - DAY * (seed > 0), people=people, seed=seed)
    close_days()
    first = client.get("/api/v1/fair/days?size=1").json()
    second = client.get(f"/api/v1/fair/days?size=1&cursor={first['next']}").json()
    assert first["items"] + second["items"] == days.chain()
    assert second["next"] is None
    one = client.get(f"/api/v1/fair/days/{yesterday - DAY}?size=1").json()
    assert (one["next"], one["items"][0]["place"]) == (1, 0)
    monkeypatch.setattr(days, "ITEMS_PER_FILE_COUNT", 1)
    both = [
        client.get(f"/fair/days/{yesterday - DAY}/{part}.ndjson").content.decode()
        for part in (1, 2)
    ]
    assert [json.loads(text) for text in both] == daily_roots.digests_of(
        yesterday - DAY, after=0, limit=9
    )
