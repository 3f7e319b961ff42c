"""Tables by the API: list, open, change, find and join them, and chat."""

import uuid
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.actions import devices
from accounts.people.api.requests import (
    device_of,
    user_of,
)
from accounts.people.models import User
from core.http.openapi import fields_of
from core.http.pagination import page_of, part_of
from core.http.view import (
    OpenView,
    ReadableView,
    View,
)
from core.runtime.replica import from_replica
from core.wire import given
from games.engines.core import registry
from lobby.tables import bodies, own_wire, wire
from lobby.tables import errors as refusal
from lobby.tables.access.access import check_may_open, find_invited, find_table, table_to_watch
from lobby.tables.access.my_tables import my_tables
from lobby.tables.access.permissions import is_newcomer
from lobby.tables.chat import chat
from lobby.tables.chat.lines import in_words, line_of, lines_after
from lobby.tables.errors import TableRefused
from lobby.tables.hosting import form_shapes
from lobby.tables.hosting.forms import table_spec
from lobby.tables.hosting.hosting import change_table
from lobby.tables.hosting.practice import practise
from lobby.tables.hosting.tables import (
    TablePlan,
    check_plan,
    close_table,
    find_open,
    free_name,
    open_table,
    quick_seat,
)
from lobby.tables.list.table_list import tables_for
from lobby.tables.lobby_list import matching
from lobby.tables.models import Table
from lobby.tables.plans import completed, plan_like
from lobby.tables.seats import quick_stakes
from lobby.tables.view.in_words import rows_in_words
from lobby.tables.view.shown import can_read
from lobby.tables.view.spectators import shown_spectators
from lobby.tables.view.table_state import (
    hand_now,
    reading_of_cards,
    table_for,
    table_viewer_of,
)
from lobby.tables.ws import hub

CHAPTER = "Tables"
WRITE_SCOPE = "play"
INVITES_MAX = 20


def asker(request: Request) -> User | None:
    """The user who makes the request, None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def invites_of(request: Request) -> list[str]:
    """The private tables to which the user was invited, on this device or in this browser."""
    device = device_of(request)
    if device is not None:
        return list(device.invites)
    return list(request.session.get("invites", []))


def watched(request: Request, slug: str) -> Table:
    """The table at an address, for those who may watch it. Raises `Refused`."""
    user = asker(request)
    return table_to_watch(slug, user.pk if user else None, invites_of(request))


def described(table_id: uuid.UUID, user: User | None) -> Response:
    """A response with a table, without its hand."""
    table = table_for(table_id, user)
    if table is None:
        raise refusal.no_such_table()
    return Response(table)


class Tables(ReadableView):
    """The tables of the lobby."""

    @extend_schema(parameters=fields_of(bodies.ListQuery), responses=page_of(wire.TableRow))
    @from_replica
    def get(self, request: Request) -> Response:
        """List public tables and your own: yours first, then those with more people."""
        query = self.query(bodies.ListQuery)
        user = asker(request)
        user_id = user.pk if user else None
        rows = tables_for(user_id, hub.watching()).rows(user_id)
        wanted = [row for row in matching(rows, query) if query.mine in (None, row.mine)]
        page = part_of(wanted, query)
        return Response({**page, "items": rows_in_words(page["items"])})

    @extend_schema(request=wire.PlanBody, responses={201: wire.TableView})
    def post(self, request: Request) -> Response:
        """Open a table; take a seat with a second request."""
        host = user_of(request)
        opened = open_table(plan=_plan(self.body(wire.PlanBody), host), host=host)
        answer = described(opened.pk, host)
        answer.status_code = 201
        return answer


def _plan(body: wire.PlanBody, host: User) -> TablePlan:
    plan = completed(given(body))
    return structs.replace(plan, name=plan.name.strip() or free_name(host))


class Options(OpenView):
    """The options for a new table."""

    @extend_schema(responses=form_shapes.Options)
    def get(self, request: Request) -> Response:
        """List the games, their presets and options, spectator modes and bot levels."""
        return Response(table_spec())


class Check(View):
    """A plan for a table, before the table is opened."""

    scope = "read"

    @extend_schema(request=wire.PlanBody, responses=wire.PlanCheck)
    def post(self, request: Request) -> Response:
        """Check a plan without opening a table; a name in use is not detected."""
        plan = _plan(self.body(wire.PlanBody), user_of(request))
        return Response(check_plan(plan))


class Mine(View):
    """Your own tables."""

    scope = "read"

    @extend_schema(responses=own_wire.SeatedTables)
    def get(self, request: Request) -> Response:
        """The tables where you have a seat, and whether it is your turn there."""
        return Response(own_wire.SeatedTables(items=my_tables(user_of(request).pk)))


def _known_game(key: str) -> str:
    if registry.find(key) is None:
        raise TableRefused("UNKNOWN_GAME", status=400)
    return key


class Quick(View):
    """Quick seat."""

    @extend_schema(parameters=fields_of(bodies.QuickQuery), responses=own_wire.QuickOptions)
    def get(self, request: Request) -> Response:
        """The stakes among which you can choose, those that suit your wallet, and your choice."""
        game = _known_game(self.query(bodies.QuickQuery).game)
        user = user_of(request)
        offer = quick_stakes.offer_to(user, game, is_new=is_newcomer(user))
        return Response(offer.to_wire())

    @extend_schema(request=bodies.QuickBody, responses=wire.TableView)
    def post(self, request: Request) -> Response:
        """Take a seat at the best table of a game, or at a new one with bots.

        The stakes and the buy-in are remembered for the next time.
        """
        body = self.body(bodies.QuickBody)
        user = user_of(request)
        table = quick_seat(
            game=_known_game(body.game),
            user=user,
            key=body.key or uuid.uuid4(),
            unit=body.unit,
            buy_in=body.buy_in,
        )
        return described(table.pk, user)


class Practice(View):
    """Practice against bots."""

    @extend_schema(request=bodies.PracticeBody, responses=wire.TableView)
    def post(self, request: Request) -> Response:
        """Take a seat at your own practice table with easy bots, where no clock runs for you.

        Nothing counts there, and nobody else can join. There is one for each game: a repeated
        request leads back to it. It closes when you have been away for long.
        """
        user = user_of(request)
        table = practise(game=_known_game(self.body(bodies.PracticeBody).game), user=user)
        return described(table.pk, user)


class Join(View):
    """Find a table by its name."""

    @extend_schema(request=bodies.JoinBody, responses=wire.TableView)
    def post(self, request: Request) -> Response:
        """Find the open table with this name."""
        user = user_of(request)
        found = find_open(self.body(bodies.JoinBody).name)
        if found is None:
            raise refusal.no_such_table()
        check_may_open(found, user.pk, invites_of(request))
        return described(found.pk, user)


class Invite(View):
    """An invitation to a private table."""

    @extend_schema(request=None, responses=wire.TableView)
    def post(self, request: Request, code: str) -> Response:
        """Accept an invitation: its table is open to this device from now on."""
        found = find_invited(code)
        if found is None:
            raise refusal.no_such_table()
        device = device_of(request)
        if device is not None:
            devices.remember_invite(device=device, code=code)
        elif code not in (invites := invites_of(request)):
            request.session["invites"] = [*invites[1 - INVITES_MAX :], code]
        return described(found.pk, user_of(request))


class OneTable(ReadableView):
    """A table without its cards."""

    @extend_schema(responses=wire.TableView)
    def get(self, request: Request, slug: str) -> Response:
        """The table's rules, stakes and seats."""
        user = asker(request)
        found = find_table(slug)
        if found is None:
            raise refusal.no_such_table()
        check_may_open(found, user.pk if user else None, invites_of(request))
        return described(found.pk, user)

    @extend_schema(request=wire.ChangeBody, responses=wire.TableView)
    def patch(self, request: Request, slug: str) -> Response:
        """Change your table's name, rules and limits, from its next hand on.

        Only between hands: pause the table first. A table for chips stays one for chips, and one
        for points stays one for points.
        """
        changes, user = self.body(wire.ChangeBody), user_of(request)
        table = watched(request, slug)
        change_table(table_id=table.pk, user=user, plan=_changed(table, given(changes)))
        return described(table.pk, user)

    @extend_schema(responses={200: wire.TableView})
    def delete(self, request: Request, slug: str) -> Response:
        """Deal no new hand at your table; it closes when the last person has left."""
        user = user_of(request)
        found = watched(request, slug)
        close_table(table_id=found.pk, user=user)
        return described(found.pk, user)


