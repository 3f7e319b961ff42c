"""Purging decks: some time after a hand its master is destroyed, and with it the undealt cards.

Kept and encrypted are the order of the dealt cards, the openings of those cards, and the other
cards sorted in ascending order. Every replay, view, record, proof and audit of the hand stays the
same. A hand under investigation keeps its whole deck; receivers of `retention_asked` answer for
data that this package does not know.
"""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.errors import AccountRefused
from accounts.people.models import User
from core.staff.actions import staff_action
from core.staff.models import Proposal
from games.dealing.encryption import Kind, seal
from games.dealing.signals import retention_asked
from games.engines.core.contract import OPEN
from games.engines.core.fold import fold
from games.fair.deck import DealtDeck, only_dealt
from games.hands.models import Hand
from games.hands.queries.live import course_of, live_hand

BATCH_DECKS_MAX = 100
"""Hands in one transaction."""


log = structlog.get_logger("decks")


def purge_decks(limit: int = 1_000) -> int:
    """Destroy the masters of hands that ended DECKS_KEPT_DAYS ago, oldest first; returns how many.

    At most `limit`; hands that are locked or under investigation are skipped.
    """
    over = timezone.now() - datetime.timedelta(days=settings.DECKS_KEPT_DAYS)
    due = Hand.objects.filter(deck=Hand.Deck.WHOLE, started_at__lt=over, finished_at__lt=over)
    due = due.order_by("started_at").select_for_update(skip_locked=True, no_key=True)
    forgotten, passed = 0, set[uuid.UUID]()
    while forgotten < limit:
        with transaction.atomic():
            hands = list(due.exclude(pk__in=passed)[: min(BATCH_DECKS_MAX, limit - forgotten)])
            kept = hands_to_keep(hands)
            done = {hand.pk for hand in hands if hand.pk not in kept and _purge(hand)}
        if not hands:
            break
        forgotten += len(done)
        passed |= {hand.pk for hand in hands} - done
    return forgotten


def hands_to_keep(hands: Sequence[Hand]) -> set[uuid.UUID]:
    """The ids of those of these hands that are under investigation."""
    proposed = Proposal.objects.filter(
        kind=Proposal.Kind.UNSEAL,
        state=Proposal.State.OPEN,
        target_id__in=[str(hand.pk) for hand in hands],
    )
    found = {uuid.UUID(target) for target in proposed.values_list("target_id", flat=True)}
    answers = retention_asked.send(sender=None, hands=hands)
    for _receiver, kept in answers:
        found |= cast("set[uuid.UUID]", kept)
    return found


def _purge(hand: Hand) -> bool:
    """Encrypt the dealt cards in place of the master; False if the hand would change."""
    players, records = course_of(hand)
    try:
        folded = live_hand(hand, players=players, records=records)
        game, opening = folded.game, folded.opening
        # Actions that were taken back may have turned more cards than the others.
        dealt = game.dealt(folded.state) if folded.teaching is None else game.deck_size
        deck = only_dealt(opening.deck, dealt)
        kind, data = Kind.ORDER, bytes(deck)
        if folded.deck is not None:
            kind, data = Kind.KEPT, folded.deck.kept(dealt)
            _check_openings(folded.deck, data, opening.deck[:dealt])
        actions = (record.action for record in folded.counted)
        again = fold(game, replace(opening, deck=deck), actions)
        same = game.view(again, OPEN) == folded.view(OPEN)
    except Exception:
        log.exception("a deck is kept: its hand cannot be replayed", hand=str(hand.pk))
        return False
    if not same:
        log.error("a deck is kept: without it the hand would change", hand=str(hand.pk))
        return False
    hand.sealed = seal(bound_to=hand.pk, data=data, kind=kind)
    hand.deck = Hand.Deck.DEALT
    hand.save(update_fields=["sealed", "deck"])
    return True


def _check_openings(deck: DealtDeck, data: bytes, cards: Sequence[int]) -> None:
    """Raise `ValueError` if the kept data would not open these cards as the deck does."""
    if DealtDeck.of_kept(deck.cut, data).openings(cards) != deck.openings(cards):
        raise ValueError("the openings would change")


def keep_deck(*, by: User, hand_id: uuid.UUID, reason: str) -> Hand:
    """Keep a whole deck until it is released. Raises `AccountRefused` DECK_PURGED."""
    return _mark(by, "hand.keep", hand_id, Hand.Deck.KEPT, reason)


def release_deck(*, by: User, hand_id: uuid.UUID, reason: str) -> Hand:
    """Let a deck be purged on schedule again. Raises `AccountRefused` DECK_PURGED."""
    return _mark(by, "hand.release", hand_id, Hand.Deck.WHOLE, reason)


def _mark(by: User, action: str, hand_id: uuid.UUID, deck: Hand.Deck, reason: str) -> Hand:
    with staff_action(by=by, action=action, kind="hand", target=hand_id, reason=reason) as acting:
        hand = Hand.objects.select_for_update(no_key=True).get(pk=hand_id)
        if hand.deck == Hand.Deck.DEALT:
            raise AccountRefused("DECK_PURGED")
        if hand.deck == deck:
            acting.nothing()
            return hand
        acting.before, hand.deck, acting.after = {"deck": hand.deck}, deck, {"deck": deck}
        hand.save(update_fields=["deck"])
    return hand
