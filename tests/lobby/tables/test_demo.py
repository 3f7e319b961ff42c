"""The demo is created once, and without a staff log-in on servers that others can reach."""

import pytest
from django.core.management import call_command

from accounts.people.models import User
from games.engines.core import registry
from lobby.tables.models import Table
from tests.support.seated_table import audit_findings

pytestmark = pytest.mark.django_db


def test_the_demo_is_made_once(capsys):
    call_command("demo")
    call_command("demo")
    assert Table.objects.filter(is_house_table=True).count() == sum(
        len(game.manifest.house_tables) for game in registry.all_games()
    )
    assert User.objects.get(name="Floorman").is_staff
    assert "cardhouse-demo" in capsys.readouterr().out
    assert audit_findings() == []


def test_no_known_staff_password_on_an_open_server(monkeypatch):
    monkeypatch.setenv("HOST", "0.0.0.0")
    call_command("demo")
    assert not User.objects.filter(is_staff=True).exists()
    assert User.objects.filter(name="Meera").exists()
