"""The WebSocket consumers: one for a table, one for the lobby.

They use neither a channel layer of their own (the hub subscribes once for the process) nor
Channels' dispatch, which uses a thread to check database connections before each message. Nothing
here touches the database on the event loop.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any
from urllib.parse import parse_qs

import msgspec
from channels.consumer import AsyncConsumer
from django.conf import settings
from django.http import QueryDict
from typing_extensions import override

from accounts.people.actions import tickets
from accounts.people.models import User
from accounts.people.queries import socket_access
from core.errors import RequestRefused
from core.http.scopes import check_scope
from lobby.tables import errors as refusal
from lobby.tables.actions import windows
from lobby.tables.actions.play import Answer, command_of
from lobby.tables.errors import TableRefused
from lobby.tables.lobby_list import look_of
from lobby.tables.models import Table
from lobby.tables.queries.access import table_to_watch
from lobby.tables.queries.table_state import reading_of_cards
from lobby.tables.ws import events, hub, messages
from lobby.tables.ws.connection import Connection
from lobby.tables.ws.limits import Credit, Handshake, refuse
from lobby.tables.ws.room import Room
from lobby.tables.ws.table_commands import from_window

log = logging.getLogger(__name__)

NO_TABLE, NOT_ALLOWED, UNSUPPORTED, TOO_MUCH = 4004, 4003, 1003, 1008
TICKET_S = 5.0
"""Seconds within which an app must send its ticket."""
BAD_TICKET = (
    "BAD_TICKET",
    "Within 5 seconds send a new ticket of POST /api/v1/ticket as the first message: "
    '{"type": "ticket", "ticket": "…"}.',
    NOT_ALLOWED,
)
TOO_MANY_SOCKETS = ("TOO_MANY_SOCKETS", "Close another window first.", TOO_MUCH)
"""Refusals: code, text, and the code with which the socket closes."""
BAD_FRAME, RESYNC, LOOK = 10, 4, 2
"""The cost of an invalid frame, of a resync, and of a page of the lobby, counted in messages."""
LOBBY_CREDIT = 60
LONGEST_QUERY = 300
"""Bytes of the query of a lobby socket's address that are read."""


