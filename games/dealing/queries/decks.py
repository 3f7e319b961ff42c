"""Public data about the dealing: recent hands to verify, and decks that were never dealt."""

import datetime
import uuid
from typing import Any

from django.conf import settings
from django.utils import timezone

from core.runtime.single_flight import SharedCopies
from games.dealing.models import OpenedDeck
from games.dealing.queries.daily_roots import day_of
from games.engines.core import registry
from games.fair.deck import MASTER_BYTES
from games.fair.proof import published
from games.hands.models import Hand
from games.hands.queries.tables import hides_stacks
from games.hands.viewers import viewer_of_finished

_SEALS_SHOWN_MAX, _SEALS_READ_MAX, _RECENT_WINDOW = 10, 60, datetime.timedelta(hours=1)
_copies: SharedCopies[list[dict[str, Any]]] = SharedCopies(lifetime_s=10.0, most=1)


def last_public_hands() -> list[dict[str, Any]]:
    """The latest finished hands that anyone may check, cached for some seconds."""
    if not settings.SHARED_ANSWERS:
        return _last_public_hands()
    return _copies.get((), _last_public_hands)


def _last_public_hands() -> list[dict[str, Any]]:
    now = timezone.now()
    recent = Hand.objects.filter(started_at__gt=now - _RECENT_WINDOW, private=False)
    rows = recent.filter(status=Hand.Status.FINISHED).defer("sealed")
    shown = [
        {"id": hand.pk, "game_name": registry.get(hand.game).name, "number": hand.number}
        for hand in rows.order_by("-started_at")[:_SEALS_READ_MAX]
        if viewer_of_finished(hand, None, now=now) is not None and not hides_stacks(hand)
    ]
    return shown[:_SEALS_SHOWN_MAX]


def seal_of(hand: Hand) -> dict[str, Any] | None:
    """The dealing data that a hand's page shows before verification; None for older hands."""
    deal = hand.opening.get("deal") or {}
    if not deal.get("commit"):
        return None
    seats = {seat["seat"] for seat in hand.opening["seats"]}
    shown = {seat for seat, _cut in deal["cuts"]}
    chain = deal["chain"] if hand.chain is None else bytes(hand.chain).hex()
    return {
        "cutters": len(shown & seats),
        "players": len(seats),
        "withheld": len(deal["cut_commits"]) - len(deal["cuts"]),
        "commit": deal["commit"],
        "chain": chain,
        "day": day_of(hand.pk),
    }


def opened_deck(deck_id: uuid.UUID) -> dict[str, Any] | None:
    """A deck that was opened in full, with its masters; None if there is none."""
    row = OpenedDeck.objects.filter(pk=deck_id).first()
    if row is None:
        return None
    data = bytes(row.masters)
    masters = [data[at : at + MASTER_BYTES].hex() for at in range(0, len(data), MASTER_BYTES)]
    return {**published(row.published_part), "masters": masters, "opened_at": row.opened_at}
