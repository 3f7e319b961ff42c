"""Modules of the pages in a real browser, from the folder of static files."""

import asyncio
import functools
import http.server
import json
import threading
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from core.messages import catalogue
from tests.support.live import UNDRAWN
from tests.support.waiting import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
MESSAGES = "/static/messages/"
EMPTY = f'<!doctype html><title>empty</title><link id="messages" href="{MESSAGES}en/site.json">'
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class _Files(http.server.SimpleHTTPRequestHandler):
    """The static files, an empty page, and any page that an address carries: `/told?<page>`.

    A test that answered a page's requests itself would stop each of its 130 requests, and switch
    the browser's cache off.
    """

    protocol_version = "HTTP/1.1"  # one connection for many files

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600")  # tests share the windows
        super().end_headers()

    def do_GET(self) -> None:
        path, _, page = self.path.partition("?")
        if path == "/empty":
            self.answer("text/html", EMPTY)
        elif path == "/told":
            self.answer("text/html", unquote(page))
        elif path.startswith(MESSAGES):
            self.answer("application/json", _messages(path.removeprefix(MESSAGES).split("/")[0]))
        else:
            super().do_GET()

    def answer(self, media_type: str, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@functools.cache
def _messages(language: str) -> str:
    return json.dumps(catalogue(language).to_json())


@pytest.fixture(scope="session")
def files() -> Iterator[str]:
    """The folder of static files on a free port."""
    handler = functools.partial(_Files, directory=str(ROOT))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def window(chromium: Browser) -> AsyncIterator[Page]:
    """The window that tests share in turn: opening one takes ten times as long as a test."""
    window = await chromium.new_page()
    window.set_default_timeout(PATIENCE_S * 1_000)
    yield window
    await window.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(files: str, window: Page) -> Page:
    """An empty page of the files' origin, with empty storage."""
    await window.set_viewport_size({"width": 1280, "height": 720})
    await open_empty(window, files)
    await window.evaluate("localStorage.clear()")
    return window


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def empty_page(files: str, chromium: Browser) -> AsyncIterator[Page]:
    """A page that stays empty, for tests that only call functions.

    To load a page takes ten times as long as such a test. A test that adds to the document, the
    storage or the state of a module takes `page`.
    """
    page = await chromium.new_page()
    await open_empty(page, files)
    yield page
    left = "[document.body.childElementCount, localStorage.length]"
    assert await page.evaluate(left) == [0, 0], f"a test changed it: {await page.content()}"
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def own_page(files: str, chromium: Browser) -> AsyncIterator[Page]:
    """The same in a separate window, for tests that change the window's clock."""
    page = await chromium.new_page()
    page.set_default_timeout(PATIENCE_S * 1_000)
    await open_empty(page, files)
    yield page
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def still_page(own_page: Page) -> Page:
    """The same with a clock that stands still until a test lets time pass."""
    await stop_clock(own_page)
    return own_page


async def open_empty(page: Page, files: str) -> None:
    """An empty page of the files' origin, with the messages that a page of a table loads."""
    await page.goto(f"{files}/empty")
    await page.evaluate("async () => (await import('/static/js/messages.js')).load()")


async def stop_clock(page: Page) -> None:
    """Time passes in this window only by `page.clock.run_for`, however slow the machine is."""
    await page.clock.install(time=NOON)
    await page.clock.pause_at(NOON + timedelta(minutes=1))


async def run(page: Page, module: str, body: str, argument: Any = None) -> Any:
    """The value of `body` with the module as `m` and the argument as `x`."""
    script = f"async (x) => {{ const m = await import('/static/js/{module}'); return {body}; }}"
    return await asyncio.wait_for(page.evaluate(script, argument), PATIENCE_S)


@pytest_asyncio.fixture(loop_scope="session", name="told")
async def told_page(chromium: Browser) -> AsyncIterator[Page]:
    """A window for the page of a table, in which nothing is drawn or moves."""
    page = await chromium.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    await page.add_init_script(UNDRAWN)
    page.set_default_timeout(PATIENCE_S * 1_000)
    yield page
    await page.close()
