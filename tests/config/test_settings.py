"""Settings that depend on the command."""

import runpy
import subprocess
import sys

import pytest

from config.settings import base


@pytest.mark.parametrize(("command", "there"), [("runserver", True), ("web", False)])
def test_daphne_is_installed_only_for_runserver(
    command: str, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All other processes would import Twisted, which takes a tenth of their start."""
    monkeypatch.setattr(sys, "argv", ["manage.py", command])
    settings = runpy.run_path(base.__file__)
    assert ("daphne" in settings["INSTALLED_APPS"]) is there


def test_logging_does_not_load_twisted() -> None:
    script = "import config.logs, sys; print('structlog' in sys.modules, 'twisted' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "True False\n", done.stderr
