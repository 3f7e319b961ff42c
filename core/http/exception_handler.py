"""All error responses of the API: `{code, text, data?}` and the HTTP status."""

import logging
import math
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from core.errors import Busy, RequestRefused

log = logging.getLogger(__name__)

STATUS = {
    "BAD_LOGIN": 401,
    "BAD_TOKEN": 401,
    "TOKEN_REUSED": 401,
    "LOG_IN": 401,
    "NEEDS_DEVICE": 403,
    "HOUSE_TABLE": 403,
    "NOT_THE_HOST": 403,
    "NO_RIGHT": 403,
    "SCOPE_MISSING": 403,
    "SECOND_FACTOR_NEEDED": 403,
    "NO_WATCHERS": 403,
    "PRIVATE_TABLE": 403,
    "PASSWORD_NEEDED": 403,
    "WRONG_PASSWORD": 403,
    "ACCOUNT_INACTIVE": 403,
    "NOT_SEATED": 403,
    "NOT_IN_HAND": 403,
    "CODE_NEEDED": 403,
    "NEEDS_ACCOUNT": 403,
    "BAD_CODE": 403,
    "NO_SUCH_DEVICE": 404,
    "NO_SUCH_TABLE": 404,
    "NO_SUCH_PLAYER": 404,
    "NO_SUCH_USER": 404,
    "NO_SUCH_SANCTION": 404,
    "NO_SUCH_ADDRESS": 404,
    "NOT_FOUND": 404,
    "AVATAR_SEED": 400,
    "BAD_BREAK": 400,
    "BAD_KEY": 400,
    "BAD_LIMIT": 400,
    "BAD_REMINDER": 400,
    "BAD_REPORT": 400,
    "BAD_SETUP": 400,
    "NOT_SURE": 400,
    "TEXT": 400,
    "BAD_TABLE": 400,
    "BAD_MESSAGE": 400,
    "BAD_REQUEST": 400,
    "EMPTY_LINE": 400,
    "LINE_TOO_LONG": 400,
    "UNKNOWN_GAME": 400,
    "UNKNOWN_LEVEL": 400,
    "UNKNOWN_BOARD": 400,
    "NAME_CHARACTERS": 400,
    "NAME_LENGTH": 400,
    "NAME_RESERVED": 400,
    "NAME_SCRIPTS": 400,
    "NOTE_TOO_LONG": 400,
    "NOT_ACCEPTABLE": 406,
    "TOO_LARGE": 413,
    "TOO_FAST": 429,
    "TOO_MANY": 429,
    "TOO_MANY_WAITING": 429,
    "TRY_AGAIN": 503,
    "BUSY": 503,
}
"""A code that is not listed is 409: a valid request that the current state forbids."""

_FRAMEWORK: list[tuple[type[Exception], str]] = [
    (exceptions.NotAuthenticated, "LOG_IN"),
    (exceptions.AuthenticationFailed, "BAD_TOKEN"),
    (exceptions.ParseError, "BAD_JSON"),
    (exceptions.MethodNotAllowed, "BAD_METHOD"),
    (exceptions.NotAcceptable, "JSON_ONLY"),
    (exceptions.UnsupportedMediaType, "NOT_JSON"),
    (exceptions.PermissionDenied, "NOT_ALLOWED"),
    (exceptions.NotFound, "NOT_FOUND"),
]


def answer(error: Exception, context: dict[str, Any]) -> Response:
    """The response to an exception of a view; unexpected ones are logged and give 500."""
    set_rollback()
    if isinstance(error, Http404):
        error = exceptions.NotFound(*error.args)
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(*error.args)
    if isinstance(error, RequestRefused):
        return refuse(error.code, error.text, error.limits)
    if isinstance(error, Busy):
        return refuse(error.code, error.text, {"wait_s": error.retry_after_s})
    if isinstance(error, exceptions.ValidationError):
        return refuse("BAD_REQUEST", "Some fields are not valid.", {"fields": error.detail})
    if isinstance(error, exceptions.Throttled):
        wait_s = max(1, math.ceil(getattr(error, "wait", None) or 1))
        return refuse("TOO_MANY", f"Too many requests; wait {wait_s} s.", {"wait_s": wait_s})
    if isinstance(error, exceptions.APIException):
        code = next((code for kind, code in _FRAMEWORK if isinstance(error, kind)), "REFUSED")
        return refuse(code, str(error.detail), status_code=error.status_code)
    if isinstance(error, OperationalError | InterfaceError):
        log.warning("the database did not answer", exc_info=error)
        return refuse("TRY_AGAIN", "The server is catching up; try again.")
    log.error("a request failed", exc_info=error)
    return refuse("BROKEN", "Something went wrong on our side.", status_code=500)


def refuse(
    code: str,
    text: str,
    data: dict[str, Any] | None = None,
    *,
    status_code: int | None = None,
) -> Response:
    """An error response with this code, text and data."""
    body: dict[str, Any] = {"code": code, "text": text}
    if data:
        body["data"] = data
    response = Response(body, status=status_code or STATUS.get(code, status.HTTP_409_CONFLICT))
    if response.status_code == status.HTTP_401_UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    if response.status_code == status.HTTP_429_TOO_MANY_REQUESTS or code == Busy.code:
        response["Retry-After"] = str((data or {}).get("wait_s", 10))
    return response
