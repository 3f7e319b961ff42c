"""The gate as the settings configure it, and requests that give up their slot."""

import json
import uuid
from typing import Any

import pytest
from django.test import AsyncRequestFactory

from config.web.gate import cost_of, gated
from core.http.gate import SLOT, Slot, Slots
from lobby.tables.api import play
from tests.support.gates import Site, ask, scope


@pytest.mark.parametrize(
    ("path", "cost"),
    [("/static/js/site.js", None), ("/healthz", None), ("/", 1), ("/t/abc/", 1), ("/readyz", 1)],
)
def test_requests_have_their_costs(path: str, cost: float | None) -> None:
    assert cost_of("GET", path) == cost


def test_expensive_pages_cost_more_than_others() -> None:
    for path in ("/odds/", "/api/v1/odds", "/api/v1/paytables/simulate", "/accounts/login/"):
        assert (cost_of("POST", path) or 0) > 1, path


@pytest.mark.slow
async def test_settings_limit_a_network(settings: Any) -> None:
    settings.NETWORK_BURST, settings.NETWORK_EACH_SECOND = 3, 0.01
    site = Site()
    site.go.set()
    gate = gated(site)
    assert [(await ask(gate, scope()))[0] for _ in range(3)] == [200] * 3
    status, headers, body = await ask(gate, scope(accept="text/html"))
    assert status == 429
    assert int(headers[b"retry-after"]) >= 1
    assert "Too many requests" in body.decode()
    status, _, body = await ask(gate, scope())
    assert (status, json.loads(body)["code"]) == (429, "TOO_MANY")
    assert (await ask(gate, scope("192.0.2.2")))[0] == 200


async def test_a_long_poll_holds_no_slot_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    slots = Slots(1, 0, 1)
    await slots.take("a")
    seen = []

    async def until_change(wait: play.Wait) -> None:
        seen.append(slots.under_way("a"))

    class State(play.State):
        def initial(self, *args: Any, **named: Any) -> None:
            """Anybody may ask."""

        def _prepare(self, *_: Any) -> play.Wait:
            return play.Wait(uuid.uuid4(), None, "", "", 1)

        def _after_wait(self, *_: Any) -> Any:
            return "answer"

    monkeypatch.setattr(play, "_until_change", until_change)
    request = AsyncRequestFactory().get("/")
    request.scope[SLOT] = Slot(slots, "a")
    response = await State.as_view()(request, slug="x")
    assert response.data == "answer"
    assert (seen, slots.under_way("a")) == ([0], 1)
