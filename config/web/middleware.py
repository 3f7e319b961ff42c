"""Middleware: request ids, the content security policy, cookies, error responses.

None of it may read request.user: allauth sets it later in the chain for clients with tokens.
"""

import asyncio
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import reverse
from django.utils.functional import cached_property
from typing_extensions import override

from accounts.people import household
from accounts.people.log_in import language
from config.web import error_pages
from config.web.request_log import route_of
from core import request_context
from core.errors import Busy
from core.http.metrics import note_request
from games.hands.models.archived import HandArchived

log = structlog.get_logger("web")
_GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


class _Both:
    """Middleware for sync and async chains; subclasses define `before` and `after`."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.asynchronous = iscoroutinefunction(get_response)
        if self.asynchronous:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        if self.asynchronous:
            return self._async_call(request)
        note = self.before(request)
        return self.after(request, self.get_response(request), note)

    async def _async_call(self, request: HttpRequest) -> HttpResponseBase:
        note = self.before(request)
        return self.after(request, await self.get_response(request), note)

    def before(self, request: HttpRequest) -> Any:
        return None

    def after(
        self, request: HttpRequest, response: HttpResponseBase, note: Any
    ) -> HttpResponseBase:
        return response


class RequestId(_Both):
    """Gives each request an id (the proxy's, if it sent a valid one), and logs one line about it.

    The line has method, route, status and milliseconds, but no path, query string, user or
    headers: those can contain keys and tokens (`config.web.request_log`).
    """

    @override
    def before(self, request: HttpRequest) -> tuple[str, float]:
        given = request.headers.get("x-request-id", "")
        number = given if _GIVEN_ID.fullmatch(given) else uuid.uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=number)
        request_context.begin(request)
        return number, time.monotonic()

    @override
    def after(
        self, request: HttpRequest, response: HttpResponseBase, note: tuple[str, float]
    ) -> HttpResponseBase:
        number, began = note
        response["X-Request-ID"] = number
        taken_s = time.monotonic() - began
        note_request(request.path, response.status_code, taken_s)
        quiet = response.status_code < 400 and request.path.startswith(
            ("/static/", "/healthz", "/readyz")
        )
        say = log.debug if quiet else log.info
        say(
            "request",
            method=request.method,
            status=response.status_code,
            ms=round(taken_s * 1000, 1),
            **route_of(request),
        )
        return response


class ContentSecurity(_Both):
    """The content security policy: only our own files, no inline script or style.

    The socket's URL is listed beside 'self' because older Safari does not match ws: with self. The
    staff pages may also evaluate code (their theme's Alpine reads its attributes that way); inline
    scripts and styles are refused there too. A page that may stand in a frame of this site says so
    by X-Frame-Options.
    """

    @cached_property
    def staff(self) -> str:
        """The URL prefix of the staff pages."""
        return reverse("admin:index")

    @override
    def after(
        self, request: HttpRequest, response: HttpResponseBase, note: Any
    ) -> HttpResponseBase:
        try:
            host = request.get_host()
            sockets = f" ws://{host} wss://{host}"
        except DisallowedHost:  # the response is a 400 already
            sockets = ""
        evaluates = " script-src 'self' 'unsafe-eval';"
        scripts = evaluates if request.path_info.startswith(self.staff) else ""
        framed = response.headers.get("X-Frame-Options") == "SAMEORIGIN"
        frames = "'self'" if framed else "'none'"
        response.headers.setdefault(
            "Content-Security-Policy",
            f"default-src 'self';{scripts} img-src 'self' data:; connect-src 'self'{sockets}; "
            f"object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors {frames}",
        )
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"
        )
        return response


class Compression(_Both):
    """Compresses answers with gzip, in a thread, if their length can give no secret away.

    Somebody who sees the length of a compressed answer and chooses a part of its text can find out
    other parts of it (BREACH). So an answer to somebody who has a session or a token is compressed
    only if it is a page whose request chose nothing in it, neither by a query nor by a body.
    Django pads each answer with a random length besides, and masks form tokens anew in each page.
    """

    KINDS = ("text/html", "application/json", "text/css", "text/javascript", "text/plain")

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self._gzip = GZipMiddleware(lambda _request: HttpResponse())

    @override
    async def _async_call(self, request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = await self.get_response(request)
        if not self._fits(request, response):
            return response
        return await asyncio.to_thread(self._gzip.process_response, request, response)

    @override
    def after(
        self, request: HttpRequest, response: HttpResponseBase, note: Any
    ) -> HttpResponseBase:
        if self._fits(request, response):
            return self._gzip.process_response(request, response)
        return response

    def _fits(self, request: HttpRequest, response: HttpResponseBase) -> bool:
        """Whether to compress; answers that are small cost more than they save."""
        if (
            not isinstance(response, HttpResponse)
            or request.method != "GET"
            or response.status_code != 200
            or len(response.content) < settings.COMPRESS_FROM_BYTES
        ):
            return False
        kind = response.get("Content-Type", "").partition(";")[0]
        if settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers:
            return kind == "text/html" and not request.META.get("QUERY_STRING")
        return kind in self.KINDS


class LogInCookies(_Both):
    """Sets the device cookie on the response to a log-in, and that of the account's language."""

    @override
    def after(
        self, request: HttpRequest, response: HttpResponseBase, note: Any
    ) -> HttpResponseBase:
        household.keep(request, response)
        language.keep(request, response)
        return response


class MethodAnswer(_Both):
    """Renders an error page for browsers where Django answers 405 with an empty body."""

    @override
    async def _async_call(self, request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = await self.get_response(request)
        if not _is_empty_refusal(request, response):
            return response
        return await sync_to_async(self.after)(request, response, None)  # it reads the session

    @override
    def after(
        self, request: HttpRequest, response: HttpResponseBase, note: Any
    ) -> HttpResponseBase:
        if not _is_empty_refusal(request, response):
            return response
        page = error_pages.answer(request, 405)
        page["Allow"] = response["Allow"]
        return page


def _is_empty_refusal(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether a browser would show a blank page for a method that the page does not take."""
    empty = response.status_code == 405 and not getattr(response, "content", b"")
    return empty and "text/html" in request.headers.get("Accept", "")


class BusyAnswer(_Both):
    """Answers what the view of a page raised: 503 with `Retry-After` for Busy, 410 if archived."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Django's hook: the response if a view raised Busy, or `HandArchived`."""
        if isinstance(error, HandArchived):
            return error_pages.answer(request, error.status, why=error.text)
        if not isinstance(error, Busy):
            return None
        response: HttpResponse
        if "text/html" in request.headers.get("Accept", ""):
            response = error_pages.answer(request, 503)
        else:
            said = {"code": error.code, "text": error.text, "data": {"wait_s": error.retry_after_s}}
            response = JsonResponse(said, status=503)
        response["Retry-After"] = str(error.retry_after_s)
        response["Cache-Control"] = "no-store, private"
        return response
