"""Erase deleted accounts after a week: the user, their texts, and others' mentions of them.

This is a periodic task. A user who still has a seat is erased after the hand or sit and go.

The reasons in the staff log stay unchanged, because they are part of its hash chain. Staff must
write no names there: the log stores ids, and its pages show current names. Open pages keep what
they have shown, and a table's room keeps its last lines until it closes.
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
from lobby.tables.models import (
    ChatLine,
    QuickChoice,
    Seat,
    Table,
    WaitingEntry,
)
from lobby.tables.seats import evict
from lobby.tables.stakes import kinds

STARS = "***"
"""The replacement is no longer than any name, so that it fits every column."""
FIRST_IDEOGRAPH = "\u2e80"
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
"""Every column of free text, except tables' names and the staff log."""

log = logging.getLogger(__name__)


def erase_due() -> int:
    """Erase all users whose week is over and who have left all tables; returns their number."""
    done = 0
    for user in deletion.due():
        try:
            done += _erase(user)
        except Exception:
            log.exception("a user could not be erased", extra={"user": str(user.pk)})
    return done


def _erase(user: User) -> bool:
    evict.leave_everywhere(user)
    entered = any(stakes.in_play(user.pk) for stakes in kinds())
    if entered or Seat.objects.filter(user=user).exists():
        return False
    deletion.delete_sessions(user.pk)
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    known_by = {user.name, user.email, *addresses} - {""}
    with transaction.atomic():
        erased = deletion.erase(user=user)
        if erased:
            _erase_words(user)
            for name in known_by:
                _erase_name(name)
    return erased


def _erase_words(user: User) -> None:
    """Erase the user's own texts and the names of their tables."""
    ChatLine.objects.filter(user=user).update(text=GONE, said="")
    Design.objects.filter(owner=user).delete()
    HandNote.objects.filter(user=user).delete()
    QuickChoice.objects.filter(user=user).delete()
    WaitingEntry.objects.filter(user=user).delete()
    Report.objects.filter(by=user).exclude(text="").update(text=GONE)
    mine = str(user.pk)
    for report in Report.objects.filter(lines__contains=[{"user": mine}]):
        _say_again(report, lambda line: GONE if line["user"] == mine else line["text"])
    _name_anew(Table.objects.filter(host=user))


def _erase_name(name: str) -> None:
    """Replace a name or address with stars in others' texts: whole words, in any case."""
    said = _as_word(name)
    for model, field in _OTHERS_WORDS:
        for row in model._default_manager.filter(**{f"{field}__icontains": name}):
            setattr(row, field, said.sub(STARS, getattr(row, field)))
            row.save(update_fields=[field])
    for line in ChatLine.objects.annotate(named=Cast("args", TextField())).filter(
        named__icontains=name
    ):
        line.args = {
            key: said.sub(STARS, value) if isinstance(value, str) else value
            for key, value in line.args.items()
        }
        line.save(update_fields=["args"])
    quoting = Report.objects.annotate(said=Cast("lines", TextField()))
    for report in quoting.filter(said__icontains=name):
        _say_again(report, lambda line: said.sub(STARS, line["text"]))
    named = Table.objects.filter(name__icontains=name)
    _name_anew([table for table in named if said.search(table.name)])


def _as_word(name: str) -> re.Pattern[str]:
    """A pattern that finds the name as a whole word; Chinese has no gaps between words."""
    ends = ("", "") if any(char >= FIRST_IDEOGRAPH for char in name) else (r"(?<!\w)", r"(?!\w)")
    return re.compile(re.escape(name).join(ends), re.IGNORECASE)


def _say_again(report: Report, say: Callable[[Any], str]) -> None:
    report.lines = [line | {"text": say(line)} for line in report.lines]
    report.save(update_fields=["lines"])


def _name_anew(tables: Iterable[Table]) -> None:
    for table in tables:
        table.name = table.slug  # the same in all languages
        table.save(update_fields=["name"])
