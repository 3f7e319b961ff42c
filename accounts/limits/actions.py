"""Setting breaks, limits and reminders.

Everything takes effect at once and is measured by the database's clock. Nobody can shorten a
break; a looser limit begins a day later.
"""

import datetime
from dataclasses import asdict

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Greatest

from accounts.errors import AccountRefused
from accounts.limits.models import (
    Break,
    PlayLimit,
)
from accounts.limits.queries import (
    Limits,
    limits_of,
    pending_limits,
)
from accounts.people.actions import devices
from accounts.people.models import User
from accounts.sanctions import actions as sanctions
from core.clock import database_now

LENGTHS = {
    Break.Length.DAY: 1,
    Break.Length.WEEK: 7,
    Break.Length.MONTH: 31,
    Break.Length.TWO_MONTHS: 62,
    Break.Length.THREE_MONTHS: 92,
    Break.Length.HALF_YEAR: 184,
    Break.Length.YEAR: 366,
    Break.Length.FIVE_YEARS: 1_827,
}
"""In days; a month has the longest length, so that no break ends early."""
PASSWORD_FROM_DAYS = LENGTHS[Break.Length.MONTH]
"""Breaks of this length need the password: an unattended browser is not enough."""
LOOSER_AFTER = datetime.timedelta(hours=24)
REMINDER_MINUTES = (30, 45, 60)
"""In minutes."""
MOST = Limits(loss=10**12, minutes=24 * 60, stake=10**12)


def needs_password(user: User, length: str) -> bool:
    """Whether a user must give their password for a break of this length; guests have none."""
    days = LENGTHS.get(Break.Length(length), 0) if length in Break.Length.values else 0
    return days >= PASSWORD_FROM_DAYS and user.has_usable_password()


def take_break(*, user: User, length: str) -> Break:
    """Stop playing until a break ends; during a self-exclusion the user cannot log in either.

    The user is logged out everywhere and leaves their seats after the current hands. A guest, who
    could never log in again, only leaves their seats and cannot self-exclude. A break that ends
    before a current one has no further effect. Raises `AccountRefused` BAD_BREAK or NEEDS_ACCOUNT.
    """
    if length not in Break.Length.values:
        raise AccountRefused("BAD_BREAK", status=400)
    if user.is_guest and length in Break.EXCLUSIONS:
        raise AccountRefused("NEEDS_ACCOUNT", case="exclusion", status=403)
    with transaction.atomic():
        rows = User.objects.filter(pk=user.pk)
        rows.select_for_update(no_key=True).get()
        now = database_now()
        end = now + datetime.timedelta(days=LENGTHS[Break.Length(length)])
        taken = Break.objects.create(user=user, length=length, at=now, until=end)
        rows.update(break_until=Greatest(F("break_until"), Value(end)))
        if length in Break.EXCLUSIONS:
            rows.update(excluded_until=Greatest(F("excluded_until"), Value(end)))
        if not user.is_guest:
            devices.end_everything(user=user)
        person = rows.get()
        transaction.on_commit(lambda: sanctions.stop_play(person))
    return taken


def set_limits(*, user: User, wanted: Limits) -> None:
    """Set a day's limits: tighter ones apply now, looser ones in 24 hours.

    Raises `AccountRefused` BAD_LIMIT.
    """
    for kind, most in asdict(MOST).items():
        amount = getattr(wanted, kind)
        if amount is not None and not 1 <= amount <= most:
            raise AccountRefused("BAD_LIMIT", min=1, max=most, status=400)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        held = limits_of([user.pk]).get(user.pk, Limits())
        now = database_now()
        for kind, amount in asdict(wanted).items():
            _set(user, kind, amount, getattr(held, kind), now)


def _set(
    user: User, kind: str, amount: int | None, held: int | None, now: datetime.datetime
) -> None:
    waiting = pending_limits(user).filter(kind=kind)
    looser = amount is None or (held is not None and amount > held)
    if amount != held and looser and waiting.filter(amount=amount).exists():
        return  # requested again: its start does not change
    waiting.delete()
    if amount != held:
        starts_at = now + LOOSER_AFTER if looser else now
        PlayLimit.objects.create(user=user, kind=kind, amount=amount, starts_at=starts_at)


def set_reminder(*, user: User, minutes: int) -> None:
    """Set how often tables show how long the user has played.

    Raises `AccountRefused` BAD_REMINDER.
    """
    if minutes not in REMINDER_MINUTES:
        raise AccountRefused("BAD_REMINDER", status=400)
    User.objects.filter(pk=user.pk).update(remind_minutes=minutes)
