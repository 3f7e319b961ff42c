"""The machines of a cluster, their addresses and ports. Pure.

On one machine each of the three has an address of the loopback network, so that the ports, and with
them the configuration files, are those of three real machines.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple


class Ports(NamedTuple):
    """The ports of the servers, on the address of their machine."""

    postgres: int = 5432
    patroni: int = 8008
    etcd: int = 2379
    etcd_peer: int = 2380
    valkey: int = 6380
    web: int = 8001
    primary: int = 5000
    """From here on HAProxy, for its machine alone."""
    replica: int = 5001
    notifications: int = 6379


PORTS = Ports()
MACHINES_COUNT = 3
NETWORK = "127.0.40"


class LayoutError(ValueError):
    """These addresses make no cluster; the text says why."""


@dataclass(frozen=True)
class Machine:
    """A machine and its address in the private network."""

    name: str
    address: str

    def at(self, port: int) -> str:
        """The address with a port."""
        return f"{self.address}:{port}"


@dataclass(frozen=True)
class Layout:
    """Where each part of a cluster runs."""

    machines: tuple[Machine, ...]
    webs: tuple[Machine, ...]
    valkeys: tuple[Machine, ...]
    """The first one is used; the other only while the first is down."""
    proxy: str
    """The address of HAProxy for the programs of its machine."""
    site: str
    """Address and port of HAProxy for browsers, or for the proxy that ends TLS."""
    host: str
    """The name of the site in the requests with which HAProxy checks web processes."""
    files: Path
    """The folder of the configuration files."""

    def database(self, user: str, password: str) -> str:
        """The URL of the primary."""
        return f"postgresql://{user}:{password}@{self.proxy}:{PORTS.primary}/cardhouse"

    def replica(self, user: str, password: str) -> str:
        """The URL of the standbys."""
        return f"postgresql://{user}:{password}@{self.proxy}:{PORTS.replica}/cardhouse"

    def valkey(self, password: str) -> str:
        """The URL of Valkey."""
        return f"valkey://:{password}@{self.proxy}:{PORTS.notifications}/0"


def three(addresses: list[str], host: str) -> Layout:
    """The layout of three machines, with a web process on each. Raises LayoutError."""
    if len(set(addresses)) != MACHINES_COUNT or len(addresses) != MACHINES_COUNT:
        raise LayoutError(
            f"A cluster has {MACHINES_COUNT} machines with different addresses: with fewer, the "
            "loss of one leaves no majority."
        )
    machines = _machines(addresses)
    return Layout(
        machines=machines,
        webs=machines,
        valkeys=machines[:2],
        proxy="127.0.0.1",
        site="127.0.0.1:8000",
        host=host,
        files=Path("/etc/cardhouse"),
    )


def loopback(network: str, site: str, files: Path) -> Layout:
    """The layout on this machine alone: `network` is the first three numbers of 127.x.y.z.

    Raises LayoutError.
    """
    if not re.fullmatch(r"127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){2}", network):
        raise LayoutError(
            f"CLUSTER_NETWORK is {network!r}: it must be the first three numbers of a loopback "
            f"network, such as {NETWORK}."
        )
    machines = _machines([f"{network}.{number}" for number in range(1, MACHINES_COUNT + 1)])
    return Layout(
        machines=machines,
        webs=machines[:2],
        valkeys=machines[:2],
        proxy=f"{network}.10",
        site=site,
        host="127.0.0.1",
        files=files,
    )


def _machines(addresses: list[str]) -> tuple[Machine, ...]:
    return tuple(Machine(f"machine{k}", address) for k, address in enumerate(addresses, 1))
