"""Pages that are the same for all strangers: rendered once for many, for a short time.

A stranger has no session: the page can hold nothing of theirs but the tokens of its forms, which
are put in anew for each. Everybody else is served by the view itself.
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

from core.single_flight import SharedCopies

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

LONGEST_QUERY = 200
MOST = 64
"""Copies kept of one view's pages: by address and language."""
_TOKEN = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}(?=")')


@dataclass(frozen=True, slots=True)
class _Page:
    """A rendered page, cut where the form's tokens stand."""

    pieces: tuple[bytes, ...]
    kind: str


def shared_page(seconds: float) -> Callable[[View[P]], View[P]]:
    """A decorator for views of GET: strangers get a page that is at most `seconds` old.

    Only answers with status 200 that set no cookie are shared. The setting SHARED_ANSWERS False
    switches it off.
    """

    def decorate(view: View[P]) -> View[P]:
        copies: SharedCopies[_Page | None] = SharedCopies(lifetime_s=seconds, most=MOST)

        @wraps(view)
        def shared(request: HttpRequest, /, *args: P.args, **named: P.kwargs) -> HttpResponseBase:
            if not is_stranger(request):
                return view(request, *args, **named)
            own: list[HttpResponseBase] = []

            def render() -> _Page | None:
                own.append(view(request, *args, **named))
                return _page_of(request, own[0])

            page = copies.get((request.get_full_path(), get_language()), render)
            if own:
                return own[0]  # the one that was rendered for this request
            return view(request, *args, **named) if page is None else _answer(request, page)

        return shared

    return decorate


def is_stranger(request: HttpRequest) -> bool:
    """Whether the asker has neither a session nor a question of their own length."""
    return (
        settings.SHARED_ANSWERS
        and request.method == "GET"
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
        and "Authorization" not in request.headers
        and len(request.META.get("QUERY_STRING", "")) <= LONGEST_QUERY
    )


def _page_of(request: HttpRequest, response: HttpResponseBase) -> _Page | None:
    """The page for others, None for an answer that is not for others."""
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
        return None  # a token that is not in a form
    return _Page(pieces, response["Content-Type"])


def _answer(request: HttpRequest, page: _Page) -> HttpResponse:
    body = page.pieces[0]
    if len(page.pieces) > 1:
        body = get_token(request).encode().join(page.pieces)
    response = HttpResponse(body, content_type=page.kind)
    patch_vary_headers(response, ["Cookie"])
    return response
