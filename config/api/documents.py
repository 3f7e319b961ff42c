"""The API's documents: its OpenAPI schema, a page to read it, and a first client."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponse, JsonResponse
from django.shortcuts import render
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.ws.document import asyncapi

_READER_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
"""The reader writes style elements of its own; scripts are as strict as everywhere."""


class Schema(SpectacularAPIView):
    """The OpenAPI document."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class Docs(SpectacularSwaggerSplitView):
    """A page to read the schema and to try it."""

    url_name = "api_schema"
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **named: Any
    ) -> Response:
        final = super().finalize_response(request, response, *args, **named)
        final["Content-Security-Policy"] = _READER_POLICY
        return final


def sockets(request: HttpRequest) -> JsonResponse:
    """The AsyncAPI document of the sockets."""
    return JsonResponse(asyncapi())


def ten_minutes(request: HttpRequest) -> HttpResponse:
    """Write a client in ten minutes; the commands name the address the reader came by."""
    base = request.build_absolute_uri("/")
    context = {"base": base, "socket": base.replace("http", "ws", 1)}
    return render(request, "api/ten_minutes.html", context)
