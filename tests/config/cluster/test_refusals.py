"""A cluster that cannot start says why and what to do."""

import os
import socket
from pathlib import Path

import pytest

from config.cluster import programs, running
from config.cluster.layout import loopback
from config.cluster.programs import Programs
from config.cluster.running import Cluster
from config.embedded.binaries import Account, ServiceError, ServiceFolder


def make(tmp_path: Path, network: str = "127.0.39") -> Cluster:
    """A cluster that was not started; its programs are not needed."""
    place = ServiceFolder(tmp_path, tmp_path, Account(), durable=True)
    anything = Path("/bin/true")
    found = Programs(anything, anything, anything, anything, ("true",), anything, ())
    site = "127.0.39.11:8000"
    return Cluster(place, loopback(network, site, tmp_path / "files"), found, settings={})


def fake_etcd(folder: Path, version: str) -> Path:
    program = folder / "etcd"
    program.write_text(f"#!/bin/sh\necho 'etcd Version: {version}'\n")
    program.chmod(0o755)
    return program


def test_a_second_start_on_the_same_data_is_refused(tmp_path: Path):
    make(tmp_path).claim()
    with pytest.raises(ServiceError, match=r"runs on .* already. Stop that one with Ctrl-C"):
        make(tmp_path).claim()


def test_an_address_of_another_program_is_refused(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(running, "PORT_PATIENCE_S", 0)
    with socket.socket() as other:
        other.bind(("127.0.39.2", 2379))
        with pytest.raises(ServiceError, match=r"has the address 127\.0\.39\.2:2379: choose"):
            make(tmp_path).claim()


def test_started_again_it_has_the_same_passwords(tmp_path: Path):
    assert make(tmp_path).passwords == make(tmp_path).passwords
    assert (tmp_path / "passwords.json").stat().st_mode & 0o777 == 0o600


def test_servers_know_no_password_of_the_program_and_processes_none_of_the_servers(tmp_path: Path):
    cluster = make(tmp_path)
    known = vars(cluster.passwords)

    def of(child) -> set[str]:
        text = str(child.options["env"]) + str(child.command)
        return {name for name, password in known.items() if password in text}

    for child in (*cluster.etcds.members, *cluster.proxies.members):
        assert of(child) == set()
    for child in cluster.apps.members:
        assert of(child) == {"program", "valkey"}


def test_without_etcd_and_without_apt_it_says_what_to_install(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ServiceError, match=r"no apt-get to fetch it: install etcd 3\.4 or newer"):
        programs._etcd(tmp_path, Account())


@pytest.mark.parametrize("version", ["3.3.27", "3.5.0", "3.5.2"])
def test_an_etcd_that_may_lose_data_is_refused(tmp_path: Path, version: str):
    with pytest.raises(ServiceError, match=rf"of version {version}: install etcd"):
        programs.etcd_version(fake_etcd(tmp_path, version), Account())


def test_an_etcd_of_the_path_is_used(tmp_path: Path, monkeypatch):
    there = fake_etcd(tmp_path, "3.5.16")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found, said = programs._etcd(tmp_path, Account())
    assert found == there
    assert said == f"etcd 3.5.16: {there}"


def test_without_setpriv_three_machines_are_recommended(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    place = ServiceFolder(tmp_path, tmp_path, Account(), durable=True)
    with pytest.raises(ServiceError, match="needs Linux with setpriv"):
        programs.find(place, tmp_path)
