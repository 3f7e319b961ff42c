"""Hidden cards that two members of staff revealed, and the note about it on the hand's page.

Cards are shown only to those two, for a day, and only of a finished hand.
"""

import datetime
import uuid

from django.db.models import Q
from django.utils import timezone

from accounts.errors import AccountRefused
from accounts.people.models import User
from core.staff import rights
from core.staff.log import Note, notes_about
from core.staff.models import Proposal
from games.engines.core.contract import ALL_STACKS, OPEN
from games.hands.queries.replay import Replay, find_finished, replay

OPEN_WINDOW = datetime.timedelta(hours=24)


def unsealed_replay(*, hand_id: uuid.UUID, by: User) -> Replay:
    """The hand with all players' cards, for the proposer and the approver.

    Raises `AccountRefused` NOT_UNSEALED.
    """
    hand = find_finished(hand_id)
    opened = Proposal.objects.filter(
        Q(by=by) | Q(approved_by=by),
        kind=Proposal.Kind.UNSEAL,
        state=Proposal.State.DONE,
        target_id=str(hand_id),
        closed_at__gt=timezone.now() - OPEN_WINDOW,
    )
    if hand is None or not rights.may_act(by, "hand.unseal") or not opened.exists():
        raise AccountRefused("NOT_UNSEALED")
    return replay(hand, OPEN._replace(stacks=ALL_STACKS))


def moderation_notes(hand_id: uuid.UUID) -> list[Note]:
    """The staff actions that a hand's page shows for ever: voided or cards revealed, and why."""
    return notes_about("hand", hand_id, ("hand.void", "proposal.unseal", "hand.unseal"))
