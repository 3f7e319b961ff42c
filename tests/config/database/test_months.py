"""A month of hands goes to files and comes back without a change; meanwhile readers are told."""

import datetime
import gzip
import hashlib
import json
import time

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from benchmarks.stored_bytes import copy
from config.database import months
from config.database.months import PARTS, MonthError
from core.audit import checks
from core.errors import RequestRefused
from games.dealing.actions.daily_roots import close_days
from games.dealing.audit_decks import DAYS, THROWN
from games.engines.core.contract import Viewer
from games.hands.actions.notes import write_hand_note
from games.hands.actions.pack import pack_actions
from games.hands.audit import FOLDING
from games.hands.models import ArchivedMonth, ArchivedTable, Hand, HandSeat
from games.hands.models.archived import HandArchived
from games.hands.queries.export import own_hands, record_json
from games.hands.queries.hand_list import hands_of
from games.hands.queries.sharing import share_code, shared_hand
from games.migrations._fewer_bytes import BEFORE, NOW, moved
from games.stats.actions.player_stats import rebuild
from games.stats.queries.statistics import archived_hands
from tests.games.stored import store_hand
from tests.support.owner import as_owner, no_triggers

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)
STORED_HANDS = 200_000
AUDITED = [
    *("hands were dealt as proven", THROWN, DAYS, FOLDING, "actions without gaps"),
    *(
        "rows of hands have their hand and user",
        "decks are numbered",
        "standings add up",
        "tables are at their last action",
    ),
]


def say(text):
    raise AssertionError(text)


def last_month():
    return (timezone.now().date().replace(day=1) - DAY).replace(day=1)


def findings():
    return [one for found in checks.run(AUDITED).values() for one in found]


def rows():
    """All rows of all hands, as text."""
    found = {}
    with as_owner() as cursor:
        for table, key in PARTS.items():
            cursor.execute(f"SELECT t::text FROM {table} t ORDER BY {key}")
            found[table] = cursor.fetchall()
    return found


def export(folder, month=None):
    with as_owner():
        return months.export(month or last_month(), folder, say)


def restore(folder):
    with as_owner():
        return months.restore(folder, say)


@pytest.fixture
def played(monkeypatch, settings):
    """Two hands at a table, of the last month and of this one; and their players."""
    settings.ACTIONS_PACKED_AFTER_DAYS = 1
    with as_owner() as cursor:
        cursor.execute("SELECT months.month(%s)", [last_month()])
    dealt = datetime.datetime.combine(last_month(), datetime.time(12), datetime.UTC)
    with monkeypatch.context() as then:
        then.setattr(timezone, "now", lambda: dealt + 14 * DAY)
        first, people = store_hand("holdem", number=1)
    second, _people = store_hand("holdem", 2, number=2, table_id=first.table_id, people=people)
    Hand.objects.filter(pk=first.pk).update(deck="dealt")
    pack_actions(10)
    close_days()
    rebuild()
    assert findings() == []
    return first, second, people


def test_a_month_goes_to_files_and_comes_back_with_each_byte(played, tmp_path):
    first, second, people = played
    before, record = rows(), record_json(first, Viewer(seat=0))
    folder = export(tmp_path)
    assert not Hand.objects.filter(pk=first.pk).exists()
    assert [row["id"] for row in hands_of(people[0], limit=9)] == [second.pk]
    assert archived_hands(people[0].pk) == 1
    assert (ArchivedMonth.objects.get().hands, ArchivedTable.objects.get().last_deck) == (1, 1)
    assert months.check(folder)["tables"]["games_hand"]["rows"] == 1

    assert restore(folder) == 1
    assert archived_hands(people[0].pk) == 0
    assert rows() == before
    assert record_json(Hand.objects.get(pk=first.pk), Viewer(seat=0)) == record
    assert not ArchivedMonth.objects.exists()
    assert not ArchivedTable.objects.exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text FROM games_hand WHERE id = %s", [first.pk])
        assert cursor.fetchone() == (f"months.games_hand_{last_month():%Y_%m}",)
    again = export(tmp_path / "again")
    assert (again / "manifest.json").read_bytes() == (folder / "manifest.json").read_bytes()


