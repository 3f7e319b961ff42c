"""Remove users from their seats when they may no longer play."""

import logging

from accounts.people.models import User
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat
from lobby.tables.seats.seats import leave, leave_after_hand

log = logging.getLogger(__name__)


def leave_everywhere(user: User) -> None:
    """Free all seats of a user; the chips return to their wallet.

    A suspended user leaves at once; a user on a break leaves after the current hand.
    """
    stand_up = leave if user.is_suspended else leave_after_hand

    for seat in Seat.objects.filter(user=user):
        try:
            stand_up(table_id=seat.table_id, user=user)
        except TableRefused:
            continue  # the user has left in the meantime
        except Exception:
            log.exception("a seat could not be freed", extra={"table": str(seat.table_id)})
