"""An action's trace: the whole with its parts, at the times at which they were."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.runtime import tracing
from core.runtime.tracing import Span

ROOT = Path(__file__).resolve().parents[3]


class Tracer:
    """Keeps spans as OpenTelemetry's tracer would be told of them."""

    def __init__(self, *, records: bool = True) -> None:
        self.spans: list[dict[str, Any]] = []
        self._records = records

    def start_span(
        self, name: str, context: Any = None, *, start_time: int, attributes: Any = None
    ) -> Any:
        span = {"name": name, "in": context, "from": start_time, "attributes": attributes}
        self.spans.append(span)
        return SimpleNamespace(
            name=name, is_recording=lambda: self._records, end=lambda at: span.update(to=at)
        )


@pytest.fixture
def tracer(monkeypatch: pytest.MonkeyPatch) -> Tracer:
    monkeypatch.setattr(tracing, "_tracer", tracer := Tracer())
    monkeypatch.setattr(
        tracing, "_trace", SimpleNamespace(set_span_in_context=lambda span: span.name)
    )
    return tracer


def test_a_trace_has_the_parts_that_its_thread_noted(tracer: Tracer) -> None:
    spans = tracing.collect()
    tracing.note(Span("lock", 1, 2), Span("commit", 2, 4))
    tracing.record(Span("action", 0, 5), spans, {"outcome": "accepted"})
    second = tracing.NS_PER_S
    assert tracer.spans == [
        {"name": "action", "in": None, "from": 0, "attributes": {"outcome": "accepted"}}
        | {"to": 5 * second},
        {"name": "lock", "in": "action", "from": second, "attributes": None, "to": 2 * second},
        {"name": "commit", "in": "action", "from": 2 * second, "attributes": None}
        | {"to": 4 * second},
    ]


def test_a_round_is_traced_if_it_did_anything(tracer: Tracer) -> None:
    def lost_round() -> None:
        with tracing.traced("timers") as trace:
            trace["tables"] = 2
            tracing.note(Span("lock", 1, 2))
            raise OSError("lost")

    with tracing.traced("timers"):
        pass
    with pytest.raises(OSError, match="lost"):
        lost_round()
    timers, lock = tracer.spans
    assert (timers["name"], timers["attributes"], lock["in"]) == ("timers", {"tables": 2}, "timers")


def test_a_trace_that_is_not_recorded_has_no_parts(
    tracer: Tracer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracer, "_records", False)
    tracing.record(Span("action", 0, 5), [Span("lock", 1, 2)], {})
    assert [span["name"] for span in tracer.spans] == ["action"]


def test_without_a_setting_nothing_is_noted() -> None:
    spans = tracing.collect()
    tracing.note(Span("lock", 1, 2))
    tracing.record(Span("action", 1, 2), spans, {})
    assert (tracing.is_on(), spans) == (False, [])


def test_a_missing_package_is_said_in_a_sentence() -> None:
    done = _python(
        "import sys; sys.modules['opentelemetry'] = None\n"
        "from core.runtime import tracing\n"
        "tracing.start('console', every=1, process='web')"
    )
    assert "install requirements/traces.txt, or unset it" in done.stderr.splitlines()[-1]


@pytest.mark.full
def test_opentelemetry_takes_the_traces(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tmp_path)]
    names = ("opentelemetry-sdk", "opentelemetry-exporter-otlp-proto-http")
    lines = (ROOT / "requirements/traces.txt").read_text().splitlines()
    pins = [line.split(" ")[0] for line in lines if line.startswith(names)]
    subprocess.run([*pip, *pins], check=True)
    done = _python(
        "import time; from core.runtime import tracing; from core.runtime.tracing import Span\n"
        "tracing.start('console', every=1, process='web'); now = time.perf_counter()\n"
        "tracing.record(Span('action', now, now + 3), [Span('lock', now + 1, now + 2)], {'a': 1})\n"
        "tracing._tracer.span_processor.force_flush()\n"
        "tracing.start('http://127.0.0.1:1/v1/traces', every=10**12, process='web')\n"
        "tracing.record(Span('action', now, now + 3), [], {})",
        PYTHONPATH=str(tmp_path),
    )
    assert done.returncode == 0, done.stderr
    spans, at = [], 0
    while rest := done.stdout[at:].strip():
        span, end = json.JSONDecoder().raw_decode(rest)
        spans.append(span)
        at = len(done.stdout) - len(rest) + end
    lock, action = spans
    assert lock["parent_id"] == action["context"]["span_id"]
    assert action["attributes"] == {"a": 1}
    assert action["resource"]["attributes"]["cardhouse.process"] == "web"
    assert action["start_time"][:13] == time.strftime("%Y-%m-%dT%H", time.gmtime())


def _python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
