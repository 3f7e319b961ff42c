"""The platform in threads of the test process: a real server, a dealer, and a browser for it.

The server is the production one (same options, same ASGI application, static files too); only its
database is the test's. Fixtures are in tests/conftest.py.
"""

import asyncio
import json
import os
import re
import socket
import threading
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from config.management.commands.web import server_options
from config.web.draining import DrainingServer
from games.engines.core import registry
from tests.support.waiting import PATIENCE_S, wait_until

_GAMES = json.dumps({"taught": [game.key for game in registry.all_games()]})
TAUGHT = f"""try {{
  const key = "cardhouse.settings";
  if (!localStorage.getItem(key)) localStorage.setItem(key, {json.dumps(_GAMES)});
}} catch {{}}"""
"""Nobody's first turn is explained: notes would lie over what tests are about."""
UNDRAWN = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { opacity: 0 !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""Nothing of a page is drawn: without a graphics card that takes more than all else together."""
ARTEFACTS = Path(__file__).resolve().parents[1] / "artefacts"
PICTURES = os.environ.get("PICTURES") == "1"
STOP_S = 60.0
APPLICATION: Any = "config.asgi:application"
"""What a live server serves."""

expect.set_options(timeout=PATIENCE_S * 1_000)  # five seconds are too few on a loaded machine


@dataclass
class LiveServer:
    """uvicorn on a free port in a thread of its own, with its own event loop."""

    port: int = 0
    _server: uvicorn.Server | None = None
    _thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """The origin, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        """The origin of sockets, without a slash at the end."""
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve; returns once connections are accepted."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        config = uvicorn.Config(APPLICATION, **server_options())
        server = DrainingServer(config)
        self._server = server

        def serve() -> None:
            with listener:
                server.run(sockets=[listener])

        self._thread = threading.Thread(target=serve, name="live server", daemon=True)
        self._thread.start()
        wait_until(self._started_or_over, "the live server")
        assert server.started, "the live server ended while it was starting"

    def _started_or_over(self) -> bool:
        assert self._server is not None
        assert self._thread is not None
        return self._server.started or not self._thread.is_alive()

    def stop(self) -> None:
        """End as at SIGTERM: sockets are closed, the lifespan ends."""
        if self._server is None or self._thread is None:
            return
        self._server.should_exit = True
        self._thread.join(STOP_S)
        if self._thread.is_alive():
            self._server.force_exit = True
            self._thread.join(STOP_S)
        assert not self._thread.is_alive(), "the live server does not end"


@dataclass
class LiveDealer:
    """A dealer in a thread of its own."""

    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    _stop: asyncio.Event = field(default_factory=asyncio.Event)
    _thread: threading.Thread | None = None
    failure: BaseException | None = None

    def start(self, run: Any) -> None:
        """Run `run(stop)`, the dealer's coroutine function."""

        def deal() -> None:
            work: Coroutine[Any, Any, None] = run(self._stop)
            try:
                self._loop.run_until_complete(work)
            except BaseException as error:
                self.failure = error
            finally:
                self._loop.run_until_complete(self._loop.shutdown_default_executor())
                self._loop.close()

        self._thread = threading.Thread(target=deal, name="live dealer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the round and the dealer; raises the exception that made it fail."""
        with suppress(RuntimeError):  # the loop is closed: it ended by itself
            self._loop.call_soon_threadsafe(self._stop.set)
        if self._thread is not None:
            self._thread.join(STOP_S)
            assert not self._thread.is_alive(), "the dealer does not end"
        if self.failure is not None:
            raise self.failure


# Messages of the browser itself, which no page causes.
_HARMLESS = re.compile(r"favicon\.ico")


@dataclass
class Visitor:
    """One user's browser window, with its own cookies and a list of the page's errors.

    `allow` takes patterns of complaints a test provokes on purpose.
    """

    name: str
    context: BrowserContext
    page: Page
    allow: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    async def shoot(self, title: str, *, whole: bool = False) -> None:
        """Keep a picture of the window, or of the whole page, as tests/artefacts/TITLE-NAME.png.

        Only on demand: a picture takes longer than the checks between two.
        """
        if PICTURES:
            ARTEFACTS.mkdir(exist_ok=True)
            path = ARTEFACTS / f"{title}-{self.name}.png"
            await self.page.screenshot(path=path, full_page=whole)

    def unexpected(self) -> list[str]:
        """Complaints that no pattern of `allow` covers: script errors, refused files, CSP."""
        patterns = [re.compile(pattern) for pattern in self.allow] + [_HARMLESS]
        return [line for line in self.complaints if not any(p.search(line) for p in patterns)]


@dataclass
class Visitors:
    """Opens windows in one browser, and looks at the end whether any of them complained."""

    browser: Browser
    url: str
    everyone: list[Visitor] = field(default_factory=list)

    async def arrive(
        self,
        name: str,
        *,
        width: int = 1280,
        height: int = 800,
        drawn: bool = False,
        **options: Any,
    ) -> Visitor:
        """A new window for a user called `name` (a label for pictures, not an account).

        `options` go to Playwright's new_context, e.g. has_touch=True. Nothing moves in it without
        reduced_motion="no-preference", and its pages are laid out, clicked and read but not drawn
        unless `drawn`: both are done at the cost of everything else. A test that is about colours
        or about what a user sees move needs `drawn`.
        """
        # A worker between page and server would hide requests from tests that look for them.
        options = {"reduced_motion": "reduce", "service_workers": "block"} | options
        context = await self.browser.new_context(
            base_url=self.url, viewport={"width": width, "height": height}, **options
        )
        context.set_default_timeout(PATIENCE_S * 1_000)
        await context.add_init_script(TAUGHT)
        if not (drawn or PICTURES):
            await context.add_init_script(UNDRAWN)
        visitor = Visitor(name, context, await context.new_page())
        visitor.page.on("pageerror", lambda error: visitor.complaints.append(f"script: {error}"))
        visitor.page.on("console", lambda message: _note(visitor, message))
        self.everyone.append(visitor)
        return visitor


def _note(visitor: Visitor, message: ConsoleMessage) -> None:
    if message.type == "error":
        visitor.complaints.append(f"console: {message.text} ({message.location.get('url', '')})")


def chromium_path() -> str | None:
    """The browser `make test` found, or the usual ones when pytest is run by hand."""
    import shutil

    usual = ("chromium-headless-shell", "chromium", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, usual)), None)
