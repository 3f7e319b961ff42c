"""The base of every view of the API: who may ask, how bodies are read, what no cache may keep."""

from typing import Any

from django.http import HttpRequest
from django.utils.cache import patch_vary_headers
from rest_framework import exceptions
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.parsing import Body
from accounts.errors import PeopleError
from accounts.models import Device, User
from accounts.queries.profile import find_player


class View(APIView):
    """Only for who is logged in, unless a subclass says otherwise; nothing is ever cached."""

    quota: str | None = None
    """The scope its requests are counted in; None: reading or writing, by the method."""

    def body(self, shape: type[Body]) -> dict[str, Any]:
        """The body of the request in this shape; what is wrong is refused field by field."""
        return _read(shape, self.request.data)

    def query(self, shape: type[Body]) -> dict[str, Any]:
        """The parameters of the address in this shape."""
        return _read(shape, dict(self.request.query_params.items()))

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **named: Any
    ) -> Response:
        final = super().finalize_response(request, response, *args, **named)
        final["Cache-Control"] = "no-store, private"
        patch_vary_headers(final, ["Authorization", "Cookie", "Accept-Language"])
        return final


class OpenView(View):
    """For everybody, logged in or not."""

    permission_classes = (AllowAny,)


class ReadableView(View):
    """Everybody may read; writing is for who is logged in."""

    permission_classes = (IsAuthenticatedOrReadOnly,)


class Nothing(OpenView):
    """Where the API has nothing."""

    schema = None

    def initial(self, request: Request, *args: Any, **named: Any) -> None:
        raise exceptions.NotFound("There is nothing at this address.")


def person_of(request: Request | HttpRequest) -> User:
    """The person of a request that has been let through."""
    assert isinstance(request.user, User)
    return request.user


def player_named(name: str) -> User:
    """Somebody by name. Raises `PeopleError` NO_SUCH_PLAYER."""
    found = find_player(name)
    if found is None:
        raise PeopleError("NO_SUCH_PLAYER", "Nobody has this name.")
    return found


def device_of(request: Request) -> Device | None:
    """The device that asks, None for a browser."""
    return request.auth if isinstance(request.auth, Device) else None


def _read(shape: type[Body], data: Any) -> dict[str, Any]:
    read = shape(data=data)
    read.is_valid(raise_exception=True)
    found: dict[str, Any] = read.validated_data
    return found
