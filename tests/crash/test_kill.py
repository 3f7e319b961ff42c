"""Kill anything in the middle of a hand: the same hand goes on and no chip is lost."""

import asyncio
import re

import pytest
from websockets.exceptions import WebSocketException

from tests.crash.conftest import CLOCK_MS
from tests.crash.guest import Guest, Line
from tests.support.waiting import until


async def seated(base: str, name: str) -> tuple[Guest, str, Line]:
    """A guest at a table with three bots, at their turn in a hand."""
    guest = Guest(base)
    await asyncio.to_thread(guest.post, "/guest/", name=name, next="/")
    page = await asyncio.to_thread(guest.get, "/play/teen_patti/")
    stakes = re.search(r'name="unit" value="(\d+)"', page)
    assert stakes is not None
    chosen = {"unit": stakes[1], "part": "half"}
    address = await asyncio.to_thread(guest.post, "/play/teen_patti/", **chosen)
    slug = address.rstrip("/").rsplit("/", 1)[-1]
    line = await guest.table(slug)
    await line.my_turn()
    assert line.table["clock_ms"] == CLOCK_MS
    return guest, slug, line


async def again(guest: Guest, slug: str) -> Line:
    """Come back to the table as a browser does, until the server lets us."""

    async def attempt() -> Line | None:
        try:
            return await guest.table(slug)
        except (OSError, TimeoutError, WebSocketException):
            return None

    line = await until(attempt, "the table")
    assert line is not None
    return line


async def play_out(line: Line) -> None:
    """Pack when it is our turn and wait for the end of the hand."""
    assert line.hand is not None
    hand = line.hand["id"]
    while line.hand["id"] == hand and line.hand["view"]["phase"] != "settled":
        if "fold" in line.legal:
            await line.act("fold")
        elif "refuse" in line.legal:
            await line.act("refuse")
        else:
            await line.receive()


async def leave(line: Line) -> None:
    """Give the seat up, so that no later guest's hand waits for this one."""
    answer = await line.ask("leave")
    assert answer["type"] == "ok", answer
    await line.close()


def all_is_killed_and_started_again(running):
    running.kill("web")
    running.kill_postgres()
    running.up.kill()
    running.up.wait()
    running.start()


@pytest.mark.full
async def test_the_same_hand_goes_on_after_each_kill(running):
    guest, slug, line = await seated(running.base, "Rosa")
    answer = await line.act("see")
    assert answer["type"] == "ok", answer
    hand, seq = line.hand["id"], answer["seq"]

    for kill in ("everything", "web", "dealer", "postgres"):
        if kill == "everything":  # at once after the answer
            await asyncio.to_thread(all_is_killed_and_started_again, running)
            await line.close()
        elif kill == "postgres":
            running.kill_postgres()
        else:
            killed = running.child(kill)
            killed.kill()
            await line.close()
            await until(lambda: running.child_now(kill) not in (None, killed), f"another {kill}")  # noqa: B023
        await asyncio.to_thread(running.wait)
        back = await again(guest, slug)
        assert back.hand["id"] == hand, f"another hand after killing {kill}"
        assert back.hand["seq"] >= seq, f"an acknowledged action is gone after killing {kill}"
        own = next(seat for seat in back.hand["view"]["seats"] if seat["seat"] == back.you["seat"])
        assert own["blind"] is False
        assert "??" not in own["cards"]
        line = back

    await line.my_turn()

    async def bet() -> bool:
        answer = await line.act("bet", line.legal["bet"]["min"]) if "bet" in line.legal else None
        assert answer is None or answer["type"] == "ok" or answer["code"] == "TRY_AGAIN", answer
        return answer is None or answer["type"] == "ok"

    await until(bet, "the bet to be taken")
    await play_out(line)
    await leave(line)
    audit = await asyncio.to_thread(running.manage, "audit")
    assert audit.returncode == 0, audit.stdout + audit.stderr
