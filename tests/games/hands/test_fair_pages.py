"""The dealing on pages and in the API: public hands, proofs, decks never dealt."""

import datetime
import uuid

import pytest

from cardhouse_client.tfair2.deal import Deal
from games.dealing.models import OpenedDeck
from games.dealing.queries.decks import seal_of
from games.fair.deck import Candidates
from games.fair.proof import check_opened
from games.hands.models import Hand
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
    assert "cut by 0 of 4 players" in text
    assert hand.opening["deal"]["commit"][:16] in text
    with as_owner():
        Hand.objects.filter(pk=hand.pk).update(opening={**hand.opening, "deal": {"commit": None}})
    hand.refresh_from_db()
    assert seal_of(hand) is None, "a hand from before there were proofs"


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