def files_of_before(month):
    """The text of the files of a month, as they were before `games.0021`."""
    made = {}
    with as_owner() as cursor:
        for table, form in BEFORE.items():
            names = {"source": months.part_of(table, month), "target": "before"}
            cursor.execute(f"CREATE TEMP TABLE before ({form.columns})")
            for step in moved(NOW[table], form, **names, hands=months.part_of("games_hand", month)):
                cursor.execute(step)
            made[table] = b"".join(months._rows_of("before", PARTS[table], form.names))
            cursor.execute("DROP TABLE before")
    return made


def test_files_of_before_come_back(played, tmp_path):
    """Their rows have other columns, and some have what others say."""
    before, texts = rows(), files_of_before(last_month())
    folder = export(tmp_path)
    manifest = json.loads((folder / "manifest.json").read_text())
    for table, text in texts.items():
        said = manifest["tables"][table]
        assert said["columns"] != BEFORE[table].names
        said |= {"columns": BEFORE[table].names, "bytes": len(text)}
        said["sha256"] = hashlib.sha256(text).hexdigest()
        (folder / said["file"]).write_bytes(gzip.compress(text))
    (folder / "manifest.json").write_text(json.dumps(manifest))
    digest = hashlib.sha256((folder / "manifest.json").read_bytes()).digest()
    with no_triggers():
        ArchivedMonth.objects.update(digest=digest)
    assert restore(folder) == 1
    assert rows() == before
    assert findings() == []


