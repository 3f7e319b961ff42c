"""Django's ASGI handler, with the whole of a page in one thread and the whole of a body at hand."""

import io
from collections.abc import Awaitable, Callable, Mapping
from typing import IO, Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.translation import override as in_language
from typing_extensions import override

from config.web.gate import app_headers
from core.errors import sentence
from core.http.languages import language_of

LARGEST_FORM = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""The most bytes of a body; the API takes fewer (`core.http.parsing`)."""


class Pages(ASGIHandler):
    """The handler of all HTTP requests.

    Django switches to a thread and back for each hook of each synchronous middleware, about twenty
    times a page. Here a request for a synchronous view takes one switch: its middleware and its
    view run in the same thread. Files and asynchronous views stay in the event loop.

    Django and REST framework take a body without Content-Length, as chunked ones are, for empty.
    Here a body means the same however it was sent: its length is counted.
    """

    def __init__(self) -> None:
        super().__init__()
        self._in_thread = BaseHandler()
        self._in_thread.load_middleware(is_async=False)

    @override
    async def read_body(self, receive: Callable[[], Awaitable[Mapping[str, Any]]]) -> IO[bytes]:
        """Return the body, at most as much of it as shows that it is too large.

        Raises `RequestAborted` if the client goes away.
        """
        body = io.BytesIO()
        more = True
        while more and body.tell() <= LARGEST_FORM:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            body.write(message.get("body", b""))
            more = message.get("more_body", False)
        return body

    @override
    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """The request, or the answer to a body that is too large or compressed."""
        size = body_file.tell()
        body_file.seek(0)
        if size > LARGEST_FORM:
            return None, _refusal(scope, "TOO_LARGE", 413, case="page")
        created = super().create_request(scope, body_file)
        request = created[0]
        if request is None or not size:
            return created
        request.META["CONTENT_LENGTH"] = str(size)
        if request.META.get("HTTP_CONTENT_ENCODING", "").lower() not in ("", "identity"):
            return None, _refusal(scope, "ENCODED_BODY", 415)
        return request, None

    @override
    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The response, from the thread of the request unless its view is asynchronous."""
        if stays_in_loop(request.path_info):
            return await super().get_response_async(request)
        answer = sync_to_async(self._in_thread.get_response, thread_sensitive=True)
        return await answer(request)


def stays_in_loop(path: str) -> bool:
    """Whether a path is that of a file, or of an asynchronous view."""
    if path.startswith(settings.STATIC_URL):
        return True
    try:
        return iscoroutinefunction(resolve(path).func)
    except Resolver404:
        return False  # its page shows tables


def _refusal(scope: Mapping[str, Any], code: str, status: int, *, case: str = "") -> HttpResponse:
    """The answer to a body that cannot be read, before any middleware has run."""
    with in_language(language_of(scope)):
        text = sentence(code, case=case)
    answer = HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
    if scope["path"].startswith("/api/"):
        answer = JsonResponse({"code": code, "text": text}, status=status)
    answer["Content-Length"] = str(len(answer.content))
    for name, value in app_headers(dict(scope)):
        answer[name.decode()] = value.decode()
    return answer
