"""A site behind a gate, and requests to it."""

import asyncio
from collections import Counter
from typing import Any

from core.http.gate import Gate


def scope(address: str = "192.0.2.1", path: str = "/", **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "client": (address, 1),
        "headers": named,
    }


class Site:
    """An application that responds when it is told to, and counts its requests."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.inside: Counter[str] = Counter()
        self.most: Counter[str] = Counter()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        client = scope["client"][0]
        self.inside[client] += 1
        self.most[client] = max(self.most[client], self.inside[client])
        await self.go.wait()
        self.inside[client] -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"served"})


async def ask(gate: Gate, asked: dict[str, Any]) -> tuple[int, dict[bytes, bytes], bytes]:
    said: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    await gate(asked, None, send)
    start, body = said
    return start["status"], dict(start["headers"]), body["body"]
