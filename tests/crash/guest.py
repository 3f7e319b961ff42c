"""A guest who plays over HTTP and a socket, without access to the server's code."""

import asyncio
import http.cookiejar
import json
import re
import urllib.parse
import urllib.request
import uuid
from typing import Any

import websockets

from tests.support.waiting import PATIENCE_S


class Guest:
    """One visitor with their own cookies; `base` such as http://127.0.0.1:8000."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.cookies = http.cookiejar.CookieJar()
        self._http = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> str:
        with self._http.open(self.base + path, timeout=PATIENCE_S) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: str) -> str:
        """Post a form with the page's token; returns the URL of the resulting page."""
        token = next((c.value for c in self.cookies if c.name.endswith("csrftoken")), None)
        if token is None:
            page = self.get("/")
            found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            token = found.group(1) if found else ""
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        request = urllib.request.Request(
            self.base + path, data=data, headers={"Referer": self.base + "/"}
        )
        with self._http.open(request, timeout=PATIENCE_S) as answer:
            return str(answer.url)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{c.name}={c.value}" for c in self.cookies)

    async def table(self, slug: str) -> "Line":
        address = self.base.replace("http", "ws") + f"/ws/table/{slug}/"
        socket = await websockets.connect(
            address, origin=self.base, additional_headers={"Cookie": self.cookie}
        )
        line = Line(socket)
        await line.until(lambda message: message["type"] == "hello")
        return line


def _answer_in(message: dict[str, Any]) -> dict[str, Any]:
    """The answer in a message: a hand may bring one along."""
    answer: dict[str, Any] = message.get("ok") or message
    return answer


class Line:
    """A socket at a table that stores the newest hand and table it received."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.hand: dict[str, Any] | None = None
        self.table: dict[str, Any] | None = None
        self.you: dict[str, Any] | None = None

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE_S):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        for key in ("hand", "table", "you"):
            if message.get(key) is not None:
                setattr(self, key, message[key])
        return message

    async def until(self, wanted: Any) -> dict[str, Any]:
        while not wanted(message := await self.receive()):
            pass
        return message

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        id_ = uuid.uuid4().hex
        await self.socket.send(json.dumps({"type": type_, "id": id_, **fields}))
        message = await self.until(lambda message: _answer_in(message).get("id") == id_)
        return _answer_in(message)

    @property
    def legal(self) -> dict[str, dict[str, Any]]:
        you = (self.hand or {}).get("view", {}).get("you") or {}
        return {entry["kind"]: entry for entry in you.get("legal", [])}

    async def my_turn(self) -> None:
        if not self.legal:
            await self.until(lambda _message: bool(self.legal))

    async def act(self, action: str, amount: int | None = None) -> dict[str, Any]:
        assert self.hand is not None
        return await self.ask(
            "act",
            hand=self.hand["id"],
            seq=self.hand["seq"],
            action=action,
            amount=amount,
            key=str(uuid.uuid4()),
        )

    async def close(self) -> None:
        await self.socket.close()
