"""Traces of actions by OpenTelemetry, if the setting TRACES_ENDPOINT names a collector.

The times of the metrics are noted here too, and become the spans of an action once it is answered:
the work of a transaction belongs to the traces of all its actions. A dealer's round and an action
by REST are traced in the same way (`traced`). Until `start` is called nothing
is noted, and OpenTelemetry is not imported. A span has codes and numbers, and no name, card or
amount.
"""

import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.core.exceptions import ImproperlyConfigured

CONSOLE = "console"
"""The value of TRACES_ENDPOINT that prints traces instead of sending them."""
NS_PER_S = 1_000_000_000


class Span(NamedTuple):
    """A part of an action's way; its times are seconds of `time.perf_counter`."""

    name: str
    began: float
    ended: float


_tracer: Any = None
_trace: Any = None
"""OpenTelemetry's module of that name."""
_clock_offset_ns = 0
"""Added to a time of `time.perf_counter` in nanoseconds, it gives Unix nanoseconds."""
_of_thread = threading.local()


def start(endpoint: str, *, every: int, process: str, exporter: Any = None) -> None:
    """Trace one of `every` actions, and send the traces to this OTLP/HTTP address meanwhile.

    `exporter` replaces the one for the address. Raises `ImproperlyConfigured` if OpenTelemetry is
    not installed.
    """
    global _tracer, _trace, _clock_offset_ns
    try:
        # Here and below: it is loaded only where actions are traced.
        from opentelemetry import trace
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.sampling import TraceIdRatioBased
    except ImportError as error:
        raise ImproperlyConfigured(
            "TRACES_ENDPOINT is set, but OpenTelemetry is not installed: install "
            "requirements/traces.txt, or unset it."
        ) from error
    resource = Resource.create({"service.name": "cardhouse", "cardhouse.process": process})
    provider = TracerProvider(sampler=TraceIdRatioBased(1 / every), resource=resource)
    provider.add_span_processor(BatchSpanProcessor(exporter or _exporter(endpoint)))
    _clock_offset_ns = time.time_ns() - _to_ns(time.perf_counter())
    _trace, _tracer = trace, provider.get_tracer("cardhouse")


def _exporter(endpoint: str) -> Any:
    # As above.
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter

    if endpoint == CONSOLE:
        return ConsoleSpanExporter()
    # As above.
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter(endpoint=endpoint)


def is_on() -> bool:
    """Whether actions are traced."""
    return _tracer is not None


def collect() -> list[Span]:
    """A new list, which gets what this thread notes from now on."""
    spans: list[Span] = []
    if _tracer is not None:
        _of_thread.spans = spans
    return spans


def note(*spans: Span) -> None:
    """Add parts of the way to the list of this thread, if actions are traced."""
    if _tracer is not None and (noted := getattr(_of_thread, "spans", None)) is not None:
        noted.extend(spans)


def record(whole: Span, parts: Iterable[Span], attributes: Mapping[str, str | int]) -> None:
    """Make a trace of an action that is over: the whole, with its parts below it."""
    if _tracer is None:
        return
    root = _tracer.start_span(
        whole.name, start_time=_to_unix_ns(whole.began), attributes=dict(attributes)
    )
    if root.is_recording():
        below = _trace.set_span_in_context(root)
        for part in parts:
            span = _tracer.start_span(part.name, below, start_time=_to_unix_ns(part.began))
            span.end(_to_unix_ns(part.ended))
    root.end(_to_unix_ns(whole.ended))


@contextmanager
def traced(name: str) -> Iterator[dict[str, str | int]]:
    """Make a trace of what this thread notes in the block; none if it notes nothing.

    The block may add attributes to what it gets.
    """
    spans, began = collect(), time.perf_counter()
    attributes: dict[str, str | int] = {}
    try:
        yield attributes
    finally:
        _of_thread.spans = None
        if spans:
            record(Span(name, began, time.perf_counter()), spans, attributes)


def _to_ns(seconds: float) -> int:
    return round(seconds * NS_PER_S)


def _to_unix_ns(seconds: float) -> int:
    return _to_ns(seconds) + _clock_offset_ns
