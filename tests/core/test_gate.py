"""The gate: few concurrent requests of a network, token buckets, and refusals as HTML or JSON."""

import asyncio
import json
from collections import Counter
from typing import Any

import pytest

from core.errors import Busy
from core.http.gate import Buckets, Gate, Limits, Share, Slots, waiting
from tests.support.gates import Site, ask, scope

PLENTY = Share(1000, 1000)


def limits(**changed: Any) -> Limits:
    values: dict[str, Any] = {
        "under_way": 2,
        "waiting": 3,
        "wait_s": 30,
        "person": PLENTY,
        "network": PLENTY,
        "refuse_after_s": 0,
    }
    return Limits(**(values | changed))


def gate_of(app: Any, **changed: Any) -> Gate:
    return Gate(
        app,
        limits(**changed),
        cost_of=lambda method, path: None if path == "/free" else 5.0 if path == "/dear" else 1.0,
        page=lambda status: b"<p>%d</p>" % status,
    )


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_requests_of_a_network_are_limited_and_others_pass() -> None:
    site = Site()
    gate = gate_of(site)
    flood = [asyncio.create_task(ask(gate, scope())) for _ in range(9)]
    await settle()
    assert site.inside["192.0.2.1"] == 2
    other = asyncio.create_task(ask(gate, scope("192.0.2.2")))
    await settle()
    assert site.inside["192.0.2.2"] == 1
    refused = [task.result() for task in flood if task.done()]
    assert [status for status, *_ in refused] == [503] * 4  # two inside, three wait
    assert all(int(headers[b"retry-after"]) > 0 for _, headers, _ in refused)
    site.go.set()
    statuses = Counter(status for status, *_ in await asyncio.gather(*flood))
    assert statuses == {200: 5, 503: 4}
    assert (await other)[0] == 200
    assert site.most["192.0.2.1"] == 2


async def test_waiting_for_a_slot_times_out() -> None:
    site = Site()
    gate = gate_of(site, under_way=1, wait_s=0.01)
    first = asyncio.create_task(ask(gate, scope()))
    await settle()
    status, _, body = await ask(gate, scope())
    assert (status, json.loads(body)["code"]) == (503, "BUSY")
    site.go.set()
    assert (await first)[0] == 200
    assert (await ask(gate, scope()))[0] == 200


async def test_a_client_leaving_the_queue_leaves_no_trace() -> None:
    slots = Slots(1, 5, 30)
    await slots.take("a")
    gone = asyncio.create_task(slots.take("a"))
    await settle()
    gone.cancel()
    await settle()
    given = asyncio.create_task(slots.take("a"))
    late = asyncio.create_task(slots.take("a"))
    await settle()
    slots.give("a")
    late.cancel()  # at the moment when the slot is passed on
    await given
    slots.give("a")
    await settle()
    assert slots.under_way("a") == 0


async def test_a_waiting_request_gives_its_slot_up() -> None:
    changed, seen = asyncio.Event(), Counter[str]()

    async def site(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["path"] == "/poll":
            async with waiting(scope):
                await changed.wait()
        seen[scope["path"]] += 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    gate = gate_of(site, under_way=1, waiting=1)
    polls = [asyncio.create_task(ask(gate, scope(path="/poll"))) for _ in range(5)]
    for _ in range(5):
        await settle()
    assert (await ask(gate, scope(path="/act")))[0] == 200
    changed.set()
    answers = await asyncio.gather(*polls)
    assert Counter(status for status, *_ in answers)[200] == seen["/poll"] >= 2


async def test_token_buckets_of_a_client_and_of_a_network() -> None:
    site = Site()
    site.go.set()
    gate = gate_of(site, person=Share(3, 0.01), network=Share(5, 0.01))
    clara = scope(cookie="session=c")
    assert [(await ask(gate, clara))[0] for _ in range(4)] == [200, 200, 200, 429]
    made_up = [scope(cookie=f"session={n}") for n in range(4)]
    assert [(await ask(gate, one))[0] for one in made_up] == [200, 200, 429, 429]
    assert (await ask(gate, scope("192.0.2.2")))[0] == 200
    status, headers, _ = await ask(gate, clara)
    assert status == 429
    assert int(headers[b"retry-after"]) > 1


async def test_expensive_requests_cost_more_and_exempt_ones_nothing() -> None:
    site = Site()
    site.go.set()
    gate = gate_of(site, network=Share(6, 0.01))
    assert (await ask(gate, scope(path="/dear")))[0] == 200
    assert (await ask(gate, scope(path="/dear")))[0] == 429
    assert (await ask(gate, scope()))[0] == 200
    assert [(await ask(gate, scope(path="/free")))[0] for _ in range(9)] == [200] * 9


async def test_browsers_get_a_page_and_other_clients_json() -> None:
    site = Site()
    site.go.set()
    gate = gate_of(site, network=Share(1, 0.01))
    await ask(gate, scope())
    _, headers, body = await ask(gate, scope(accept="text/html,*/*;q=0.8"))
    assert (headers[b"content-type"], body) == (b"text/html; charset=utf-8", b"<p>429</p>")
    _, headers, body = await ask(gate, scope(accept="*/*"))
    said = json.loads(body)
    assert said["code"] == "TOO_MANY"
    assert said["data"]["wait_s"] == int(headers[b"retry-after"])


def test_buckets_refill_and_drop_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    buckets = Buckets(Share(2, 1))
    assert [buckets.take("a", 1, now=0) for _ in range(3)] == [0, 0, 1]
    assert buckets.take("a", 1, now=1) == 0
    monkeypatch.setattr(Buckets, "NETWORKS_MAX", 3)
    for n in range(10):
        buckets.take(f"b{n}", 1, now=1)
    assert len(buckets._left) == 3


async def test_busy_is_raised_when_the_queue_is_full() -> None:
    slots = Slots(1, 0, 1)
    await slots.take("a")
    with pytest.raises(Busy):
        await slots.take("a")
