"""The online audit with many new hands: what one run reads, and what it leaves to the next.

All tests here share sixty hands, and restore them.
"""

import re
from io import StringIO

import pytest
from django.core.management import call_command

from core.audit.checks import IncrementalRun
from core.periodic_tasks import runner as periodic_tasks
from core.staff.models import (
    AuditMark,
)
from games.hands.audit import check_new_hands
from games.hands.models import Hand
from lobby.moderation.actions import audit as audits
from lobby.moderation.actions.audit import audit_new
from lobby.moderation.models import (
    AuditFinding,
)
from lobby.tables.play.timers import run_timer
from tests.core.admin.conftest import seated
from tests.support.audited_tables import FOLDING, NAMES, let_settle
from tests.support.owner import no_triggers
from tests.support.shared import forget_hands, shared_rows
from tests.support.staff import member


@pytest.fixture(scope="module")
def sixty(django_db_setup, django_db_blocker):
    with shared_rows(django_db_blocker):
        audit_new()
        room = seated("teen_patti", NAMES, "Table 1")
        for _ in range(60):
            run_timer(room.table.pk)
            room.fold_down()
        let_settle()
        yield


@pytest.fixture
def many(sixty, db):
    """Sixty hands that the audit has not checked."""
    forget_hands()


def test_one_run_replays_everything_since_the_last(many):
    assert audits.is_behind()
    assert audits.lag_in_words().startswith("60 hands waiting, the oldest for ")
    assert audit_new().startswith("60 new hands (")
    assert not audits.is_behind()
    assert audit_new() == "0 new hands: nothing found"


def test_each_pass_stores_its_end_position(many, monkeypatch):
    monkeypatch.setattr(audits, "PASS_S_MAX", 0)
    monkeypatch.setattr("games.hands.queries.stored.BATCH_HANDS", 25)
    keep, kept = audits.keep_marks, []

    def recording(marks):
        keep(marks)
        kept.append(audits.folding_lag().hands)

    monkeypatch.setattr(audits, "keep_marks", recording)
    assert audit_new().startswith("60 new hands (")
    assert kept == [35, 10, 0]


def test_hands_are_read_many_at_a_time(many, django_assert_max_num_queries):
    progress = IncrementalRun(
        {"seat": AuditMark.objects.get(name=FOLDING).mark["seat"]}, until=float("inf")
    )
    with django_assert_max_num_queries(9):
        assert list(check_new_hands(progress)) == []
    assert (progress.done, progress.waiting) == (60, 0)


def test_an_error_among_many_hands_is_found_in_the_same_run(many):
    hand = Hand.objects.get(number=57)
    with no_triggers():
        Hand.objects.filter(pk=hand.pk).update(result=hand.result | {"ended_by": "magic"})
        assert audit_new().endswith("1 found")
    assert AuditFinding.objects.get().subject == f"hand {hand.pk}"


def test_a_check_failing_halfway_does_not_repeat_for_ever(many, monkeypatch):
    monkeypatch.setattr("games.hands.queries.stored.BATCH_HANDS", 20)
    monkeypatch.setattr("games.hands.audit.check_house", lambda ids: 1 / 0)
    assert audit_new().startswith("0 new hands, 60 hands waiting")


def test_the_lag_is_shown_in_the_listing_and_on_the_dashboard(many, client, settings):
    settings.STAFF_SECOND_FACTOR = False
    periodic_tasks.create_missing_rows()
    out = StringIO()
    call_command("periodic_tasks", stdout=out)
    lag = r"60 hands waiting, the oldest for \d+ s"
    assert re.search(rf"\(now: {lag}\)", out.getvalue())
    client.force_login(member("Admin"))
    page = client.get("/admin/").content.decode()
    assert len(re.findall(lag, page)) == 2
