"""Pages that say what went wrong, in the site's frame with a search and the tables of now.

A page that cannot be drawn (the database is down) is the same page without tables and without the
visitor's name, which needs nothing but the templates. Addresses of the API get JSON.
"""

import logging
import sys
from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.people.log_in.views import wants_json
from core.errors import TRY_AGAIN_AFTER_S, sentence
from lobby.tables.list.lobby_page import latest_tables
from lobby.tables.lobby_list import SEARCH_CHARS_MAX
from lobby.tables.ws import hub

log = logging.getLogger(__name__)

_CODES = {
    400: ("BAD_REQUEST", "page"),
    403: ("NOT_ALLOWED", "page"),
    404: ("NOT_FOUND", "resource"),
    405: ("BAD_METHOD", "page"),
    410: ("HAND_ARCHIVED", ""),
    413: ("TOO_LARGE", "page"),
    429: ("TOO_MANY", "moment"),
    500: ("BROKEN", ""),
    503: ("BUSY", ""),
}
"""The code of a refusal, and the case of its sentence, by status."""


def answer(request: HttpRequest, status: int, *, why: str = "") -> HttpResponse:
    """The response with this status to a page's request; JSON for an app or a script.

    `why`: a sentence for the visitor, in place of the page's own.
    """
    response: HttpResponse
    if _is_for_programs(request):
        code, case = _CODES[status]
        text = why or sentence(code, case=case)
        response = JsonResponse({"code": code, "text": text}, status=status)
    else:
        response = HttpResponse(_page(request, status, why), status=status)
    response["Cache-Control"] = "no-store, private"
    return response


def plain(status: int) -> bytes:
    """The HTML of an error page that needs no database, rendered once in each language."""
    return _plain(status, get_language())


@cache
def _plain(status: int, _language: str | None) -> bytes:
    return _render(status, plain=True).encode()


def _page(request: HttpRequest, status: int, why: str) -> bytes:
    # A file is answered in the event loop, where nothing may wait for the database.
    if request.path_info.startswith(settings.STATIC_URL):
        return plain(status)
    try:
        return _render(status, request, why=why, tables=latest_tables(hub.watching())).encode()
    except Exception:  # whatever it is: this page must not fail
        log.warning("an error page is shown without tables", exc_info=True)
        return plain(status)


def _render(status: int, request: HttpRequest | None = None, **context: Any) -> str:
    context["search_length"] = SEARCH_CHARS_MAX
    return render_to_string(f"{status}.html", context, request)


def _is_for_programs(request: HttpRequest) -> bool:
    is_api = request.path_info.startswith("/api/v")
    return wants_json(request) or (is_api and "text/html" not in request.headers.get("Accept", ""))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of 400; too much data gets 413."""
    too_much = isinstance(exception, RequestDataTooBig | TooManyFieldsSent)
    return answer(request, 413 if too_much else 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of 403."""
    return answer(request, 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's answer to a form that was not sent from our page, or from one that is too old."""
    return answer(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of 404, with the sentence of the view that raised it, if it is one."""
    said = exception.args[0] if exception.args else ""
    return answer(request, 404, why=said if isinstance(said, str) else "")


def too_many(request: HttpRequest) -> HttpResponse:
    """allauth's handler of 429."""
    return answer(request, 429)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler of 500: without the visitor; 503 if the database did not answer."""
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return _try_again(request)
    if _is_for_programs(request):
        return answer(request, 500)
    body = plain(500)
    try:
        body = _render(500, plain=True, tables=latest_tables(hub.watching())).encode()
    except Exception:
        log.warning("an error page is shown without tables", exc_info=True)
    response = HttpResponse(body, status=500)
    response["Cache-Control"] = "no-store, private"
    return response


def _try_again(request: HttpRequest) -> HttpResponse:
    code = "TRY_AGAIN"
    text = sentence(code)
    response: HttpResponse
    if _is_for_programs(request):
        response = JsonResponse({"code": code, "text": text}, status=503)
    else:
        response = HttpResponse(_render(503, plain=True, why=text), status=503)
    response["Retry-After"] = str(TRY_AGAIN_AFTER_S)
    response["Cache-Control"] = "no-store, private"
    return response
