"""What moderators do at tables: drain, freeze, thaw, close, kick.

Voiding a hand is `lobby.moderation.actions.void`.

Every act holds the table's lock, tells the people at the table by a line of the house, and has
its row in the audit log. A table that is frozen stands still: no action, no dealer, no chips; the
house too can freeze one, when its audit found something.
"""

import datetime
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db.models import F

from accounts.people.models import User
from accounts.people.queries import users
from core.staff import actions as staff_actions
from core.staff.actions import Acting
from lobby.tables.actions import sit_and_go
from lobby.tables.actions.chat import announce
from lobby.tables.actions.seats import send_away
from lobby.tables.actions.timers import close as close_table
from lobby.tables.actions.transaction import Desk, Place, at_tables
from lobby.tables.clock import turn_after_pause
from lobby.tables.errors import Refused
from lobby.tables.models import Contest, Pulse, Seat, Table


@dataclass(frozen=True, slots=True)
class Matter:
    """A table that a moderator acts on: locked, with the act that is under way."""

    acting: Acting
    desk: Desk
    place: Place
    table: Table

    def tell(self, text: str) -> None:
        """Let everybody at the table hear of it, and read the table again."""
        announce(self.place, text)
        self.desk.touch(self.place)


@contextmanager
def _at(by: User, action: str, table_id: uuid.UUID, reason: str) -> Iterator[Matter]:
    with (
        staff_actions.act(
            by=by, action=action, kind="table", target=table_id, reason=reason
        ) as acting,
        at_tables([table_id]) as desk,
    ):
        place = desk.place(table_id)
        yield Matter(acting, desk, place, Table.objects.get(pk=table_id))


def drain(*, by: User, table_id: uuid.UUID, reason: str) -> None:
    """Deal no new hand: the table closes after this one, a sit and go after its last."""
    with _at(by, "table.drain", table_id, reason) as matter:
        table, pulse = matter.table, matter.place.pulse
        if table.state == Table.State.DRAINING:
            matter.acting.nothing()
            return
        matter.acting.before = {"state": table.state}
        Table.objects.filter(pk=table_id).update(state=Table.State.DRAINING)
        matter.acting.after = {"state": Table.State.DRAINING}
        if not pulse.live and not pulse.frozen:
            pulse.wake_at = matter.desk.now
        matter.tell("This table closes after the hand; your chips go back to your wallet.")


def freeze(*, by: User, table_id: uuid.UUID, reason: str) -> None:
    """Stop the table where it stands; the time of the turn stands too."""
    with _at(by, "table.freeze", table_id, reason) as matter:
        pulse = matter.place.pulse
        if not _stop(matter.desk, matter.place, "A moderator has paused this table"):
            matter.acting.nothing()
            return
        matter.acting.after = {"hand": str(pulse.hand_id), "seq": pulse.seq, "live": pulse.live}


def freeze_for_the_house(*, table_id: uuid.UUID) -> None:
    """Stop a table at which the audit found something; a closed or frozen one stays as it is."""
    with at_tables([table_id]) as desk:
        for place in desk.places.values():
            _stop(desk, place, "The house looks into something and has paused this table")


def _stop(desk: Desk, place: Place, why: str) -> bool:
    """Let a table stand still from now on; False if it does already."""
    if place.pulse.frozen:
        return False
    place.pulse.frozen = True
    Pulse.objects.filter(pk=place.table_id).update(frozen_at=desk.now)
    announce(place, f"{why}; the clock stands.")
    desk.touch(place)
    return True


def thaw(*, by: User, table_id: uuid.UUID, reason: str) -> None:
    """Let a frozen table go on: every clock has exactly the time left that it had."""
    with _at(by, "table.thaw", table_id, reason) as matter:
        desk, place, pulse = matter.desk, matter.place, matter.place.pulse
        if not pulse.frozen:
            matter.acting.nothing()
            return
        since = frozen_at(place) or desk.now
        pause = desk.now - since
        hand = desk.hand(place)
        if hand is not None and pulse.turn_seat is not None and pulse.turn_at is not None:
            pulse.turn_at = turn_after_pause(hand, pulse.turn_seat, pulse.turn_at, pause)
        if pulse.held_until is not None:
            pulse.held_until += pause
        if pulse.wake_at is not None:
            pulse.wake_at += pause
        Contest.objects.filter(table=table_id, state=Contest.State.RUNNING).update(
            started_at=F("started_at") + pause  # the blinds rise so much later
        )
        pulse.frozen = False
        Pulse.objects.filter(pk=table_id).update(frozen_at=None)
        matter.acting.before = {"frozen_at": since.isoformat()}
        matter.acting.after = {"paused_ms": pause // datetime.timedelta(milliseconds=1)}
        matter.tell("The table goes on; the clock runs from where it stood.")


def frozen_at(place: Place) -> datetime.datetime | None:
    """Since when the clocks of a locked table stand."""
    return Pulse.objects.values_list("frozen_at", flat=True).get(pk=place.table_id)


def close(*, by: User, table_id: uuid.UUID, reason: str) -> None:
    """Close a table between two hands; a sit and go that is on is broken off, entries go back.

    Raises `Refused` HAND_IN_PROGRESS: void the hand first, or let the table drain.
    """
    with _at(by, "table.close", table_id, reason) as matter:
        desk, place, table = matter.desk, matter.place, matter.table
        if place.pulse.live:
            raise Refused(
                "HAND_IN_PROGRESS", "A hand is in progress. Void it, or let the table drain."
            )
        contest = sit_and_go.current(table) if table.sit_and_go else None
        if contest is not None and contest.state == Contest.State.RUNNING:
            sit_and_go.cancel(contest, at=desk.now)
        seats = list(Seat.objects.filter(table=table).select_related("user", "table"))
        matter.acting.before = {"state": table.state, "seats": chips_of(seats)}
        close_table(desk, place)
        matter.acting.after = {"state": Table.State.CLOSED}


def kick(*, by: User, table_id: uuid.UUID, user_id: uuid.UUID, reason: str) -> None:
    """Send a player away after the hand; his chips go to his wallet. Raises `Refused`."""
    user = users.person(user_id)
    with _at(by, "table.kick", table_id, reason) as matter:
        seat = send_away(matter.desk, matter.place, user)
        matter.acting.before = {"user": str(user.pk), "seat": seat.number, "stack": seat.stack}
        kept = Seat.objects.filter(table=table_id, user=user).exists()
        matter.acting.after = {"at_once": not kept}
        matter.tell(f"{user.name} was sent away by a moderator.")


def chips_of(seats: list[Seat]) -> list[list[object]]:
    """Seats as the log keeps them: number, person, stack and what waits beside it."""
    return [[seat.number, str(seat.user_id), seat.stack, seat.pending] for seat in seats]
