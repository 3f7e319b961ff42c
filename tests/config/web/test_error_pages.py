"""Error pages: in the site's frame with search and tables, and plain where that fails."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import OperationalError
from django.http import Http404
from django.test import Client, RequestFactory

from accounts.people.actions.users import create_guest
from config.web import error_pages
from config.web.gate import gated
from core.errors import Busy
from core.messages import catalogue
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Table
from tests.support.cases import for_each

PAGES = (400, 403, 404, 405, 413, 429, 500, 503)
FRAME = ('class="site-bar"', 'class="site-foot"', 'name="search"', 'href="/rules/')


def in_frame(page: str) -> bool:
    return all(part in page for part in FRAME)


def break_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise OperationalError("the database is down")

    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", fail)
    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.ensure_connection", fail)


@for_each("status", PAGES)
def test_the_plain_page_has_the_frame_and_needs_no_database(status: int) -> None:
    page = error_pages.plain(status).decode()  # this test may not query the database
    assert in_frame(page)
    assert f">{status}<" in page
    assert "Log in" not in page


@pytest.fixture
def broken_views(monkeypatch: pytest.MonkeyPatch, client: Client) -> Client:
    """A client that gets what a view raises as a page, as in production."""
    client.raise_request_exception = False
    return client


def ask(client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, **headers: str) -> Any:
    """A page whose view raises this error."""

    def fail(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr("lobby.tables.views.look_of", fail)
    return client.get("/", HTTP_ACCEPT="text/html", **headers)


@pytest.mark.django_db
@for_each(
    ("error", "status"),
    [
        (PermissionDenied(), 403),
        (Http404("There is no such thing."), 404),
        (RequestDataTooBig(), 413),
        (RuntimeError("broken"), 500),
        (Busy(), 503),
    ],
)
def test_every_error_page_shows_search_and_the_tables_of_now(
    broken_views: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    open_a_table(f"Riverside {status}")
    answer = ask(broken_views, monkeypatch, error)
    page = answer.content.decode()
    assert answer.status_code == status
    assert in_frame(page)
    assert f"Riverside {status}" in page
    assert answer["Cache-Control"] == "no-store, private"


def open_a_table(name: str) -> Table:
    return open_table(plan=TablePlan(name=name, game="teen_patti"), host=create_guest())


@pytest.mark.django_db
def test_pages_of_refusals_show_the_visitor_and_other_sentences(client: Client) -> None:
    guest = create_guest()
    client.force_login(guest)
    page = client.get("/players/nobody-at-all/").content.decode()
    assert in_frame(page)
    assert guest.name in page
    assert "Nobody has this name." in page
    refused = Client(enforce_csrf_checks=True).post("/guest/", {"name": "Lotte"})
    assert refused.status_code == 403
    assert in_frame(refused.content.decode())
    wrong = client.get("/tables/join/", HTTP_ACCEPT="text/html")
    assert (wrong.status_code, wrong["Allow"]) == (405, "POST")
    assert in_frame(wrong.content.decode())


@pytest.mark.django_db
def test_programs_get_json(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    script = {"HTTP_ACCEPT": "application/json"}
    refused = Client(enforce_csrf_checks=True).post("/guest/", {"name": "Lotte"}, **script)
    assert json.loads(refused.content)["code"] == "NOT_ALLOWED"
    assert json.loads(client.get("/no/such/", **script).content)["code"] == "NOT_FOUND"
    assert json.loads(client.get("/api/v1/no/such/").content)["code"] == "NOT_FOUND"


@pytest.mark.django_db
@for_each("path", ["/no/such/page/", "/players/Anna/", "/"])
def test_pages_without_a_database_are_plain(
    broken_views: Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    break_database(monkeypatch)
    answer = broken_views.get(path, HTTP_ACCEPT="text/html")
    assert answer.status_code in (404, 503)
    assert in_frame(answer.content.decode())
    if answer.status_code == 503:
        assert answer["Retry-After"] == "1"
        said = broken_views.get(path, HTTP_ACCEPT="application/json")
        assert (said.status_code, said.json()["code"]) == (503, "TRY_AGAIN")


def test_the_gate_refuses_with_the_same_pages() -> None:
    gate: Any = gated(None)  # type: ignore[arg-type]
    assert gate._page(429) == error_pages.plain(429)


def test_a_missing_file_is_answered_without_the_database() -> None:
    answer = error_pages.answer(RequestFactory().get("/static/js/gone.js"), 404)
    assert answer.content == error_pages.plain(404)


def _is_marked(node: Any) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_"


def test_sentences_of_missing_pages_begin_with_a_capital_and_end_with_a_period() -> None:
    words = catalogue("en")
    messages = [key for key in words.entries if key.startswith("refusals.NOT_FOUND")]
    said = [words.text(key, {"files": "table.csv"}) for key in messages]
    for app in ("accounts", "config", "core", "games", "lobby"):
        for file in (Path(settings.BASE_DIR) / app).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Http404":
                    texts = [arg.args[0] if _is_marked(arg) else arg for arg in node.args]
                    said += [text.value for text in texts if isinstance(text, ast.Constant)]
    assert len(said) > 10
    assert [text for text in said if not (text[0].isupper() and text.endswith("."))] == []
