"""The base of the consumers: who may open a socket, and the order of its messages.

A page is known by its session; an app shows a ticket first. Commands are carried out one after the
other, as the registry of the consumer's kind declares them (`lobby.tables.commands`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Annotated, Any, NamedTuple

import msgspec
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils.translation import override as override_language
from typing_extensions import override

from accounts.people.actions import tickets
from accounts.people.models import User
from accounts.people.queries import socket_access
from core.errors import RequestRefused
from core.http.languages import language_of
from core.http.metrics import REFUSALS
from core.http.scopes import READ, check_scope
from lobby.tables.commands import LOBBY, TABLE, Command, Commands
from lobby.tables.errors import TableRefused
from lobby.tables.ws import events, hub
from lobby.tables.ws.connection import Connection
from lobby.tables.ws.limits import Credit, Handshake, refuse

log = logging.getLogger(__name__)

NO_TABLE_CODE, NOT_ALLOWED_CODE, UNSUPPORTED_CODE, TOO_MUCH_CODE, ABNORMAL_CODE = (
    4004,
    4003,
    1003,
    1008,
    1006,
)
TICKET_WITHIN_S = 5.0
"""Seconds within which an app must send its ticket."""
BAD_FRAME_COST = 10
"""The cost of an invalid frame, counted in messages."""


class Ticket(msgspec.Struct, tag_field="type", tag="ticket", forbid_unknown_fields=True):
    """Authenticate an app's socket; always its first message, and never sent by pages."""

    ticket: Annotated[str, msgspec.Meta(max_length=64)]


_decode_ticket = msgspec.json.Decoder(Ticket).decode


class Refusal(NamedTuple):
    """Why a socket may not enter, and the code with which it closes."""

    no: RequestRefused
    close: int


BAD_TICKET = Refusal(RequestRefused("BAD_TICKET"), NOT_ALLOWED_CODE)
TOO_MANY_SOCKETS = Refusal(RequestRefused("TOO_MANY_SOCKETS", case="window"), TOO_MUCH_CODE)


