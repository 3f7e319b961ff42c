"""All error responses of the API: `{code, text, data?}` and the HTTP status.

The text is that of the catalogue for the code, in the language of the request.
"""

import logging
import math
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.status import (
    HTTP_401_UNAUTHORIZED,
    HTTP_409_CONFLICT,
    HTTP_429_TOO_MANY_REQUESTS,
    HTTP_503_SERVICE_UNAVAILABLE,
)
from rest_framework.views import set_rollback

from core.errors import TRY_AGAIN_AFTER_S, Busy, RequestRefused, sentence
from core.http.metrics import REFUSALS

log = logging.getLogger(__name__)

_FRAMEWORK: list[tuple[type[exceptions.APIException], str]] = [
    (exceptions.NotAuthenticated, "LOG_IN_REQUIRED"),
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
        return refuse(error.code, error.text, error.data, status=error.status)
    if isinstance(error, Busy):
        return refuse(error.code, error.text, {"wait_s": error.retry_after_s}, status=error.status)
    if isinstance(error, exceptions.ValidationError):
        fields = {"fields": error.detail}
        return refuse("BAD_REQUEST", sentence("BAD_REQUEST"), fields, status=400)
    if isinstance(error, exceptions.Throttled):
        wait_s = max(1, math.ceil(getattr(error, "wait", None) or 1))
        data = {"wait_s": wait_s}
        return refuse("TOO_MANY", sentence("TOO_MANY", data), data, status=429)
    if isinstance(error, exceptions.APIException):
        code = next((code for kind, code in _FRAMEWORK if isinstance(error, kind)), "REFUSED")
        return refuse(code, sentence(code, _asked(context)), status=error.status_code)
    if isinstance(error, OperationalError | InterfaceError):
        log.warning("the database did not answer", exc_info=error)
        return refuse("TRY_AGAIN", sentence("TRY_AGAIN"), status=503)
    log.error("a request failed", exc_info=error)
    return refuse("BROKEN", sentence("BROKEN"), status=500)


def _asked(context: Mapping[str, Any]) -> dict[str, str]:
    """The arguments of sentences about a request: its method and its media type."""
    request = context.get("request")
    if request is None:
        return {"method": "", "media_type": ""}
    return {"method": request.method or "", "media_type": request.content_type or ""}


def refuse(
    code: str,
    text: str,
    data: dict[str, Any] | None = None,
    *,
    status: int = HTTP_409_CONFLICT,
) -> Response:
    """An error response with this code, text and data."""
    REFUSALS.add("rest", code)
    body: dict[str, Any] = {"code": code, "text": text}
    if data:
        body["data"] = data
    response = Response(body, status=status)
    if status == HTTP_401_UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    if status == HTTP_429_TOO_MANY_REQUESTS or code == Busy.code:
        response["Retry-After"] = str((data or {}).get("wait_s", 10))
    elif status == HTTP_503_SERVICE_UNAVAILABLE:
        response["Retry-After"] = str(TRY_AGAIN_AFTER_S)
    return response
