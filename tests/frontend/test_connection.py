"""The connection of a table's page: how long a try takes, when it hurries, whose clock counts."""

import pytest
from playwright.async_api import Page

from tests.frontend.conftest import run

SOCKET = "table/net/socket.js"
STORE = "table/store.js"
FAKE = """() => {
  window.lines = [];
  window.lights = [];
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 0;
    sent = [];
    constructor() { lines.push(this); }
    send(text) { this.sent.push(JSON.parse(text)); }
    close() { this.readyState = 3; }
    say(message) { this.readyState = 1; this.onmessage({data: JSON.stringify(message)}); }
  };
  const { fetch } = window;
  window.fetch = (url, ...rest) =>
    String(url).includes("/api/") ? Promise.reject(new Error("lost")) : fetch(url, ...rest);
}"""
"""Sockets that do what a test says, and no network."""
MAKE = """(() => {
  const on = { message() {}, light: (one) => lights.push(one) };
  window.line = new m.TableSocket("/ws/table/x/", on, "x");
})()"""
HELLO = {"type": "hello", "now": 1}


async def connection(page: Page) -> Page:
    await page.evaluate(FAKE)
    await run(page, SOCKET, MAKE)
    return page


async def tries(page: Page) -> int:
    count: int = await page.evaluate("lines.length")
    return count


async def test_a_try_without_a_message_ends_after_eight_seconds(still_page: Page) -> None:
    page = await connection(still_page)
    for opens in (False, True):  # CONNECT is not answered; 101 is, and then nothing comes
        before = await tries(page)
        if opens:
            await page.evaluate("lines.at(-1).readyState = 1")
        await page.clock.run_for(6_000)
        assert await tries(page) == before
        await page.clock.run_for(4_000)
        assert await tries(page) == before + 1


async def test_no_pause_between_two_tries_is_longer_than_eight_seconds(still_page: Page) -> None:
    page = await connection(still_page)
    for _ in range(12):
        before = await tries(page)
        await page.evaluate("lines.at(-1).close(), lines.at(-1).onclose({code: 1006})")
        await page.clock.run_for(8_000)
        assert await tries(page) > before


async def test_a_server_that_restarts_is_left_for_the_next_one_without_a_word(
    still_page: Page,
) -> None:
    page = await connection(still_page)
    await page.evaluate("(hello) => lines[0].say(hello)", HELLO)
    await page.evaluate("lines[0].close(), lines[0].onclose({code: 1012})")
    assert await tries(page) == 2
    assert await page.evaluate("lights") == ["connecting", "good"]
    # Where the next one does not answer either, it waits as after every other loss.
    await page.evaluate("lines[1].close(), lines[1].onclose({code: 1012})")
    assert await tries(page) == 2
    assert await page.evaluate("lights.at(-1)") == "lost"


@pytest.mark.parametrize("event", ["online", "visibilitychange", "pageshow"])
@pytest.mark.parametrize("age", [100, 2_500, 6_000])
async def test_a_try_hurries_when_the_device_is_back(
    still_page: Page, event: str, age: int
) -> None:
    page = await connection(still_page)
    await page.clock.run_for(age)
    target = "document" if event == "visibilitychange" else "window"
    if event == "pageshow":
        await page.evaluate("dispatchEvent(new Event('pagehide'))")
        back = "new PageTransitionEvent('pageshow', {persisted: true})"
    else:
        back = f"new Event('{event}')"
    await page.evaluate(f"{target}.dispatchEvent({back})")
    await page.clock.run_for(3_000)
    assert await tries(page) > 1


async def test_a_socket_that_died_silently_is_replaced_within_three_seconds(
    still_page: Page,
) -> None:
    page = await connection(still_page)
    await page.evaluate("(hello) => lines[0].say(hello)", HELLO)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.clock.run_for(3_000)
    assert await tries(page) == 2
    await page.evaluate("(hello) => lines[1].say(hello)", HELLO)
    assert await page.evaluate("lights.at(-1)") == "good"
    await page.clock.run_for(11_000)  # without an event: a ping, and no answer to it
    assert await tries(page) > 2


async def test_a_socket_that_answers_is_kept(still_page: Page) -> None:
    page = await connection(still_page)
    await page.evaluate("(hello) => lines[0].say(hello)", HELLO)
    for _ in range(5):
        await page.evaluate("dispatchEvent(new Event('online'))")
        await page.evaluate("lines[0].say({type: 'pong', now: 1})")
        await page.clock.run_for(1_500)
    assert await tries(page) == 1


async def test_a_command_with_a_key_is_sent_again_while_the_server_says_so(
    still_page: Page,
) -> None:
    """As while PostgreSQL restarts; nobody is told unless that takes long."""
    page = await connection(still_page)
    await page.evaluate("(hello) => lines[0].say(hello)", HELLO)
    await page.evaluate(
        """() => {
          window.told = [];
          window.asked = (type) => lines[0].sent.filter((one) => one.type === type);
          window.again = (type) => {
            const { id } = asked(type).at(-1);
            lines[0].say({type: "refused", id, code: "TRY_AGAIN", now: 1});
          };
          for (const type of ["act", "sit_out"])
            line.command({type}).then((answer) => told.push(answer.code));
        }"""
    )
    await page.evaluate("again('sit_out'), again('act')")
    assert await page.evaluate("told") == ["TRY_AGAIN"], "without a key it might count twice"
    for sent, pause_ms in enumerate((150, 350, 700, 1_500), 2):
        await page.clock.run_for(pause_ms)
        assert await page.evaluate("new Set(asked('act').map((one) => one.key)).size") == 1
        assert await page.evaluate("asked('act').length") == sent
        await page.evaluate("again('act')")
    assert await page.evaluate("told") == ["TRY_AGAIN", "TRY_AGAIN"]


