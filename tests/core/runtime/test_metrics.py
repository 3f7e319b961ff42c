"""Metrics do nothing until they are served; then each process has a port of its own."""

import socket
import subprocess
import sys
import urllib.request

import pytest

from core.runtime import metrics
from tests.support.measured import measured


def test_before_they_are_served_metrics_do_nothing() -> None:
    counted, timed = metrics.counter("t_a", "A"), metrics.histogram("t_b", "B", "kind")
    counted.add()
    timed.observe(1.0, "x")
    with measured([counted, timed]) as found:
        assert found.value("cardhouse_t_a_total") == 0
        counted.add(amount=3)
        timed.observe(0.02, "x")
        assert found.value("cardhouse_t_a_total") == 3
        assert found.value("cardhouse_t_b_count", kind="x") == 1
        assert found.value("cardhouse_t_b_bucket", kind="x", le="0.025") == 1
        assert found.value("cardhouse_t_b_bucket", kind="x", le="0.01") == 0


def test_a_gauge_that_cannot_be_read_leaves_out_its_value_alone() -> None:
    def broken() -> metrics.Values:
        raise OSError("no database")

    good = metrics.gauge("t_good", "Good", read=lambda: {(): 7.0})
    with measured([metrics.gauge("t_bad", "Bad", read=broken), good]) as found:
        assert found.samples() == {"cardhouse_t_good": [7.0]}


def test_nothing_imports_the_client_library_before_it_is_needed() -> None:
    code = (
        "import sys; from core.runtime import metrics, tracing\n"
        "metrics.counter('a', 'A').add(); tracing.record(tracing.Span('a', 1, 2), [], {})\n"
        "print([m for m in sys.modules if m.startswith(('prometheus', 'opentelemetry'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stdout + done.stderr


def test_each_process_serves_on_the_first_free_port() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        first = taken.getsockname()[1]
        counted = metrics.counter("t_served", "Served")
        port = metrics.start(f"127.0.0.1:{first}", [counted])
        try:
            assert port is not None
            assert first < port < first + metrics.PORTS_MAX
            counted.add()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
                text = answer.read().decode()
        finally:
            counted._metric = None
    assert "cardhouse_t_served_total 1.0" in text
    assert "process_cpu_seconds_total" in text


def test_without_a_free_port_the_process_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(metrics, "PORTS_MAX", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert metrics.start(f"127.0.0.1:{taken.getsockname()[1]}", []) is None
    assert "no free port for metrics" in caplog.text
