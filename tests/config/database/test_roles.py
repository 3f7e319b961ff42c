"""Database rights of the program's and the reports' roles, tested in the database."""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterator

import pgtrigger
import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from psycopg.errors import InsufficientPrivilege

from accounts import ledger
from accounts.ledger.models import Account
from accounts.people.actions.users import create_guest
from config.database import roles
from config.database.fixed_columns import FIXED
from config.database.report_columns import READABLE, SECRET
from config.database.roles import REPORTS
from config.embedded.servers import PROGRAM
from games.designer.models import Design
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db

NOTES = "lobby_casenote"
"""Append-only except for one column."""
APPEND_ONLY = (
    "accounts_entry",
    "accounts_posting",
    "core_stafflogentry",
    "games_archivedmonth",
    "games_archivedtable",
    "games_dailydigest",
    "games_dailyroot",
    "games_dayleaf",
    "games_deckday",
    "games_fairkey",
    "games_handaction",
    "games_openeddeck",
    "games_packedactions",
    "games_ruleset",
    "games_throwndeck",
)
_SECRETIVE = re.compile("password|secret|sealed|digest|token|session|mail|key|invite|address|code")
_HARMLESS = {
    ("accounts_user", "name_key"),
    ("accounts_user", "sessions_ended"),
    ("auth_permission", "codename"),
    ("games_archivedmonth", "digest"),
    ("games_dailydigest", "digest"),
    ("games_fairkey", "key"),
}


@pytest.fixture
def program(django_db_setup: None) -> Iterator[psycopg.Connection]:
    """A connection logged in as the program, without the owner's session."""
    where = connection.settings_dict
    with psycopg.connect(
        host=where["HOST"], dbname=where["NAME"], user=PROGRAM, autocommit=True
    ) as line:
        yield line


