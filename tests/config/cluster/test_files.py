"""The configuration of a cluster: one source for this machine and for three."""

import re
from pathlib import Path

import pytest
import yaml

from config.cluster import files, layout
from config.cluster.layout import LayoutError, loopback, three
from config.settings.service_urls import url_problems, valkey_url

ROOT = Path(__file__).resolve().parents[3]
THREE = ["10.1.0.1", "10.1.0.2", "10.1.0.3"]


def test_the_files_in_deploy_are_what_is_rendered():
    """Written by `python -m config.cluster.files --example --into deploy`."""
    example = files.example()
    assert {name: (ROOT / "deploy" / name).read_text() for name in example} == example
    there = {path.name for path in (ROOT / "deploy").iterdir() if path.is_file()}
    assert there == {name for name in example if "/" not in name}


def test_patroni_acknowledges_nothing_that_one_machine_alone_has():
    dcs = yaml.safe_load(files.patroni(three(THREE, "a.example")))["bootstrap"]["dcs"]
    assert (dcs["synchronous_mode"], dcs["synchronous_mode_strict"]) == ("quorum", True)
    assert dcs["postgresql"]["parameters"]["synchronous_commit"] == "on"
    assert dcs["ttl"] >= dcs["loop_wait"] + 2 * dcs["retry_timeout"], "what Patroni asks for"
    assert dcs["postgresql"]["use_pg_rewind"] is True


def test_only_machines_of_the_cluster_reach_postgresql_and_only_with_a_password():
    rules = yaml.safe_load(files.patroni(three(THREE, "a.example")))["postgresql"]["pg_hba"]
    assert {rule.split()[3] for rule in rules} == {f"{one}/32" for one in [*THREE, "127.0.0.1"]}
    assert {rule.split()[4] for rule in rules} == {"scram-sha-256"}


def test_this_machine_and_three_have_the_same_files_but_for_addresses_and_folders():
    passwords = files.placeholders()
    here = files.shared(loopback("127.0.40", "127.0.0.1:8000", Path("/here")), passwords)
    there = files.shared(three(THREE, "127.0.0.1"), passwords)

    def without_addresses(text: str) -> str:
        text = text.replace("/here/", "/etc/cardhouse/")
        return re.sub(r"(127\.0\.40|10\.1\.0|127\.0\.0)\.\d+", "ADDRESS", text)

    assert here.keys() == there.keys()
    third_web = "\n    server machine3 ADDRESS:8001 check"  # here are two web processes
    for name, text in here.items():
        assert without_addresses(text) == without_addresses(there[name]).replace(third_web, "")


def test_passwords_are_in_files_that_their_account_alone_reads(tmp_path: Path):
    made, keys = files.new_passwords(), files.new_keys()
    rendered = files.of_machines(three(THREE, "a.example"), made, keys)
    secrets = {*vars(made).values(), *keys.values()}
    assert len(secrets) == len(vars(made)) + len(keys), "each is another one"
    for name, text in rendered.items():
        assert any(one in text for one in secrets) == ("secret" in name), name
    assert all(any(one in text for text in rendered.values()) for one in secrets)
    files.write(tmp_path, rendered)
    for name in rendered:
        mode = (tmp_path / name).stat().st_mode & 0o777
        assert mode == (0o600 if "secret" in name else 0o755 if name.endswith(".sh") else 0o644)


def test_the_urls_are_ones_with_which_the_platform_starts():
    app = files.of_machines(three(THREE, "a.example"), files.new_passwords(), files.new_keys())
    values = dict(
        line.split("=", 1)
        for name in ("app.secret.env", "migrate.secret.env")
        for line in app[name].splitlines()
        if not line.startswith("#")
    )
    names = ("DATABASE_URL", "OWNER_DATABASE_URL", "VALKEY_URL", "REPLICA_URL")
    program, owner, valkey, replica = (values[name] for name in names)
    assert url_problems(program, owner, valkey_url(valkey), replica) == []


@pytest.mark.parametrize("addresses", [THREE[:2], [*THREE, "10.1.0.4"], [*THREE[:2], THREE[0]]])
def test_two_machines_or_one_twice_are_refused(addresses: list[str]):
    with pytest.raises(LayoutError, match="3 machines with different addresses"):
        three(addresses, "a.example")


@pytest.mark.parametrize("network", ["10.0.0", "127.0", "127.0.0.1", "127.300.1", "127.0.4O"])
def test_another_network_than_the_loopback_is_refused(network: str):
    with pytest.raises(LayoutError, match="CLUSTER_NETWORK"):
        loopback(network, "127.0.0.1:8000", Path("/here"))


def test_files_of_a_running_cluster_are_not_replaced(tmp_path: Path, monkeypatch):
    (tmp_path / "patroni.yml").write_text("mine")
    monkeypatch.setattr("sys.argv", ["files", "--into", str(tmp_path), *THREE])
    with pytest.raises(SystemExit, match="has files"):
        files.main()
    assert (tmp_path / "patroni.yml").read_text() == "mine"


def test_web_processes_listen_where_haproxy_looks_for_them():
    rendered = files.example()
    web = rendered["systemd/cardhouse-web.service"]
    assert f"--host ${{MACHINE_ADDRESS}} --port {layout.PORTS.web}" in web
    assert f"10.20.0.3:{layout.PORTS.web} check" in rendered["haproxy.cfg"]
