"""The base of every view of the API: who may ask, how bodies are read, what no cache may keep."""

from typing import Any

from django.utils.cache import patch_vary_headers
from rest_framework import exceptions
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.http.parsing import Body


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


class NotFoundView(OpenView):
    """Where the API has nothing."""

    schema = None

    def initial(self, request: Request, *args: Any, **named: Any) -> None:
        raise exceptions.NotFound("There is nothing at this address.")


def _read(shape: type[Body], data: Any) -> dict[str, Any]:
    read = shape(data=data)
    read.is_valid(raise_exception=True)
    found: dict[str, Any] = read.validated_data
    return found