class _Socket(AsyncConsumer):
    """Shared by both consumers: accept a socket, receive its messages, leave."""

    channel_layer_alias = "none"  # no subscription for each socket
    gone = False
    credit: Credit
    scopes: Collection[str] | None = None
    """The scopes of an app's token; None for a browser."""

    async def __call__(
        self,
        scope: Any,
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        self.scope = scope
        user = scope.get("user")
        self.user: User | None = user if user is not None and user.is_authenticated else None
        session = scope.get("session")
        self.invites: list[str] = list(session.get("invites", [])) if session is not None else []
        self.admission: socket_access.Admission | None = None
        if self.user is not None and session is not None:
            self.admission = socket_access.by_session(self.user, session.session_key)
        first = await receive()
        if first["type"] != "websocket.connect":
            return
        handshake: Handshake = scope["handshake"]
        needs_ticket = scope.get("needs_ticket", False)
        counted = not needs_ticket and handshake.belongs_to(self.user and self.user.pk)
        if not (needs_ticket or counted or self.user):
            await refuse(scope, send)
            return
        await send({"type": "websocket.accept"})
        known = not needs_ticket or await self._show_ticket(receive)
        if needs_ticket and self.user is not None:
            counted = handshake.belongs_to(self.user.pk)
        # Not `send`: for each frame the session middleware would look for a cookie to send.
        self.connection = Connection(
            scope["send"],
            user=self.user,
            admission=self.admission,
            write=scope.get("extensions", {}).get("cardhouse.write_texts"),
        )
        try:
            if not known:
                self._refuse_entry(*BAD_TICKET)
            elif not counted:
                self._refuse_entry(*TOO_MANY_SOCKETS)
            elif await self._enter_or_show_ticket(receive):
                handshake.over()
                self.entered()
                await self._listen(receive)
            await self._drain(receive)
        finally:
            self.leave()
            await self.connection.finished()

    async def _enter_or_show_ticket(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> bool:
        """Enter; where a visitor may not, an app may show its ticket next. Pages name a window."""
        try:
            await self.enter()
        except TableRefused as no:
            may_be_app = self.is_visitor and self.connection.window_id is None
            if may_be_app and await self._show_ticket(receive):
                return await self._enter_again()
            return self._refuse_entry(no.code, no.text, _close_code(no))
        return True

    @property
    def is_visitor(self) -> bool:
        """Whether this is a socket without a session, which may show a ticket at any time.

        Many libraries for sockets send our own origin as a browser's page does.
        """
        return self.user is None and self.scope.get("session") is None

    async def _take_ticket(self, text: str) -> bool:
        """Let a visitor become the user of the ticket in this text; False if it shows none."""
        try:
            shown = messages.decode_ticket(text)
        except (msgspec.DecodeError, RecursionError):
            return False
        if not await self._redeem(shown.ticket):
            self._refuse_entry(*BAD_TICKET)
            return True
        self.leave()
        if await self._enter_again():
            self.entered()
        return True

    async def _enter_again(self) -> bool:
        """Enter as the user whose ticket has just been shown."""
        assert self.user is not None
        if not self.scope["handshake"].belongs_to(self.user.pk):
            return self._refuse_entry(*TOO_MANY_SOCKETS)
        self.connection.identify(self.user, self.admission)
        try:
            await self.enter()
        except TableRefused as no:
            return self._refuse_entry(no.code, no.text, _close_code(no))
        return True

    async def _listen(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        """Receive the client's messages until it is gone or the socket closes."""
        while not self.connection.closing:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                self.gone = True
                return
            if self.connection.closing:
                return
            text = message.get("text")
            if text is None:
                self.connection.close(UNSUPPORTED)
            else:
                await self.receive_text(text)

    async def _drain(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        while not self.gone:
            self.gone = (await receive())["type"] == "websocket.disconnect"

    async def _show_ticket(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> bool:
        """Check an app's ticket, its first message; False without a valid one in time."""
        try:
            async with asyncio.timeout(TICKET_S):
                message = await receive()
            self.gone = message["type"] == "websocket.disconnect"
            shown = messages.decode_ticket(message.get("text") or "")
        except (TimeoutError, msgspec.DecodeError, RecursionError):
            return False
        return await self._redeem(shown.ticket)

    async def _redeem(self, ticket: str) -> bool:
        device = await hub.current().in_thread(tickets.redeem, ticket=ticket)
        if device is None:
            return False
        self.user, self.invites, self.scopes = device.user, device.invites, device.scopes
        self.admission = socket_access.by_device(device)
        return True

    def _refuse_entry(self, code: str, text: str, close: int) -> bool:
        self.connection.push(events.encode(events.RefusedEvent("", code, text)))
        self.connection.close(close)
        return False

    async def enter(self) -> None:
        """Join the room. Raises `TableRefused`."""
        raise NotImplementedError

    def entered(self) -> None:
        """Prepare for the client's messages: the socket is in its room."""

    async def receive_text(self, text: str) -> None:
        """Handle one frame from the client."""
        if not self.credit.spend():
            self.connection.close(TOO_MUCH)
            return
        try:
            command = self.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            if self.is_visitor and await self._take_ticket(text):
                return
            if self.credit.spend(BAD_FRAME):
                self.answer("", refused=("BAD_MESSAGE", f"Invalid message: {error}", None))
            else:
                self.connection.close(TOO_MUCH)
            return
        try:
            check_scope(self.scopes, messages.scope_of(type(command)))
            await self.carry_out(command)
        except Exception as error:
            self.answer_failure(command.id, error)

    def answer_failure(self, id_: str, error: Exception) -> None:
        """Answer a command that was refused, or that failed through a fault of ours."""
        if isinstance(error, RequestRefused):
            self.answer(id_, refused=(error.code, error.text, error.limits or None))
        else:
            log.error("a command failed", exc_info=error)
            self.answer(id_, refused=("TRY_AGAIN", "The server is catching up; try again.", None))

    def answer(
        self,
        id_: str,
        *,
        seq: int | None = None,
        refused: tuple[str, str, dict[str, Any] | None] | None = None,
    ) -> None:
        """Answer the command with this id: it was carried out, or refused."""
        message = events.RefusedEvent(id_, *refused) if refused else events.Done(id_, seq)
        self.connection.push(events.encode(message))

    def spend_or_close(self, cost: float) -> bool:
        """Take the cost of a large answer from the client's credit; close the socket without it."""
        if not self.credit.spend(cost):
            self.connection.close(TOO_MUCH)
            return False
        return True

    def decode(self, text: str) -> Any:
        """The command of a frame; raises `DecodeError`."""
        raise NotImplementedError

    async def carry_out(self, command: Any) -> None:
        """Carry out a command that the client's scopes allow; may raise `RequestRefused`."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave the room."""
        raise NotImplementedError


class LobbyConsumer(_Socket):
    """Sends a page of the list of tables, and its changes."""

    @override
    async def enter(self) -> None:
        self.credit = Credit(LOBBY_CREDIT)
        query = QueryDict(self.scope.get("query_string", b"")[:LONGEST_QUERY])
        await hub.current().lobby.join(self.connection, look_of(query.dict()))

    @override
    def decode(self, text: str) -> messages.LobbyCommand:
        command: messages.LobbyCommand = messages.decode_in_lobby(text)
        return command

    @override
    async def carry_out(self, command: Any) -> None:
        match command:
            case messages.Ping():
                self.connection.push(events.encode(events.Pong(events.now_ms(), command.id)))
            case messages.Look():
                if self.spend_or_close(LOOK):
                    hub.current().lobby.look(self.connection, command)
                    self.answer(command.id)
            case messages.Resync():
                if self.spend_or_close(LOOK):
                    hub.current().lobby.greet(self.connection)

    @override
    def leave(self) -> None:
        hub.current().lobby.leave(self.connection)


class TableConsumer(_Socket):
    """Connects one user or visitor to one table."""

    room: Room | None = None
    _is_busy = False
    """Whether the task carries out a message."""
    _acting: asyncio.Future[Answer] | None = None
    """The answer to the client's action, until it has been given."""

    @override
    async def enter(self) -> None:
        share = 1.0 if self.user else 0.5
        burst, each_second = settings.SOCKET_BURST, settings.SOCKET_EACH_SECOND
        self.credit = Credit(share * burst, share * each_second)
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.connection.window_id = _window_of(self.scope)
        self.table_id = await self._find(slug)
        self.room = await hub.current().enter(self.table_id, self.connection)
        if self.room is None:
            raise refusal.no_such_table()

    @override
    def entered(self) -> None:
        take_texts = self.scope.get("extensions", {}).get("cardhouse.take_texts")
        if take_texts is not None:
            take_texts(self._take)

    def _take(self, text: str) -> bool:
        """Submit an action as soon as it comes, unless the task still works on an earlier message.

        Other messages, and those that are refused at once, are left to the task.
        """
        if self._is_busy or self._acting is not None or self.connection.closing:
            return False
        try:
            command = self.decode(text)
            check_scope(self.scopes, messages.scope_of(type(command)))
        except (msgspec.DecodeError, RecursionError, RequestRefused):
            return False
        if not isinstance(command, messages.Act) or not self.credit.spend():
            return False
        try:
            self._act(command)
        except Exception as error:
            self.answer_failure(command.id, error)
        return True

    @override
    async def receive_text(self, text: str) -> None:
        self._is_busy = True
        try:
            if self._acting is not None:
                await asyncio.wait([self._acting])  # messages are carried out in their order
            await super().receive_text(text)
        finally:
            self._is_busy = False

    async def _find(self, slug: str) -> uuid.UUID:
        """The id of the table at an address; no query for visitors who only watch."""
        if self.user is None and not self.invites:
            shown = hub.current().shown_to_all(slug)
            if shown is not None:
                return shown
        table: Table = await hub.current().in_thread(
            table_to_watch, slug, self.connection.user_id, self.invites
        )
        return table.pk

    @override
    def leave(self) -> None:
        if self.room is not None:
            hub.current().leave(self.room, self.connection)
            self.room = None

    @override
    def decode(self, text: str) -> messages.AnyCommand:
        command: messages.AnyCommand = messages.decode(text)
        return command

    @override
    async def carry_out(self, command: messages.AnyCommand) -> None:
        match command:
            case messages.Ping():
                self.connection.push(events.encode(events.Pong(events.now_ms(), command.id)))
            case messages.Resync():
                assert self.room is not None
                if self.spend_or_close(RESYNC):
                    await self.room.greet(self.connection)
            case messages.Act():
                await self._act(command)
            case messages.Ask():
                self._ask(command)
            case messages.PlayHere():
                await self._play_here(command)
            case _:
                await hub.current().in_thread(
                    from_window, self.table_id, self._person(), command, self.connection
                )
                self.answer(command.id)

    def _person(self) -> User:
        if self.user is None:
            raise TableRefused("LOG_IN", "Log in or play as a guest first.")
        return self.user

    async def _play_here(self, command: messages.PlayHere) -> None:
        user_id, window_id = self._person().pk, self.connection.window_id
        if window_id is None:
            raise TableRefused("NO_WINDOW", "This connection has not named its window.")
        if not self.spend_or_close(RESYNC):
            return
        if self.connection.seat is not None:
            await hub.current().in_thread(
                windows.play_here, table_id=self.table_id, user_id=user_id, window_id=window_id
            )
        self.answer(command.id)

    def _ask(self, command: messages.Ask) -> None:
        """Answer from the room's copy of the hand, about the sender's own cards only."""
        hand = self.room.hand if self.room is not None else None
        answer = reading_of_cards(hand, self._person().pk, command.cards)
        self.connection.push(events.encode(events.Asked(id=command.id, **answer)))

    def _act(self, command: messages.Act) -> asyncio.Future[Answer]:
        """Submit an action; its answer is sent when it comes."""
        submitted = command_of(
            command,
            table_id=self.table_id,
            # Not the user's: `user` looks each attribute up in what it stands for.
            user_id=self.connection.user_id or self._person().pk,
            window_id=self.connection.window_id,
        )
        self.connection.acting = (command.key, command.id)
        acting = self._acting = hub.current().submit(submitted)
        acting.add_done_callback(partial(self._answer_action, command.id))
        return acting

    def _answer_action(self, id_: str, acting: asyncio.Future[Answer]) -> None:
        self._acting = None
        if acting.cancelled():
            return
        answer = acting.result()
        if answer.seq is None:
            self.answer(id_, refused=(answer.code, answer.text, answer.limits))
        elif self.connection.acting is not None:  # otherwise the room has answered with the hand
            self.answer(id_, seq=answer.seq)
        self.connection.acting = None


def _close_code(no: TableRefused) -> int:
    return NO_TABLE if no.code == "NO_SUCH_TABLE" else NOT_ALLOWED


def _window_of(scope: Any) -> uuid.UUID | None:
    """The window that a socket's address names. Raises `Refused` BAD_WINDOW."""
    named = parse_qs(scope["query_string"].decode("latin-1")).get("window")
    if named is None:
        return None
    try:
        return uuid.UUID(named[0])
    except ValueError:
        raise TableRefused("BAD_WINDOW", "A window is named by a UUID.") from None
