"""Staff cannot peek: a superuser reads every staff page and sees no hidden card."""

import base64
import re
from collections import deque

import pytest
from django.contrib import admin
from django.urls import reverse

from core.admin import actions as admin_actions
from core.admin.base import StaffAdmin
from core.admin.pages import pages
from games.dealing.encryption import unseal
from games.engines.core.contract import SPECTATOR
from games.hands.models import Hand
from games.hands.queries.replay import replay
from tests.core.admin.conftest import window

pytestmark = pytest.mark.django_db
_CARD = re.compile(r"zq\d{3}zq")
_LINK = re.compile(r'href="(/admin/(?:games|lobby)/[^"#?]*/change/)"')


def starts() -> list[str]:
    """Every list, every hand, some rows of all others, every staff action, and all other pages."""
    found = [reverse("admin:index"), *(reverse(f"admin:{page.name}") for page in pages())]
    for model, page in admin.site._registry.items():
        assert isinstance(page, StaffAdmin)
        named = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        found.append(reverse(f"{named}_changelist"))
        rows = list(model._default_manager.order_by("pk")[: 99 if model is Hand else 3])
        found += [reverse(f"{named}_change", args=[row.pk]) for row in rows]
        for action in admin_actions._actions.get(model, []):
            found.append(reverse(f"{named}_do", args=[rows[-1].pk, action.slug]))
    for hand in Hand.objects.all():
        found.append(reverse("admin:games_hand_opened", args=[hand.pk]))
    return found


def open_cards() -> set[str]:
    """The cards that every spectator has seen."""
    seen: set[str] = set()
    for hand in Hand.objects.all():
        seen |= set(_CARD.findall(str(replay(hand, SPECTATOR).frames)))
    return seen


def sealed_texts() -> list[bytes]:
    """The decks as they are stored and as they are dealt, in all spellings a page could have."""
    secrets = []
    for hand in Hand.objects.all():
        stored = bytes(hand.sealed)
        for secret in (stored, unseal(bound_to=hand.pk, sealed=stored).data):
            # 20 bytes of the middle are enough, and no escaping of quotes can hide them.
            part = secret[9:30] if len(secret) > 40 else secret[3:24]
            secrets += [
                part,
                part.hex().encode(),
                base64.b64encode(part),
                repr(part)[2:-1].encode(),
            ]
    return secrets


def test_no_staff_page_shows_a_hidden_card_or_a_sealed_byte(card_room):
    assert {hand.game for hand in card_room.live} == set(card_room.tables)
    allowed, secrets = open_cards(), sealed_texts()
    client, shown, read = window(card_room.boss), set(), 0
    known = set(waiting := deque(starts()))
    while waiting:
        address = waiting.popleft()
        answer = client.get(address, follow=False)
        if answer.status_code == 302:
            assert answer["Location"].startswith("/admin/"), address
            continue
        closed = address.endswith("/opened/")
        assert answer.status_code == (403 if closed else 200), address
        read += 1
        body = answer.content
        cards = set(_CARD.findall(body.decode()))
        assert cards <= allowed, f"{address} shows hidden cards"
        assert not [secret for secret in secrets if secret in body], f"{address} has sealed bytes"
        shown |= cards
        # Further pages by links; sorting and filtering a list reads no other rows.
        for link in set(_LINK.findall(body.decode())) - known:
            known.add(link)
            waiting.append(link)
    assert shown, "no card at all was seen: the crawl proves nothing"
    assert read > 60


def test_a_hand_is_described_only_as_spectators_saw_it(card_room):
    client = window(card_room.boss)
    for hand in Hand.objects.all():
        page = client.get(reverse("admin:games_hand_change", args=[hand.pk])).content.decode()
        received = [event for frame in replay(hand, SPECTATOR).frames for event in frame["events"]]
        assert "Hand history" in page
        assert set(_CARD.findall(page)) <= set(_CARD.findall(str(replay(hand, SPECTATOR).frames)))
        assert received
