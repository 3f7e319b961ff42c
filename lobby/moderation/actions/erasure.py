"""Erasing people whose week is over: the person, what they wrote, and where others name them.

A chore of each minute (`core.periodic_tasks.runner`). Who still sits in a hand, or plays a sit and
go, is erased when it is over.

One column stays as it is: the reason of an audit row, which is part of the log's hashes. So staff
write no names there: the log knows people by id, and its pages show the names that they have now.
A page that is open keeps what it has shown, and a table's room its last lines, until it closes.
"""

import logging
import re
from collections.abc import Callable, Iterable
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Model, TextField
from django.db.models.functions import Cast

from accounts.people.models import (
    Device,
    PlayerNote,
    User,
)
from accounts.privacy import deletion
from accounts.privacy.deletion import GONE
from accounts.sanctions.models import Sanction
from core.staff.models import Proposal
from games.designer.models import Design
from games.hands.models import HandNote
from lobby.moderation.models import CaseNote, Report
from lobby.tables.actions import evict
from lobby.tables.models import (
    ChatLine,
    Seat,
    SitAndGo,
    SitAndGoPlayer,
    Table,
)

STARS = "***"
"""No longer than any name: what is kept must fit its column."""
FIRST_IDEOGRAPH = "\u2e80"
_OPEN = (SitAndGo.State.REGISTERING, SitAndGo.State.RUNNING)
_OTHERS_WORDS: tuple[tuple[type[Model], str], ...] = (
    (ChatLine, "text"),
    (ChatLine, "said"),
    (Report, "text"),
    (CaseNote, "text"),
    (Sanction, "note"),
    (Sanction, "reason"),
    (Sanction, "appeal"),
    (Proposal, "reason"),
    (Design, "name"),
    (Device, "name"),
    (PlayerNote, "text"),
    (HandNote, "text"),
)
"""Every column in which people write as they like, but for names of tables and audit rows."""

log = logging.getLogger(__name__)


def erase_due() -> int:
    """Erase everybody whose week is over and who has left all tables; returns how many."""
    done = 0
    for user in deletion.due():
        try:
            done += _erase(user)
        except Exception:
            log.exception("a person could not be erased", extra={"user": str(user.pk)})
    return done


def _erase(user: User) -> bool:
    evict.leave_everywhere(user)
    entered = SitAndGoPlayer.objects.filter(user=user, sit_and_go__state__in=_OPEN)
    if Seat.objects.filter(user=user).exists() or entered.exists():
        return False
    deletion.forget_sessions(user.pk)
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    known_by = {user.name, user.email, *addresses} - {""}
    with transaction.atomic():
        erased = deletion.erase(user=user)
        if erased:
            _forget_words(user)
            for name in known_by:
                _forget_name(name)
    return erased


def _forget_words(user: User) -> None:
    """What he wrote, and what his tables are called."""
    ChatLine.objects.filter(user=user).update(text=GONE, said="")
    Design.objects.filter(owner=user).delete()
    HandNote.objects.filter(user=user).delete()
    Report.objects.filter(by=user).exclude(text="").update(text=GONE)
    mine = str(user.pk)
    for report in Report.objects.filter(lines__contains=[{"user": mine}]):
        _say_again(report, lambda line: GONE if line["user"] == mine else line["text"])
    _name_anew(Table.objects.filter(host=user))


def _forget_name(name: str) -> None:
    """Put stars where others say a name or an address, in whatever case, as a word of its own."""
    said = _as_word(name)
    for model, field in _OTHERS_WORDS:
        for row in model._default_manager.filter(**{f"{field}__icontains": name}):
            setattr(row, field, said.sub(STARS, getattr(row, field)))
            row.save(update_fields=[field])
    quoting = Report.objects.annotate(said=Cast("lines", TextField()))
    for report in quoting.filter(said__icontains=name):
        _say_again(report, lambda line: said.sub(STARS, line["text"]))
    named = Table.objects.filter(name__icontains=name)
    _name_anew([table for table in named if said.search(table.name)])


def _as_word(name: str) -> re.Pattern[str]:
    """Finds the name where it is no part of a longer word; Chinese has no gaps between words."""
    ends = ("", "") if any(char >= FIRST_IDEOGRAPH for char in name) else (r"(?<!\w)", r"(?!\w)")
    return re.compile(re.escape(name).join(ends), re.IGNORECASE)


def _say_again(report: Report, say: Callable[[Any], str]) -> None:
    report.lines = [line | {"text": say(line)} for line in report.lines]
    report.save(update_fields=["lines"])


def _name_anew(tables: Iterable[Table]) -> None:
    for table in tables:
        table.name = f"Table {table.slug}"
        table.save(update_fields=["name"])
