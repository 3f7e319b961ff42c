"""Responsible play: breaks and play limits, read wherever a user starts to play; held chips too.

They are checked with the table locked when a user sits down, brings chips or returns, and before
each deal. A hand in progress is always played out.
"""

import datetime
import uuid
from collections.abc import Collection, Mapping, Sequence

from accounts.limits.queries import (
    Limits,
    limits_of,
)
from accounts.people.models import User
from accounts.sanctions.queries import chips_to_hold
from core.clock import database_now
from core.runtime.sql import Statement
from games.stats.queries.today import Today, today_of
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat

_LIMITS_AT = """
SELECT l.user_id, l.kind, l.amount FROM accounts_playlimit l
JOIN lobby_seat s ON s.user_id = l.user_id
WHERE s.table_id = ANY(%s) AND l.starts_at <= statement_timestamp() ORDER BY l.starts_at, l.id
"""


def check_may_play(user: User, *, brings: int = 0) -> None:
    """Check whether a user may be dealt in and bring this many chips.

    Raises `Refused` CHIPS_HELD, ON_BREAK, OWN_LOSS, OWN_MINUTES or OWN_STAKE.
    """
    if user.is_bot:
        return
    until = User.objects.values_list("break_until", flat=True).get(pk=user.pk)
    if brings and (missing := chips_to_hold(user.pk)):
        raise TableRefused(
            "CHIPS_HELD",
            need=missing,
        )
    limits = limits_of([user.pk]).get(user.pk)
    today = today_of([user.pk])[user.pk] if limits else Today(0, 0)
    no = _why_not(until, database_now(), limits or Limits(), today) if until or limits else None
    if no is None and limits:
        no = _too_much(limits, today, brings)
    if no is not None:
        raise no


def limits_at(table_ids: Collection[uuid.UUID]) -> Statement:
    """A statement for the limits in force now of all who sit at these tables (`limits_in`)."""
    return _LIMITS_AT, [list(table_ids)]


def users_on_break(
    seats: Sequence[Seat],
    now: datetime.datetime,
    known: Mapping[uuid.UUID, Limits] | None = None,
) -> dict[uuid.UUID, TableRefused]:
    """Which people at these seats may not be dealt in now, and why.

    Each refusal's `limits["until"]` says when it ends. `known` holds all their limits if the caller
    has read them. Needs one more query if any of them has limits.
    """
    users = [seat.user for seat in seats]
    if known is None:
        known = limits_of(user.pk for user in users) if users else {}
    limits = {user.pk: known[user.pk] for user in users if user.pk in known}
    played = today_of(limits) if limits else {}
    why = {
        user.pk: _why_not(
            user.break_until, now, limits.get(user.pk, Limits()), played.get(user.pk, Today(0, 0))
        )
        for user in users
    }
    return {user_id: no for user_id, no in why.items() if no is not None}


def _why_not(
    until: datetime.datetime | None, now: datetime.datetime, limits: Limits, today: Today
) -> TableRefused | None:
    if until is not None and until > now:
        return TableRefused("ON_BREAK", until=until.isoformat())
    day = now.astimezone(datetime.UTC).date() + datetime.timedelta(days=1)
    midnight = f"{day.isoformat()}T00:00:00+00:00"
    if limits.loss is not None and today.lost >= limits.loss:
        return TableRefused("OWN_LOSS", max=limits.loss, until=midnight)
    if limits.minutes is not None and today.minutes >= limits.minutes:
        return TableRefused("OWN_MINUTES", max=limits.minutes, until=midnight)
    return None


def _too_much(limits: Limits, today: Today, brings: int) -> TableRefused | None:
    """Refuse chips that exceed what the user may still lose today: all of them could be lost."""
    if limits.stake is not None and brings > limits.stake:
        return TableRefused("OWN_STAKE", max=limits.stake)
    if limits.loss is not None and brings > (left := limits.loss - today.lost):
        return TableRefused("OWN_LOSS", case="stake", max=left)
    return None
