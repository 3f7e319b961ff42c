"""Messages over sockets of a running platform."""

import asyncio
import json

from django.conf import settings
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.support.waiting import PATIENCE_S


def line(live, slug, session=None, window=None, path="/ws/table/{slug}/"):
    headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"} if session else {}
    query = f"?window={window}" if window else ""
    return connect(
        f"{live.ws}{path.format(slug=slug)}{query}", origin=live.url, additional_headers=headers
    )


async def receive(socket, kind):
    async with asyncio.timeout(PATIENCE_S):
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == kind:
                return message


async def answer_to(socket, id_):
    """The answer to a command: a message of its own, or part of the hand that shows the action."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            message = json.loads(await socket.recv())
            answer = message.get("ok") or message
            if answer.get("id") == id_:
                return answer


async def closed_after(socket, *texts):
    """Send some frames and listen until the server closes; returns its code."""
    try:
        for text in texts:
            await socket.send(text)
        async with asyncio.timeout(PATIENCE_S):
            async for _message in socket:
                pass
    except ConnectionClosed:
        pass
    return socket.close_code
