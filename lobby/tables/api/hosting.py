"""What hosts do at their own tables, by the API; PATCH changes a table, DELETE closes it."""

import uuid
from typing import Any

from accounts.people.models import User
from lobby.tables.actions import hosting
from lobby.tables.api import serializers as shapes
from lobby.tables.api.play import SeatCommand

CHAPTER = "Tables"


class Pause(SeatCommand):
    """Deal no new hand at my table until it goes on; a hand in progress is played out."""

    def carry_out(self, table_id: uuid.UUID, user: User, body: dict[str, Any]) -> None:
        hosting.pause_table(table_id=table_id, user=user)


class Resume(SeatCommand):
    """Let a paused table go on; also a player may, where the host has no seat."""

    def carry_out(self, table_id: uuid.UUID, user: User, body: dict[str, Any]) -> None:
        hosting.resume_table(table_id=table_id, user=user)


class HandOver(SeatCommand):
    """Make another player the host of my table."""

    shape = shapes.NamedBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: dict[str, Any]) -> None:
        hosting.hand_over(table_id=table_id, user=user, name=body["name"])


class SendAway(SeatCommand):
    """Take a player's seat at my table after the hand; they can't sit there again."""

    shape = shapes.NamedBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: dict[str, Any]) -> None:
        hosting.send_player_away(table_id=table_id, user=user, name=body["name"])
