"""Requests of the client against a fake server: tokens, retries, refusals."""

import asyncio
import json
import time
from types import SimpleNamespace

import httpx
import pytest

from cardhouse_client import Client, LoggedOut, Refused, Stale, Tokens, TooMany, Unreachable, tables
from cardhouse_client import http as http_module
from cardhouse_client.http import Http
from cardhouse_client.tables import PolledTable

PREFERENCES = {
    "room": "",
    "felt": "",
    "digits": "",
    "back": "",
    "deck": "",
    "size": "",
    "speed": "",
    "motion": "",
    "edge": "",
    "label": "",
    "numbers": "",
    "amounts": "",
    "keys": {},
}
ME = {
    "id": "1",
    "name": "Asha",
    "kind": "guest",
    "avatar": 1,
    "email": "",
    "is_staff": False,
    "language": "",
    "joined_at": 1,
    "tables": [],
    "preferences": PREFERENCES,
}
BALANCE = {
    "wallet": 10,
    "in_play": 0,
    "refill": {"allowed": False, "amount": 0, "code": "", "reason": ""},
}
SESSION = {"access": "a1", "refresh": "r1", "you": ME}
NO_TOKEN = httpx.Response(401, json={"code": "BAD_TOKEN", "text": "Log in again."})


class Server:
    """Answers each path with the next of its answers (the last one again), and keeps requests."""

    def __init__(self, **answers):
        self.answers = {f"/api/v1/{path}": list(some) for path, some in answers.items()}
        self.asked: list[httpx.Request] = []

    async def __call__(self, request):
        self.asked.append(request)
        await asyncio.sleep(0)
        some = self.answers[request.url.path]
        answer = some.pop(0) if len(some) > 1 else some[0]
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, httpx.Response):
            return httpx.Response(
                answer.status_code, headers=answer.headers, content=answer.content
            )
        return httpx.Response(200, json=answer)

    def paths(self):
        return [request.url.path.removeprefix("/api/v1/") for request in self.asked]

    def bodies(self):
        return [json.loads(request.content) for request in self.asked]


def client(server, **options):
    return Client("http://cards.test", transport=httpx.MockTransport(server), **options)


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    monkeypatch.setattr(http_module, "PAUSES_S", (0.0, 0.0, 0.0))


def renewing(server):
    """Return a server that accepts only the newest access token, and each refresh token once."""
    valid = {"access": "a1", "refresh": "r1", "count": 1}

    async def answer(request):
        server.asked.append(request)
        await asyncio.sleep(0)  # lets other requests interleave
        if request.url.path.endswith("/refresh"):
            if json.loads(request.content)["refresh"] != valid["refresh"]:
                return httpx.Response(401, json={"code": "TOKEN_REUSED", "text": "No."})
            valid["count"] += 1
            valid["access"], valid["refresh"] = f"a{valid['count']}", f"r{valid['count']}"
            return httpx.Response(200, json={**SESSION, **valid})
        if request.headers.get("authorization") != f"Bearer {valid['access']}":
            return httpx.Response(NO_TOKEN.status_code, json=NO_TOKEN.json())
        return httpx.Response(200, json=BALANCE)

    return answer


async def test_a_log_in_sends_the_code_of_a_second_factor_only_if_there_is_one():
    server = Server(login=[SESSION])
    async with client(server) as asha:
        await asha.login("Asha", "secret")
        await asha.login("Asha", "secret", code="123456")
    assert [body.get("code") for body in server.bodies()] == [None, "123456"]
    assert "code" not in server.bodies()[0]


async def test_a_log_in_without_its_code_is_refused_with_a_message():
    needed = httpx.Response(403, json={"code": "CODE_NEEDED", "text": "Send its code too."})
    async with client(Server(login=[needed])) as asha:
        with pytest.raises(Refused) as no:
            await asha.login("Asha", "secret")
    assert no.value.code == "CODE_NEEDED"


async def test_ten_requests_with_a_spent_token_renew_it_once():
    server, kept = Server(), []
    tokens = Tokens("old", "r1")
    async with client(renewing(server), tokens=tokens, keep=kept.append) as asha:
        found = await asyncio.gather(*(asha.balance() for _ in range(10)))
    assert [balance.wallet for balance in found] == [10] * 10
    assert server.paths().count("refresh") == 1
    assert kept == [Tokens("a2", "r2")]


async def test_a_token_is_renewed_again_and_again():
    server = Server()
    async with client(renewing(server), tokens=Tokens("old", "r1")) as asha:
        for number in (2, 3):
            await asha.balance()
            assert asha.http.tokens == Tokens(f"a{number}", f"r{number}")
            asha.http.tokens = Tokens("spent", f"r{number}")


async def test_a_refresh_whose_answer_is_lost_is_sent_again():
    server = Server(
        me=[NO_TOKEN, ME],
        refresh=[
            httpx.ReadError("cut"),
            httpx.Response(502, text="away"),
            {**SESSION, "access": "a2"},
        ],
    )
    async with client(server, tokens=Tokens("old", "r1")) as asha:
        assert (await asha.me()).name == "Asha"
        assert asha.http.tokens == Tokens("a2", "r1")
    assert server.paths() == ["me", "refresh", "refresh", "refresh", "me"]
    refreshes = [one for one in server.asked if one.url.path.endswith("/refresh")]
    assert [json.loads(one.content) for one in refreshes] == [{"refresh": "r1"}] * 3


