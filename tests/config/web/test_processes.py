"""`manage.py web --processes N`: several processes on one port, which end in order."""

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.management.commands import web
from config.processes import turn
from tests.support.waiting import wait_until

PROCESS = """
import os, signal, socket, sys
note = open(f"{sys.argv[1]}/{os.getpid()}", "w", buffering=1)
def end(*_):
    print("asked", file=note)
    sys.exit()
signal.signal(signal.SIGTERM, end)
socket.socket(fileno=int(os.environ["CARDHOUSE_LISTENER"])).listen()
print("listens", file=note)
while True:
    signal.pause()
"""
"""A web process, as far as its parent knows."""


@pytest.fixture
def _handlers() -> Iterator[None]:
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_handlers")
def test_each_process_of_a_port_is_asked_to_let_its_sockets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-c", PROCESS, str(tmp_path)]
    monkeypatch.setattr(web, "one_process", lambda: command)
    listener = turn.listener("127.0.0.1", 0)
    address = listener.getsockname()

    def said() -> list[str]:
        return [path.read_text() for path in tmp_path.iterdir()]

    def end() -> None:
        wait_until(lambda: said() == ["listens\n"] * 2, "both to listen")
        socket.create_connection(address).close()
        os.kill(os.getpid(), signal.SIGTERM)

    ends = threading.Thread(target=end)
    ends.start()
    web._keep_running(2, listener)
    ends.join()
    assert said() == ["listens\nasked\n"] * 2
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(address)
