"""Metrics as Prometheus would read them, counted into a registry of the test's own."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry

from core.runtime.metrics import Metric


class Measured:
    """Declared metrics, from the moment they are counted."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def value(self, series: str, **labels: str) -> float:
        """The value of a series, 0 if there is none."""
        return self._registry.get_sample_value(series, labels) or 0.0

    def samples(self) -> dict[str, list[float]]:
        """All values by the name of their series."""
        found: dict[str, list[float]] = {}
        for family in self._registry.collect():
            for sample in family.samples:
                found.setdefault(sample.name, []).append(sample.value)
        return found


@contextmanager
def measured(metrics: Iterable[Metric]) -> Iterator[Measured]:
    """Count these metrics in the block; afterwards they do nothing again."""
    registry, known = CollectorRegistry(), list(metrics)
    for metric in known:
        metric.register(registry)
    try:
        yield Measured(registry)
    finally:
        for metric in known:
            metric._metric = None
