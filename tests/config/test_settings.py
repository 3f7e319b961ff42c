"""What the settings of every mode share depends on the command as it should."""

import runpy
import sys

import pytest

from config.settings import base


@pytest.mark.parametrize(("command", "there"), [("runserver", True), ("web", False)])
def test_daphne_is_there_for_runserver_alone(
    command: str, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other process would import Twisted, which takes a tenth of its start."""
    monkeypatch.setattr(sys, "argv", ["manage.py", command])
    settings = runpy.run_path(base.__file__)
    assert ("daphne" in settings["INSTALLED_APPS"]) is there
