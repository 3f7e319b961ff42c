"""The handler of pages: one thread for each, and the event loop for what is asynchronous."""

import threading
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from asgiref.testing import ApplicationCommunicator
from django.contrib.sessions.middleware import SessionMiddleware

from config.web import pages
from lobby.tables import views
from lobby.tables.list import lobby_page

communicator: Any = ApplicationCommunicator  # without types


async def get(path: str) -> int:
    """The status of a page from the handler itself."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    line: Any = communicator(pages.Pages(), scope)
    await line.send_input({"type": "http.request"})
    status: int = (await line.receive_output(30))["status"]
    await line.receive_output(30)
    await line.wait(30)
    return status


@pytest.mark.django_db(transaction=True)
async def test_middleware_and_view_of_a_page_run_in_one_switch_of_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads, switches = [], []
    before, games, switch = (
        SessionMiddleware.process_request,
        lobby_page.games_of_lobby,
        SyncToAsync.__call__,
    )

    def in_middleware(self: Any, request: Any) -> None:
        threads.append(threading.get_ident())
        before(self, request)

    def in_view() -> Any:
        threads.append(threading.get_ident())
        return games()

    async def counted(self: Any, *args: Any, **named: Any) -> Any:
        switches.append(self.func)
        return await switch(self, *args, **named)

    monkeypatch.setattr(SessionMiddleware, "process_request", in_middleware)
    monkeypatch.setattr(views, "games_of_lobby", in_view)
    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    assert await get("/") == 200
    assert len(set(threads)) == 1
    assert threads[0] != threading.get_ident()
    # Besides the page: the signal that a request began, and closing the response.
    assert len(switches) <= 4


@pytest.mark.parametrize(
    ("path", "stays"),
    [
        ("/", False),
        ("/odds/", False),
        ("/healthz", True),
        ("/static/css/site.css", True),
        ("/no/such/page/", False),
    ],
)
def test_files_and_asynchronous_views_stay_in_the_loop(path: str, stays: bool) -> None:
    assert pages.stays_in_loop(path) is stays


@pytest.mark.django_db(transaction=True)
async def test_both_ways_answer() -> None:
    assert [await get(path) for path in ("/healthz", "/no/such/page/")] == [200, 404]
