"""Serving pictures of links: cached by content, drawn in a worker process, limited by network.

Strangers, crawlers of messengers among them, ask for these: a picture is that of a visitor without
a session, whoever asks.
"""

import hashlib
from collections.abc import Callable

from allauth.core.ratelimit import respond_429
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from django.utils.translation import get_language, override

from core.http.client_address import network_of
from core.rate_limits import within
from core.runtime.single_flight import SharedCopies
from core.runtime.worker_pools import heavy_pool
from games.pictures.rendering import png_of

PICTURES_PER_MINUTE_MAX = 60
"""Of one network. A picture that the client has is not counted."""
KEPT_MAX = 64
"""Pictures that a process keeps, of about 130 kB."""
LANGUAGE = "language"
"""The parameter with the language of a picture: that of the page whose link shows it."""

_kept: SharedCopies[bytes] = SharedCopies(lifetime_s=None, most=KEPT_MAX)


def picture_url(request: HttpRequest, path: str) -> str:
    """The whole URL of a picture, in the language of the present page."""
    return f"{request.build_absolute_uri(path)}?{LANGUAGE}={get_language()}"


def picture_response(request: HttpRequest, svg: Callable[[], str]) -> HttpResponse:
    """The picture that `svg` draws in the language that the request names; raises Busy."""
    asked = request.GET.get(LANGUAGE, "")
    known = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with override(known):
        drawn = svg()
    digest = hashlib.sha256(drawn.encode()).hexdigest()[:32]
    etag = f'"{digest}"'
    response: HttpResponse
    if etag in {
        one.removeprefix("W/") for one in parse_etags(request.headers.get("If-None-Match", ""))
    }:
        response = HttpResponseNotModified()
    elif not within("pictures", network_of(request), most=PICTURES_PER_MINUTE_MAX, seconds=60):
        response = respond_429(request)
        return response
    else:
        body = _kept.get(digest, lambda: heavy_pool().run(png_of, drawn))
        response = HttpResponse(body, content_type="image/png")
    response["ETag"] = etag
    # The rights of strangers can change, so each use asks whether the picture has.
    response["Cache-Control"] = "public, no-cache"
    return response
