"""Bodies of requests mean the same however they are sent: with a length, in chunks, in pieces."""

import asyncio
import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator

from accounts.people.models import User
from config.web import pages
from core.http.parsing import BODY_BYTES_MAX
from tests.support.app import App, _empty_cache, anna, app_of
from tests.support.live import LiveServer
from tests.support.waiting import PATIENCE_S

__all__ = ["_empty_cache", "anna"]

pytestmark = pytest.mark.django_db(transaction=True)
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
KEY = "k" * 32
"""The secret of forms, as cookie and as field."""
communicator: Any = ApplicationCommunicator  # without types


def in_chunks(body: bytes, size: int = 7) -> bytes:
    """A body in the chunked transfer coding."""
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in [*parts, b""])


def head(line: str, **headers: str) -> bytes:
    named = {"Host": "127.0.0.1", "Connection": "close", **headers}
    text = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
    return f"{line} HTTP/1.1\r\n{text}\r\n".encode()


async def ask(live: LiveServer, sent: bytes) -> tuple[int, bytes]:
    """The status and the body of the answer to these bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", live.port, limit=2**20)
    writer.write(sent)
    async with asyncio.timeout(PATIENCE_S):
        answer = await reader.read(-1)
    writer.close()
    first, _, body = answer.partition(b"\r\n\r\n")
    return int(first.split()[1]), body


def both_ways(line: str, body: bytes, kind: str = JSON, **headers: str) -> Iterator[bytes]:
    """A request with the length of its body, in small chunks, and in one."""
    named = {"Content_Type": kind, **headers}
    yield head(line, Content_Length=str(len(body)), **named) + body
    for size in (7, 1 << 20):
        yield head(line, Transfer_Encoding="chunked", **named) + in_chunks(body, size)


def multipart(**fields: str) -> bytes:
    parts = [
        f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    return ("".join(parts) + "--edge--\r\n").encode()


def said(answer: tuple[int, bytes]) -> tuple[int, str]:
    """The status and the code of a refusal."""
    return answer[0], json.loads(answer[1])["code"]


async def test_the_api_reads_chunks_as_it_reads_a_length(
    live_server_without_dealer: LiveServer, anna: User, settings: Any
) -> None:
    live = live_server_without_dealer
    settings.THROTTLE_RATES = {"enter": (1_000, 60)}
    wrong = json.dumps({"name": "Anna", "password": "not-it-at-all"}).encode()
    unknown = b'{"nobody": 1}'
    filled = b'{"name": "%b"}' % (b"x" * (BODY_BYTES_MAX - 12))
    for body, wanted in (
        (wrong, (401, "BAD_LOGIN")),
        (unknown, (400, "BAD_REQUEST")),
        (b"", (400, "BAD_REQUEST")),
        (b" ", (400, "BAD_JSON")),
        (b"{", (400, "BAD_JSON")),
        (filled, (400, "BAD_REQUEST")),
        (filled + b" ", (413, "TOO_LARGE")),
        (b"x" * (pages.LARGEST_FORM + 1), (413, "TOO_LARGE")),
    ):
        answers = [await ask(live, sent) for sent in both_ways("POST /api/v1/login", body)]
        assert [said(answer) for answer in answers] == [wanted] * 3, body[:40]
        assert len({answer[1] for answer in answers}) == 1


async def test_a_body_of_chunks_changes_what_it_asks_for(
    live_server_without_dealer: LiveServer, anna: User
) -> None:
    live = live_server_without_dealer

    @sync_to_async
    def phone() -> App:
        return app_of(anna)

    @sync_to_async
    def status(app: App) -> int:
        code: int = app.ask("get", "me").status_code
        return code

    one, other = await phone(), await phone()
    token = {"Authorization": f"Bearer {one.access}"}
    for way in range(3):
        body = b'{"avatar": %d}' % way
        assert (await ask(live, list(both_ways("PATCH /api/v1/me", body, **token))[way]))[0] == 200
        await sync_to_async(anna.refresh_from_db)()
        assert anna.avatar == way
    (_, *chunked) = both_ways("POST /api/v1/logout", b'{"everywhere": true}', **token)
    assert (await ask(live, chunked[0]))[0] == 204
    assert [await status(one), await status(other)] == [401, 401]


async def test_forms_of_pages_are_read_in_chunks_too(
    live_server_without_dealer: LiveServer,
) -> None:
    live = live_server_without_dealer
    wanted = []
    for number, kind in enumerate((FORM, "multipart/form-data; boundary=edge")):
        fields = {"csrfmiddlewaretoken": KEY, "avatar": "7"}
        for way in range(3):
            name = f"Way {number}{way}"
            body = (
                multipart(name=name, **fields)
                if number
                else f"csrfmiddlewaretoken={KEY}&avatar=7&name={name.replace(' ', '+')}".encode()
            )
            sent = list(both_ways("POST /guest/", body, kind, Cookie=f"csrftoken={KEY}"))[way]
            assert (await ask(live, sent))[0] == 302
            wanted.append(name)
    found = User.objects.filter(name__startswith="Way ").order_by("name")
    assert [user.name async for user in found] == wanted
    body = f"csrfmiddlewaretoken={KEY}&name={'x' * pages.LARGEST_FORM}".encode()
    for sent in both_ways("POST /guest/", body, FORM, Cookie=f"csrftoken={KEY}"):
        assert (await ask(live, sent))[0] == 413


async def test_a_client_may_wait_for_leave_to_send_the_body(
    live_server_without_dealer: LiveServer,
) -> None:
    body = b'{"nobody": 1}'
    for sent in both_ways("POST /api/v1/login", body, Expect="100-continue"):
        begin, _, rest = sent.partition(b"\r\n\r\n")
        reader, writer = await asyncio.open_connection("127.0.0.1", live_server_without_dealer.port)
        writer.write(begin + b"\r\n\r\n")
        async with asyncio.timeout(PATIENCE_S):
            assert (await reader.readline()).split()[1] == b"100"
            assert await reader.readline() == b"\r\n"
            writer.write(rest)
            assert (await reader.readline()).split()[1] == b"400"
            assert b"Unknown field" in await reader.read(-1)
        writer.close()


async def test_lengths_that_contradict_each_other_are_refused(
    live_server_without_dealer: LiveServer,
) -> None:
    body = b'{"nobody": 1}'
    line, named = "POST /api/v1/login", {"Content_Type": JSON}
    two = head(line, **named).replace(
        b"\r\n\r\n", b"\r\nContent-Length: 13\r\nContent-Length: 12\r\n\r\n"
    )
    for sent in (
        head(line, Content_Length="13", Transfer_Encoding="chunked", **named) + in_chunks(body),
        two + body,
        head(line, Content_Length="-1", **named) + body,
        head(line, Content_Length="x", **named) + body,
    ):
        assert (await ask(live_server_without_dealer, sent))[0] == 400


async def test_a_compressed_body_is_refused_and_not_read_as_something_else(
    live_server_without_dealer: LiveServer,
) -> None:
    body = gzip.compress(b'{"everywhere": true}')
    for sent in both_ways("POST /api/v1/logout", body, Content_Encoding="gzip"):
        assert said(await ask(live_server_without_dealer, sent)) == (415, "ENCODED_BODY")
    for sent in both_ways("POST /guest/", body, FORM, Content_Encoding="br"):
        assert (await ask(live_server_without_dealer, sent))[0] == 415
    plain = b'{"nobody": 1}'
    for sent in both_ways("POST /api/v1/login", plain, Content_Encoding="identity"):
        assert said(await ask(live_server_without_dealer, sent)) == (400, "BAD_REQUEST")


def posted_login(*headers: tuple[bytes, bytes]) -> Any:
    """A log-in of which the server told the application the head only."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/login",
        "client": ("127.0.0.1", 5000),
        "query_string": b"",
        "headers": [(b"host", b"localhost"), *headers],
    }
    return communicator(pages.Pages(), scope)