class SocketConsumer(AsyncWebsocketConsumer):
    """A socket of a user or a visitor, which enters one room.

    Channels' `__call__` is replaced, and nothing else of it: for each message it makes a task and
    visits a thread, to check database connections that no coroutine here has. That took 70 µs of
    CPU a message, and 4.6 KB of memory for each idle socket. `take` spares an action the queue and
    the task of its socket, which cost as much as all else that is done with its text.
    """

    commands: Commands
    credit: Credit
    connection: Connection
    scopes: Collection[str] | None = None
    """The scopes of an app's token; None for a browser."""
    groups = ()
    _without_ticket: Refusal | None = None
    """What the socket is refused with unless it shows a ticket now."""
    _ticket_timer: asyncio.TimerHandle | None = None
    _is_busy = False
    """Whether the task carries out a message."""
    _begun: asyncio.Future[Any] | None = None
    """The answer to a command that was begun as it came, until it has been given."""

    @override
    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        self.scope, self.base_send = scope, send
        code = ABNORMAL_CODE
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                if message["type"] == "websocket.connect":
                    await self.connect()
                else:
                    await self.receive(message.get("text"), message.get("bytes"))
            code = message.get("code", ABNORMAL_CODE)
        except StopConsumer:
            pass
        finally:
            await self.disconnect(code)

    # -- coming and going ------------------------------------------------------------------------

    @override
    async def connect(self) -> None:
        """Accept the socket, and let it enter once its user is known."""
        user, session = self.scope.get("user"), self.scope.get("session")
        self.user: User | None = user if user is not None and user.is_authenticated else None
        self.invites: list[str] = list(session.get("invites", [])) if session is not None else []
        admission = None
        if self.user is not None and session is not None:
            admission = socket_access.by_session(self.user, session.session_key)
        handshake: Handshake = self.scope["handshake"]
        needs_ticket = self.scope.get("needs_ticket", False)
        counted = not needs_ticket and handshake.belongs_to(self.user and self.user.pk)
        if not (needs_ticket or counted or self.user):
            await refuse(self.scope, self.base_send)
            raise StopConsumer
        await self.accept()
        # Not `send`: for each frame the session middleware would look for a cookie to send.
        self.connection = Connection(
            self.scope["send"],
            user=self.user,
            admission=admission,
            write=self.scope.get("extensions", {}).get("cardhouse.write_texts"),
        )
        if needs_ticket:
            self._wait_for_ticket(BAD_TICKET)
        elif counted:
            await self._enter()
        else:
            self._refuse(TOO_MANY_SOCKETS)

    @override
    async def disconnect(self, code: int) -> None:
        """Leave the room, however the socket ended."""
        self._end_wait()
        if hasattr(self, "connection"):  # otherwise it was not accepted
            self.leave()
            await self.connection.finished()

    async def _enter(self) -> None:
        """Enter the room; a visitor who may not enter may be an app, which can show a ticket."""
        try:
            await self.enter(self.connection)
        except TableRefused as no:
            close = NO_TABLE_CODE if no.code == "NO_SUCH_TABLE" else NOT_ALLOWED_CODE
            refusal = Refusal(no.with_traceback(None), close)  # which would hold this frame
            if self.is_visitor and self.connection.window_id is None:  # pages name a window
                self._wait_for_ticket(refusal)
            else:
                self._refuse(refusal)
            return
        self.scope["handshake"].over()
        take_texts = self.scope.get("extensions", {}).get("cardhouse.take_texts")
        if take_texts is not None:
            take_texts(self.take)

    async def enter(self, connection: Connection) -> None:
        """Join the room. Raises `TableRefused`."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave the room."""
        raise NotImplementedError

    def _refuse(self, refusal: Refusal) -> None:
        self.answer("", refused=refusal.no)
        self.connection.close(refusal.close)

    # -- tickets of apps -------------------------------------------------------------------------

    @property
    def is_visitor(self) -> bool:
        """Whether this is a socket without a session, which may show a ticket at any time.

        Many libraries for sockets send our own origin as a browser's page does.
        """
        return self.user is None and self.scope.get("session") is None

    def _wait_for_ticket(self, refusal: Refusal) -> None:
        """Refuse the socket unless a ticket comes in time."""
        self._without_ticket = refusal
        loop = asyncio.get_running_loop()
        self._ticket_timer = loop.call_later(TICKET_WITHIN_S, self._ticket_is_late)

    def _ticket_is_late(self) -> None:
        refusal = self._end_wait()
        if refusal is not None:
            self._refuse(refusal)

    def _end_wait(self) -> Refusal | None:
        """End the wait for a ticket; returns what the socket is refused with if none came."""
        if self._ticket_timer is not None:
            self._ticket_timer.cancel()
        refusal, self._without_ticket, self._ticket_timer = self._without_ticket, None, None
        return refusal

    async def _take_ticket(self, text: str) -> bool:
        """Enter as the user of the ticket in this text; False if it is not the text of a ticket."""
        refusal = self._end_wait()
        try:
            ticket = _decode_ticket(text).ticket
        except (msgspec.DecodeError, RecursionError):
            if refusal is not None:
                self._refuse(refusal)
            return refusal is not None
        device = await hub.current().in_thread(tickets.redeem, ticket=ticket)
        if device is None:
            self._refuse(refusal or BAD_TICKET)
            return True
        self.leave()
        self.user, self.invites, self.scopes = device.user, device.invites, device.scopes
        self.connection.identify(device.user, socket_access.by_device(device))
        if self.scope["handshake"].belongs_to(device.user.pk):
            await self._enter()
        else:
            self._refuse(TOO_MANY_SOCKETS)
        return True

    # -- messages --------------------------------------------------------------------------------

    @override
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Carry out the command of a frame, after all earlier ones."""
        if self.connection.closing:
            return
        self._is_busy = True
        try:
            if self._begun is not None:
                await asyncio.wait([self._begun])
            if self._without_ticket is not None:
                await self._take_ticket(text_data or "")
            elif text_data is None:
                self.connection.close(UNSUPPORTED_CODE)
            elif self.spend_or_close(1):
                await self._carry_out(text_data)
        finally:
            self._is_busy = False

    def take(self, text: str) -> bool:
        """Carry out a command as its frame comes; False if it must wait for its turn.

        That is so while the task works on an earlier message, for commands that need a thread, and
        for frames that are refused.
        """
        if self._is_busy or self._begun is not None or self.connection.closing:
            return False
        try:
            message = self.commands.decode(text)
            command = self.commands[type(message)]
            check_scope(self.scopes, command.scope)
        except (msgspec.DecodeError, RecursionError, RequestRefused):
            return False
        if not command.at_once or not self.credit.spend():
            return False
        try:
            self._begun = command.carry_out(self, message)
        except Exception as error:
            self.answer_failure(message.id, error)
        return True

    async def _carry_out(self, text: str) -> None:
        try:
            message = self.commands.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            if self.is_visitor and await self._take_ticket(text):
                return
            if self.spend_or_close(BAD_FRAME_COST):
                self.answer("", refused=RequestRefused("BAD_MESSAGE", status=400, error=str(error)))
            return
        command = self.commands[type(message)]
        try:
            check_scope(self.scopes, command.scope)
            if command.cost and not self.spend_or_close(command.cost):
                return
            await self.carry_out(command, message)
        except Exception as error:
            self.answer_failure(message.id, error)

    async def carry_out(self, command: Command, message: Any) -> None:
        """Carry out a command that the client's scopes allow; may raise `RequestRefused`."""
        begun = command.carry_out(self, message)
        if begun is not None:
            await begun

    @TABLE.message("ping", scope=READ)
    @LOBBY.message("ping", scope=READ)
    def ping(self, message: Any) -> None:
        """Ask for the server's clock."""
        self.push(events.Pong(events.now_ms(), message.id))

    # -- answers ---------------------------------------------------------------------------------

    def push(self, event: events.TableEvent | events.LobbyEvent) -> None:
        """Send one event to this socket."""
        self.connection.push(events.encode(event))

    def answer(
        self,
        id_: str,
        *,
        seq: int | None = None,
        signature: str | None = None,
        refused: RequestRefused | None = None,
    ) -> None:
        """Answer the command with this id: it was carried out, or refused."""
        if refused is None:
            self.push(events.Done(id_, seq, signature))
            return
        REFUSALS.add("socket", refused.code)
        with override_language(language_of(self.scope)):
            self.push(events.RefusedEvent(id_, refused.code, refused.text, refused.data or None))

    def answer_failure(self, id_: str, error: Exception) -> None:
        """Answer a command that was refused, or that failed through a fault of ours."""
        if isinstance(error, RequestRefused):
            self.answer(id_, refused=error)
        else:
            log.error("a command failed", exc_info=error)
            self.answer(id_, refused=RequestRefused("TRY_AGAIN", status=503))

    def spend_or_close(self, cost: float) -> bool:
        """Take a cost from the client's credit; close the socket if it is not enough."""
        if self.credit.spend(cost):
            return True
        self.connection.close(TOO_MUCH_CODE)
        return False
