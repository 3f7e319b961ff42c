"""The consumers of the sockets: one for a table, one for the lobby.

They use no channel layer: the hub subscribes once for the process. Nothing here touches the
database on the event loop.
"""

import asyncio
import uuid
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.http import QueryDict
from typing_extensions import override

from accounts.people.models import User
from core.http.scopes import READ
from lobby.tables import errors as refusal
from lobby.tables.access import windows
from lobby.tables.access.access import table_to_watch
from lobby.tables.bodies import ActBody, AskBody
from lobby.tables.commands import LOBBY, TABLE, Command
from lobby.tables.errors import TableRefused
from lobby.tables.lobby_list import LobbyQuery, look_of
from lobby.tables.models import Table
from lobby.tables.play.play import Answer, command_of
from lobby.tables.view.table_state import reading_of_cards
from lobby.tables.ws import events, hub
from lobby.tables.ws.connection import Connection
from lobby.tables.ws.limits import Credit
from lobby.tables.ws.room import Room
from lobby.tables.ws.socket_consumer import SocketConsumer

RESYNC_COST, LOOK_COST = 4, 2
"""The cost of a resync, and of a page of the lobby, counted in messages."""
LOBBY_CREDIT_MAX = 60
QUERY_BYTES_MAX = 300
"""Bytes of the query of a lobby socket's address that are read."""


class LobbyConsumer(SocketConsumer):
    """Sends a page of the list of tables, and its changes."""

    commands = LOBBY

    @override
    async def enter(self, connection: Connection) -> None:
        self.credit = Credit(LOBBY_CREDIT_MAX)
        query = QueryDict(self.scope.get("query_string", b"")[:QUERY_BYTES_MAX])
        await hub.current().lobby.join(connection, look_of(query.dict()))

    @override
    def leave(self) -> None:
        hub.current().lobby.leave(self.connection)

    @LOBBY.message("look", LobbyQuery, scope=READ, cost=LOOK_COST)
    async def look(self, message: Any) -> None:
        """Look at another page of the lobby's list, or through other filters."""
        hub.current().lobby.look(self.connection, message)
        self.answer(message.id)

    @LOBBY.message("resync", scope=READ, cost=LOOK_COST)
    async def resync(self, message: Any) -> None:
        """Ask for everything again."""
        hub.current().lobby.greet(self.connection)


class TableConsumer(SocketConsumer):
    """Connects one user or visitor to one table."""

    commands = TABLE
    room: Room | None = None

    @override
    async def enter(self, connection: Connection) -> None:
        share = 1.0 if self.user else 0.5
        burst, each_second = settings.SOCKET_BURST, settings.SOCKET_EACH_SECOND
        self.credit = Credit(share * burst, share * each_second)
        slug = self.scope["url_route"]["kwargs"]["slug"]
        connection.window_id = _window_of(self.scope)
        self.table_id = await self._find(slug)
        if _only_watches(self.scope):
            # A stream shows a stranger's view, also in the browser of a player.
            self.user = None
            connection.identify(None, connection.admission)
        self.room = await hub.current().enter(self.table_id, connection)
        if self.room is None:
            raise refusal.no_such_table()

    async def _find(self, slug: str) -> uuid.UUID:
        """The id of the table at an address; no query for visitors who only watch."""
        if self.user is None and not self.invites:
            shown = hub.current().shown_to_all(slug)
            if shown is not None:
                return shown
        user_id = self.user.pk if self.user is not None else None
        table: Table = await hub.current().in_thread(table_to_watch, slug, user_id, self.invites)
        return table.pk

    @override
    def leave(self) -> None:
        if self.room is not None:
            hub.current().leave(self.room, self.connection)
            self.room = None

    def _person(self) -> User:
        if self.user is None:
            raise TableRefused("LOG_IN_REQUIRED", case="guest", status=401)
        return self.user

    @override
    async def carry_out(self, command: Command, message: Any) -> None:
        """Carry out an action in a thread, and what only the socket can answer here."""
        if not command.is_action:
            await super().carry_out(command, message)
            return
        result = await hub.current().in_thread(
            windows.carry_out,
            command,
            message,
            table_id=self.table_id,
            user=self._person(),
            window_id=self.connection.window_id,
            seat=self.connection.seat,
        )
        self.answer(message.id, signature=result if command.is_signed else None)

    @TABLE.message("resync", scope=READ, cost=RESYNC_COST)
    async def resync(self, message: Any) -> None:
        """Ask for everything again."""
        assert self.room is not None
        await self.room.greet(self.connection)

    @TABLE.message("play_here", cost=RESYNC_COST)
    async def play_here(self, message: Any) -> None:
        """Play the seat in this window from now on; the player's other windows stop.

        The socket's address names the window.
        """
        user_id, connection = self._person().pk, self.connection
        if connection.window_id is None:
            raise TableRefused("NO_WINDOW")
        if connection.seat is not None:
            await hub.current().in_thread(
                windows.play_here,
                table_id=self.table_id,
                user_id=user_id,
                window_id=connection.window_id,
            )
        self.answer(message.id)

    @TABLE.message("ask", AskBody, scope=READ)
    def ask(self, message: Any) -> None:
        """Ask how a selection of one's own cards counts; changes nothing."""
        hand = self.room.hand if self.room is not None else None
        answer = reading_of_cards(hand, self._person().pk, message.cards)
        self.push(events.Asked(id=message.id, **answer))

    @TABLE.message("act", ActBody)
    def act(self, message: Any) -> asyncio.Future[Answer]:
        """Act in the hand: `seq` is the state the client saw, `key` the idempotency key."""
        connection = self.connection
        submitted = command_of(
            message,
            table_id=self.table_id,
            # Not the user's: `user` looks each attribute up in what it stands for.
            user_id=connection.user_id or self._person().pk,
            window_id=connection.window_id,
        )
        connection.acting = (message.key, message.id)
        answer = hub.current().submit(submitted)
        answer.add_done_callback(partial(self._answer_action, message.id))
        return answer

    def _answer_action(self, id_: str, acting: asyncio.Future[Answer]) -> None:
        self._begun = None
        if acting.cancelled():
            return
        answer = acting.result()
        if answer.no is not None:
            self.answer(id_, refused=answer.no)
        elif self.connection.acting is not None:  # otherwise the room has answered with the hand
            self.answer(id_, seq=answer.seq)
        self.connection.acting = None


def _only_watches(scope: Any) -> bool:
    """Whether a socket's address says `watch=1`: it is nobody's, and takes no commands."""
    return parse_qs(scope["query_string"].decode("latin-1")).get("watch") == ["1"]


def _window_of(scope: Any) -> uuid.UUID | None:
    """The window that a socket's address names. Raises `Refused` BAD_WINDOW."""
    named = parse_qs(scope["query_string"].decode("latin-1")).get("window")
    if named is None:
        return None
    try:
        return uuid.UUID(named[0])
    except ValueError:
        raise TableRefused("BAD_WINDOW") from None
