"""Hosts' requests for their own tables; PATCH changes a table, DELETE closes it."""

import uuid
from typing import Any

from accounts.people.models import User
from lobby.tables import bodies
from lobby.tables.actions import hosting, seat_requests
from lobby.tables.api.play import SeatCommand

CHAPTER = "Tables"
WRITE_SCOPE = "play"


class Pause(SeatCommand):
    """Pause your table: no new hand is dealt, a hand in progress is played out."""

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        hosting.pause_table(table_id=table_id, user=user)


class Resume(SeatCommand):
    """Resume a paused table; if the host has no seat, any player may."""

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        hosting.resume_table(table_id=table_id, user=user)


class HandOver(SeatCommand):
    """Make another player the host of your table."""

    shape = bodies.NamedBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        hosting.hand_over(table_id=table_id, user=user, name=body.name.strip())


class AskSeat(SeatCommand):
    """Ask the host for a seat, at a table where the host approves each player."""

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        seat_requests.ask_for_seat(table_id=table_id, user=user)


class AnswerRequest(SeatCommand):
    """Approve or refuse a player's request for a seat; `you.seat_requests` has those that wait."""

    shape = bodies.AnswerBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        seat_requests.answer_request(
            table_id=table_id, user=user, name=body.name, approve=body.approve
        )


class SendAway(SeatCommand):
    """Remove a player from your table after the hand; they can't sit there again."""

    shape = bodies.NamedBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        hosting.send_player_away(table_id=table_id, user=user, name=body.name.strip())
