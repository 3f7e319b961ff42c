"""Nudges: a chat line that asks the player whose turn it is to act."""

import datetime
import uuid

from django.conf import settings

from accounts.people.models import User
from lobby.tables import errors as refusal
from lobby.tables.access import permissions
from lobby.tables.chat import chat
from lobby.tables.commands import command
from lobby.tables.errors import TableRefused
from lobby.tables.models import ChatLine, Seat
from lobby.tables.transaction.transaction import lock_tables


@command("nudge")
def nudge(*, table_id: uuid.UUID, user: User) -> ChatLine:
    """Nudge the player whose turn it is, once they have had time to think; rate-limited.

    Only players who were dealt in may nudge. Users who have blocked the sender do not see it.
    Raises `Refused` (`NOT_SEATED`, `NO_HAND_IN_PROGRESS`, `NOBODY_TO_NUDGE`, `TOO_SOON`, `MUTED`,
    `SUSPENDED`).
    """
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        if locked.head.frozen:
            raise refusal.frozen()
        head, hand = locked.head, tx.hand(locked)
        if not Seat.objects.filter(table=table_id, user=user).exists():
            raise refusal.not_seated()
        if hand is None or not head.live or user.pk not in hand.seat_of:
            raise TableRefused("NO_HAND_IN_PROGRESS")
        permissions.check_may_write(user, tx.now)
        turn, turn_at = head.turn_seat, head.turn_at
        if turn is None or turn_at is None or turn == hand.seat_of[user.pk]:
            raise TableRefused("NOBODY_TO_NUDGE")
        if hand.players[turn].kind == User.Kind.BOT:
            raise TableRefused("NOBODY_TO_NUDGE", case="bot")
        _check_time(table_id, turn_at, tx.now)
        return chat.write_nudge(locked, user, turn, hand.players[turn].name)


def _check_time(table_id: uuid.UUID, turn_at: datetime.datetime, now: datetime.datetime) -> None:
    """Raises `Refused` TOO_SOON early in a turn, or soon after the table's last nudge."""
    last = (
        ChatLine.objects.filter(table=table_id, nudges__isnull=False)
        .order_by("-id")
        .values_list("at", flat=True)
        .first()
    )
    free_at = turn_at + datetime.timedelta(seconds=settings.NUDGE_AFTER_S)
    if last is not None:
        free_at = max(free_at, last + datetime.timedelta(seconds=settings.NUDGE_AGAIN_S))
    if now < free_at:
        seconds = int((free_at - now).total_seconds()) + 1
        raise TableRefused("TOO_SOON", retry_after=seconds)
