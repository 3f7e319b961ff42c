"""Keeps child processes running: one that dies is restarted, with growing delays."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import structlog

from config.processes import child_process

log = structlog.get_logger("up")

RESTART_AFTER_S_MIN = 0.1
RESTART_AFTER_S_MAX = 10.0
# A child that survived this long counts as healthy; its restart delay is reset. It must be short: a
# child killed twice in half a minute must not keep users waiting (`benchmarks.storm`).
SETTLED_AFTER_S = 5.0
STOP_WITHIN_S = 8.0
ASK_AGAIN_S = 0.2
"""Two signals without a pause between them may count as one."""


@dataclass
class Child:
    """A child: its name, its command, and its failures so far."""

    name: str
    command: list[str]
    options: dict[str, Any] = field(default_factory=dict)
    """Further arguments of `Popen`; an `env` replaces this process's own."""
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    start_at: float = 0.0
    wait_s: float = RESTART_AFTER_S_MIN

    def look(self, now: float) -> None:
        """Start it if it is due; note its end and when to restart it."""
        if self.process is not None:
            code = self.process.poll()
            if code is None:
                return
            if now - self.started_at > SETTLED_AFTER_S:
                self.wait_s = RESTART_AFTER_S_MIN
            log.warning("child process ended", name=self.name, code=code, again_in_s=self.wait_s)
            self.process = None
            self.start_at = now + self.wait_s
            self.wait_s = min(self.wait_s * 2, RESTART_AFTER_S_MAX)
        if now >= self.start_at:
            environment = self.options.get("env", os.environ)
            # In its own session: Ctrl-C reaches only us, and we end the children in order.
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                **{
                    **self.options,
                    "env": {**environment, child_process.VARIABLE: str(os.getpid())},
                },
            )
            self.started_at = now


@dataclass
class Children:
    """All children of a supervisor."""

    members: list[Child] = field(default_factory=list)

    def look(self) -> None:
        """Start and restart children that are due. Call it a few times a second."""
        now = time.monotonic()
        for child in self.members:
            child.look(now)

    def stop(self, within_s: float = STOP_WITHIN_S, *, at_once: bool = False) -> None:
        """Ask all to end; kill those that have not ended after `within_s` seconds.

        `at_once`: asked twice, web processes spare their drain (`config.web.draining`).
        """
        for turn in range(1 + at_once):
            time.sleep(turn * ASK_AGAIN_S)
            self.ask(signal.SIGTERM)
        deadline = time.monotonic() + within_s
        for process in self._running():
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def ask(self, number: int) -> None:
        """Send a signal to all that run."""
        for process in self._running():
            with suppress(ProcessLookupError):
                process.send_signal(number)

    def _running(self) -> list[subprocess.Popen[bytes]]:
        return [child.process for child in self.members if child.process is not None]
