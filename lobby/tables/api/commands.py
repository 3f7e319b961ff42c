"""The API's views of the commands: each answers with the resulting state of the table.

They are made from `lobby.tables.commands`, so a command has its address without a line here.
"""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from core.http.view import View
from lobby.tables import wire
from lobby.tables.api.play import commanded, state_after
from lobby.tables.commands import TABLE, Command, Empty, camel_case


def command_urls() -> list[URLPattern]:
    """The addresses of all commands that have no view of their own."""
    views: dict[str, dict[str, Any]] = {}
    for command in TABLE:
        if command.is_action and not command.has_view:
            view = views.setdefault(command.address, {"chapter": command.chapter})
            view[command.method.lower()] = _method(command)
            view["scope"] = command.scope
    return [
        path(f"tables/<slug:slug>/{address}", _view(address, attributes).as_view())
        for address, attributes in views.items()
    ]


def _view(address: str, attributes: dict[str, Any]) -> type[View]:
    own = {"quota": "play", "__module__": __name__, **attributes}
    return type(camel_case(address), (View,), own)


def _method(command: Command) -> Callable[..., Response]:
    @extend_schema(
        request=None if command.body is Empty else command.body,
        responses={200: wire.TableState},  # a DELETE answers with it too
        description=command.about,
    )
    def carry_out(self: View, request: Request, slug: str) -> Response:
        user, table = user_of(request), commanded(request, slug)
        result = command.run(self.body(command.body), table_id=table.pk, user=user)
        state = state_after(table, user)
        if command.is_signed:
            state = structs.replace(state, signature=result)
        return Response(state)

    return carry_out