def columns() -> list[tuple[str, str]]:
    """All columns of all tables."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' ORDER BY 1, 2"
        )
        return cursor.fetchall()


def test_the_models_declare_which_tables_are_append_only() -> None:
    tables = (*APPEND_ONLY, NOTES)
    found = roles.append_only()
    by_owner = {"games_archivedmonth", "games_archivedtable", "games_packedactions"}
    assert {name for name in found if "INSERT" in found[name]} == by_owner
    assert all(found[name] >= {"UPDATE", "DELETE"} for name in tables)
    assert found.keys() == set(tables)


def test_the_program_changes_only_the_text_of_a_note(program) -> None:
    """Data of deleted users is removed from it."""
    program.execute(f"UPDATE {NOTES} SET text = ''")
    for statement in ("UPDATE {} SET at = at", "DELETE FROM {}", "TRUNCATE {}"):
        with pytest.raises(InsufficientPrivilege):
            program.execute(statement.format(NOTES))


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {0} SET {1} = {1}",
        "DELETE FROM {0}",
        "TRUNCATE {0} CASCADE",
        "ALTER TABLE {0} DISABLE TRIGGER ALL",
        "ALTER TABLE {0} DISABLE TRIGGER USER",
        "SELECT 1 FROM {0} FOR UPDATE",
        "DROP TABLE {0}",
    ],
)
def test_the_program_changes_nothing_that_is_append_only(program, table, statement) -> None:
    keys = {
        "games_archivedmonth": "month",
        "games_archivedtable": "month",
        "games_dailydigest": "hand_id",
        "games_dailyroot": "day",
        "games_dayleaf": "no",
        "games_deckday": "day",
        "games_handaction": "seq",
        "games_openeddeck": "deck_id",
        "games_packedactions": "hand_id",
        "games_ruleset": "hash",
    }
    key = keys.get(table, "id")
    with pytest.raises(InsufficientPrivilege):
        program.execute(statement.format(table, key))


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (n int)",
        "CREATE TEMP TABLE mine (n int)",
        "CREATE SCHEMA mine",
        "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE OR REPLACE FUNCTION _pgtrigger_should_ignore(trigger_name name) RETURNS boolean"
        " LANGUAGE sql AS 'SELECT true'",
        "CREATE ROLE mine",
        "CREATE DATABASE mine",
        "SET ROLE cardhouse",
        "SET session_replication_role = replica",
        "DELETE FROM django_migrations",
        "TRUNCATE lobby_seat",
        "CREATE TRIGGER mine BEFORE UPDATE ON lobby_seat FOR EACH ROW"
        " EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "ALTER TABLE accounts_account DISABLE TRIGGER ALL",
    ],
)
def test_the_program_creates_and_owns_nothing(program, statement) -> None:
    with pytest.raises(InsufficientPrivilege):
        program.execute(statement)


def test_the_program_cannot_disable_a_trigger() -> None:
    """pgtrigger has a variable for that; only the owner may use it."""
    wallet = ledger.wallet(create_guest())
    row = Account.objects.filter(pk=wallet.pk)
    with pgtrigger.ignore(), pytest.raises(DatabaseError), transaction.atomic():
        row.update(balance=1_000_000)
    with as_owner(), pgtrigger.ignore():
        assert row.update(balance=1_000_000) == 1


def test_the_program_may_use_a_table_of_a_later_migration() -> None:
    with as_owner() as cursor:
        cursor.execute("CREATE TABLE later (id bigserial PRIMARY KEY, word text)")
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO later (word) VALUES ('a'); UPDATE later SET word = 'b'")
        cursor.execute("DELETE FROM later RETURNING word")
        assert cursor.fetchall() == [("b",)]


def test_columns_that_are_written_once_are_not_changed(program) -> None:
    """Nor could a program that was broken into rewrite what a hand was dealt from."""
    for table, column in columns():
        fixed = roles.fixed_columns(table, [name for one, name in columns() if one == table])
        if column in fixed:
            with pytest.raises(InsufficientPrivilege):
                program.execute(f'UPDATE "{table}" SET "{column}" = "{column}"')
    assert {"opening", "rules_hash", "id"} < roles.fixed_columns("games_hand", ["id"])
    for table, names in FIXED.items():
        assert names <= {"*", *(name for one, name in columns() if one == table)}, table
    program.execute("UPDATE games_hand SET result = result, sealed = sealed")


def test_a_later_append_only_model_is_protected_and_setting_rights_repeats() -> None:
    forbid = pgtrigger.Protect(name="designs_stay", operation=pgtrigger.Update)
    with forbid.register(Design), as_owner():
        roles.grant()
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        Design.objects.update(name="else")
    assert Design.objects.all().delete() == (0, {})
    with as_owner():
        roles.grant()
    assert Design.objects.update(name="else") == 0


def is_secret(table: str, column: str) -> bool:
    return bool(SECRET.get(table, {}).keys() & {column, "*"})


def test_every_column_is_listed_as_readable_or_secret() -> None:
    """A new column needs an entry, and a secret one a reason."""
    readable = {(table, column) for table, names in READABLE.items() for column in names}
    secret = {pair for pair in columns() if is_secret(*pair)}
    assert not readable & secret
    assert readable | secret == set(columns())
    named = {(table, name) for table, names in SECRET.items() for name in names if name != "*"}
    assert named <= secret, "a column that no longer exists"
    assert SECRET.keys() <= {table for table, _column in columns()}
    assert all(len(reason) > 5 for reasons in SECRET.values() for reason in reasons.values())


def test_reports_read_the_listed_columns_and_no_other() -> None:
    seen = set()
    for table, column in columns():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL ROLE NONE")
            cursor.execute(f"SET LOCAL ROLE {REPORTS}")
            try:
                with transaction.atomic():
                    cursor.execute(f'SELECT "{column}" FROM "{table}" LIMIT 0')
                seen.add((table, column))
            except DatabaseError as no:
                if "permission denied" not in str(no):
                    raise
            cursor.execute(f"SET LOCAL ROLE {PROGRAM}")
    assert seen == {(table, column) for table, names in READABLE.items() for column in names}


def test_reports_cannot_see_which_tally_was_written_last() -> None:
    """The order of its rows would reveal the shard of the last folded hand, and more."""
    for expression in ("count(*)", "ctid", "xmin", "published"):
        with as_owner() as cursor, transaction.atomic():
            cursor.execute(f"SET LOCAL ROLE {REPORTS}")
            with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
                cursor.execute(f"SELECT {expression} FROM games_tally")


def test_an_unlisted_table_is_not_readable() -> None:
    with as_owner() as cursor:
        cursor.execute("CREATE TABLE later (id bigserial PRIMARY KEY, word text)")
        roles.grant()
        cursor.execute("SELECT has_any_column_privilege(%s, 'later', 'SELECT')", [REPORTS])
        assert cursor.fetchone() == (False,)


def test_every_column_with_a_secretive_name_is_listed_as_secret() -> None:
    named = {(table, name) for table, name in columns() if _SECRETIVE.search(name)}
    listed = {pair for pair in named if is_secret(*pair)}
    assert named - listed == _HARMLESS


def test_the_owner_is_distinguished_from_the_program() -> None:
    assert roles.rewritable() == []
    with as_owner():
        assert roles.rewritable() == [*APPEND_ONLY, NOTES]


def test_reports_write_nothing() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
            " AND relkind IN ('r', 'p', 'S')"
            " AND CASE relkind WHEN 'S' THEN has_sequence_privilege(%s, oid, 'USAGE, UPDATE')"
            " ELSE has_table_privilege(%s, oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER') END",
            [REPORTS, REPORTS],
        )
        assert cursor.fetchone() == (0,)


def test_the_password_of_the_programs_url_is_set_as_a_verifier(settings) -> None:
    settings.DATABASE_URL = f"postgresql://{PROGRAM}:p%40ss'word@db.invalid/cardhouse"
    with as_owner() as cursor:
        roles.grant()
        cursor.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", [PROGRAM])
        (kept,) = cursor.fetchone()
    scheme, rounds_and_salt, keys = kept.split("$")
    rounds, salt = rounds_and_salt.split(":")
    salted = hashlib.pbkdf2_hmac("sha256", b"p@ss'word", base64.b64decode(salt), int(rounds))
    server = hmac.digest(salted, b"Server Key", "sha256")
    assert (scheme, keys.split(":")[1]) == ("SCRAM-SHA-256", base64.b64encode(server).decode())
