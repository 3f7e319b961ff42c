"""`make cluster` as people run it, with `make full` alone: it fetches etcd, Patroni and HAProxy."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from config.cluster import files, programs
from config.cluster.files import Folders
from config.cluster.layout import loopback
from config.cluster.programs import ROOT, Programs
from config.cluster.running import _read
from config.embedded import binaries
from tests.support.ports import free_port
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.full, pytest.mark.slow, pytest.mark.timeout(1_800)]
OPEN_WITHIN_S = 400.0
NETWORK = "127.0.38"


@pytest.fixture(scope="module")
def found() -> Programs:
    """The programs, fetched where `make cluster` keeps them. Without them these tests fail."""
    place = binaries.place(ROOT / ".data/cluster", durable=True)
    return programs.find(place, place.folder / "programs")


@dataclass
class Command:
    """`make cluster` with its own data and addresses."""

    folder: Path
    port: int

    @property
    def environment(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.endswith(("_URL", "_MODULE"))}
        return kept | {
            "CARDHOUSE_DATA": str(self.folder),
            "PORT": str(self.port),
            "CLUSTER_NETWORK": NETWORK,
        }

    def start(self) -> subprocess.Popen[str]:
        with (self.folder / "out").open("a") as out:
            return subprocess.Popen(
                [sys.executable, "-m", "config.cluster"],
                cwd=ROOT,
                env=self.environment,
                stdout=out,
                stderr=out,
                text=True,
            )

    def output(self) -> str:
        return (self.folder / "out").read_text()

    def wait(self) -> None:
        wait_until(self.is_ready, f"the cluster: {self.output()[-2000:]}", OPEN_WITHIN_S)

    def is_ready(self) -> bool:
        with suppress(OSError):
            url = f"http://127.0.0.1:{self.port}/readyz"
            with urllib.request.urlopen(url, timeout=2) as answer:
                return bool(answer.status == 200)
        return False

    def processes(self) -> list[psutil.Process]:
        """All that run with this folder or these addresses."""
        marks = (str(self.folder), f"{NETWORK}.")
        return [
            one
            for one in psutil.process_iter(["cmdline", "cwd"])
            if any(
                mark in " ".join([*(one.info["cmdline"] or ()), one.info["cwd"] or ""])
                for mark in marks
            )
        ]


@pytest.fixture(scope="module")
def command(found: Programs) -> Iterator[Command]:
    with tempfile.TemporaryDirectory(prefix="cardhouse-cluster-", dir="/var/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "cluster").mkdir()
        kept = found.packages.parent
        subprocess.run(["cp", "-a", str(kept), str(folder / "cluster/programs")], check=True)
        one = Command(folder, free_port())
        yield one
        for process in one.processes():
            with suppress(psutil.Error):
                process.kill()


def test_it_starts_goes_on_and_leaves_nothing(command: Command) -> None:
    first = command.start()
    command.wait()
    wait_until(lambda: "Cardhouse is open" in command.output(), "the address")
    assert "log-in Meera" in command.output()
    assert re.search(r"etcd 3\.\d+\.\d+: ", command.output()), "it says where it is from"

    again = subprocess.run(
        [sys.executable, "-m", "config.cluster"],
        cwd=ROOT,
        env=command.environment,
        capture_output=True,
        text=True,
    )
    assert again.returncode == 1
    assert "A cluster runs on" in again.stderr

    first.send_signal(signal.SIGINT)
    assert first.wait(120) == 0
    assert command.processes() == []

    second = command.start()
    command.wait()  # on the data of the first: new ones would refuse the role's password
    second.kill()
    second.wait()
    wait_until(lambda: command.processes() == [], "everything to end", 60)


def test_haproxy_takes_the_files(found: Programs, tmp_path: Path) -> None:
    here = loopback(NETWORK, "127.0.0.1:8000", tmp_path)
    for text in (files.haproxy(here), files.example()["haproxy.cfg"]):
        (tmp_path / "haproxy.cfg").write_text(text)
        done = subprocess.run(
            [found.haproxy, "-c", "-f", tmp_path / "haproxy.cfg"], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert "WARNING" not in done.stderr


def test_patroni_takes_the_files(found: Programs, tmp_path: Path) -> None:
    """Patroni also tries whether it can listen, and reach etcd: something must be there."""
    here = loopback(NETWORK, "127.0.0.1:8000", tmp_path)
    machine = here.machines[0]
    (tmp_path / "patroni.yml").write_text(files.patroni(here))
    folders = Folders(tmp_path / "data", tmp_path / "etcd", found.postgres_bin, tmp_path / "pgpass")
    environment = {
        **os.environ,
        **_read(files.machine_environment(here, machine, folders)),
        **_read(files.server_secrets(files.new_passwords())),
        "PYTHONPATH": str(found.packages),
    }
    command = [*found.patroni, "--validate-config", str(tmp_path / "patroni.yml")]

    def validate() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=environment, capture_output=True, text=True)

    etcds = [socket.create_server((one.address, 2379)) for one in here.machines]
    try:
        done = validate()
        assert done.returncode == 0, done.stdout + done.stderr
        text = files.patroni(here).replace("ttl: 20", "ttl: soon")
        (tmp_path / "patroni.yml").write_text(text)
        assert validate().returncode != 0, "it reads the file"
    finally:
        for one in etcds:
            one.close()


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    """The programs are not here: another one stands for them."""
    units = {k: v for k, v in files.example().items() if k.startswith("systemd/")}
    for name, text in units.items():
        path = tmp_path / Path(name).name
        path.write_text(re.sub(r"(?m)^(Exec\w+=)/[/\w.-]+", r"\1/bin/true", text))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, tmp_path.glob("*.service"))],
        capture_output=True,
        text=True,
    )
    ours = [line for line in done.stderr.splitlines() if "cardhouse" in line]
    assert ours == []
