"""How requests appear in the log: by route, never by path.

Paths, query strings and Referer headers contain password-reset keys, confirmation keys and invite
codes. So only listed parts of a URL are logged: a line has the route as in the URLconf
(`i/<slug:code>/`) and the parameters in `LOGGED_PARAMETERS`. Lines that Django writes about a
request are reworded in the same way. `hide_request` is a safety net for both: during a request none
of its other values appears in any line, including tracebacks.
"""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote, unquote_plus, urlsplit

from django.http import HttpRequest
from django.middleware import csrf
from django.urls import ResolverMatch
from structlog.typing import EventDict, WrappedLogger

from core import request_context

LOGGED_PARAMETERS = frozenset(
    {"slug", "game", "ending", "hand_id", "design_id", "sanction_id", "device_id"}
)
"""Route parameters that are not secret and identify nobody; all others are not logged."""

NO_ROUTE = "none"
"""The route of a URL that does not exist, or of a response made before routing."""

HIDDEN = "[hidden]"
VALUE_CHARS_MAX = 64
SECRET_CHARS_MIN = 6
"""Characters; shorter values (a page number) are not secret, and would match in every line."""

_CSRF_REASONS = frozenset(
    {
        csrf.REASON_NO_REFERER,
        csrf.REASON_NO_CSRF_COOKIE,
        csrf.REASON_CSRF_TOKEN_MISSING,
        csrf.REASON_MALFORMED_REFERER,
        csrf.REASON_INSECURE_REFERER,
    }
)
"""Fields that quote nothing of the request."""

_PHRASES: dict[Any, str] = {one.value: one.phrase for one in HTTPStatus}


def route_of(request: HttpRequest) -> dict[str, Any]:
    """The fields `route` and `params` of a request's line; no `params` if none is logged."""
    match = request.resolver_match
    if match is None:
        return {"route": NO_ROUTE}
    params = {
        name: str(value)[:VALUE_CHARS_MAX]
        for name, value in _captured(match).items()
        if name in LOGGED_PARAMETERS
    }
    return {"route": match.route or "/", **({"params": params} if params else {})}


def _captured(match: ResolverMatch | None) -> dict[str, Any]:
    """The parameters from the path, without the constants of the URLconf."""
    return getattr(match, "captured_kwargs", {})


class DropRepeatedLines(logging.Filter):
    """Drops Django's warnings about 4xx responses: the request's own line has the status."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written."""
        status = getattr(record, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR)
        return record.name != "django.request" or bool(status >= 500 or record.exc_info)


def name_route(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """structlog processor: reword Django's messages about a request, which quote its path.

    The text becomes the phrase of the status, or the class of a `django.security` error.
    """
    record = event.get("_record")
    request = getattr(record, "request", None)
    if record is None or not isinstance(request, HttpRequest):
        return event
    status: Any = getattr(record, "status_code", None)
    if record.name.startswith("django.security."):
        text = f"refused: {record.name.rpartition('.')[2]}"
    else:
        text = _PHRASES.get(status, "request failed")
    said = event["event"]
    reasons = [reason for reason in _CSRF_REASONS if f"({reason})" in said]
    event["event"] = text
    event.update(method=request.method, status=status, **route_of(request))
    if reasons:
        event["reason"] = reasons[0]
    return event


def hide_request(text: str) -> str:
    """`text` without the values from the URL of the current request.

    Hides its path, query, Referer and unlisted parameters.
    """
    request = request_context.current()
    if request is None:
        return text
    values = _of_request(request) if isinstance(request, HttpRequest) else _of_scope(request)
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, HIDDEN)
    return text


def _of_request(request: HttpRequest) -> set[str]:
    match = request.resolver_match
    captured = _captured(match)
    hidden = [str(value) for name, value in captured.items() if name not in LOGGED_PARAMETERS]
    hidden += map(str, match.args if match else ())
    hidden += _of_query(request.META.get("QUERY_STRING", ""))
    referer = request.META.get("HTTP_REFERER", "")
    parts = _split(referer)
    hidden += [referer, *_of_query(parts[1])]
    # A path is hidden completely unless all of it may be logged.
    if any(hidden) or match is None:
        hidden += [request.path, request.path_info, parts[0]]
    return _forms(hidden)


def _of_scope(scope: Mapping[str, Any]) -> set[str]:
    query = bytes(scope.get("query_string", b"")).decode("latin-1")
    path = str(scope.get("path", ""))
    return _forms([path, path.lstrip("/"), *_of_query(query)])


def _of_query(query: str) -> list[str]:
    return [query, *(part.partition("=")[2] for part in query.split("&"))]


def _split(address: str) -> tuple[str, str]:
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.path, parts.query


def _forms(values: list[str]) -> set[str]:
    """The values as they were sent, and quoted and unquoted, as libraries may write them."""
    forms = {form for value in values for form in (value, unquote(value), unquote_plus(value))}
    forms |= {quote(form) for form in forms}
    return {form for form in forms if len(form) >= SECRET_CHARS_MIN}
