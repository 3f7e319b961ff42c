"""The house's keys: published from the first, each signed by the one before, and none forgotten."""

import base64
import datetime
import secrets

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from config import checks
from games.dealing import signing
from games.dealing.actions.fair_keys import publish_first_key
from games.dealing.models import FairKey
from games.dealing.queries.fair_keys import key_problems, published_keys
from games.fair.signatures import Kind, is_signed, received_cut, received_cut_commit
from tests.games.past import today
from tests.support.owner import as_owner
from tests.support.seated_table import seat_table  # noqa: F401

pytestmark = pytest.mark.django_db


def new_key() -> str:
    return base64.b64encode(secrets.token_bytes(32)).decode()


def change_key(settings) -> bytes:
    """Configure a new key, the old one as the one before; returns the old public key."""
    old = signing.public_key()
    settings.FAIR_KEY_BEFORE, settings.FAIR_KEY = settings.FAIR_KEY, new_key()
    return old


def test_migrate_publishes_the_first_key(client):
    keys = published_keys()
    assert [(one["key"], one["signature"]) for one in keys] == [(signing.public_key().hex(), None)]
    assert key_problems() == []
    publish_first_key(apps=apps)
    assert published_keys() == keys, "only the first"
    old = MigrationLoader(connection).project_state(("games", "0006_results_in_codes"))
    publish_first_key(apps=old.apps)  # a database that goes back to a version without keys


def test_every_signature_is_that_of_the_published_key():
    commit, lock, cut = (secrets.token_bytes(32) for _ in range(3))
    key = bytes.fromhex(published_keys()[-1]["key"])
    for kind, value, signature in (
        (Kind.LOCK, lock, signing.sign_lock(lock)),
        (
            Kind.CUT_COMMIT,
            received_cut_commit(commit, 2, cut),
            signing.sign_cut_commit(commit=commit, seat=2, cut_commit=cut),
        ),
        (Kind.CUT, received_cut(lock, 2, cut), signing.sign_cut(lock=lock, seat=2, cut=cut)),
        (Kind.CHAIN, lock, signing.sign_chain(lock)),
        (Kind.DAY_HEAD, lock, signing.sign_day_head(lock)),
    ):
        assert len(signature) == 128
        assert is_signed(key, kind, value, bytes.fromhex(signature)), kind


def test_a_key_is_rotated_and_old_signatures_stay_valid(settings, capsys, client):
    chain = secrets.token_bytes(32)
    early = bytes.fromhex(signing.sign_chain(chain))
    old = change_key(settings)
    assert "publish the new one with manage.py rotate_fair_key" in key_problems()[0]
    call_command("rotate_fair_key")
    new = signing.public_key()
    assert capsys.readouterr().out.startswith(f"{new.hex()} is published")
    assert key_problems() == []
    first, second = client.get("/fair/key.json").json()["keys"]
    assert (first["key"], second["key"]) == (old.hex(), new.hex())
    assert datetime.date(1970, 1, 1) + datetime.timedelta(days=second["from"]) == today()
    assert is_signed(old, Kind.NEXT_KEY, new, bytes.fromhex(second["signature"]))
    assert is_signed(bytes.fromhex(first["key"]), Kind.CHAIN, chain, early)
    late = bytes.fromhex(signing.sign_chain(chain))
    assert is_signed(new, Kind.CHAIN, chain, late)
    assert not is_signed(old, Kind.CHAIN, chain, late)
    settings.FAIR_KEY = settings.FAIR_KEY_BEFORE
    assert "FAIR_KEY was replaced" in key_problems()[0]


def test_a_key_that_cannot_be_published_is_refused(settings):
    with pytest.raises(CommandError, match="set it to a new key"):
        call_command("rotate_fair_key")
    first = settings.FAIR_KEY
    change_key(settings)
    for wrong in ("", "no key", new_key(), settings.FAIR_KEY):
        settings.FAIR_KEY_BEFORE = wrong
        with pytest.raises(CommandError, match="FAIR_KEY_BEFORE is not the newest"):
            call_command("rotate_fair_key")
    settings.FAIR_KEY_BEFORE = first
    call_command("rotate_fair_key")
    settings.FAIR_KEY, settings.FAIR_KEY_BEFORE = first, settings.FAIR_KEY
    with pytest.raises(CommandError, match="published before and replaced"):
        call_command("rotate_fair_key")
    assert len(published_keys()) == 2


def test_a_lost_key_is_followed_by_one_without_a_signature(settings):
    settings.FAIR_KEY = new_key()
    call_command("rotate_fair_key", "--lost")
    last = published_keys()[-1]
    assert (last["key"], last["signature"]) == (signing.public_key().hex(), None)


def test_no_published_key_is_changed_or_removed():
    for statement in ("UPDATE games_fairkey SET signature = ''", "DELETE FROM games_fairkey"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


def test_without_a_published_key_nothing_starts():
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("TRUNCATE games_fairkey")
    assert FairKey.objects.count() == 0
    assert "run manage.py migrate" in key_problems()[0]


@pytest.mark.django_db(transaction=True)
def test_nothing_starts_with_another_key_or_without_tables(settings, monkeypatch):
    monkeypatch.setattr(checks, "durability_problems", lambda _values: [])  # fsync is off in tests
    settings.MODE = "local"
    checks.refuse_unsafe_database()
    change_key(settings)
    with pytest.raises(CommandError, match="FAIR_KEY is not the published key"):
        checks.refuse_unsafe_database()
    monkeypatch.setattr(FairKey._meta, "db_table", "games_no_such_table")
    with pytest.raises(CommandError, match=r"run manage\.py migrate"):
        checks.refuse_unsafe_database()


def test_keys_are_public_and_the_same_everywhere(client, seat_table):  # noqa: F811
    keys = published_keys()
    file = client.get("/fair/key.json")
    assert file.json() == {"keys": keys}
    assert "cardhouse-key.json" in file["Content-Disposition"]
    assert client.get("/fair/key.json", HTTP_IF_NONE_MATCH=file["ETag"]).status_code == 304
    assert client.get("/api/v1/fair/keys").json() == {"keys": keys}
    page = client.get(f"/t/{seat_table(people=2).table.slug}/")
    assert page.context["data"]["fair_keys"] == [keys[0]["key"]]