async def test_an_invalid_refresh_token_logs_out():
    server = Server()
    async with client(renewing(server), tokens=Tokens("old", "stolen")) as asha:
        with pytest.raises(LoggedOut) as no:
            await asha.balance()
        assert no.value.code == "TOKEN_REUSED"
        assert asha.http.tokens is None


async def test_a_read_is_retried_after_a_lost_connection_and_after_retry_after():
    wait = httpx.Response(
        429, json={"code": "TOO_MANY", "text": "Wait."}, headers={"Retry-After": "0.1"}
    )
    away = httpx.Response(502, text="<h1>Bad gateway</h1>")
    server = Server(me=[httpx.ConnectError("cut"), wait, away, ME])
    begun = time.monotonic()
    async with client(server) as asha:
        assert (await asha.me()).name == "Asha"
    assert len(server.asked) == 4
    assert time.monotonic() - begun >= 0.1


async def test_a_read_is_given_up_after_some_attempts():
    server = Server(me=[httpx.ReadTimeout("slow")])
    async with client(server) as asha:
        with pytest.raises(Unreachable):
            await asha.me()
    assert len(server.asked) == 4


async def test_a_client_waits_no_longer_than_its_patience():
    hour = httpx.Response(
        429, json={"code": "TOO_MANY", "text": "Wait."}, headers={"Retry-After": "3600"}
    )
    server = Server(guest=[hour])
    async with client(server) as asha:
        with pytest.raises(TooMany) as no:
            await asha.guest()
    assert no.value.wait_s == 3600
    assert len(server.asked) == 1


async def test_a_write_with_a_key_is_sent_again_with_the_same_key():
    seat = httpx.Response(409, json={"code": "SEAT_TAKEN", "text": "Somebody sits there."})
    server = Server(**{"tables/abc/sit": [httpx.ReadError("cut"), httpx.ReadError("cut"), seat]})
    async with client(server) as asha:
        with pytest.raises(Refused) as no:
            await asha.at("abc").sit(2, 500)
    assert no.value.code == "SEAT_TAKEN"
    first, second, third = server.bodies()
    assert first == second == third
    assert first["key"]
    assert (first["seat"], first["buy_in"]) == (2, 500)


async def test_a_write_without_a_key_is_not_sent_twice():
    server = Server(**{"tables/abc/chat": [httpx.ReadError("cut")]})
    async with client(server) as asha:
        with pytest.raises(Unreachable):
            await asha.at("abc").say("hello")
    assert len(server.asked) == 1


async def test_a_list_is_read_to_its_end():
    line = {
        "id": 1,
        "at": 1,
        "kind": "grant",
        "label": "",
        "amount": 5,
        "balance_after": 5,
        "memo": "",
    }
    pages = [{"items": [line, line], "next": 7}, {"items": [line], "next": None}]
    server = Server(**{"me/statement": pages})
    async with client(server) as asha:
        assert len([line async for line in asha.statement()]) == 3
    assert [request.url.params.get("cursor") for request in server.asked] == [None, "7"]


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (409, "STALE_ACTION", Stale),
        (401, "LOG_IN_REQUIRED", LoggedOut),
        (401, "BAD_LOGIN", Refused),
        (404, "NOT_FOUND", Refused),
    ],
)
async def test_a_refusal_is_an_exception_of_its_kind(status, code, kind):
    body = {"code": code, "text": "No.", "data": {"state": 1}}
    async with client(Server(me=[httpx.Response(status, json=body)])) as asha:
        with pytest.raises(Refused) as no:
            await asha.me()
    assert type(no.value) is kind
    assert (no.value.code, no.value.text, no.value.data) == (code, "No.", {"state": 1})


async def test_logging_in_is_anonymous_and_later_requests_are_authenticated():
    server = Server(login=[SESSION], me=[ME])
    async with client(server, tokens=Tokens("old", "old")) as asha:
        await asha.login("Asha", "secret")
        await asha.me()
    sent = [request.headers.get("authorization") for request in server.asked]
    assert sent == [None, "Bearer a1"]


class Away(PolledTable):
    """A table whose server answers with each of these in turn."""

    def __init__(self, *answers):
        super().__init__(Http("http://cards.test"), "abc")
        self.answers = list(answers)

    async def state(self, *, wait=0):
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        self.latest = answer
        return answer


async def test_a_table_over_requests_outlives_a_server_that_is_away_for_less_than_a_minute(
    monkeypatch,
):
    """A primary that is lost is replaced within half a minute."""
    one, two = SimpleNamespace(at="1"), SimpleNamespace(at="2")
    away = [Unreachable("away")] * 5
    states = aiter(Away(one, *away, two, *away))
    assert [await anext(states), await anext(states)] == [one, two]
    monkeypatch.setattr(tables, "GIVE_UP_S", -1)
    for table, left in ((Away(*away, one), 5), (Away(one, *away), 4)):
        with pytest.raises(Unreachable):
            assert [state async for state in table]
        assert len(table.answers) == left
