"""Django's ASGI handler, with the whole of a page in one thread."""

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from typing_extensions import override


class Pages(ASGIHandler):
    """The handler of all HTTP requests.

    Django switches to a thread and back for each hook of each synchronous middleware, about twenty
    times a page. Here a request for a synchronous view takes one switch: its middleware and its
    view run in the same thread. Files and asynchronous views stay in the event loop.
    """

    def __init__(self) -> None:
        super().__init__()
        self._in_thread = BaseHandler()
        self._in_thread.load_middleware(is_async=False)

    @override
    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The response, from the thread of the request unless its view is asynchronous."""
        if stays_in_loop(request.path_info):
            return await super().get_response_async(request)
        answer = sync_to_async(self._in_thread.get_response, thread_sensitive=True)
        return await answer(request)


def stays_in_loop(path: str) -> bool:
    """Whether a path is that of a file, of an asynchronous view, or of nothing."""
    if path.startswith(settings.STATIC_URL):
        return True
    try:
        return iscoroutinefunction(resolve(path).func)
    except Resolver404:
        return True
