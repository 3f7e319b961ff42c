"""Public data about the dealing: recent hands to verify, and decks that were never dealt."""

import datetime
import uuid
from typing import Any

from django.conf import settings
from django.utils import timezone

from core.clock import to_unix_ms
from core.messages import catalogue
from core.runtime.single_flight import SharedCopies
from games.dealing.models import OpenedDeck, ThrownDeck
from games.dealing.queries.daily_roots import day_of
from games.dealing.queries.deck_days import day_of_deck
from games.dealing.queries.ends import thrown_before
from games.fair.deck import MASTER_BYTES, pieces
from games.fair.proof import SCHEME, published
from games.fair.stored import is_tfair2
from games.hands.models import Hand
from games.hands.queries.tables import hides_stacks
from games.hands.teaching import teaching_of
from games.hands.viewers import viewer_of_finished
from games.rulebook.rule_words import names_of_games

_SEALS_SHOWN_MAX, _SEALS_READ_MAX, _RECENT_WINDOW = 10, 60, datetime.timedelta(hours=1)
_copies: SharedCopies[list[dict[str, Any]]] = SharedCopies(lifetime_s=10.0, most=8)


def last_public_hands() -> list[dict[str, Any]]:
    """The latest finished hands that anyone may check, cached for some seconds."""
    if not settings.SHARED_ANSWERS:
        return _last_public_hands()
    return _copies.get((catalogue().language,), _last_public_hands)


def _last_public_hands() -> list[dict[str, Any]]:
    now = timezone.now()
    recent = Hand.objects.filter(started_at__gt=now - _RECENT_WINDOW, private=False)
    rows = recent.filter(status=Hand.Status.FINISHED).defer("sealed")
    names = names_of_games()
    shown = [
        {"id": hand.pk, "game_name": names[hand.game], "number": hand.number}
        for hand in rows.order_by("-started_at")[:_SEALS_READ_MAX]
        if teaching_of(hand.opening) is None  # otherwise nothing can be checked
        and viewer_of_finished(hand, None, now=now) is not None
        and not hides_stacks(hand)
    ]
    return shown[:_SEALS_SHOWN_MAX]


def seal_of(hand: Hand) -> dict[str, Any] | None:
    """The dealing data that a hand's page shows before verification; None for older hands.

    `thrown`: the decks that were thrown away directly before that of the hand, oldest first, with
    reason (`games.fair.tfair2.proof.Reason`) and blamed seats; `absent`: seats that left between
    lock and deal. The seats that cut may have left too: `cutters` are players whose cuts count.
    """
    deal = hand.opening.get("deal") or {}
    if not deal.get("commit"):
        return None
    seats = {seat["seat"] for seat in hand.opening["seats"]}
    shown = {seat for seat, _cut in deal["cuts"]}
    seal = {
        "scheme": deal.get("scheme", SCHEME),
        "cutters": len(shown & seats),
        "players": len(seats),
        "withheld": len(deal["cut_commits"]) - len(deal["cuts"]),
        "commit": deal["commit"],
        "absent": deal.get("absent", []),
        "thrown": [
            {name: deck[name] for name in ("no", "deck_id", "reason", "blamed")}
            for deck in thrown_before(hand)
        ],
    }
    if not is_tfair2(deal):
        return {**seal, "chain": deal["chain"], "day": day_of(hand.pk)}
    chain = None if hand.chain is None else bytes(hand.chain).hex()
    return {**seal, "chain": chain, "day": day_of_deck(hand.table_id, hand.deck_no)}


def opened_deck(deck_id: uuid.UUID) -> dict[str, Any] | None:
    """A deck that was opened in full, with its masters; None if there is none."""
    thrown = ThrownDeck.objects.filter(deck_id=deck_id).first()
    if thrown is not None:
        return {**thrown_deck(thrown), "day": day_of_deck(thrown.table_id, thrown.no)}
    row = OpenedDeck.objects.filter(pk=deck_id).first()
    if row is None:
        return None
    masters = [master.hex() for master in pieces(bytes(row.masters), MASTER_BYTES)]
    opened_at = to_unix_ms(row.opened_at)
    deck = {"scheme": SCHEME, **published(row.published_part)}
    return {**deck, "masters": masters, "opened_at": opened_at}


def thrown_deck(row: ThrownDeck) -> dict[str, Any]:
    """A deck of TFAIR2 that was thrown away, as it is published; its day is not looked up."""
    return {**row.deck, "opened_at": to_unix_ms(row.thrown_at)}
