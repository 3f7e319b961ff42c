"""The live server of the tests is the real server: static files, sockets, limits."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from playwright.async_api import Browser
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from accounts.people.actions.users import create_guest
from tests.browser.seated_table import session_of
from tests.support.live import LiveServer
from tests.support.waiting import PATIENCE_S, until

LOBBY = "/ws/lobby/"


async def test_static_files_have_the_headers_of_the_settings(
    live_server_without_dealer: LiveServer, browser: Browser
) -> None:
    live = live_server_without_dealer
    page = await browser.new_page(base_url=live.url)
    answer = await page.request.get("/static/admin/css/base.css")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/css")
    assert answer.headers["cache-control"] == f"max-age={settings.WHITENOISE_MAX_AGE}, public"
    assert len(await answer.body()) > 10_000
    same = await page.request.get(
        "/static/admin/css/base.css", headers={"If-None-Match": answer.headers["etag"]}
    )
    assert same.status == 304
    assert (await page.request.get("/static/../pyproject.toml")).status == 404
    assert (await page.request.get("/static/%2e%2e/pyproject.toml")).status == 404

    await page.goto("/admin/login/")
    assert "site.css" in await page.content()


@pytest.mark.django_db(transaction=True)
async def test_a_wrong_method_has_a_page_also_for_a_user_with_a_session(
    live_server_without_dealer: LiveServer, browser: Browser
) -> None:
    user = await sync_to_async(create_guest)(name="Rosa")
    session = await sync_to_async(session_of)(user)
    page = await browser.new_page(base_url=live_server_without_dealer.url)
    cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"}
    for path in ("/odds/analyse/", "/me/data/"):
        answer = await page.request.get(path, headers={"Accept": "text/html", **cookie})
        assert (answer.status, answer.headers["allow"]) == (405, "POST"), path
        assert "<h1>" in await answer.text()
    await page.close()


async def test_the_policy_stops_inline_scripts(
    live_server_without_dealer: LiveServer, browser: Browser
) -> None:
    page = await browser.new_page(base_url=live_server_without_dealer.url)
    refusals: list[str] = []
    page.on("console", lambda message: refusals.append(message.text))
    await page.goto("/admin/login/")
    await page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            document.body.append(script);
        }"""
    )
    assert await page.evaluate("() => window.ran") is None
    await until(lambda: any("Content Security Policy" in one for one in refusals), "the refusal")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "capacitor://localhost", None])
async def test_a_session_opens_no_socket_from_elsewhere(
    live_server_without_dealer: LiveServer, origin: str | None
) -> None:
    cookie = {"Cookie": f"theme=dark; {settings.SESSION_COOKIE_NAME}=x"}
    headers = cookie | ({"Origin": origin} if origin else {})
    with pytest.raises(InvalidStatus) as refused:
        await connect(live_server_without_dealer.ws + LOBBY, additional_headers=headers)
    answer = refused.value.response
    assert answer.status_code == 403
    said = json.loads(answer.body or b"")
    assert said["code"] == "FOREIGN_ORIGIN"
    assert "/api/v1/ticket" in said["text"]


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://evil.example"}, {"Cookie": "a=b"}])
async def test_an_app_receives_nothing_before_its_ticket(
    live_server_without_dealer: LiveServer, headers: dict[str, str]
) -> None:
    address = live_server_without_dealer.ws + LOBBY
    async with connect(address, additional_headers=headers) as socket:
        await socket.send('{"type": "ping"}')
        assert '"BAD_TICKET"' in str(await asyncio.wait_for(socket.recv(), PATIENCE_S))
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(socket.recv(), PATIENCE_S)


async def test_sockets_are_neither_compressed_nor_large(
    live_server_without_dealer: LiveServer, settings: pytest.FixtureRequest
) -> None:
    live = live_server_without_dealer
    async with connect(live.ws + LOBBY, origin=live.url) as socket:  # type: ignore[arg-type]
        assert socket.response is not None
        assert "Sec-WebSocket-Extensions" not in socket.response.headers
        await socket.send("x" * 9000)
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(_listen(socket), PATIENCE_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def _listen(socket: ClientConnection) -> None:
    while True:
        await socket.recv()
