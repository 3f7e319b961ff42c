"""Pages that are the same for all visitors without a session: rendered once, cached for seconds.

Without a session a page contains nothing personal except its form tokens, which are inserted anew
for each visitor. All other requests go to the view itself.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from core import preferences
from core.runtime.single_flight import SharedCopies

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

QUERY_CHARS_MAX = 200
COPIES_MAX = 64
"""Cached copies of one view: by path, language and look."""
_TOKEN = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}(?=")')


@dataclass(frozen=True, slots=True)
class _Page:
    """A rendered page, split where its form tokens are."""

    pieces: tuple[bytes, ...]
    kind: str


def shared_page(seconds: float) -> Callable[[View[P]], View[P]]:
    """Decorate a GET view: visitors without a session get a page at most `seconds` old.

    Only responses with status 200 that set no cookie are shared. The setting SHARED_ANSWERS
    switches this off.
    """

    def decorate(view: View[P]) -> View[P]:
        copies: SharedCopies[_Page | None] = SharedCopies(lifetime_s=seconds, most=COPIES_MAX)

        @wraps(view)
        def shared(request: HttpRequest, /, *args: P.args, **named: P.kwargs) -> HttpResponseBase:
            if not is_anonymous(request):
                return view(request, *args, **named)
            own: list[HttpResponseBase] = []

            def render() -> _Page | None:
                own.append(view(request, *args, **named))
                return _page_of(request, own[0])

            look = preferences.look_of_cookie(request.COOKIES.get(preferences.COOKIE, ""))
            key = (request.get_full_path(), get_language(), preferences.to_cookie(look))
            page = copies.get(key, render)
            if own:
                return own[0]  # rendered for this very request
            return view(request, *args, **named) if page is None else _answer(request, page)

        return shared

    return decorate


def is_anonymous(request: HttpRequest) -> bool:
    """Whether the request has no session, and no query string that is too long to cache."""
    return (
        settings.SHARED_ANSWERS
        and request.method == "GET"
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
        and "Authorization" not in request.headers
        and len(request.META.get("QUERY_STRING", "")) <= QUERY_CHARS_MAX
    )


def _page_of(request: HttpRequest, response: HttpResponseBase) -> _Page | None:
    """The page to share; None if this response must not be shared."""
    session: Any = getattr(request, "session", None)
    plain = (
        isinstance(response, HttpResponse)
        and response.status_code == 200
        and not response.cookies
        and (session is None or not session.modified)
    )
    if not plain:
        return None
    assert isinstance(response, HttpResponse)
    tokens = set(_TOKEN.findall(response.content))
    pieces = tuple(_TOKEN.split(response.content))
    if any(token in piece for token in tokens for piece in pieces):
        return None  # a token outside of a form
    return _Page(pieces, response["Content-Type"])


def _answer(request: HttpRequest, page: _Page) -> HttpResponse:
    body = page.pieces[0]
    if len(page.pieces) > 1:
        body = get_token(request).encode().join(page.pieces)
    response = HttpResponse(body, content_type=page.kind)
    patch_vary_headers(response, ["Cookie"])
    return response
