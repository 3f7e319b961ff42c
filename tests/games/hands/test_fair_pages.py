"""The dealing on pages and in the API: public hands, proofs, decks never dealt."""

import datetime
import re
import uuid

import pytest

from cardhouse_client.tfair2.deal import Deal
from games.dealing.models import OpenedDeck
from games.dealing.queries.decks import seal_of
from games.fair.deck import Candidates
from games.fair.proof import check_opened
from games.hands import views
from games.hands.models import Hand
from games.hands.queries import dealing
from tests.games.stored import store_hand
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db


def test_the_page_explains_the_dealing_and_its_limits(client):
    page = client.get("/fair/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "What it cannot prove" in text
    assert "verify.html" in text


def test_a_hand_page_counts_the_cutters_and_links_the_proof(client):
    hand, _people = store_hand()
    text = client.get(f"/hands/{hand.pk}/").content.decode()
    assert f'data-fair-record="/hands/{hand.pk}/record.json"' in text
    assert "No player cut it, so the house alone chose" in text
    assert "thrown away before" not in text
    assert f"deck {hand.deck_no} of the table" in text
    assert hand.opening["deal"]["commit"][:16] in text
    with as_owner():
        Hand.objects.filter(pk=hand.pk).update(opening={**hand.opening, "deal": {"commit": None}})
    hand.refresh_from_db()
    assert seal_of(hand) is None, "a hand from before there were proofs"


def page_of(client, hand, monkeypatch, *, cuts=(), **seal):
    """Return the page of a hand with another deal and seal."""
    made = seal_of(hand) | seal

    def dealing_of(found, players):
        found.opening["deal"] |= {"cuts": cuts}
        return dealing.dealing_of(found, players)

    monkeypatch.setattr(dealing, "seal_of", lambda _hand: made)
    monkeypatch.setattr(views, "dealing_of", dealing_of)
    text = client.get(f"/hands/{hand.pk}/").content.decode()
    return " ".join(re.sub(r"</?bdi>", "", text).split())


def test_a_hand_page_says_who_cut_who_left_and_what_was_thrown_away(client, monkeypatch):
    hand, people = store_hand()
    thrown = [
        {"no": 4, "deck_id": "00" * 16, "reason": 1, "blamed": [2]},
        {"no": 5, "deck_id": "00" * 16, "reason": 1, "blamed": [0, 3]},
        {"no": 6, "deck_id": "00" * 16, "reason": 3, "blamed": [1]},
        {"no": 7, "deck_id": "00" * 16, "reason": 5, "blamed": []},
    ]
    day = {"day": 20_783, "leaves": 9, "place": 4, "root": "ab" * 32, "head": "cd" * 32}
    cuts = [[0, "00" * 32], [2, "00" * 32]]
    text = page_of(client, hand, monkeypatch, cuts=cuts, absent=[7], thrown=thrown, day=day)
    assert f"2 of 4 players cut it: {people[0].name}, {people[2].name}." in text
    assert "Seat 7 left after the lock; nobody got or saw its cards." in text
    assert "4 decks were thrown away before this one" in text
    for sentence in (
        "Deck 4: seat 2 did not show its cut.",
        "Deck 5: seats 0, 3 did not show their cuts.",
        "Deck 6: seat 1 left after the lock.",
        "Deck 7: the house gave no reason.",
    ):
        assert sentence in text
    assert "Deck 5 of 9 in the hash tree of 2026-11-26" in text
    assert "older, weaker" not in text


def test_a_hand_page_says_that_the_older_scheme_is_weaker(client, monkeypatch):
    hand, _people = store_hand()
    text = page_of(client, hand, monkeypatch, scheme="TFAIR1", withheld=1)
    assert "cut by 0 of 4 players. 1 player promised a cut but withheld it." in text
    assert "dealt by the older, weaker scheme" in text


def test_the_last_public_hands_can_be_verified_by_anyone(client):
    public, _people = store_hand("holdem")
    store_hand("teen_patti", private=True)
    store_hand("teen_patti", spectators="closed")
    store_hand("dou_dizhu", live=True)
    old, _people = store_hand("holdem", seed=2)
    hours = datetime.timedelta(hours=2)
    Hand.objects.filter(pk=old.pk).update(started_at=old.started_at - hours)
    items = client.get("/api/v1/fair/hands").json()["items"]
    assert items == [{"id": str(public.pk), "game_name": "Texas Hold'em", "number": 41}]
    fair = client.get(f"/api/v1/hands/{public.pk}/record").json()["fair"]
    deal = Deal(fair)
    deal.open(fair["openings"])


def test_an_undealt_deck_of_tfair1_is_published_with_its_masters(client):
    made = Candidates.fresh(54)
    row = OpenedDeck.objects.create(
        deck_id=uuid.UUID(bytes=made.deck_id),
        table_id=uuid.uuid4(),
        n=54,
        roots=b"".join(made.roots),
        masters=b"".join(made.masters),
    )
    check_opened(client.get(f"/api/v1/decks/{row.deck_id}").json())
