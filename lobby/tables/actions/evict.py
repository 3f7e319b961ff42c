"""Taking the seats of users who may not play any more."""

import logging

from accounts.people.models import User
from lobby.tables.actions.seats import leave, leave_after_hand
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat

log = logging.getLogger(__name__)


def leave_everywhere(user: User) -> None:
    """Take all seats of a user; their chips on tables go back to the wallet.

    Suspended users leave at once. Users who take a break leave after the current hand.
    """
    stand_up = leave if user.is_barred else leave_after_hand

    for seat in Seat.objects.filter(user=user):
        try:
            stand_up(table_id=seat.table_id, user=user)
        except TableRefused:
            continue  # the user has just left
        except Exception:
            log.exception("a seat could not be taken", extra={"table": str(seat.table_id)})