async def test_a_server_that_names_neither_length_nor_coding_is_read_too() -> None:
    """As HTTP/2 may: the messages alone say where the body ends."""
    line = posted_login((b"content-type", b"application/json"))
    for piece in (b'{"nob', b'ody": 1}'):
        await line.send_input({"type": "http.request", "body": piece, "more_body": True})
    await line.send_input({"type": "http.request"})
    assert (await line.receive_output(30))["status"] == 400
    assert b"Unknown field" in (await line.receive_output(30))["body"]
    await line.wait(30)


@pytest.mark.parametrize(
    ("body", "coding", "status"),
    [(b"x" * (pages.LARGEST_FORM + 1), b"identity", 413), (b"{}", b"gzip", 415)],
)
async def test_an_app_in_a_web_view_may_read_why_a_body_is_refused(
    body: bytes, coding: bytes, status: int
) -> None:
    origin = b"capacitor://localhost"
    line = posted_login((b"origin", origin), (b"content-encoding", coding))
    await line.send_input({"type": "http.request", "body": body})
    start = await line.receive_output(30)
    headers = {name.lower(): value for name, value in start["headers"]}
    assert (start["status"], headers.get(b"access-control-allow-origin")) == (status, origin)


async def test_a_refusal_of_a_body_is_in_the_language_of_the_client() -> None:
    line = posted_login((b"accept-language", b"hi"), (b"content-encoding", b"gzip"))
    await line.send_input({"type": "http.request", "body": b"{}"})
    assert (await line.receive_output(30))["status"] == 415
    answer = json.loads((await line.receive_output(30))["body"])
    assert answer["text"].startswith("बॉडी को जैसी है वैसी ही भेजें")
