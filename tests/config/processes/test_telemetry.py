"""The address of metrics, and the names that dashboards and alerts ask for."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.exceptions import ImproperlyConfigured

from config.processes import telemetry
from core.periodic_tasks.runner import run_now
from core.runtime import single_flight
from lobby.moderation.models import AuditFinding
from tests.support.cases import for_each
from tests.support.measured import measured

MONITORING = Path(__file__).resolve().parents[3] / "deploy/monitoring"
OF_THE_LIBRARY = {"process_cpu_seconds_total", "process_resident_memory_bytes"}
PROMTOOL = os.environ.get("PROMTOOL") or shutil.which("promtool")
ADDRESSES: dict[str, tuple[str, str | None]] = {
    "none": ("", None),
    "loopback": ("127.0.0.1:9400", None),
    "loopback of IPv6": ("[::1]:9400", None),
    "private": ("10.0.0.7:9400", None),
    "no port": ("127.0.0.1", "write HOST:PORT"),
    "no host": (":9400", "write HOST:PORT"),
    "a port too high": ("127.0.0.1:70000", "write HOST:PORT"),
    "every address": ("0.0.0.0:9400", "strangers could reach"),
    "every address of IPv6": ("[::]:9400", "strangers could reach"),
    "public": ("8.8.8.8:9400", "strangers could reach"),
    "the site's port": ("127.0.0.1:8000", "the site's port 8000"),
    "ports up to the site's": ("127.0.0.1:7990", "the site's port 8000"),
    "a name of nobody": ("nobody.invalid:9400", "no address here"),
}


def expressions() -> list[str]:
    """All expressions of the alerts and of the dashboard."""
    groups = yaml.safe_load((MONITORING / "rules.yml").read_text())["groups"]
    panels = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
    return [
        *(rule["expr"] for group in groups for rule in group["rules"]),
        *(target["expr"] for panel in panels for target in panel.get("targets", ())),
    ]


@for_each(("address", "problem"), ADDRESSES.values(), list(ADDRESSES))
def test_metrics_are_never_served_to_strangers(address: str, problem: str | None) -> None:
    found = telemetry.address_problem(address, 8_000)
    assert (found is None) if problem is None else (found is not None and problem in found)


def test_a_process_refuses_to_serve_metrics_to_strangers(settings: Any) -> None:
    settings.METRICS_ADDRESS = "0.0.0.0:9400"
    with pytest.raises(ImproperlyConfigured, match="strangers could reach"):
        telemetry.start("web")


def test_alerts_and_dashboard_ask_for_metrics_that_exist_and_for_each_of_them() -> None:
    declared = {one for kind in telemetry.BY_PROCESS for one in telemetry.declared(kind)}
    known = {name for one in declared for name in one.series}
    text = " ".join(expressions())
    asked = set(re.findall(r"\b(?:cardhouse|process)_\w+", text))
    assert asked - known == OF_THE_LIBRARY | {"cardhouse_process"}
    assert [one.name for one in declared if asked.isdisjoint(one.series)] == []


@pytest.mark.django_db
def test_a_dealer_tells_of_tasks_findings_and_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_flight, "monotonic", lambda: 1e12)  # nothing read before counts
    run_now("close_tables")
    AuditFinding.objects.create(kind="ledger", subject="all", text="one chip too many")
    with measured(telemetry.declared("dealer")) as found:
        assert found.value("cardhouse_audit_findings", check="all") == 1
        assert found.value("cardhouse_audit_findings", check="ledger") == 1
        assert found.value("cardhouse_task_failures", task="close_tables") == 0
        assert found.value("cardhouse_task_finished_timestamp_seconds", task="close_tables") > 1e9
        assert found.samples()["cardhouse_audit_hands_waiting"] == [0]


@pytest.mark.full
def test_prometheus_takes_the_rules_the_configuration_and_every_panel(tmp_path: Path) -> None:
    assert PROMTOOL, "install Prometheus (apt-get install prometheus), or name promtool in PROMTOOL"
    texts = [text.replace("$__rate_interval", "1m") for text in expressions()]
    rules = [{"record": f"panel:{n}", "expr": text} for n, text in enumerate(texts)]
    (tmp_path / "panels.yml").write_text(yaml.dump({"groups": [{"name": "all", "rules": rules}]}))
    for arguments in (
        ["check", "config", str(MONITORING / "prometheus.yml")],
        ["check", "rules", str(tmp_path / "panels.yml")],
        ["test", "rules", str(MONITORING / "rules_test.yml")],
    ):
        done = subprocess.run([PROMTOOL, *arguments], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
