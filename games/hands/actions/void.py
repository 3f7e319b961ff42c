"""Voiding a hand: it can still be read, but its result no longer counts.

The table returns the chips (`lobby.moderation.actions.void`).
"""

import datetime
import uuid

from games.dealing.actions.decks import Ended
from games.hands.live_hand import UNRATED
from games.hands.models import Hand, HandSeat
from games.stats.actions import player_stats, publication, ratings


def void(*, hand: Hand, at: datetime.datetime, ended: Ended | None = None) -> None:
    """Mark a locked hand void. Its stored result stays as it was played; the seats' net is 0.

    `ended`: how the deck of a hand in progress ends.
    """
    finished = hand.status == Hand.Status.FINISHED
    counted = finished and hand.plays_for != UNRATED and not publication.discard(hand)
    if counted:
        player_stats.subtract(hand)  # needs the seats' results, so it comes first
    if finished:
        HandSeat.objects.filter(hand=hand).update(net=0, won=False, pot=0)
    else:
        HandSeat.objects.bulk_create(
            HandSeat(
                hand=hand,
                user_id=uuid.UUID(seat["user"]),
                seat=seat["seat"],
                stack_start=seat["stack"],
                net=0,
                won=False,
                pot=0,
                finished_at=at,
            )
            for seat in hand.opening["seats"]
        )
    hand.status, hand.finished_at = Hand.Status.VOID, hand.finished_at or at
    if ended is not None:
        hand.play_hash, hand.chain, hand.chain_signature = ended
    hand.save(update_fields=["status", "finished_at", "play_hash", "chain", "chain_signature"])
    if counted:
        ratings.rate_again(hand)
