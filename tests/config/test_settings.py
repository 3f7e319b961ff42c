"""Settings that depend on the command."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

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


def test_local_pages_show_edits_at_once() -> None:
    """Tests keep files, so theirs do not tell; to run these settings would start servers."""
    local = Path(base.__file__).with_name("local.py").read_text()
    kept = dict(re.findall(r"^(WHITENOISE_\w+) = (\w+)$", local, re.MULTILINE))
    assert (kept["WHITENOISE_MAX_AGE"], kept["WHITENOISE_AUTOREFRESH"]) == ("0", "True")


def test_logging_does_not_load_twisted() -> None:
    script = "import config.logs, sys; print('structlog' in sys.modules, 'twisted' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "True False\n", done.stderr
