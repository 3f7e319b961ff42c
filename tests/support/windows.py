"""Two windows of one person."""

import json


class Talk:
    """A socket; remembers what it was last told about its window."""

    def __init__(self, socket):
        self.socket = socket
        self.plays = None

    async def next(self):
        """The next message."""
        message = json.loads(await self.socket.recv())
        if message["type"] == "window":
            self.plays = message["plays"]
        return message

    async def answer(self, kind, **body):
        """The answer to a command: its type, or the code of the refusal."""
        await self.socket.send(json.dumps({"type": kind, "id": kind, **body}))
        while (message := await self.next()).get("id") != kind:
            pass
        return message.get("code") or message["type"]

    async def received(self, plays):
        """Wait until the window was told whether it plays."""
        while self.plays is not plays:
            await self.next()
