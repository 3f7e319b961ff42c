"""The API's documents: its OpenAPI schema, a page to read it, and a tutorial for a first client."""

import json
from typing import Any

import django
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.http import require_GET
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from config.api import examples, refusals
from core.http import openapi
from core.http.django_request import django_request
from core.http.documents import Document
from core.http.rendering import encode
from core.http.serving import serve
from core.runtime.cpu_pool import CpuPool
from core.runtime.single_flight import SharedCopies
from games.engines.core import registry
from lobby.tables.ws.document import asyncapi

_READER_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
"""The reader adds style elements of its own; scripts are as restricted as everywhere."""


_MAKING_S_MAX = 60.0
"""More time than a machine under full load needs."""

_documents: SharedCopies[Document] = SharedCopies(lifetime_s=None, most=8)
"""By media type; each process makes a document once."""


class _Negotiation(DefaultContentNegotiation):
    """REST framework's, with a parameter `format` that other routes have for filters of theirs."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        """The renderer and the media type, by `Accept` or `?format=`."""
        return super().select_renderer(request, renderers, request.query_params.get("format"))


def complete(result: dict[str, Any], **named: Any) -> dict[str, Any]:
    """Add refusals, examples and the shapes within shapes; a hook of drf-spectacular."""
    return openapi.complete(examples.document(refusals.document(result)))


class Schema(SpectacularAPIView):
    """The OpenAPI document."""

    schema = None  # the document does not contain itself
    content_negotiation_class = _Negotiation
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def get(self, request: Request, *args: Any, **named: Any) -> HttpResponse:
        """Return the document as YAML or JSON, by `Accept` or `?format=`."""
        renderer = request.accepted_renderer
        document = _documents.get(renderer.media_type, lambda: _made_elsewhere(renderer))
        return serve(django_request(request), document)


def _made_elsewhere(renderer: BaseRenderer) -> Document:
    """The OpenAPI document, made in a child process.

    Making it takes a second of CPU time. In this process all requests would be slower for that
    second.
    """
    pool = CpuPool(
        min(1, settings.CPU_POOL_WORKERS),
        1,
        "documents",
        limit_s=_MAKING_S_MAX,
        prepare=django.setup,
    )
    try:
        return pool.run(_openapi, renderer)
    finally:
        pool.close()


def _openapi(renderer: BaseRenderer) -> Document:
    with override("en"):
        generator: Any = SchemaGenerator
        schema = generator().get_schema(request=None, public=True)
        # Without the indentation of the renderer, half of the document.
        is_json = renderer.media_type.endswith("json")
        body: Any = encode(schema) if is_json else renderer.render(schema, renderer.media_type, {})
    return Document.of(body, renderer.media_type)


class Docs(SpectacularSwaggerSplitView):
    """A page to read the schema and to try requests."""

    url_name = "api_schema"
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **named: Any
    ) -> Response:
        final = super().finalize_response(request, response, *args, **named)
        final["Content-Security-Policy"] = _READER_POLICY
        return final


@require_GET
def sockets(request: HttpRequest) -> HttpResponse:
    """The AsyncAPI document of the sockets."""
    return serve(request, _documents.get("asyncapi", _asyncapi))


def _asyncapi() -> Document:
    return Document.of(json.dumps(asyncapi()).encode(), "application/json")


@require_GET
def ten_minutes(request: HttpRequest) -> HttpResponse:
    """The tutorial "A client in ten minutes"; its commands use the host of the request."""
    base = request.build_absolute_uri("/")
    context = {"base": base, "socket": base.replace("http", "ws", 1), "game": registry.first()}
    return render(request, "api/ten_minutes.html", context)
