"""Networks that let no socket through, or lose one silently: the table says so and plays on."""

import asyncio
import re
from contextlib import asynccontextmanager

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import async_playwright, expect

from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import ChatLine, Seat
from tests.browser.seated_table import click, log_in, session_of
from tests.support.live import chromium_path
from tests.support.size import some
from tests.support.three_people import three_people
from tests.support.waiting import slowly, until

NO_SOCKETS = "window.WebSocket = class { constructor() { throw new Error('blocked'); } };"
"""What some extensions do."""

pytestmark = pytest.mark.django_db(transaction=True)


async def refuse(page):
    """Sockets are closed as soon as they are opened: a proxy that refuses CONNECT."""
    await page.route_web_socket("**/ws/**", lambda socket: socket.close())


async def swallow(page):
    """Sockets open, and nothing comes: a proxy that answers 101 and passes no frame."""
    await page.route_web_socket("**/ws/**", lambda socket: None)


async def throw(page):
    await page.add_init_script(NO_SOCKETS)


@pytest.mark.parametrize("spoil", some([swallow, throw, refuse], 2))
async def test_a_table_is_played_by_ordinary_requests(visitors, spoil):
    room, sessions = await sync_to_async(three_people)()
    asha = await visitors.arrive("asha", width=1440, height=900)
    asha.allow += ["WebSocket", "409"]
    await log_in(visitors, asha, sessions["Asha"])
    await spoil(asha.page)
    await asha.page.goto(f"/t/{room.table.slug}/")
    page = asha.page
    if spoil is swallow:
        sentence = page.get_by_text("Your network may block live connections")
        await expect(sentence).to_be_visible(timeout=slowly(10) * 1_000)
        await expect(page.get_by_role("link", name="Go to lobby")).to_be_visible()
    await expect(page.get_by_text("updated by ordinary requests")).to_be_visible()
    await expect(page.locator(".light")).to_have_text("Slower connection")
    await page.get_by_role("button", name="Deal the first hand").first.click()
    await page.locator(".see-button[aria-disabled=false]").click()
    await click(asha, "chaal")
    # The others' actions come by the poll that waits for them.
    binod, chitra = room.people[1:]
    await until(sync_to_async(lambda: room.turn == binod), "Asha's chaal to be stored")
    answer = await sync_to_async(room.act)(binod, "fold")
    assert answer.seq is not None, answer
    await expect(page.locator("[data-seat='1'] .says")).to_have_text("Packed")
    await page.get_by_role("tab", name="Chat").or_(page.get_by_role("tab", name="Players")).click()
    await page.get_by_role("textbox", name="Message").fill("by post")
    await page.keyboard.press("Enter")
    await expect(page.locator(".chat")).to_contain_text("by post")
    assert await ChatLine.objects.filter(text="by post").aexists()
    await asha.shoot(f"polling-{spoil.__name__}")
    await sync_to_async(room.act)(chitra, "fold")
    await expect(page.locator(".result")).to_contain_text("You win")
    await page.get_by_role("button", name="Table menu").click()
    await page.get_by_role("button", name="Leave the table").click()
    await page.get_by_role("button", name="Leave the table").click()
    await expect(page.get_by_text("You are watching")).to_be_visible()
    assert not await Seat.objects.filter(user=room.people[0]).aexists()


async def test_a_spectator_takes_a_seat_without_sockets(visitors):
    room, _sessions = await sync_to_async(three_people)()
    rosa = await visitors.arrive("rosa", width=375, height=812)
    rosa.allow.append("WebSocket")
    await throw(rosa.page)
    await rosa.page.goto(f"/t/{room.table.slug}/")
    await rosa.page.get_by_role("button", name="Sit in seat 5").click()
    dialog = rosa.page.get_by_role("dialog")
    await dialog.get_by_label("Your name").fill("Rosa Luna")
    await dialog.get_by_role("button", name="Play as Rosa Luna").click()
    await dialog.get_by_role("button", name="Sit down").click()
    await expect(rosa.page.locator(".hero .name")).to_have_text("Rosa Luna")


