"""`make cluster`: the whole platform on three machines that are all this one.

Its data stay in `.data/cluster`; started again it goes on. Ctrl-C ends everything.
"""

import os
import signal
import sys
import time
import urllib.request
from pathlib import Path

from config.cluster import programs
from config.cluster.layout import NETWORK, LayoutError, loopback
from config.cluster.running import LOOK_EVERY_S, Cluster
from config.embedded import binaries
from config.embedded.binaries import ServiceError

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def main() -> None:
    """Start everything, say what runs where, and keep it running until a signal."""
    for number in SIGNALS:
        signal.signal(number, signal.default_int_handler)
    try:
        _run()
    except (LayoutError, ServiceError) as error:
        sys.exit(f"cardhouse: {error}")
    except KeyboardInterrupt:
        sys.exit(0)


def _run() -> None:
    began = time.monotonic()
    wanted = Path(os.environ.get("CARDHOUSE_DATA") or programs.ROOT / ".data") / "cluster"
    place = binaries.place(wanted, durable=True)
    site = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or 8000}"
    network = os.environ.get("CLUSTER_NETWORK") or NETWORK
    layout = loopback(network, site, place.folder / "files")
    _say("Looking for the programs ...")
    found = programs.find(place, place.folder / "programs")
    for sentence in found.sources:
        _say(f"  {sentence}")
    cluster = Cluster(place, layout, found, settings={})
    cluster.claim()
    try:
        _say(f"Starting three machines; their data and logs are in {place.folder} ...")
        cluster.start_servers()
        cluster.manage("migrate", "--verbosity=0", as_owner=True)
        cluster.manage("demo")
        _keep_running(cluster, began)
    finally:
        for number in SIGNALS:  # the servers end in order, however impatient somebody is
            signal.signal(number, signal.SIG_IGN)
        _say("Shutting down ...")
        cluster.stop()


def _keep_running(cluster: Cluster, began: float) -> None:
    address = f"http://{cluster.layout.site}/"
    said = False
    while True:
        time.sleep(LOOK_EVERY_S)
        cluster.look()
        cluster.apps.look()
        if not said and _answers(address):
            said = True
            for machine in cluster.layout.machines:
                _say(f"  {machine.name}: {machine.address}")
            took = time.monotonic() - began
            _say(f"\nCardhouse is open: {address}   (ready in {took:.1f} s, Ctrl-C stops it)")


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}healthz", timeout=2) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except OSError:
        return False


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
