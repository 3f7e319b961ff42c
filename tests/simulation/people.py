"""A player of the kill storm whose every frame is compared with what is committed."""

import json
from typing import Any

from benchmarks.storm.players import Player


class SimulatedPlayer(Player):
    """`watch` compares (`tests.simulation.findings.Watch`)."""

    watch: Any = None
    process: Any = None
    since = 0.0
    """When its socket was opened, in virtual seconds."""
    seen: tuple[int, int] = (0, 0)
    """The number of the newest hand that it was shown by this socket, and its `seq`."""

    def connected(self, process: Any) -> None:
        """Note a new socket to a process."""
        self.process, self.seen = process, (0, 0)
        self.since = self.watch.scheduler.now

    def hear(self, text: bytes) -> None:
        message = json.loads(text)
        hand = message.get("hand")
        if message["type"] in ("hello", "hand") and hand is not None:
            self.watch.shown(self, message)
        super().hear(text)
