"""Act on the audit's findings: record them and freeze the affected table.

The online audit checks new rows each minute, the full audit checks everything at night. Staff learn
of a finding from a case and the dashboard; the log has it as an error. Only a moderator resumes the
table. A finding that is already known neither freezes its table again nor opens another case.
"""

import time
import uuid
from collections.abc import Collection, Iterable
from functools import partial

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core.audit import checks, workers
from core.audit.findings import Finding
from core.audit.marks import keep_marks
from core.audit.parts import WHOLE, Share
from games.hands.audit import folding_lag
from games.hands.models import Hand
from games.hands.queries.stored import is_in
from games.stats.audit import KIND as SUMS
from lobby.moderation.actions import tables as moderate
from lobby.moderation.models import (
    AuditFinding,
    Report,
)
from lobby.tables.models import Table

PASS_S_MAX = 1.0
"""Seconds for one pass, which reads one snapshot; a longer one would delay vacuuming."""

log = structlog.get_logger("audit")


def audit_new() -> str:
    """Check what is new since the last run; returns a summary in words.

    Hands are replayed in passes until none is left or `settings.AUDIT_RUN_S` is over. The findings
    of a pass and its end position are stored before the next one begins.
    """
    end = time.monotonic() + settings.AUDIT_RUN_S
    began, hands, found = time.monotonic(), 0, list[Finding]()
    behind: Collection[str] | None = None
    while behind is None or (behind and time.monotonic() < end):
        news = checks.run_new(budget_s=PASS_S_MAX, only=behind)
        record_findings(news.found)
        keep_marks(news.marks)
        hands, behind = hands + news.hands, news.behind
        found += news.found
    speed = f" ({hands / (time.monotonic() - began):,.0f} a second)" if hands else ""
    return f"{hands:,} new hands{speed}{_waiting(', {}')}: {_verdict(found)}"


def is_behind() -> bool:
    """Whether hands wait to be replayed; a process does that work, not a dealer's thread."""
    return folding_lag().hands > 0


def lag_in_words() -> str:
    """How many hands wait to be replayed, and how old the oldest is, in words."""
    return _waiting("{}")


def _waiting(pattern: str) -> str:
    lag = folding_lag()
    words = f"{lag.hands:,} hands waiting, the oldest for {lag.oldest_s:,} s"
    return pattern.format(words) if lag.hands else ""


def audit_everything() -> str:
    """Check everything; earlier findings that are no longer found are marked as gone.

    With `settings.AUDIT_NIGHTS`, each night checks its share of the hands: all within so many.
    """
    began, nights = timezone.now(), settings.AUDIT_NIGHTS
    share = Share(began.date().toordinal() % nights, nights)
    together = partial(workers.processes, settings.AUDIT_PROCESSES)
    by_check = checks.run(share=share, workers=together)
    found = [finding for findings in by_check.values() for finding in findings]
    still = {finding_row.pk for finding_row in record_findings(found)}
    missing = AuditFinding.objects.filter(gone_at=None, found_at__lt=began).exclude(pk__in=still)
    gone = [row.pk for row in missing if _was_checked(row, share)]
    AuditFinding.objects.filter(pk__in=gone).update(gone_at=timezone.now())
    hands = f"{Hand.objects.count():,} hands"
    return f"{hands if share == WHOLE else f'1/{nights} of {hands}'}: {_verdict(found)}"


def _was_checked(row: AuditFinding, share: Share) -> bool:
    """Whether an audit of a share would have found it again."""
    subject, _, hand_id = row.subject.partition(" ")
    if share == WHOLE or subject != "hand":
        return share == WHOLE or row.kind != SUMS
    return is_in(share, uuid.UUID(hand_id))


def _verdict(found: list[Finding]) -> str:
    return f"{len(found):,} found" if found else "nothing found"


def record_findings(found: Iterable[Finding]) -> list[AuditFinding]:
    """Record findings, and act on those that are new."""
    return [_known(finding) or _record(finding) for finding in found]


def _known(finding: Finding) -> AuditFinding | None:
    kind, subject = finding.check, finding.subject
    return AuditFinding.objects.filter(kind=kind, subject=subject, gone_at=None).first()


def _record(finding: Finding) -> AuditFinding:
    with transaction.atomic():
        finding_row, new = AuditFinding.objects.get_or_create(
            kind=finding.check,
            subject=finding.subject,
            gone_at=None,
            defaults={"text": finding.text[:300]},
        )
        table = Table.objects.filter(pk=finding.table_id).first() if finding.table_id else None
        if new and table is not None:
            moderate.freeze_for_the_house(table_id=table.pk)
            finding_row.table, finding_row.case = table, _case(table, finding)
            finding_row.save(update_fields=["table", "case"])
    if new:
        where = str(finding.table_id) if finding.table_id else None
        log.error("new audit finding", what=str(finding), table=where)
    return finding_row


def _case(table: Table, finding: Finding) -> Report:
    """The open case for the table's findings, or a new one."""
    about_table = Report.objects.filter(by=None, table=table, figures__has_key="finding")
    known = about_table.exclude(state=Report.State.CLOSED).first()
    return known or Report.objects.create(
        table=table,
        hand_id=finding.hand_id,
        kind=Report.Kind.OTHER,
        text=f"Audit finding: {finding}"[:500],
        figures={"finding": finding.check, "subject": finding.subject, "seen": finding.text},
    )
