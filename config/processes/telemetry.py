"""Metrics and traces of a process, if the settings ask for them."""

import ipaddress
import os
import socket
from importlib import import_module
from threading import Thread

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from core.runtime import metrics, tracing

OF_ALL = ("core.http.metrics", "core.runtime.pool_metrics", "lobby.tables.metrics")
BY_PROCESS = {
    "web": (*OF_ALL, "lobby.tables.ws.command_timing", "lobby.tables.ws.metrics"),
    # These ask the database: dealers do so for all processes.
    "dealer": (
        *OF_ALL,
        "lobby.tables.play.metrics",
        "core.periodic_tasks.metrics",
        "config.database.replication",
        "lobby.moderation.metrics",
    ),
}
"""The modules that declare the metrics of each kind of process."""


def declared(process: str) -> list[metrics.Metric]:
    """The metrics of a kind of process."""
    modules = [vars(import_module(name)).values() for name in BY_PROCESS[process]]
    found = [one for values in modules for one in values if isinstance(one, metrics.Metric)]
    return list(dict.fromkeys(found))  # some modules import those of others


def start(process: str) -> None:
    """Serve the metrics and send the traces of this process, if the settings say so.

    Raises `ImproperlyConfigured` for an address that is refused, and if OpenTelemetry is needed and
    not installed.
    """
    if settings.TRACES_ENDPOINT:
        tracing.start(settings.TRACES_ENDPOINT, every=settings.TRACES_EVERY, process=process)
    if problem := address_problem(settings.METRICS_ADDRESS, public_port()):
        raise ImproperlyConfigured(problem)
    if settings.METRICS_ADDRESS:
        about = metrics.gauge(
            "process", "1 for each kind of process", "kind", read=lambda: {(process,): 1.0}
        )
        named = [about, *declared(process)]
        # In a thread: the client library and the host's name may take a second.
        Thread(target=metrics.start, args=(settings.METRICS_ADDRESS, named), daemon=True).start()


def public_port() -> int:
    """The port of the site, as far as the environment says."""
    return int(os.environ.get("PORT") or 8000)


def address_problem(address: str, public_port: int) -> str | None:
    """The sentence that refuses a METRICS_ADDRESS, None for one that may be served or is empty.

    Everybody who can connect reads the metrics, so it must be no address of the public Internet,
    not all addresses of the machine, and not the port of the site.
    """
    if not address:
        return None
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdigit() or not 0 < int(port) <= 65_535:
        return f"METRICS_ADDRESS is {address!r}: write HOST:PORT, such as 127.0.0.1:9400."
    if int(port) <= public_port < int(port) + metrics.PORTS_MAX:
        return (
            f"METRICS_ADDRESS is {address!r}, and the site's port {public_port} is among the "
            f"{metrics.PORTS_MAX} from there on: choose others, such as 127.0.0.1:9400."
        )
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host.strip("[]"), None)}
    except OSError:
        return f"METRICS_ADDRESS names {host}, which is no address here: such as 127.0.0.1:9400."
    for one in map(ipaddress.ip_address, found):
        if one.is_unspecified or one.is_global:
            return (
                f"METRICS_ADDRESS is {address!r}, which strangers could reach: name a loopback or "
                "private address of this machine."
            )
    return None
