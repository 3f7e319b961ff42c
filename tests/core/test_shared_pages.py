"""One rendering for many visitors: nothing personal in it, and form tokens of their own."""

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory

from accounts.people.actions import users
from core.http import shared_pages
from core.http.shared_pages import shared_page
from core.runtime.single_flight import SharedCopies
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.list import table_list

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w{64})"')


@pytest.fixture(autouse=True)
def shared(settings: Any) -> None:
    settings.SHARED_ANSWERS = True


def asked(path: str = "/", **cookies: str) -> HttpRequest:
    request = RequestFactory().get(path)
    request.COOKIES.update(cookies)
    return request


def counting(seconds: float = 60) -> tuple[Any, list[HttpRequest]]:
    seen: list[HttpRequest] = []

    @shared_page(seconds)
    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request)
        field = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
        return HttpResponse(f"{len(seen)} {field}{field}")

    return view, seen


def test_visitors_share_a_page_and_have_their_own_tokens() -> None:
    view, seen = counting()
    requests = [asked() for _ in range(3)]
    pages = [view(request).content.decode() for request in requests]
    assert len(seen) == 1
    assert {TOKEN.sub("", page) for page in pages} == {TOKEN.sub("", pages[0])}
    tokens = [set(TOKEN.findall(page)) for page in pages]
    assert not tokens[0] & tokens[1]
    assert not tokens[1] & tokens[2]
    assert all(request.META["CSRF_COOKIE_NEEDS_UPDATE"] for request in requests)


def test_requests_with_a_session_or_a_token_are_not_shared(settings: Any) -> None:
    view, seen = counting()
    view(asked())
    view(asked(**{settings.SESSION_COOKIE_NAME: "x"}))
    request = asked()
    request.META["HTTP_AUTHORIZATION"] = "Bearer x"
    view(request)
    view(asked(f"/?q={'x' * shared_pages.QUERY_CHARS_MAX}"))
    settings.SHARED_ANSWERS = False
    view(asked())
    assert len(seen) == 5


def test_addresses_and_languages_are_kept_apart() -> None:
    from django.utils.translation import override

    view, seen = counting()
    view(asked("/?a=1"))
    view(asked("/?a=2"))
    with override("hi"):
        view(asked("/?a=1"))
    view(asked("/?a=1"))
    assert len(seen) == 3


def test_answers_with_cookies_or_other_statuses_are_not_shared() -> None:
    seen = []

    @shared_page(60)
    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request)
        response = HttpResponse("x", status=200 if len(seen) < 3 else 404)
        if len(seen) < 3:
            response.set_cookie("own", "1")
        return response

    for _ in range(4):
        view(asked())
    assert len(seen) >= 4


def test_a_token_outside_a_form_is_never_given_to_others() -> None:
    @shared_page(60)
    def view(request: HttpRequest) -> HttpResponse:
        token = get_token(request)
        field = f'<input type="hidden" name="csrfmiddlewaretoken" value="{token}">'
        return HttpResponse(f'{field}<i data-token="{token}">')

    first, second = (view(asked()).content.decode() for _ in range(2))
    (token,) = TOKEN.findall(first)
    assert token not in second


@pytest.mark.django_db
def test_the_lobby_is_rendered_once_for_visitors_and_their_forms_work(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(table_list, "_copies", SharedCopies(lifetime_s=60, most=1))
    call_command("demo")
    readings = []
    inner = table_list.read_tables
    monkeypatch.setattr(
        table_list, "read_tables", lambda *args: readings.append(args) or inner(*args)
    )
    strangers = [Client(enforce_csrf_checks=True) for _ in range(3)]
    pages = [one.get("/", headers={"Accept-Language": "en"}).content.decode() for one in strangers]
    assert len(readings) == 1
    for number, (one, page) in enumerate(zip(strangers, pages, strict=True)):
        form = {"csrfmiddlewaretoken": TOKEN.findall(page)[0], "name": f"Rosa {number}"}
        assert one.post("/guest/", form).status_code == 302  # and each becomes a guest of their own
    names = [one.get("/").context["user"].name for one in strangers]
    assert len(set(names)) == 3
    assert len(readings) == 1, "users read only their own tables anew"
    assert all(name not in page for name in names for page in pages)


@pytest.mark.django_db
def test_users_see_at_once_the_tables_they_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_list, "_copies", SharedCopies(lifetime_s=60, most=1))
    anna = users.register_person(name="Anna", password="correct-horse-42")
    client = Client()
    assert client.get("/api/v1/tables").json()["items"] == []
    opened = open_table(plan=TablePlan(game="holdem", name="Annas"), host=anna)
    assert client.get("/api/v1/tables").json()["items"] == []
    client.force_login(anna)
    assert [row["slug"] for row in client.get("/api/v1/tables").json()["items"]] == [opened.slug]
