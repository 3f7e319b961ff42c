"""A dump loaded into a new cluster has the same data, with PostgreSQL's own programs."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config.database import dumps
from config.database.client_programs import ProgramError
from config.embedded import binaries
from tests.support.platforms import Platform
from tests.support.prepared import fill
from tests.support.size import FULL

STATE = """
import json
from django.db import connection
from accounts.ledger.models import Account, Posting
from accounts.people.models import User
from core.staff.models import StaffLogEntry
from core.staff.actions import staff_action
from config.database.roles import rewritable
from django.db.models import Sum
print("STATE", json.dumps([
    User.objects.count(), Posting.objects.count(), Posting.objects.aggregate(s=Sum("amount"))["s"],
    sorted(map(str, Account.objects.values_list("kind", "balance"))),
    StaffLogEntry.objects.order_by("-id").values_list("hash", flat=True).first(),
    connection.settings_dict["USER"], rewritable(),
]))
"""
ACT = """
import gc, sys
assert gc.isenabled(), "manage.py switched it off only to start"
assert "numpy" not in sys.modules, "it is slow to load, and few commands need it"
from django.core.management import call_command
call_command("demo")
from accounts.people.actions.users import register_person
from accounts.people.actions.roles import set_roles
boss = register_person(name="Chief", password=None, staff=True, superuser=True)
for name in ("Anna", "Boris"):
    user = register_person(name=name, password=None)
    set_roles(by=boss, user=user, roles=["Table moderator"], reason="helps with the tables")
"""
DUMP = """
call_command("dump", {file!r})
"""
AUDIT = """
from django.core.management import CommandError, call_command
call_command("audit")
call_command("audit", head={head!r})
try:
    call_command("load_dump", {file!r})
except CommandError as refused:
    assert "not empty" in str(refused)
else:
    raise AssertionError("it was restored into a database that is not empty")
"""
BY_HAND = """
from django.core.management import call_command
from config.database import client_programs
from config.database import roles
with roles.as_owner():
    client_programs.run_against("pg_restore", "--exit-on-error", {file!r})
call_command("migrate", verbosity=0)
"""


@pytest.fixture
def platform(state_folder: Path) -> Platform:
    """Its other clusters stop by themselves when they are no longer used."""
    return Platform(state_folder.parent)


@pytest.mark.timeout(600)
def test_a_restored_cluster_has_the_same_data(platform: Platform, state_folder: Path) -> None:
    first, second, file = state_folder.name, "second", state_folder.parent / "cards.dump"
    fill(state_folder)
    (before,) = platform.states(first, ACT, STATE, DUMP.format(file=str(file)))
    assert before[1] >= 10
    assert before[4] != None  # noqa: E711
    assert file.stat().st_mode & 0o077 == 0

    platform.manage(second, "load_dump", str(file))
    restored = platform.states(second, STATE, AUDIT.format(head=before[4], file=str(file)), STATE)
    assert restored == [before, before]
    assert before[5:] == ["cardhouse_app", []]  # the program still cannot rewrite the ledger

    if not FULL:
        return
    # Manually, with rights and owners from the file: the roles must exist first.
    third = "third"
    platform.manage(third, "grants")
    by_hand = BY_HAND.format(file=str(file))
    assert platform.states(third, by_hand, STATE) == [before]


@pytest.mark.django_db
def test_a_restore_into_existing_tables_or_from_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "some.dump").write_bytes(b"PGDMP")
    for file, text in (("some.dump", "is not empty"), ("none.dump", "There is no file")):
        with pytest.raises(ProgramError, match=text):
            dumps.load(tmp_path / file)


@pytest.mark.django_db
def test_a_client_older_than_the_server_is_refused_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)'\n")
    old.chmod(0o755)
    monkeypatch.setattr(binaries, "client_program", lambda name: tmp_path / name)
    with pytest.raises(ProgramError, match=r"older than the server \(18\)"):
        dumps.dump(tmp_path / "cards.dump")
    old.unlink()
    with pytest.raises(ProgramError, match="is not installed"):
        dumps.dump(tmp_path / "cards.dump")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(CommandError, match="is not installed"):
        call_command("dump", str(tmp_path / "cards.dump"))
    assert connection.settings_dict["NAME"]