@pytest.mark.full
@pytest.mark.timeout(1_800)
def test_two_hundred_thousand_hands_go_to_files_and_come_back(tmp_path, monkeypatch, capsys):
    now = timezone.now()
    for seed, game in enumerate(("teen_patti", "holdem", "dou_dizhu"), 1):
        store_hand(game, seed)
    Hand.objects.update(finished_at=now - 40 * DAY, deck="dealt")
    pack_actions(9)
    close_days()
    with no_triggers(), connection.cursor() as cursor:
        copy(cursor, STORED_HANDS // 3)
    monkeypatch.setattr(timezone, "now", lambda: now + 35 * DAY)
    began = time.monotonic()
    folder = export(tmp_path, now.date().replace(day=1))
    left = time.monotonic()
    manifest, size = months.check(folder), sum(one.stat().st_size for one in folder.iterdir())
    assert manifest["tables"]["games_hand"]["rows"] == STORED_HANDS // 3 * 3 + 3
    assert not Hand.objects.exists()
    checked = time.monotonic()
    restore(folder)
    back = time.monotonic()
    again = export(tmp_path / "again", now.date().replace(day=1))
    assert (again / "manifest.json").read_bytes() == (folder / "manifest.json").read_bytes()
    with capsys.disabled():
        print(
            f"\n{STORED_HANDS:,} hands: left in {left - began:.1f} s, read in "
            f"{checked - left:.1f}, back in {back - checked:.1f}; "
            f"{size / STORED_HANDS:,.0f} bytes a hand in files"
        )


def test_the_audit_finds_nothing_while_a_month_is_away(played, tmp_path):
    _first, second, _people = played
    export(tmp_path)
    assert findings() == []
    with as_owner():
        Hand.objects.filter(pk=second.pk).update(chain=bytes(32))
    assert {one.check for one in findings()} >= {"hand.chain"}


def test_readers_of_an_archived_hand_are_told_so(played, tmp_path):
    first, second, people = played
    write_hand_note(user=people[0], hand_id=first.pk, text="mine")
    code = share_code(first, Viewer(seat=0))
    export(tmp_path)
    client = Client()
    client.force_login(people[0], backend="django.contrib.auth.backends.ModelBackend")
    for path in ("", "/record", "/text", "/phh"):
        answer = client.get(f"/api/v1/hands/{first.pk}{path}")
        assert (answer.status_code, answer.json()["code"]) == (410, "HAND_ARCHIVED")
    page = client.get(f"/hands/{first.pk}/", headers={"accept": "text/html"})
    assert page.status_code == 410
    assert "kept in files" in page.content.decode()
    assert client.get(f"/hands/{second.pk}/").status_code == 200
    with pytest.raises(HandArchived):
        shared_hand(code)
    own = list(own_hands(people[0]))
    assert [one.get("code") for one in own] == ["HAND_ARCHIVED", None]
    with pytest.raises(RequestRefused, match="MONTHS_ARCHIVED"):
        rebuild()
    assert findings() == [], "its note is not a stray one"


def test_a_changed_file_is_found_and_brings_nothing_back(played, tmp_path):
    folder = export(tmp_path)
    file = folder / "games_handseat.copy.gz"
    whole = file.read_bytes()
    text = gzip.decompress(whole)
    for wrong in (gzip.compress(text.replace(b"\tt\n", b"\tf\n")), whole[:-9], b"", b"?"):
        file.write_bytes(wrong)
        with pytest.raises(MonthError):
            months.check(folder)
        with pytest.raises(MonthError):
            restore(folder)
    changed = text.replace(b"\tt\n", b"\tf\n")
    file.write_bytes(gzip.compress(changed))
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["tables"]["games_handseat"]["sha256"] = hashlib.sha256(changed).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(MonthError, match="is not what was written"):
        restore(folder)
    assert ArchivedMonth.objects.exists()
    assert HandSeat.objects.count() == 4


def test_an_export_that_was_ended_goes_on(played, tmp_path, monkeypatch):
    before = rows()
    monkeypatch.setattr(months, "_sync", lambda *_args, **_options: say("the disk is full"))
    with pytest.raises(AssertionError, match="the disk is full"):
        export(tmp_path)
    assert ArchivedMonth.objects.get().digest is None
    monkeypatch.undo()
    restore(export(tmp_path))
    assert rows() == before


def test_a_month_that_is_not_ready_stays(tmp_path, monkeypatch):
    store_hand()
    this_month = timezone.now().date().replace(day=1)
    with pytest.raises(MonthError, match="is not over"):
        export(tmp_path, this_month)
    store_hand(live=True)
    later = timezone.now() + 35 * DAY
    monkeypatch.setattr(timezone, "now", lambda: later)
    with pytest.raises(MonthError) as no:
        export(tmp_path, this_month)
    for reason in ("1 hands are not over", "still kept whole", "no closed day", "not packed"):
        assert reason in str(no.value)
    assert Hand.objects.count() == 2
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(MonthError, match="no 2020-01 in the database"), as_owner():
        months.export(datetime.date(2020, 1, 1), tmp_path, say)


def test_the_last_hand_of_an_open_table_stays(seat_table, tmp_path, monkeypatch):
    room, now = seat_table(people=2), timezone.now()
    for _ in range(2):
        room.deal()
        room.fold_down()
    last = room.hand
    Hand.objects.update(finished_at=now - 40 * DAY, deck="dealt")
    pack_actions(10)
    close_days()
    before = rows()
    with monkeypatch.context() as later:
        later.setattr(timezone, "now", lambda: now + 35 * DAY)
        folder = export(tmp_path, now.date().replace(day=1))
        assert Hand.objects.get().pk == last.id
        assert {one.check for one in findings()} <= {"standings"}  # of another month by its end
        assert room.deal().number == 3
        room.fold_down()
    restore(folder)
    assert all(set(before[table]) <= set(rows()[table]) for table in PARTS)
    assert Hand.objects.count() == 3


@pytest.fixture
def as_migrating(transactional_db, settings):
    """The owner's connection, without a transaction around the test."""
    settings.MIGRATION_PAUSE_S = 0.1
    options = connection.settings_dict["OPTIONS"]
    before = options.pop("options")  # the program's role
    connection.close()
    connection.close_pool()
    yield connection.settings_dict
    options["options"] = before
    connection.close()
    connection.close_pool()


def test_a_month_waits_for_a_long_reader_and_lets_others_pass(as_migrating, tmp_path):
    with connection.cursor() as cursor:
        cursor.execute("SELECT months.month('2020-01-01')")
    where = {"host": as_migrating["HOST"], "user": as_migrating["USER"]}
    said = []
    with psycopg.connect(dbname=as_migrating["NAME"], **where) as reader:
        reader.execute("SELECT count(*) FROM games_hand")

        def hear(text):
            said.append(text)
            if text.startswith("No lock"):
                reader.rollback()

        folder = months.export(datetime.date(2020, 1, 1), tmp_path, hear)
    assert any(text.startswith("No lock within") for text in said)
    assert months.restore(folder, say) == 0
    months.export(datetime.date(2020, 1, 1), tmp_path / "again", say)
    assert months.restore(tmp_path / "again" / "2020-01", say) == 0
    with connection.cursor() as cursor:
        for table in PARTS:
            cursor.execute(f"DROP TABLE months.{table}_2020_01")


def test_the_command_names_what_is_wrong(tmp_path):
    with pytest.raises(CommandError, match="invalid _month value"):
        call_command("months", "export", "May", str(tmp_path))
