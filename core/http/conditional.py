"""Views whose responses clients may cache, and views whose responses are files."""

from typing import Any

from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework.request import Request
from rest_framework.response import Response

from core.http.view import OpenView


@method_decorator(conditional_page, name="dispatch")
class LastingView(OpenView):
    """A view with an ETag: a request with `If-None-Match` gets 304 until the content changes."""

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **named: Any
    ) -> Response:
        final = super().finalize_response(request, response, *args, **named)
        if final.status_code == 200:
            final["Cache-Control"] = "no-cache"
        return final


class FileView(OpenView):
    """A view whose response is a file of fixed type, whatever the request accepts."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)


class DocumentView(FileView):
    """A file that is the same for everyone, with the caching rules of its document."""

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **named: Any
    ) -> Response:
        own = response.headers.get("Cache-Control")
        final = super().finalize_response(request, response, *args, **named)
        if own is not None:
            final["Cache-Control"] = own
        return final
