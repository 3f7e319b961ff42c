"""Files of an open project: licences, one version, CI that calls only the two commands."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.support.cases import for_each

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = {"make test", "sh scripts/answers.sh"}
MAKE = (
    "command -v make || { apt-get update -q && apt-get install -qy --no-install-recommends make; }"
)


def read(name: str) -> str:
    return (ROOT / name).read_text()


def test_the_version_is_one() -> None:
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    assert tomllib.loads(read("clients/python/pyproject.toml"))["project"]["version"] == version
    assert re.search(rf"^## \[(Unreleased\] - )?{re.escape(version)}", read("CHANGELOG.md"), re.M)


def test_licences_are_included() -> None:
    assert read("LICENSE").startswith("MIT License")
    assert tomllib.loads(read("pyproject.toml"))["project"]["license"] == "MIT"
    for folder in ("static/vendor", "core/word_filter/lists", "games/pictures/fonts"):
        listed = re.findall(
            r"^\| (?:@[\w-]+/)?([\w-]+) \| ([\d.]+) \| [\w.-]+ \|", read(f"{folder}/LIST.md"), re.M
        )
        packages = {path.name for path in (ROOT / folder).iterdir() if path.is_dir()}
        assert packages <= {name for name, _ in listed}
        for name in packages:
            for version in (ROOT / folder / name).iterdir():
                assert list(version.glob("LICENSE*")), version


@pytest.mark.parametrize("name", [".github/workflows/ci.yml", ".gitlab-ci.yml", ".woodpecker.yml"])
def test_ci_calls_the_two_commands_and_nothing_else(name: str) -> None:
    config = yaml.safe_load(read(name))
    if "jobs" in config:
        steps = [step for job in config["jobs"].values() for step in job["steps"]]
        called = [step["run"] for step in steps if "run" in step]
    elif "steps" in config:
        called = [command for step in config["steps"] for command in step["commands"]]
    else:
        called = [line for job in config.values() for line in job.get("script", [])]
    assert {line for line in called if line != MAKE} == COMMANDS


def test_commit_hooks_are_local_and_their_tools_are_installed() -> None:
    for repository in yaml.safe_load(read(".pre-commit-config.yaml"))["repos"]:
        assert repository["repo"] == "local"
        for hook in repository["hooks"]:
            assert hook["language"] == "system"
            assert os.access(ROOT / hook["entry"].split()[0], os.X_OK), hook["entry"]


@for_each("script", sorted((ROOT / "scripts").glob("*.sh")), ids=lambda p: p.name)
def test_shell_scripts_parse(script: Path) -> None:
    subprocess.run(["sh", "-n", script], check=True)
