"""The units of systemd and the manifests of Kubernetes: probes, drains, budgets, confinement.

No cluster runs here: that a cluster takes them is read from their shapes, and from a validation
against the published schemas (`docs/operations.md`).
"""

import configparser
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from config.management.commands.web import server_options
from config.web.draining import HAND_OVER_S

ROOT = Path(__file__).resolve().parents[2]
MANIFESTS = ROOT / "deploy" / "kubernetes"
UNITS = ROOT / "deploy" / "systemd"
KUSTOMIZATION: dict[str, Any] = yaml.safe_load((MANIFESTS / "kustomization.yaml").read_text())
OBJECTS: list[dict[str, Any]] = [
    one
    for name in KUSTOMIZATION["resources"]
    for one in yaml.safe_load_all((MANIFESTS / name).read_text())
]
SETTINGS = dict(line.split("=", 1) for line in KUSTOMIZATION["configMapGenerator"][0]["literals"])


def of_kind(kind: str) -> dict[str, dict[str, Any]]:
    return {one["metadata"]["name"]: one for one in OBJECTS if one["kind"] == kind}


def drain_s(drain: float) -> float:
    """The seconds from SIGTERM to the end of a web process at the most."""
    graceful: int = server_options()["timeout_graceful_shutdown"]
    return HAND_OVER_S + drain + graceful


def test_every_manifest_is_applied() -> None:
    files = {path.name for path in MANIFESTS.glob("*.yaml")} - {"kustomization.yaml"}
    assert files == set(KUSTOMIZATION["resources"])
    assert set(of_kind("Deployment")) == {"web", "dealer"}


@pytest.mark.parametrize("name", ["web", "dealer"])
def test_one_process_after_the_other_is_replaced(name: str) -> None:
    deployment = of_kind("Deployment")[name]["spec"]
    assert deployment["replicas"] >= 2
    assert deployment["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    labels = deployment["template"]["metadata"]["labels"]
    assert deployment["selector"]["matchLabels"] == labels
    budget = of_kind("PodDisruptionBudget")[name]["spec"]
    assert (budget["maxUnavailable"], budget["selector"]["matchLabels"]) == (1, labels)


def test_a_web_process_has_time_to_let_its_sockets_go() -> None:
    pod = of_kind("Deployment")["web"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    _sleep, before_s = container["lifecycle"]["preStop"]["exec"]["command"]
    needed = float(before_s) + drain_s(float(SETTINGS["DRAIN_S"]))
    assert pod["terminationGracePeriodSeconds"] > needed


def test_probes_ask_for_a_host_that_is_answered() -> None:
    (container,) = of_kind("Deployment")["web"]["spec"]["template"]["spec"]["containers"]
    paths = {}
    for name in ("startupProbe", "livenessProbe", "readinessProbe"):
        asked = container[name]["httpGet"]
        paths[name] = asked["path"]
        (header,) = asked["httpHeaders"]
        assert header["name"] == "Host"
        assert header["value"] in SETTINGS["ALLOWED_HOSTS"].split()
        assert asked["port"] == container["ports"][0]["name"]
    # A process that lives is not killed because PostgreSQL is away.
    assert paths == {
        "startupProbe": "/healthz",
        "livenessProbe": "/healthz",
        "readinessProbe": "/readyz",
    }


@pytest.mark.parametrize("one", OBJECTS, ids=lambda one: f"{one['kind']} {one['metadata']['name']}")
def test_every_process_is_confined_and_only_the_migration_knows_the_owner(
    one: dict[str, Any],
) -> None:
    if "template" not in one["spec"]:
        return
    pod = one["spec"]["template"]["spec"]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    for container in pod["containers"]:
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        secrets = [
            each["secretRef"]["name"] for each in container["envFrom"] if "secretRef" in each
        ]
        assert ("cardhouse-owner" in secrets) == (one["kind"] == "Job")


@pytest.mark.parametrize("command", ["web", "dealer"])
def test_a_unit_ends_its_process_in_order(command: str) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNITS / f"cardhouse-{command}@.service")
    service = unit["Service"]
    assert re.search(rf"manage\.py {command}\b", service["ExecStart"])
    assert (service["KillSignal"], service["KillMode"]) == ("SIGTERM", "mixed")
    assert float(service["TimeoutStopSec"]) > drain_s(settings.DRAIN_S)
    assert (service["NoNewPrivileges"], service["ProtectSystem"]) == ("yes", "strict")


def test_the_restart_takes_every_process_of_the_target() -> None:
    wanted = re.findall(r"cardhouse-(\w+)@(\d)", (UNITS / "cardhouse.target").read_text())
    script = (UNITS / "cardhouse-restart").read_text()
    loops = re.findall(
        r"for number in ([\d ]+); do\n  systemctl restart \"cardhouse-(\w+)@", script
    )
    assert {(kind, n) for numbers, kind in loops for n in numbers.split()} == set(wanted)
