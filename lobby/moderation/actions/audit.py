"""What follows from the audit: a fault is remembered and its table stopped; the site goes on.

The online audit reads each minute what is new, the whole one everything at night. Staff hear of a
fault by a case and by the dashboard, the log has it as an error. To let the table go on is a
moderator's act; while a fault stands it neither stops its table again nor opens another case.
"""

import time
from collections.abc import Collection, Iterable

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core.audit import checks
from core.audit.checks import Finding
from core.audit.marks import keep_marks
from games.hands.audit import folding_lag
from games.hands.models import Hand
from lobby.moderation.actions import tables as moderate
from lobby.moderation.models import (
    AuditFinding,
    Report,
)
from lobby.tables.models import Table

PASS_S = 1.0
"""One pass reads one snapshot; a longer one would keep dead rows of busy tables alive."""

log = structlog.get_logger("audit")


def audit_new() -> str:
    """Check what is new since the last look; what it was and what came of it, in words.

    Hands are folded in passes until none is left, or `settings.AUDIT_RUN_S` is over. What a pass
    found and where it ended is stored before the next one begins.
    """
    end = time.monotonic() + settings.AUDIT_RUN_S
    began, hands, found = time.monotonic(), 0, list[Finding]()
    behind: Collection[str] | None = None
    while behind is None or (behind and time.monotonic() < end):
        news = checks.run_new(budget_s=PASS_S, only=behind)
        take_up(news.found)
        keep_marks(news.marks)
        hands, behind = hands + news.hands, news.behind
        found += news.found
    speed = f" ({hands / (time.monotonic() - began):,.0f} a second)" if hands else ""
    return f"{hands:,} new hands{speed}{_waiting(', {}')}: {_verdict(found)}"


def is_behind() -> bool:
    """Whether hands wait to be folded: that is a process's work, not a dealer's thread's."""
    return folding_lag().hands > 0


def lag_in_words() -> str:
    """How many hands wait to be folded again, and for how long the oldest of them."""
    return _waiting("{}")


def _waiting(pattern: str) -> str:
    lag = folding_lag()
    words = f"{lag.hands:,} hands waiting, the oldest for {lag.oldest_s:,} s"
    return pattern.format(words) if lag.hands else ""


def audit_everything() -> str:
    """Check everything; faults that are found no more are gone."""
    began = timezone.now()
    found = [finding for findings in checks.run().values() for finding in findings]
    still = {fault.pk for fault in take_up(found)}
    standing = AuditFinding.objects.filter(gone_at=None, found_at__lt=began)
    standing.exclude(pk__in=still).update(gone_at=timezone.now())
    return f"{Hand.objects.count():,} hands: {_verdict(found)}"


def _verdict(found: list[Finding]) -> str:
    return f"{len(found):,} found" if found else "nothing found"


def take_up(found: Iterable[Finding]) -> list[AuditFinding]:
    """Remember what was found, and act on what was not known yet."""
    return [_known(finding) or _take_up(finding) for finding in found]


def _known(finding: Finding) -> AuditFinding | None:
    kind, subject = finding.check, finding.subject
    return AuditFinding.objects.filter(kind=kind, subject=subject, gone_at=None).first()


def _take_up(finding: Finding) -> AuditFinding:
    with transaction.atomic():
        fault, new = AuditFinding.objects.get_or_create(
            kind=finding.check,
            subject=finding.subject,
            gone_at=None,
            defaults={"text": finding.text[:300]},
        )
        table = Table.objects.filter(pk=finding.table_id).first() if finding.table_id else None
        if new and table is not None:
            moderate.freeze_for_the_house(table_id=table.pk)
            fault.table, fault.case = table, _case(table, finding)
            fault.save(update_fields=["table", "case"])
    if new:
        where = str(finding.table_id) if finding.table_id else None
        log.error("the audit found a fault", what=str(finding), table=where)
    return fault


def _case(table: Table, finding: Finding) -> Report:
    """The open case of the table's faults, or a new one."""
    about_table = Report.objects.filter(by=None, table=table, figures__has_key="fault")
    known = about_table.exclude(state=Report.State.CLOSED).first()
    return known or Report.objects.create(
        table=table,
        hand_id=finding.hand_id,
        kind=Report.Kind.OTHER,
        text=f"The audit: {finding}"[:500],
        figures={"fault": finding.check, "subject": finding.subject, "seen": finding.text},
    )
