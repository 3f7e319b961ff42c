"""How a primary ends in a switch-over, and who sees that it has ended."""

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from config.cluster import templates
from config.cluster.running import _dead_servers
from tests.support.waiting import wait_until


@contextmanager
def patroni(status: int) -> Iterator[int]:
    """Patroni's port, where everything is answered with this status."""

    class Answer(BaseHTTPRequestHandler):
        def do_OPTIONS(self) -> None:
            assert self.path == "/leader"
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("status", "stops"), [(200, True), (503, False)])
def test_the_script_stops_the_primary_and_leaves_a_machine_that_lost_its_place(
    status: int, stops: bool, tmp_path: Path
):
    ended = subprocess.Popen(["true"])
    ended.wait()
    (tmp_path / "postmaster.pid").write_text(f"{ended.pid}\n/data\n")
    script, server = tmp_path / "stop-primary.sh", tmp_path / "pg_ctl"
    server.write_text('#!/bin/sh\necho "$@"\n')
    server.chmod(0o755)
    folder = str(tmp_path)
    environment = {"MACHINE_ADDRESS": "127.0.0.1", "POSTGRES_BIN": folder, "POSTGRES_DATA": folder}
    with patroni(status) as port:
        script.write_text(templates.STOP_PRIMARY.format(patroni=port))
        said = subprocess.run(
            ["/bin/bash", script], env=environment, capture_output=True, text=True, timeout=30
        )
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout == stops * f"stop --silent --pgdata {folder} --mode fast --timeout 5\n"


def test_of_the_dead_only_servers_are_found(tmp_path: Path):
    """Others are those of this process's own, which reads their exit status itself."""
    copy = shutil.copy("/bin/true", tmp_path / "postgres")
    server, other = subprocess.Popen([copy]), subprocess.Popen(["true"])
    try:
        wait_until(lambda: server.pid in _dead_servers(), "the dead server")
        assert other.pid not in _dead_servers()
    finally:
        server.wait(), other.wait()
    assert server.pid not in _dead_servers()
