"""A room with windows, without a server."""

import asyncio
import json
import re

import msgspec
from django.db import connection

from lobby.tables.transaction import publish
from lobby.tables.ws.connection import Connection
from lobby.tables.ws.events import TableEvent
from lobby.tables.ws.room import Room
from tests.support.waiting import until

_CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


class Window:
    """A socket's client side: the frames it was sent."""

    def __init__(self, user):
        self.frames: list[dict] = []
        self.connection = Connection(self._send, user=user)

    async def _send(self, message):
        if message["type"] == "websocket.send":
            msgspec.json.decode(message["text"], type=TableEvent)  # as documented
            self.frames.append(json.loads(message["text"]))

    def cards(self):
        return set(_CARD.findall(json.dumps(self.frames)))

    def kinds(self):
        return [frame["type"] for frame in self.frames]


class Scene:
    """A room with windows; it takes the actions' changes as from a server's hub."""

    def __init__(self, seat_table):
        self.seat_table = seat_table
        self.changes = []
        self.room = Room(seat_table.table.pk, self._in_thread)
        self.windows = []

    async def _in_thread(self, job, *args, **named):
        return await asyncio.to_thread(_closing(job), *args, **named)

    async def open(self, user=None, *, window_id=None):
        window = Window(user)
        window.connection.window_id = window_id
        self.windows.append(window)
        assert await self.room.join(window.connection)
        await self.sent()
        return window

    async def sent(self):
        """Wait until every window has all frames that were queued for it."""

        def sent():
            asking = self.room._asking
            if self.room._lock.locked() or not (asking is None or asking.done()):
                return False  # the room reads the table again
            crowd = self.room.connections
            if crowd._frames or crowd._rendered:
                return False
            return all(one.connection.idle for one in self.windows)

        await until(sent, "frames to be sent")

    async def do(self, job, *args, **named):
        publish.listen(self.changes.extend)
        try:
            result = await asyncio.to_thread(_closing(job), *args, **named)
        finally:
            publish.listen(None)
        changes, self.changes[:] = list(self.changes), []
        for change in changes:
            self.room.take(change)
        await self.room.refresh()
        await self.sent()
        return result

    async def close(self):
        for window in self.windows:
            await window.connection.finished()


def _closing(job):
    def run(*args, **named):
        try:
            return job(*args, **named)
        finally:
            connection.close()

    return run


async def scene_of(seat_table, **plan):
    return Scene(await asyncio.to_thread(_closing(seat_table), people=3, **plan))
