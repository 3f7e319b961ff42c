"""The files of a deployment, as far as they can be checked where no container runs."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.database.archive import server_options
from tests.support import image
from tests.support.good_settings import GOOD

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = (ROOT / "docker-compose.yml").read_text()
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE)["services"]
NEEDED = {
    "postgres": {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"},
    "proxy": {"NET_BIND_SERVICE"},
}
"""The capabilities that a service has back."""


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_confined(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert set(service.get("cap_add", ())) == NEEDED.get(name, set())
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is True
    assert "/tmp" in service["tmpfs"]
    assert "privileged" not in service
    assert not [volume for volume in service.get("volumes", ()) if "docker.sock" in volume]


def test_only_the_proxy_can_be_reached_and_it_reaches_no_data() -> None:
    networks = yaml.safe_load(COMPOSE)["networks"]
    assert networks["back"]["internal"] is True
    assert {name for name, one in SERVICES.items() if "ports" in one} == {"proxy"}
    joined = {name: set(one["networks"]) for name, one in SERVICES.items()}
    assert joined.pop("web1") == joined.pop("web2") == {"front", "back"}
    assert joined.pop("proxy") == {"front"}
    assert set(joined) == {"postgres", "backup", "valkey", "migrate", "dealer"}
    assert all(of == {"back"} for of in joined.values())


def test_the_database_archives_its_log_beside_its_base_backups() -> None:
    postgres, backup = SERVICES["postgres"], SERVICES["backup"]
    options = postgres["command"][2::2]
    for name, value in server_options(Path("/backups")).items():
        assert f"{name}={value}" in options
    assert postgres["entrypoint"][-2].startswith("install -d -m 700 -o postgres -g postgres ")
    shared = {volume for volume in backup["volumes"] if not volume.startswith("./")}
    assert shared == {"backups:/backups", "postgres-socket:/run/postgresql"}
    assert shared <= set(postgres["volumes"])
    assert backup["environment"]["PGUSER"] == postgres["environment"]["POSTGRES_USER"]


def test_valkey_has_a_password_and_every_secret_a_line_to_fill_in() -> None:
    valkey = SERVICES["valkey"]
    secret = "${VALKEY_PASSWORD:?set it in .env}"
    assert valkey["command"][-2:] == ["--requirepass", secret]
    assert secret in SERVICES["web1"]["environment"]["VALKEY_URL"]
    asked = set(re.findall(r"\$\{(\w+):\?", COMPOSE))
    example = (ROOT / ".env.example").read_text()
    assert asked <= set(re.findall(r"^(\w+)=", example, re.MULTILINE))
    assert not re.findall(r"\$\{\w+\}", COMPOSE), "a missing value is refused, not empty"


def test_the_dockerfile_has_no_fault_that_hadolint_knows() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([hadolint, "Dockerfile"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_image_runs_without_rights_and_without_secrets() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    last = max(number for number, line in enumerate(lines) if line.startswith("FROM"))
    assert any(re.fullmatch(r"USER [1-9]\d*", line) for line in lines[last:])
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".env", ".git", ".data"} <= set(ignored)


def test_the_requests_of_a_table_go_to_one_process() -> None:
    """The proxy chooses by this header: the table's name, else the path; never the query."""
    caddy = (ROOT / "config/deploy/Caddyfile").read_text()
    assert "lb_policy header X-Table" in caddy
    (pattern,) = re.findall(r"@table path_regexp table (\S+)", caddy)

    def key(path: str) -> str:
        found = re.search(pattern, path)
        return found[1] if found else path

    paths = ("/ws/table/jade/", "/t/jade/", "/t/jade/hands/", "/api/v1/tables/jade/state")
    assert {key(path) for path in paths} == {"jade"}
    assert key("/ws/table/lotus/") == "lotus"
    assert key("/ws/lobby/") == "/ws/lobby/"


@pytest.mark.full
def test_each_step_of_the_image_runs_in_an_empty_folder(tmp_path: Path) -> None:
    last, left_out = image.build(tmp_path)
    assert [step.split()[0] for step in left_out] == ["useradd"]
    assert not [name for name in (".env", ".git", "tests") if last.at(f"/app/{name}").exists()]
    assert last.at("config/deploy/probe.py").is_file(), "what HEALTHCHECK runs"
    assert last.at("staticfiles/staticfiles.json").is_file()
    assert last.at("bundles/names.json").is_file()
    last.environment |= GOOD | {"TRUSTED_PROXIES": "1"}
    assert "no issues" in last.run("python manage.py check --deploy --fail-level WARNING")
    assert str(last.at("/venv")) in last.run("python -c 'import django; print(django.__file__)'")
