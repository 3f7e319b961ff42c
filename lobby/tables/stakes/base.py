"""`Stakes`: what a table is played for, and all that depends on it."""

import uuid
from collections.abc import Sequence
from typing import ClassVar

from django.db.models.functions import Now

from accounts.people.models import User
from lobby.tables.models import Seat, SeatDeparture, Table


class Stakes:
    """One kind of stakes; as it stands, that of stacks that are worth nothing.

    Its methods are called with the table's head locked, unless they only read.
    """

    key: ClassVar[str]
    """The value of `Table.plays_for`."""
    are_chips: ClassVar[bool] = False
    """Whether the stacks are chips, which are in the table's escrow."""

    # -- chips come and go --------------------------------------------------------------------

    def take_back(
        self,
        seats: Sequence[Seat],
        *,
        cause: str,
        reason: SeatDeparture.Reason = SeatDeparture.Reason.LEFT,
    ) -> int:
        """Free seats of one table; returns the chips that went to the wallets.

        Never call it during a hand in which they play. `cause` is unique for each departure; with
        the seat's id it forms the ledger entry's id. `reason` says why people lose their seats.
        """
        if people := [seat for seat in seats if seat.user.kind != User.Kind.BOT]:
            _note_departure(people[0].table_id)
            self._note_chips(people, reason)
        chips = self._return_chips(seats, cause) if seats else 0
        Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
        return chips

    def _return_chips(self, seats: Sequence[Seat], cause: str) -> int:
        """Return the chips of seats that are given up, and their number."""
        return 0

    def _note_chips(self, people: Sequence[Seat], reason: SeatDeparture.Reason) -> None:
        """Record what people take away from their table now and why; see `queries.buy_ins`."""
        SeatDeparture.objects.bulk_create(
            [
                SeatDeparture(
                    table_id=seat.table_id,
                    user_id=seat.user_id,
                    chips=seat.stack + seat.pending if self.are_chips else 0,
                    reason=reason,
                )
                for seat in people
            ],
            update_conflicts=True,
            unique_fields=["table", "user"],
            update_fields=["chips", "reason", "left_at"],
        )


def _note_departure(table_id: uuid.UUID) -> None:
    """Record that a person left: an empty table closes some time after the last departure."""
    Table.objects.filter(pk=table_id).update(lively_at=Now())
