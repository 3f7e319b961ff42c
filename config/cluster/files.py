"""Writes the configuration files of a cluster: `python -m config.cluster.files --into DIR A B C`.

`deploy/` has its output for example addresses; `config.cluster.running` uses the same functions for
this machine.
"""

import argparse
import base64
import os
import secrets
import sys
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from config.cluster import templates, units
from config.cluster.layout import (
    PORTS,
    Layout,
    LayoutError,
    Machine,
    three,
)

PASSWORD_BYTES_COUNT = 24
LOCAL = "127.0.0.1"
"""Connections within a machine come from here, whatever loopback address they go to."""
EXAMPLE = ["10.20.0.1", "10.20.0.2", "10.20.0.3"]
EXAMPLE_HOST = "cards.example.org"


@dataclass(frozen=True)
class Passwords:
    """The passwords of a cluster's servers and roles."""

    superuser: str
    replication: str
    rewind: str
    restapi: str
    owner: str
    program: str
    valkey: str


def new_passwords() -> Passwords:
    """Random ones, of letters and digits that need no quotes in any file."""
    return Passwords(*(secrets.token_hex(PASSWORD_BYTES_COUNT) for _ in fields(Passwords)))


def placeholders() -> Passwords:
    """Words in their place, for files that are published."""
    return Passwords(*(f"CHANGE-{one.name}" for one in fields(Passwords)))


@dataclass(frozen=True)
class Folders:
    """Where a machine keeps its data and has its PostgreSQL."""

    postgres_data: Path = Path("/var/lib/cardhouse/postgres")
    etcd_data: Path = Path("/var/lib/etcd/cardhouse")
    postgres_bin: Path = Path("/usr/lib/postgresql/18/bin")
    pgpass: Path = Path("/run/cardhouse/pgpass")


def patroni(layout: Layout) -> str:
    """patroni.yml. Only the cluster's machines may connect to PostgreSQL."""
    addresses = [*(one.address for one in layout.machines), LOCAL]
    rules = [
        f"    - host {databases} {users} {address}/32 scram-sha-256"
        for address in addresses
        for databases, users in (("all", "all"), ("replication", "replicator"))
    ]
    return templates.PATRONI.format(
        etcd=",".join(one.at(PORTS.etcd) for one in layout.machines),
        files=layout.files,
        hba="\n".join(rules),
    )


def machine_environment(layout: Layout, machine: Machine, folders: Folders) -> str:
    """The environment of etcd and Patroni on one machine."""
    peers = (f"{one.name}=http://{one.at(PORTS.etcd_peer)}" for one in layout.machines)
    return templates.MACHINE.format(
        name=machine.name,
        address=machine.address,
        client=machine.at(PORTS.etcd),
        peer=machine.at(PORTS.etcd_peer),
        peers=",".join(peers),
        rest=machine.at(PORTS.patroni),
        postgres=machine.at(PORTS.postgres),
        postgres_data=folders.postgres_data,
        etcd_data=folders.etcd_data,
        postgres_bin=folders.postgres_bin,
        pgpass=folders.pgpass,
    )


def server_secrets(passwords: Passwords) -> str:
    """The environment of Patroni with its passwords."""
    return templates.SECRETS.format(**vars(passwords))


def haproxy(layout: Layout) -> str:
    """haproxy.cfg."""
    checked = f"check port {PORTS.patroni}"
    first = "check on-marked-up shutdown-backup-sessions"
    valkeys = [
        f"    server {one.name} {one.at(PORTS.valkey)} {'check backup' if number else first}"
        for number, one in enumerate(layout.valkeys)
    ]
    return templates.HAPROXY.format(
        primary=f"{layout.proxy}:{PORTS.primary}",
        replica=f"{layout.proxy}:{PORTS.replica}",
        notifications=f"{layout.proxy}:{PORTS.notifications}",
        primaries=_servers(layout.machines, PORTS.postgres, checked),
        replicas=_servers(layout.machines, PORTS.postgres, checked),
        valkeys="\n".join(valkeys),
        site=layout.site,
        by_table=templates.BY_TABLE,
        host=layout.host,
        webs=_servers(layout.webs, PORTS.web, "check"),
    )


def _servers(machines: Iterable[Machine], port: int, checks: str) -> str:
    return "\n".join(f"    server {one.name} {one.at(port)} {checks}" for one in machines)


def valkey() -> str:
    """valkey.conf."""
    return templates.VALKEY.format(port=PORTS.valkey)


def shared(layout: Layout, passwords: Passwords) -> dict[str, str]:
    """Name -> text of the files that each machine has."""
    return {
        "patroni.yml": patroni(layout),
        "make-database.sh": templates.MAKE_DATABASE,
        "stop-primary.sh": templates.STOP_PRIMARY.format(patroni=PORTS.patroni),
        "haproxy.cfg": haproxy(layout),
        "valkey.conf": valkey(),
        "valkey.secret.conf": f"requirepass {passwords.valkey}\n",
        "servers.secret.env": server_secrets(passwords),
    }


def new_keys() -> dict[str, str]:
    """Random keys of the program, by the names of `units.APP`."""
    sealing = ("deck_key", "fair_key", "vapid_key")
    keys = {name: base64.b64encode(secrets.token_bytes(32)).decode() for name in sealing}
    return {"secret_key": secrets.token_urlsafe(48), **keys}


def of_machines(layout: Layout, passwords: Passwords, keys: dict[str, str]) -> dict[str, str]:
    """Name -> text of all files for machines of one's own."""
    database = layout.database("cardhouse_app", passwords.program)
    replica = layout.replica("cardhouse_app", passwords.program)
    owner = layout.database("cardhouse", passwords.owner)
    return {
        **shared(layout, passwords),
        **{
            f"{machine.name}.env": machine_environment(layout, machine, Folders())
            for machine in layout.machines
        },
        "app.secret.env": units.APP.format(
            database=database,
            replica=replica,
            valkey=layout.valkey(passwords.valkey),
            host=layout.host,
            **keys,
        ),
        "migrate.secret.env": units.MIGRATE.format(owner=owner),
        "Caddyfile": units.CADDY.format(host=layout.host, site=layout.site),
        **{f"systemd/{name}": text for name, text in units.UNITS.items()},
    }


def write(folder: Path, files: dict[str, str]) -> None:
    """Write the files; those with passwords are readable by this account alone."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o600 if "secret" in name else 0o755 if name.endswith(".sh") else 0o644
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as file:
            file.write(text)
        path.chmod(mode)


def example() -> dict[str, str]:
    """Name -> text of the files in `deploy/`."""
    keys = {name: f"CHANGE-{name}" for name in new_keys()}
    return of_machines(three(EXAMPLE, EXAMPLE_HOST), placeholders(), keys)


def _own(layout: Layout) -> dict[str, str]:
    return of_machines(layout, new_passwords(), new_keys())


def main() -> None:
    """Write the files for three machines, with new passwords or placeholders."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("address", nargs="*", help="of each machine in the private network")
    parser.add_argument("--host", default=EXAMPLE_HOST, help="the name of the site")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--example", action="store_true", help="placeholders for all secrets")
    options = parser.parse_args()
    if options.into.is_dir() and any(options.into.iterdir()) and not options.example:
        sys.exit(f"{options.into} has files: new passwords would not fit a cluster that runs.")
    try:
        layout = three(EXAMPLE if options.example else options.address, options.host)
    except LayoutError as error:
        sys.exit(f"cardhouse: {error}")
    write(options.into, example() if options.example else _own(layout))


if __name__ == "__main__":
    main()
