"""A player that is a program: it reads hands as lines of JSON and answers with its actions.

Each line is a `hand` message as the public socket sends it. When `hand.view.turn` is its seat, the
program answers with the fields of an `act` command on one line, of which `action`, `amount`,
`cards` and `reading` count; when the hand is over it answers nothing. It ends when its input does.
For Python, `cardhouse_client.arena` is the program's half.
"""

import atexit
import json
import os
import select
import shlex
import subprocess
import time
from collections.abc import Mapping
from typing import Any

from games.bots import Choice
from games.engines.core.cards import parse_card

ANSWER_S = 30.0
"""How long a program may think about an action."""
ANSWER_BYTES = 4_096


class ProgramFailed(Exception):
    """A program did not answer, or not with a legal action; the text says what it did."""


class Program:
    """A running program; it is started with the first hand."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None

    def decide(self, hand: str, number: int, seq: int, view: Mapping[str, Any]) -> Choice:
        """Return the program's action. Raises `ProgramFailed`."""
        self.show(hand, number, seq, view)
        line = self._read_line()
        try:
            return _choice(json.loads(line))
        except (ValueError, KeyError, TypeError) as no:
            raise ProgramFailed(f"{self.command} answered {line!r}: {no}") from no

    def show(self, hand: str, number: int, seq: int, view: Mapping[str, Any]) -> None:
        """Send a hand. Raises `ProgramFailed`."""
        frame = {
            "type": "hand",
            "now": time.time_ns() // 1_000_000,
            "events": [],
            "hand": {
                "id": hand,
                "number": number,
                "seq": seq,
                "view": view,
                "clock": None,
                "next_at": None,
                "fair": None,
                "openings": [],
                "teaching": None,
            },
        }
        process = self._started()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(frame).encode() + b"\n")
            process.stdin.flush()
        except OSError as no:
            raise ProgramFailed(f"{self.command} has ended with status {process.wait()}") from no

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    shlex.split(self.command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    bufsize=0,
                )
            except (OSError, ValueError, IndexError) as no:
                raise ProgramFailed(f"{self.command} cannot be started: {no}") from no
            atexit.register(self.close)
        return self._process

    def _read_line(self) -> bytes:
        process, line, ends_at = self._started(), b"", time.monotonic() + ANSWER_S
        assert process.stdout is not None
        while not line.endswith(b"\n"):
            left = ends_at - time.monotonic()
            if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
                raise ProgramFailed(f"{self.command} did not answer within {ANSWER_S:.0f} s")
            part = os.read(process.stdout.fileno(), ANSWER_BYTES)
            if not part:
                raise ProgramFailed(f"{self.command} has ended with status {process.wait()}")
            line += part
            if len(line) > ANSWER_BYTES:
                raise ProgramFailed(f"{self.command} answered more than {ANSWER_BYTES} bytes")
        return line.rstrip()


def _choice(answer: Any) -> Choice:
    """Return the choice of an answer. Raises `ValueError`, `KeyError` or `TypeError`."""
    kind, amount = answer["action"], answer.get("amount")
    cards, reading = answer.get("cards") or (), answer.get("reading") or ""
    if not isinstance(kind, str) or not isinstance(reading, str):
        raise TypeError("action and reading must be texts")
    if amount is not None and type(amount) is not int:
        raise TypeError("amount must be a whole number")
    return Choice(kind, amount, tuple(parse_card(card) for card in cards), reading)
