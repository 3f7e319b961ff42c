"""How a request appears in the log: by its route, never by its path.

Paths, query strings and Referer headers carry password-reset keys, confirmation keys and invite
codes. So nothing of an address is logged unless it is listed here: a line names the route as the
URLconf writes it (`i/<slug:code>/`) and the parameters of `LOGGED_PARAMETERS`. Lines that Django
writes about a request are reworded the same way, and `hide_request` is a net under both: while a
request is answered, none of its other values stands in any line, tracebacks included.
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
"""Route parameters that are no secret and name no person; all others are left out of the log."""

NO_ROUTE = "none"
"""The route of an address that leads nowhere, or whose answer was made before routing."""

HIDDEN = "[hidden]"
LONGEST_VALUE = 64
SHORTEST_SECRET = 6
"""Characters; shorter values (a page number) are no secrets, and would be found in every line."""

_CSRF_REASONS = frozenset(
    {
        csrf.REASON_NO_REFERER,
        csrf.REASON_NO_CSRF_COOKIE,
        csrf.REASON_CSRF_TOKEN_MISSING,
        csrf.REASON_MALFORMED_REFERER,
        csrf.REASON_INSECURE_REFERER,
    }
)
"""Those that quote nothing of the request."""

_PHRASES: dict[Any, str] = {one.value: one.phrase for one in HTTPStatus}


def route_of(request: HttpRequest) -> dict[str, Any]:
    """The fields `route` and `params` of a request's line; no `params` where none is logged."""
    match = request.resolver_match
    if match is None:
        return {"route": NO_ROUTE}
    params = {
        name: str(value)[:LONGEST_VALUE]
        for name, value in _captured(match).items()
        if name in LOGGED_PARAMETERS
    }
    return {"route": match.route or "/", **({"params": params} if params else {})}


def _captured(match: ResolverMatch | None) -> dict[str, Any]:
    """The parameters that stand in the path, without those that the URLconf gives itself."""
    return getattr(match, "captured_kwargs", {})


class DropRepeatedLines(logging.Filter):
    """Leaves out Django's warnings about 4xx answers: the request's own line has the status."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written."""
        status = getattr(record, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR)
        return record.name != "django.request" or bool(status >= 500 or record.exc_info)


def name_route(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """structlog processor: reword what Django says about a request, which quotes its path.

    The text becomes the phrase of the status, or the kind of the refusal of `django.security`.
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
    """`text` without what the address of the request that is being answered says.

    Its path, query, Referer and unlisted parameters are hidden.
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
    # A path is hidden as a whole unless all of it may be told.
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
    return {form for form in forms if len(form) >= SHORTEST_SECRET}
