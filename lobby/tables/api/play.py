"""Playing by the API: your seat, your actions, and the table as you may see it.

Every command answers with the resulting state, so that a client needs no second request.
"""

import asyncio
import math
import uuid
from contextlib import suppress
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from accounts.people.models import User
from core import rate_limits
from core.clock import to_unix_ms
from core.http import gate
from core.http.django_request import django_request
from core.http.exception_handler import refuse
from core.http.openapi import fields_of
from core.http.view import (
    AsyncView,
    OpenView,
    View,
)
from core.runtime import tracing
from core.runtime.single_flight import SharedCopies
from lobby.tables import bodies, wire
from lobby.tables import errors as refusal
from lobby.tables.api.views import asker, watched
from lobby.tables.errors import TableRefused
from lobby.tables.models import Table
from lobby.tables.play.play import command_of, play
from lobby.tables.refusal_shapes import ActRefused
from lobby.tables.seats.presence import note_presence
from lobby.tables.view.table_state import (
    TablePosition,
    position_for,
    state_for,
    state_of_closed,
)
from lobby.tables.ws import hub

CHAPTER = "Playing"
WRITE_SCOPE = "play"
PRESENCE_EVERY_S = 10
"""How often a client that keeps polling is recorded as present."""
LOOK_EVERY_S = 3.0
"""A change without a notification is found within this time."""
_strangers: SharedCopies[wire.TableState | None] = SharedCopies(lifetime_s=1.0, most=256)


def state_now(table_id: uuid.UUID, user: User | None) -> wire.TableState:
    """The table as this user may see it. Raises `Refused` NO_SUCH_TABLE."""
    watching = hub.watching().get(table_id, 0)
    if user is None and settings.SHARED_ANSWERS:
        found = _state_for_strangers(table_id, watching)
    else:
        found = state_for(table_id, user, watching=watching)
    if found is None:
        raise refusal.no_such_table()
    return found


def commanded(request: Request, slug: str) -> Table:
    """The table of a command. Raises `Refused`.

    A closed table is returned too: a repeated command gets its first answer, and the action refuses
    any other with NO_SUCH_TABLE.
    """
    try:
        return watched(request, slug)
    except TableRefused as no:
        closed = Table.objects.filter(slug=slug, state=Table.State.CLOSED).first()
        if no.code != "NO_SUCH_TABLE" or closed is None:
            raise
        return closed


def state_after(table: Table, user: User) -> wire.TableState:
    """The state after a command; its table may be closed by now."""
    try:
        return state_now(table.pk, user)
    except TableRefused:
        table.refresh_from_db()
        return state_of_closed(table, user)


def _state_for_strangers(table_id: uuid.UUID, watching: int) -> wire.TableState | None:
    """The state as visitors see it, rendered once for all requests at this position.

    All visitors are one viewer: `state_for` without a user depends on nothing else about them.
    """
    position = position_for(table_id, None)
    if position is None:
        return None
    key = (table_id, position.at)
    found = _strangers.get(key, lambda: state_for(table_id, None, watching=watching))
    if found is None:
        return None
    return structs.replace(found, now=to_unix_ms(timezone.now()), watching=watching)


@dataclass(frozen=True, slots=True)
class Wait:
    """A request that waits until the table's position for a viewer differs from `after`."""

    table_id: uuid.UUID
    user_id: uuid.UUID | None
    after: str
    who: str
    seconds: float


class State(AsyncView, OpenView):
    """The table, the hand and the chat."""

    quota = "poll"

    @extend_schema(parameters=fields_of(bodies.StateQuery), responses=wire.TableState)
    async def get(self, request: Request, slug: str) -> Response:
        """Everything you may see of a table now.

        With `after` and `wait` the response is sent as soon as there is something new for you, or
        when the time is over.
        """
        found = await sync_to_async(self._prepare)(request, slug)
        if isinstance(found, Wait):
            # A waiting request holds neither a slot, a thread nor a database connection.
            async with gate.waiting(getattr(request, "scope", {})):
                await _until_change(found)
            found = await sync_to_async(self._after_wait)(request, slug)
        return Response(found)

    def _prepare(self, request: Request, slug: str) -> wire.TableState | Wait:
        """The state if the client does not know it yet, otherwise what it waits for."""
        query = self.query(bodies.StateQuery)
        table, user = watched(request, slug), asker(request)
        who = rate_limits.asker(request)
        if rate_limits.within(f"here:{table.pk}", who, most=1, seconds=PRESENCE_EVERY_S):
            here = {(table.pk, user.pk)} if user is not None else set()
            note_presence(table_ids={table.pk}, people=here)
        if query.wait:
            user_id = user.pk if user is not None else None
            position = position_for(table.pk, user_id)
            if position is not None and position.is_at(query.after):
                return Wait(table.pk, user_id, query.after, who, query.wait)
        return state_now(table.pk, user)

    def _after_wait(self, request: Request, slug: str) -> wire.TableState:
        """The state for who still may see it: a token or an invitation may have ended."""
        again = self.initialize_request(django_request(request), slug=slug)
        return state_now(watched(again, slug).pk, asker(again))


async def _until_change(wait: Wait) -> None:
    try:
        here = hub.current()
    except RuntimeError:
        return  # without a hub no change is announced: answer with the current state
    await sync_to_async(close_old_connections)()
    end = here.loop.time() + wait.seconds
    with here.waiting.for_change(wait.table_id, who=wait.who) as changed:
        while (left := end - here.loop.time()) > 0:
            changed.clear()
            look_s = LOOK_EVERY_S
            with suppress(OperationalError, InterfaceError):  # no news while a primary is replaced
                position = await here.in_thread(position_for, wait.table_id, wait.user_id)
                if position is None or not position.is_at(wait.after):
                    return
                look_s = min(look_s, _due_in_s(position))
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), min(left, look_s))


def _due_in_s(position: TablePosition) -> float:
    """Seconds until a spectator of a delayed table may see more; infinite for everybody else."""
    if position.due_at is None:
        return math.inf
    return max(0.01, (position.due_at - timezone.now()).total_seconds())


class Act(View):
    """Actions in a hand."""

    quota = "play"

    @extend_schema(request=bodies.ActBody, responses={200: wire.Acted, 409: ActRefused})
    def post(self, request: Request, slug: str) -> Response:
        """Act in the hand. A stale action gets 409 STALE_ACTION with the current state."""
        body = self.body(bodies.ActBody)
        user, table = user_of(request), commanded(request, slug)
        with tracing.traced("rest_action") as trace:
            (answer,) = play([command_of(body, table_id=table.pk, user_id=user.pk)])
            trace["outcome"] = answer.code or "accepted"
        no = answer.no
        if no is not None:
            stale = {"state": state_now(table.pk, user)} if no.code == "STALE_ACTION" else {}
            return refuse(no.code, no.text, {**no.data, **stale}, status=no.status)
        assert answer.seq is not None
        return Response(wire.Acted(seq=answer.seq, state=state_after(table, user)))
