"""Playing by the API: your seat, your actions, and the table as you may see it.

Every command answers with the resulting state, so that a client needs no second request.
"""

import asyncio
import math
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.http import HttpRequest
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from accounts.people.models import User
from core import rate_limits
from core.clock import to_unix_ms
from core.errors import RequestRefused
from core.http import gate
from core.http.exception_handler import refuse
from core.http.openapi import fields_of
from core.http.view import (
    OpenView,
    View,
)
from core.runtime.single_flight import SharedCopies
from core.wire import Body
from lobby.tables import bodies, wire
from lobby.tables import errors as refusal
from lobby.tables.actions import bots, cuts, next_hand, nudge, seats
from lobby.tables.actions.play import command_of, play
from lobby.tables.actions.presence import note_presence
from lobby.tables.api.views import asker, watched
from lobby.tables.errors import TableRefused
from lobby.tables.models import Table
from lobby.tables.queries.table_state import (
    TablePosition,
    position_for,
    state_for,
    state_of_closed,
)
from lobby.tables.refusal_shapes import ActRefused
from lobby.tables.ws import hub

CHAPTER = "Playing"
WRITE_SCOPE = "play"
PRESENT_S = 10
"""How often a client that keeps polling is recorded as present."""
LOOK_S = 3.0
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
    standing = position_for(table_id, None)
    if standing is None:
        return None
    key = (table_id, standing.at)
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


class State(OpenView):
    """The table, the hand and the chat."""

    quota = "poll"

    @extend_schema(parameters=fields_of(bodies.StateQuery), responses=wire.TableState)
    def get(self, request: Request, slug: str) -> Response:
        """Everything you may see of a table now.

        With `after` and `wait` the response is sent as soon as there is something new for you, or
        when the time is over.
        """
        query = self.query(bodies.StateQuery)
        plain: Any = request._request
        refused = getattr(plain, "could_not_wait", None)
        if refused is not None:
            raise refused
        table = watched(request, slug)
        user = asker(request)
        who = rate_limits.asker(request)
        if rate_limits.within(f"here:{table.pk}", who, most=1, seconds=PRESENT_S):
            here = {(table.pk, user.pk)} if user is not None else set()
            note_presence(table_ids={table.pk}, people=here)
        if query.wait and not hasattr(plain, "has_waited"):
            user_id = user.pk if user is not None else None
            standing = position_for(table.pk, user_id)
            if standing is not None and standing.is_at(query.after):
                plain.waits = Wait(table.pk, user_id, query.after, who, query.wait)
                return Response()
        return Response(state_now(table.pk, user))

    def check_throttles(self, request: Request) -> None:
        """Do not count a request again after it has waited."""
        if not hasattr(request._request, "has_waited"):
            super().check_throttles(request)


