"""`docs/rest-parity.md` is the truth: all that pages and sockets can do has a route and a test."""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lobby.tables.commands import LOBBY, TABLE
from tests.support.access import MATRIX
from tests.support.page_routes import pages

ROOT = Path(__file__).resolve().parents[2]
NONE = "–"
FORMS, READING, MESSAGES, STAFF = (
    *("## Forms", "## Pages to read", "## Messages of the sockets"),
    "## Staff pages",
)
WITHOUT_ROUTE = {
    FORMS: {
        *("accounts/login/code/confirm/", "accounts/confirm-email/", "healthz", "readyz"),
    },
    READING: {
        *("api/", "accounts/inactive/", "fair/cheat/"),
        *("favicon.ico", "apple-touch-icon.png", "apple-touch-icon-<slug:size>.png"),
        *("robots.txt", "sitemap.xml", "manifest.webmanifest"),
        *("service-worker.js", "offline/", "security.txt", ".well-known/security.txt"),
        *("t/<slug:slug>/qr.svg", "i/<slug:code>/qr.svg"),
        *("t/<slug:slug>/picture.png", "i/<slug:code>/picture.png"),
        *("hands/<uuid:hand_id>/picture.png", "h/<str:code>/picture.png"),
        *("accounts/password/reset/done/", "accounts/password/reset/key/done/"),
    },
    MESSAGES: {"play_here", "ticket"},
}
"""What has no route, for the reason in its row. Besides, pages that only show their form."""
ONLY_A_FORM = "only its form, or its result: see above"


class Row(NamedTuple):
    """One action of one page, or one message."""

    page: str
    action: str
    route: str
    test: str


def table(chapter: str) -> list[Row]:
    """The rows of a chapter; the home page is `/` there and has an empty address."""
    text = (ROOT / "docs/rest-parity.md").read_text()
    lines = text.split(f"{chapter}\n", 1)[1].split("\n## ", 1)[0].splitlines()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("| `")]
    named = [Row(*(cell.strip().strip("`") for cell in row)) for row in rows]
    return [row._replace(page="" if row.page == "/" else row.page) for row in named]


@cache
def functions_of(file: str) -> frozenset[str]:
    path = ROOT / file
    found = ast.walk(ast.parse(path.read_text())) if path.exists() else ()
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in found if isinstance(node, functions))


def test_every_page_that_takes_a_form_is_in_the_table_and_no_other() -> None:
    assert {row.page for row in table(FORMS)} == {
        page.path for page in pages().values() if "POST" in page.methods
    }


def test_every_page_that_can_be_read_is_in_the_table_and_no_other() -> None:
    assert {row.page for row in table(READING)} == {
        page.path for page in pages().values() if "GET" in page.methods
    }


def test_a_page_that_only_shows_its_form_takes_one() -> None:
    forms = {row.page for row in table(FORMS)}
    assert {row.page for row in table(READING) if row.test == ONLY_A_FORM} <= forms


def test_every_message_of_a_client_is_in_the_table_and_no_other() -> None:
    actions = {one.name for one in TABLE if one.is_action}
    routes = {f"{one.method.lower()} tables/{{slug}}/{one.address}" for one in TABLE if one.address}
    assert len(routes) == len(actions)
    assert routes <= set(MATRIX)
    names = {one.name for one in (*TABLE, *LOBBY)} - actions | {"ticket"}
    assert {row.page for row in table(MESSAGES)} == names


def test_every_action_has_a_route_and_its_test() -> None:
    for chapter, without in WITHOUT_ROUTE.items():
        rows = table(chapter)
        assert {
            row.page for row in rows if row.route == NONE and row.test != ONLY_A_FORM
        } == without
        assert all(row.test for row in rows)
        received = [row for row in rows if row.route != NONE]
        assert [row for row in received if row.route not in MATRIX] == []
        assert [row for row in received if not has_test(row.test)] == []


def has_test(name: str) -> bool:
    file, _, function = name.partition("::")
    return function in functions_of(file)


def test_every_route_of_staff_is_in_the_table_with_its_test() -> None:
    text = (ROOT / "docs/rest-parity.md").read_text().split(f"{STAFF}\n", 1)[1]
    cells = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")]
    rows = [[cell.strip().strip("`") for cell in row] for row in cells[1:]]
    routes = {row[1] for row in rows if row[1] != NONE}
    assert routes == {route for route in MATRIX if route.split(" ")[1].startswith("staff")}
    assert [row for row in rows if row[1] != NONE and not has_test(row[2])] == []
