"""Reports and cases: users report others; staff take cases, add notes and close them."""

import datetime
import uuid

from django.db import transaction
from django.utils import timezone

from accounts.people.models import User
from accounts.sanctions import actions as sanctions
from core.staff import actions as staff_actions
from lobby.moderation.models import CaseNote, Report
from lobby.moderation.models.case import NOTE_CHARS_MAX, REPORT_CHARS_MAX
from lobby.tables.chat.chat import clean
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    ChatLine,
    Seat,
    Table,
    TableHead,
)

REPORTS_MAX, REPORTS_WINDOW = 5, datetime.timedelta(hours=1)
"""A user may send `REPORTS_MAX` reports in `REPORTS_WINDOW`."""
CHAT_LINES_KEPT_MAX = 20


def report(*, table: Table, user: User, kind: str, text: str = "", about: str = "") -> Report:
    """Report something at a table to staff, with the current hand and the last chat lines.

    `about` is the name of the reported player, if there is one. Raises `Refused` (`BAD_REPORT`,
    `NO_SUCH_USER`, `TOO_MANY_REPORTS`, `REPORTED_ALREADY`).
    """
    said = clean(text)
    if kind not in Report.Kind.values:
        raise TableRefused("BAD_REPORT", status=400)
    if len(said) > REPORT_CHARS_MAX:
        raise TableRefused("BAD_REPORT", case="length", max=REPORT_CHARS_MAX, status=400)
    person = _person(about, user)
    with transaction.atomic():
        # The reporter's own row serializes the count of their reports.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        own = Report.objects.filter(by=user)
        if own.filter(at__gt=timezone.now() - REPORTS_WINDOW).count() >= REPORTS_MAX:
            raise TableRefused(
                "TOO_MANY_REPORTS",
            )
        head = TableHead.objects.filter(pk=table.pk).first()
        hand_id = head.hand_id if head is not None else None
        same = {"table": table, "hand_id": hand_id, "about": person, "kind": kind}
        if own.filter(**same).exclude(state=Report.State.CLOSED).exists():
            raise TableRefused("REPORTED_ALREADY")
        return Report.objects.create(**same, by=user, text=said, lines=_lines(table, user))


def _person(name: str, user: User) -> User | None:
    if not name:
        return None
    try:
        person = User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        raise TableRefused("NO_SUCH_USER", case="player", status=404) from None
    if person.pk == user.pk:
        raise TableRefused("BAD_REPORT", case="own", status=400)
    return person


def _lines(table: Table, user: User) -> list[dict[str, object]]:
    """The last lines that this user could read, the oldest first."""
    lines = ChatLine.objects.filter(table=table).order_by("-id")
    if Seat.objects.filter(table=table, user=user).exists():
        lines = lines.filter(room=ChatLine.Room.PLAYERS)
    return [
        {
            "id": line.pk,
            "user": str(line.user_id) if line.user_id else None,
            "room": line.room,
            "text": line.as_written,
            "at": line.at.isoformat(),
        }
        for line in reversed(lines[:CHAT_LINES_KEPT_MAX])
    ]


def take(*, by: User, report_id: uuid.UUID, reason: str) -> Report:
    """Take a case, even from a colleague; the staff log names both.

    Raises `Refused` (`NO_SUCH_REPORT`, `REPORT_CLOSED`).
    """
    with staff_actions.staff_action(
        by=by, action="report.take", kind="report", target=_known(report_id), reason=reason
    ) as acting:
        case = _locked(report_id)
        if case.handler_id == by.pk:
            acting.nothing()
            return case
        acting.before = {"handler": str(case.handler_id) if case.handler_id else None}
        case.state, case.handler = Report.State.TAKEN, by
        case.save(update_fields=["state", "handler"])
        acting.after = {"handler": str(by.pk)}
    return case


def note(*, by: User, report_id: uuid.UUID, text: str, reason: str) -> CaseNote:
    """Add a note to a case, even a closed one; the staff log refers to it by number.

    Raises `Refused` (`NO_SUCH_REPORT`, `BAD_NOTE`).
    """
    written = " ".join(text.split())
    if not 1 <= len(written) <= NOTE_CHARS_MAX:
        raise TableRefused("BAD_NOTE", min=1, max=NOTE_CHARS_MAX)
    with staff_actions.staff_action(
        by=by, action="report.note", kind="report", target=_known(report_id), reason=reason
    ) as acting:
        kept = CaseNote.objects.create(report_id=report_id, by=by, text=written)
        acting.after = {"note": kept.pk}
    return kept


def close_report(*, by: User, report_id: uuid.UUID, verdict: str, reason: str) -> Report:
    """Close a case; chips held for it go to the bank if it is founded, else back to their wallet.

    Raises `Refused` (`NO_SUCH_REPORT`, `REPORT_CLOSED`, `BAD_VERDICT`).
    """
    if verdict not in Report.Verdict.values:
        raise TableRefused("BAD_VERDICT")
    with staff_actions.staff_action(
        by=by, action="report.close", kind="report", target=_known(report_id), reason=reason
    ) as acting:
        case = _locked(report_id)
        acting.before = {"state": case.state}
        case.state, case.verdict = Report.State.CLOSED, verdict
        case.handler, case.closed_at = by, timezone.now()
        case.save(update_fields=["state", "verdict", "handler", "closed_at"])
        if hold := case.figures.get("hold"):
            taken = verdict == Report.Verdict.FOUNDED
            sanctions.end_hold(sanction_id=uuid.UUID(hold), to_bank=taken)
        acting.after = {"state": case.state, "verdict": verdict}
    return case


def _known(report_id: uuid.UUID) -> uuid.UUID:
    if not Report.objects.filter(pk=report_id).exists():
        raise TableRefused("NO_SUCH_REPORT")
    return report_id


def _locked(report_id: uuid.UUID) -> Report:
    case = Report.objects.select_for_update(of=("self",)).get(pk=report_id)
    if case.state == Report.State.CLOSED:
        raise TableRefused("REPORT_CLOSED")
    return case