def _changed(table: Table, changes: dict[str, Any]) -> TablePlan:
    """A table's plan with changes; a different preset brings its own options."""
    plan = plan_like(table)
    kept = {} if "preset" in changes else plan.options
    options = {**kept, **changes.get("options", {})}
    return structs.replace(plan, **{**changes, "options": options})


class Chat(ReadableView):
    """The table's chat."""

    @extend_schema(parameters=fields_of(bodies.ChatQuery), responses=wire.ChatLines)
    def get(self, request: Request, slug: str) -> Response:
        """The latest lines, at most a hundred; players do not see spectators' lines."""
        after = self.query(bodies.ChatQuery).after
        found, user = watched(request, slug), asker(request)
        seat = found.seats.filter(user=user).first() if user is not None else None
        viewer = table_viewer_of(user.pk if user else None, seat)
        lines, now = lines_after(found.pk, after), timezone.now()
        read = [in_words(line) for line in lines if can_read(viewer, line, found, now)]
        return Response(wire.ChatLines(items=read))

    @extend_schema(request=bodies.SayBody, responses={201: wire.SaidLine})
    def post(self, request: Request, slug: str) -> Response:
        """Send a line to the players if you have a seat, otherwise to spectators; `/call` acts."""
        text = self.body(bodies.SayBody).text
        found = watched(request, slug)
        said = chat.speak(table_id=found.pk, user=user_of(request), text=text)
        line = in_words(line_of(said)) if said is not None else None
        return Response(wire.SaidLine(line=line), status=201)


class Spectators(OpenView):
    """The table's spectators."""

    @extend_schema(responses=wire.SpectatorList)
    def get(self, request: Request, slug: str) -> Response:
        """The number of spectators, and the names of those who agree to be listed (at most 50)."""
        table_id = watched(request, slug).pk
        names = shown_spectators(hub.spectators(table_id))
        watching = hub.watching().get(table_id, 0)
        return Response(wire.SpectatorList(watching=watching, names=names))


class Ask(View):
    """A check of selected cards."""

    scope = "read"

    @extend_schema(request=bodies.AskBody, responses=wire.Selection)
    def post(self, request: Request, slug: str) -> Response:
        """How a selection of your cards counts, and whether you may play it now."""
        cards = self.body(bodies.AskBody).cards
        found = watched(request, slug)
        shown = reading_of_cards(hand_now(found.pk), user_of(request).pk, cards)
        return Response(wire.Selection(**shown))
