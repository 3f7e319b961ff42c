"""Metrics: what the process counts and times, served to Prometheus where METRICS_ADDRESS is set.

A subject declares its metrics at the top of a module (`counter`, `histogram`, `gauge`) and adds to
them where the work is done. Until `start` is called they do nothing, and the client library, which
takes a tenth of a second to load, is not imported. Label values are of few kinds: a game, a code, a
stage; never a table, a user or an address.
"""

import logging
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from typing_extensions import override

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

log = logging.getLogger(__name__)

PREFIX = "cardhouse_"
PORTS_MAX = 32
"""How many ports, from that of METRICS_ADDRESS on, the processes of a machine share."""
BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper bounds of a histogram of seconds."""

Values = Mapping[tuple[str, ...], float]
"""The values of a gauge by its labels."""


class Metric:
    """A declared metric; its subclasses say how it is counted."""

    def __init__(self, name: str, text: str, labels: tuple[str, ...]) -> None:
        self.name, self.text, self.labels = PREFIX + name, text, labels
        self._children: dict[tuple[str, ...], Any] = {}
        self._metric: Any = None

    def register(self, registry: "CollectorRegistry") -> None:
        """Count from now on, into this registry."""
        raise NotImplementedError

    def _child(self, labels: tuple[str, ...]) -> Any:
        """The client library's object for these label values; it takes longer to find its own."""
        child = self._children.get(labels)
        if child is None:
            child = self._metric.labels(*labels) if labels else self._metric
            self._children[labels] = child
        return child

    @property
    def series(self) -> tuple[str, ...]:
        """The names under which Prometheus stores it."""
        return (self.name,)


class Counter(Metric):
    """A number that only grows."""

    @override
    def register(self, registry: "CollectorRegistry") -> None:
        # Here and below: it is loaded only where metrics are served.
        from prometheus_client import Counter as Counted

        self._children = {}
        self._metric = Counted(self.name, self.text, self.labels, registry=registry)

    def add(self, *labels: str, amount: float = 1) -> None:
        """Count `amount` more under these label values."""
        if self._metric is not None:
            self._child(labels).inc(amount)

    @property
    @override
    def series(self) -> tuple[str, ...]:
        return (f"{self.name}_total",)


class Histogram(Metric):
    """A distribution; by default of seconds."""

    def __init__(
        self, name: str, text: str, labels: tuple[str, ...], buckets: tuple[float, ...] = BUCKETS_S
    ) -> None:
        super().__init__(name, text, labels)
        self._buckets = buckets

    @override
    def register(self, registry: "CollectorRegistry") -> None:
        # As above.
        from prometheus_client import Histogram as Distribution

        self._children = {}
        self._metric = Distribution(
            self.name, self.text, self.labels, buckets=self._buckets, registry=registry
        )

    def observe(self, value: float, *labels: str) -> None:
        """Count one observation under these label values."""
        if self._metric is not None:
            self._child(labels).observe(value)

    @property
    @override
    def series(self) -> tuple[str, ...]:
        return tuple(f"{self.name}_{part}" for part in ("bucket", "sum", "count"))


class Gauge(Metric):
    """A value that is read when Prometheus asks, in the thread that answers it."""

    def __init__(
        self, name: str, text: str, labels: tuple[str, ...], read: Callable[[], Values]
    ) -> None:
        super().__init__(name, text, labels)
        self._read = read

    @override
    def register(self, registry: "CollectorRegistry") -> None:
        registry.register(self)

    def describe(self) -> Iterable[Any]:
        """Nothing, so that registering reads nothing (the client library's protocol)."""
        return ()

    def collect(self) -> Iterator[Any]:
        """The value now; none if it cannot be read (the client library's protocol)."""
        # As above.
        from prometheus_client.core import GaugeMetricFamily

        family = GaugeMetricFamily(self.name, self.text, labels=self.labels)
        try:
            for labels, value in self._read().items():
                family.add_metric(labels, value)
        except Exception:
            log.warning("the metric %s cannot be read", self.name, exc_info=True)
        yield family


def counter(name: str, text: str, *labels: str) -> Counter:
    """Declare a counter; `_total` is added to its name."""
    return Counter(name, text, labels)


def histogram(
    name: str, text: str, *labels: str, buckets: tuple[float, ...] = BUCKETS_S
) -> Histogram:
    """Declare a histogram."""
    return Histogram(name, text, labels, buckets)


def gauge(name: str, text: str, *labels: str, read: Callable[[], Values]) -> Gauge:
    """Declare a gauge; `read` returns its values by their labels."""
    return Gauge(name, text, labels, read)


def start(address: str, declared: Iterable[Metric]) -> int | None:
    """Count these metrics from now on, and serve them; returns the port.

    `address` is `HOST:PORT`. Each process of a machine takes the first free one of `PORTS_MAX`
    ports. None if there is no free one, which is logged: play goes on without metrics.
    """
    # As above.
    import prometheus_client

    prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
    registry = prometheus_client.CollectorRegistry()
    prometheus_client.ProcessCollector(registry=registry)
    for metric in declared:
        metric.register(registry)
    host, _, first = address.rpartition(":")
    for port in range(int(first), int(first) + PORTS_MAX):
        try:
            prometheus_client.start_http_server(port, host.strip("[]"), registry)
        except socket.gaierror as error:
            log.error("METRICS_ADDRESS %s is no address of this machine: %s", address, error)
            return None
        except OSError:
            continue
        log.info("metrics are served at http://%s:%s/metrics", host, port)
        return port
    log.error("no free port for metrics from %s on", address)
    return None
