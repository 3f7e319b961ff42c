"""The base of all API views: authentication, body parsing, and no caching."""

from inspect import isawaitable
from typing import Any

from asgiref.sync import sync_to_async
from django.utils.cache import patch_vary_headers
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.errors import RequestRefused
from core.http.parsing import S, read, read_query
from core.http.scopes import check_scope, scope_of


class View(APIView):
    """A view for logged-in users, unless a subclass says otherwise; responses are not cached."""

    quota: str | None = None
    """The throttle scope of its requests; None: `read` or `write`, by the method."""
    scope: str | None = ""
    """The scope that a token needs for all methods; None: none. Empty: see `scopes.scope_of`."""

    def initial(self, request: Request, *args: Any, **named: Any) -> None:
        """Check the log-in, the quota and the scopes of the request's token."""
        super().initial(request, *args, **named)
        granted = getattr(request.auth, "scopes", None)
        check_scope(granted, scope_of(self, request.method or ""))

    def body(self, shape: type[S]) -> S:
        """The validated request body; raises a validation error with the messages of each field."""
        data: Any = self.request.data
        return read(shape, data)

    def query(self, shape: type[S]) -> S:
        """The validated query parameters."""
        return read_query(shape, self.request.query_params)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **named: Any
    ) -> Response:
        final = super().finalize_response(request, response, *args, **named)
        final["Cache-Control"] = "no-store, private"
        patch_vary_headers(final, ["Authorization", "Cookie", "Accept-Language"])
        return final


class AsyncView(View):
    """A view whose handlers are coroutines, for requests that wait for something.

    The log-in and all other checks of a request need a thread, as in other views.
    """

    async def dispatch(  # type: ignore[override]  # Django awaits it
        self, request: Any, *args: Any, **named: Any
    ) -> Response:
        """Answer a request, as `APIView.dispatch` does."""
        self.args, self.kwargs = args, named
        self.request = asked = self.initialize_request(request, *args, **named)
        self.headers = self.default_response_headers
        try:
            await sync_to_async(self.initial)(asked, *args, **named)
            method = (asked.method or "").lower()
            known = method in self.http_method_names
            handler = getattr(self, method, None) if known else None
            answer = (handler or self.http_method_not_allowed)(asked, *args, **named)
            response = await answer if isawaitable(answer) else answer
        except Exception as error:
            response = await sync_to_async(self.handle_exception)(error)
        self.response = self.finalize_response(asked, response, *args, **named)
        return self.response


class OpenView(View):
    """A view that needs no log-in."""

    permission_classes = (AllowAny,)


class ReadableView(View):
    """A view that anyone may read; writing needs a log-in."""

    permission_classes = (IsAuthenticatedOrReadOnly,)


class NotFoundView(OpenView):
    """The answer to unknown API paths."""

    schema = None

    def initial(self, request: Request, *args: Any, **named: Any) -> None:
        raise RequestRefused("NOT_FOUND", case="resource", status=404)
