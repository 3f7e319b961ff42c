"""Erasing people whose week is over: what they wrote at tables, then the person.

The dealer looks once a minute. Who still sits in a hand, or plays a sit and go, is erased when it
is over.
"""

import datetime
import logging
import re

from django.db import transaction

from accounts.actions import closing
from accounts.actions.closing import GONE
from accounts.models import User
from games.models import Design
from lobby.actions import conduct
from lobby.models import ChatLine, Contest, Entrant, Report, Seat, Table

EVERY = datetime.timedelta(minutes=1)
_OPEN = (Contest.State.REGISTERING, Contest.State.RUNNING)

log = logging.getLogger(__name__)


def erase_due() -> int:
    """Erase everybody whose week is over and who has left all tables; returns how many."""
    done = 0
    for user in closing.due():
        try:
            done += _erase(user)
        except Exception:
            log.exception("a person could not be erased", extra={"user": str(user.pk)})
    return done


def _erase(user: User) -> bool:
    conduct.leave_everywhere(user)
    entered = Entrant.objects.filter(user=user, contest__state__in=_OPEN)
    if Seat.objects.filter(user=user).exists() or entered.exists():
        return False
    closing.forget_sessions(user.pk)
    with transaction.atomic():
        erased = closing.erase(user=user)
        if erased:
            _forget_words(user)
    return erased


def _forget_words(user: User) -> None:
    """What he wrote, and his name where the house or a table's name says it."""
    ChatLine.objects.filter(user=user).update(text=GONE, said="")
    Design.objects.filter(owner=user).delete()
    Report.objects.filter(by=user).exclude(text="").update(text=GONE)
    for report in Report.objects.filter(lines__contains=[{"user": str(user.pk)}]):
        mine = str(user.pk)
        report.lines = [
            line | {"text": GONE} if line["user"] == mine else line for line in report.lines
        ]
        report.save(update_fields=["lines"])
    # In other words' midst too, and no longer than any name: what is kept must fit its column.
    said = re.compile(re.escape(user.name), re.IGNORECASE)
    for kept in (ChatLine.objects.filter(user=None), Report.objects.filter(about=user)):
        for row in kept.filter(text__icontains=user.name):
            row.text = said.sub("***", row.text)
            row.save(update_fields=["text"])
    for table in Table.objects.filter(host=user):
        table.name = f"Table {table.slug}"
        table.save(update_fields=["name"])
