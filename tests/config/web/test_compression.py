"""Answers are compressed where their length gives no secret away."""

import gzip
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.test import AsyncClient, Client, RequestFactory

from accounts.people.actions.users import create_guest
from config.web.middleware import Compression
from lobby.tables.hosting.tables import TablePlan, open_table
from tests.support.cases import for_each

GZIP = {"Accept-Encoding": "gzip"}
TEXT = "a lot of text " * 200


def answered(response: HttpResponse, *, session: bool = False, **request: Any) -> HttpResponse:
    """The answer of a view that gives this response, to a client that takes gzip."""
    made = RequestFactory().generic(
        request.pop("method", "GET"), request.pop("path", "/"), headers={**GZIP, **request}
    )
    if session:
        made.COOKIES[settings.SESSION_COOKIE_NAME] = "anything"
    found: HttpResponse = Compression(lambda _request: response)(made)
    return found


def is_compressed(response: HttpResponse) -> bool:
    return response.get("Content-Encoding") == "gzip"


@for_each(
    ("request_", "kind", "compressed"),
    [
        ({}, "text/html; charset=utf-8", True),
        ({"path": "/?search=x"}, "text/html", True),
        ({}, "application/json", True),
        ({}, "image/webp", False),
        ({"method": "POST"}, "text/html", False),
        ({"session": True}, "text/html", True),
        ({"session": True, "path": "/?search=x"}, "text/html", False),
        ({"session": True}, "application/json", False),
        ({"session": True, "method": "POST"}, "text/html", False),
        ({"Authorization": "Bearer x"}, "application/json", False),
        ({"Accept-Encoding": "br"}, "text/html", False),
    ],
)
def test_the_request_decides(request_: dict[str, Any], kind: str, compressed: bool) -> None:
    response = answered(HttpResponse(TEXT, content_type=kind), **request_)
    assert is_compressed(response) is compressed
    text = gzip.decompress(response.content) if compressed else response.content
    assert text.decode() == TEXT


def test_small_answers_and_refusals_are_sent_as_they_are() -> None:
    assert not is_compressed(answered(HttpResponse("x" * 1_000)))
    assert is_compressed(answered(HttpResponse("x" * 1_100)))
    assert not is_compressed(answered(JsonResponse({"text": TEXT}, status=404)))
    assert not is_compressed(answered(HttpResponse(TEXT, headers={"Content-Encoding": "br"})))


def test_the_same_answer_has_not_always_the_same_length() -> None:
    lengths = {len(answered(HttpResponse(TEXT)).content) for _ in range(60)}
    assert len(lengths) > 5


@pytest.mark.django_db
def test_pages_and_the_api_in_full(client: Client) -> None:
    user = create_guest(name="Asha")
    for number in range(8):
        open_table(plan=TablePlan(name=f"Table {number}"), host=None)
    assert is_compressed(client.get("/", headers=GZIP))
    assert is_compressed(client.get("/api/v1/tables", headers=GZIP))
    client.force_login(user)
    page = client.get("/", headers=GZIP)
    assert is_compressed(page)
    assert "Accept-Encoding" in page["Vary"]
    assert b"Asha" in gzip.decompress(page.content)
    assert not is_compressed(client.get("/?search=Table", headers=GZIP))
    assert not is_compressed(client.get("/api/v1/tables", headers=GZIP))


@pytest.mark.django_db
async def test_it_is_done_in_the_asynchronous_chain_too() -> None:
    page = await AsyncClient().get("/conduct/", headers=GZIP)
    assert is_compressed(page)
    assert b"</html>" in gzip.decompress(page.content)