def patiently(view: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a view so that, if it sets `waits`, it runs again once its table has changed.

    A waiting request holds neither a thread nor a database connection.
    """
    ask = sync_to_async(view)

    @wraps(view)
    async def waiting(request: HttpRequest, **named: Any) -> Any:
        plain: Any = request
        response = await ask(request, **named)
        if not hasattr(plain, "waits"):
            return response
        try:
            async with gate.waiting(getattr(request, "scope", {})):
                await _until_change(plain.waits)
        except RequestRefused as no:
            plain.could_not_wait = no
        plain.has_waited = True
        return await ask(request, **named)

    return waiting


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
            standing = await here.in_thread(position_for, wait.table_id, wait.user_id)
            if standing is None or not standing.is_at(wait.after):
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), min(left, LOOK_S, _due_in_s(standing)))


def _due_in_s(standing: TablePosition) -> float:
    """Seconds until a spectator of a delayed table may see more; infinite for everybody else."""
    if standing.due_at is None:
        return math.inf
    return max(0.01, (standing.due_at - timezone.now()).total_seconds())


class Act(View):
    """Actions in a hand."""

    quota = "play"

    @extend_schema(request=bodies.ActBody, responses={200: wire.Acted, 409: ActRefused})
    def post(self, request: Request, slug: str) -> Response:
        """Act in the hand. A stale action gets 409 STALE_ACTION with the current state."""
        body = self.body(bodies.ActBody)
        user, table = user_of(request), commanded(request, slug)
        (answer,) = play([command_of(body, table_id=table.pk, user_id=user.pk)])
        if answer.seq is None:
            data = dict(answer.limits or {})
            if answer.code == "STALE_ACTION":
                data["state"] = state_now(table.pk, user)
            return refuse(answer.code, answer.text, data)
        return Response(wire.Acted(seq=answer.seq, state=state_after(table, user)))


class SeatCommand(View):
    """A command about your seat; `carry_out` performs it, the response is the resulting state."""

    quota = "play"
    shape: ClassVar[type[Body]] = bodies.Empty

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        note = extend_schema(
            request=None if cls.shape is bodies.Empty else cls.shape,
            responses=wire.TableState,
            description=cls.__doc__,
        )
        extend_schema_view(post=note)(cls)

    def post(self, request: Request, slug: str) -> Response:
        user, table = user_of(request), commanded(request, slug)
        self.carry_out(table.pk, user, self.body(self.shape))
        return Response(state_after(table, user))

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        """Carry out the command. Raises a `RequestRefused`."""
        raise NotImplementedError


class Sit(SeatCommand):
    """Take a seat with chips from the wallet; you are dealt in from the next hand on."""

    shape = bodies.SitBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        seats.sit(
            table_id=table_id,
            user=user,
            number=body.seat,
            buy_in=body.buy_in,
            key=body.key or uuid.uuid4(),
        )


class CutCommit(SeatCommand):
    """Commit to a cut of the next deck, as long as `table.next_deck.locked` is null."""

    shape = bodies.CutCommitBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        cuts.promise_cut(
            table_id=table_id, user=user, deck_id=uuid.UUID(hex=body.deck), commit=body.hash
        )


class Cut(SeatCommand):
    """Reveal your committed cut, once `table.next_deck.locked` lists its hash.

    The list closes as a hand ends, and the pause after it is the time to reveal: `state` with
    `wait` tells you at once. The deal itself waits for cuts less than a second.
    """

    shape = bodies.CutBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        cuts.show_cut(
            table_id=table_id,
            user=user,
            deck_id=uuid.UUID(hex=body.deck),
            cut=bytes.fromhex(body.cut),
        )


class Leave(SeatCommand):
    """Give up your seat; the chips go back to the wallet when the hand is settled."""

    shape = bodies.LeaveBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        seats.leave(table_id=table_id, user=user, key=body.key)


class TopUp(SeatCommand):
    """Add chips from the wallet; during a hand they are added after it ends."""

    shape = bodies.TopUpBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        key = body.key or uuid.uuid4()
        seats.top_up(table_id=table_id, user=user, amount=body.amount, key=key)


class SitOut(SeatCommand):
    """Keep your seat but sit out from the next hand on."""

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        seats.sit_out(table_id=table_id, user=user)


class SitIn(SeatCommand):
    """Be dealt in again from the next hand on."""

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        seats.sit_in(table_id=table_id, user=user)


class Start(SeatCommand):
    """Start the game at a table that waits for it."""

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        seats.start(table_id=table_id, user=user)


class Prefer(SeatCommand):
    """Set your seat's preferences: post a missed blind at once, straddle, automatic top-up."""

    shape = bodies.PreferBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        seats.prefer(table_id=table_id, user=user, **structs.asdict(body))


class Next(SeatCommand):
    """Ask for the next hand; the pause ends once every player has."""

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        next_hand.press_next(table_id=table_id, user=user)


class Nudge(SeatCommand):
    """Nudge the player whose turn it is, once they have had time to think; rate-limited."""

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        nudge.nudge(table_id=table_id, user=user)


class Again(SeatCommand):
    """Enter the next sit and go in your seat."""

    shape = bodies.AgainBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        seats.play_again(table_id=table_id, user=user, key=body.key or uuid.uuid4())


class Bots(SeatCommand):
    """Add bots of one level to free seats; for the host and seated players."""

    shape = bodies.BotsBody

    def carry_out(self, table_id: uuid.UUID, user: User, body: Any) -> None:
        bots.add_bots(
            table_id=table_id,
            user=user,
            count=body.count,
            level=body.level,
            key=body.key,
        )

    @extend_schema(responses={200: wire.TableState})
    def delete(self, request: Request, slug: str) -> Response:
        """Let the bots leave after the hand."""
        user, table = user_of(request), watched(request, slug)
        bots.remove_bots(table_id=table.pk, user=user)
        return Response(state_now(table.pk, user))
