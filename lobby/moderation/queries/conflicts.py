"""Conflicts of interest: is a staff member involved in a table, hand, user or case?"""

import uuid

from accounts.people.models import User
from games.hands.models import Hand
from lobby.moderation.models import Report
from lobby.tables.models import (
    Seat,
    TableHead,
)


def too_close(user: User, kind: str, target: str) -> bool:
    """Whether a staff member has a seat, or was dealt in, at the target of their action."""
    if kind == "words":
        return False
    key = uuid.UUID(target)
    if kind == "table":
        return _plays_at(user, key)
    if kind == "hand":
        hand = Hand.objects.filter(pk=key).first()
        return hand is not None and (_dealt_in(user, hand) or _plays_at(user, hand.table_id))
    if kind == "person":
        return Seat.objects.filter(user=user, table__seats__user=key).exists()
    report = Report.objects.get(pk=key)
    concerned = {str(report.by_id), str(report.about_id), *report.figures.get("givers", ())}
    return str(user.pk) in concerned or _plays_at(user, report.table_id)


def _plays_at(user: User, table_id: uuid.UUID) -> bool:
    if Seat.objects.filter(table=table_id, user=user).exists():
        return True
    live = TableHead.objects.filter(pk=table_id, live=True).values("hand_id")
    hand = Hand.objects.filter(pk__in=live).first()
    return hand is not None and _dealt_in(user, hand)


def _dealt_in(user: User, hand: Hand) -> bool:
    return any(seat["user"] == str(user.pk) for seat in hand.opening["seats"])