ANSWERS = """() => {
  window.sent = [];
  window.shown = [];
  window.fetch = async (url, { method, body } = {}) => {
    sent.push({ method, key: body && JSON.parse(body).key, at: performance.now() });
    const [status, found, after] = answers[method].length > 1
      ? answers[method].shift() : answers[method][0];
    if (!status) throw new Error("lost");
    const headers = after ? { "Retry-After": after } : {};
    return new Response(JSON.stringify(found), { status, headers });
  };
}"""
"""Requests that are answered as `answers` says: status, body and `Retry-After`."""
POLL = """(() => {
  window.poll = new m.LongPoll("x", {
    message: (one) => shown.push(one.at),
    works: (on) => lights.push(on),
    over() {},
  });
})()"""
AWAY = [503, {"code": "TRY_AGAIN", "text": "Again."}, "1"]


async def polling(page: Page, answers: dict[str, object]) -> Page:
    """A long poll whose requests are answered so."""
    await page.evaluate("(x) => { window.answers = x; window.lights = []; }", answers)
    await page.evaluate(ANSWERS)
    await run(page, "table/net/poll.js", POLL)
    return page


async def test_a_long_poll_asks_again_when_a_server_without_a_database_says_so(
    still_page: Page,
) -> None:
    """As while another PostgreSQL becomes the primary: each second, and no later than that."""
    state = {"table": {}, "at": "1", "now": 1}
    page = await polling(still_page, {"GET": [*[AWAY] * 20, [200, state, None]]})
    for second in range(20):
        assert await page.evaluate("sent.length") == second + 1
        assert await page.evaluate("lights.includes(true)") is False
        await page.clock.run_for(1_000)
    assert await page.evaluate("shown[0]") == "1"
    assert await page.evaluate("lights.at(-1)") is True


@pytest.mark.parametrize("away", [AWAY, [0, None, None]])
async def test_a_command_by_request_is_sent_again_under_its_key(
    still_page: Page, away: list[object]
) -> None:
    page = await polling(
        still_page, {"GET": [[404, {}, None]], "POST": [away, away, [200, {"seq": 4}, None]]}
    )
    command = "(x) => void poll.command(x).then((answer) => { window.told = answer; })"
    await page.evaluate(command, {"type": "act", "id": "1", "key": "k"})
    for pause_ms in (150, 350, 1):
        await page.clock.run_for(pause_ms)
    assert await page.evaluate("sent.map((one) => one.key)") == [None, "k", "k", "k"]
    assert await page.evaluate("told") == {"seq": 4, "ok": True}
    await page.evaluate("([away]) => { answers.POST = [away, [200, {}]]; }", [away])
    await page.evaluate(command, {"type": "sit_out", "id": "2"})
    await page.clock.run_for(10_000)
    assert await page.evaluate("told.ok") is False, "without a key it might count twice"


@pytest.mark.parametrize("minutes", [10, -10, 60 * 24])
async def test_a_clock_set_anew_leaves_countdowns_right(empty_page: Page, minutes: int) -> None:
    """The device's clock jumps; the server's time is known before and after the next message."""
    left: list[float] = await run(
        empty_page,
        STORE,
        """(() => {
          const { now } = Date;
          const store = m.createStore({}, {});
          const zero = now();
          const tell = () => store.receive({ type: "pong", now: zero + 5_000 });
          tell();
          Date.now = () => now() + x * 60_000;
          const error = () => m.serverNow(store.state) - (zero + 5_000);
          const found = [error()];
          tell();
          found.push(error());
          Date.now = now;
          return found;
        })()""",
        minutes,
    )
    assert all(abs(one) < 1_000 for one in left)


@pytest.mark.parametrize("jump", [600_000, -600_000])
async def test_another_clock_of_the_server_counts_after_two_messages(
    empty_page: Page, jump: int
) -> None:
    """Also what a laptop that slept looks like: its own clock stood still."""
    off: float = await run(
        empty_page,
        STORE,
        """(() => {
          const store = m.createStore({}, {});
          const tell = (now) => store.receive({ type: "pong", now });
          tell(1e12);
          tell(1e12 + x);
          tell(1e12 + x);
          return m.serverNow(store.state) - (1e12 + x);
        })()""",
        jump,
    )
    assert abs(off) < 1_000


async def test_one_late_message_moves_no_countdown(empty_page: Page) -> None:
    off: float = await run(
        empty_page,
        STORE,
        """(() => {
          const store = m.createStore({}, {});
          const tell = (now) => store.receive({ type: "pong", now });
          for (const now of [1e12, 1e12 - 20_000, 1e12]) tell(now);
          return m.serverNow(store.state) - 1e12;
        })()""",
    )
    assert abs(off) < 1_000