async def test_a_table_returns_to_its_socket(visitors):
    """One that passes again ends the requests; the notice goes, and messages come by frames."""
    room, sessions = await sync_to_async(three_people)()
    asha = await visitors.arrive("asha", width=1440, height=900)
    asha.allow.append("WebSocket")
    blocked = True

    async def gate(socket):
        if blocked:
            await socket.close()
        else:
            socket.connect_to_server()

    await asha.page.route_web_socket("**/ws/**", gate)
    await log_in(visitors, asha, sessions["Asha"])
    await asha.page.goto(f"/t/{room.table.slug}/")
    await expect(asha.page.locator(".light")).to_have_text("Slower connection")
    blocked = False
    await asha.page.evaluate("dispatchEvent(new Event('online'))")
    await expect(asha.page.locator(".light")).to_have_text("Connected", timeout=slowly(3) * 1_000)
    await expect(asha.page.get_by_text("updated by ordinary requests")).to_have_count(0)
    await asha.page.get_by_role("button", name="Deal the first hand").first.click()
    await expect(asha.page.locator(".see-button")).to_be_visible()


async def test_the_lobby_is_read_again_without_sockets(visitors):
    rosa = await visitors.arrive("rosa", width=1440, height=900)
    rosa.allow.append("WebSocket")
    plans = [TablePlan(name="Marigold"), TablePlan(name="Riverside", game="holdem", preset="cash")]
    for plan in plans:
        await sync_to_async(open_table)(plan=plan, host=None, is_house_table=True)
    await throw(rosa.page)
    await rosa.page.goto("/")
    tables = rosa.page.locator("#tables")
    await expect(tables).to_contain_text("Marigold")
    await rosa.page.locator(".filters").get_by_label("Game").select_option("holdem")
    await expect(tables).not_to_contain_text("Marigold")
    await expect(tables).to_contain_text("Riverside")


async def through(reader, writer, host, port):
    """Copies bytes both ways until one side ends."""
    there, back = await asyncio.open_connection(host, port)

    async def copy(source, sink):
        while data := await source.read(65_536):
            sink.write(data)
            await sink.drain()
        sink.close()

    await asyncio.gather(copy(reader, back), copy(there, writer), return_exceptions=True)


@asynccontextmanager
async def proxy(kind, port):
    """A proxy of pages that passes no socket: `refused`, `unanswered` or `silent`."""
    held = []

    async def serve(reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        method, target, *_ = head.split(b" ")
        if method != b"CONNECT":
            there, back = await asyncio.open_connection("127.0.0.1", port)
            path = b"/" + target.split(b"/", 3)[3]
            head = head.replace(target, path, 1).replace(b"Proxy-Connection: keep-alive\r\n", b"")
            back.write(head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
            if length := re.search(rb"(?i)content-length: (\d+)", head):
                back.write(await reader.readexactly(int(length[1])))
            whole = await there.read(-1)  # a proxy that passes answers on only as a whole
            writer.write(whole)
            await writer.drain()
            back.close()
            writer.close()
        elif kind == "refused":
            writer.write(
                b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            writer.close()
        elif kind == "unanswered":
            held.append(writer)
        else:
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            there, back = await asyncio.open_connection("127.0.0.1", port)
            back.write(await reader.readuntil(b"\r\n\r\n"))
            writer.write(await there.readuntil(b"\r\n\r\n"))
            held.extend((writer, back))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for one in held:
            one.close()


@pytest.mark.full
@pytest.mark.parametrize("kind", ["refused", "unanswered", "silent"])
async def test_a_real_proxy_that_passes_no_socket(released, live, chromium, kind):
    room, _sessions = await sync_to_async(three_people)()
    key = await sync_to_async(session_of)(room.people[0])
    async with proxy(kind, live.port) as address, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium_path(),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
            proxy={"server": address, "bypass": "<-loopback>"},
        )
        page = await browser.new_page()
        await page.context.add_cookies([{"name": "sessionid", "value": key, "url": live.url}])
        await page.goto(f"{live.url}/t/{room.table.slug}/")
        received = page.get_by_text(re.compile(r"blocks? live\s+connections"))
        await expect(received).to_be_visible(timeout=slowly(10) * 1_000)
        await expect(page.get_by_text("updated by ordinary requests")).to_be_visible()
        await page.get_by_role("button", name="Deal the first hand").first.click()
        await page.locator(".see-button[aria-disabled=false]").click()
        await expect(page.locator(".place.chaal")).to_contain_text("20")
        await browser.close()
