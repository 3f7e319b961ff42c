"""A user's own limits, notices, email addresses and second factor as the API shows them."""

from dataclasses import asdict

from accounts.limits.queries import (
    Limits,
    current_break,
    limits_of,
    pending_limits,
)
from accounts.limits.wire import ComingLimit, CurrentBreak, OwnPlay, PlayLimits
from accounts.people import wire
from accounts.people.models import User
from accounts.people.queries import profile, second_factor
from accounts.people.queries.social import blocked_by
from accounts.sanctions.queries import current
from accounts.sanctions.wire import AccountNotice, SanctionNotice
from core.clock import to_unix_ms


def play(user: User) -> OwnPlay:
    """The limits, break, reminder and blocked users, as they are stored now."""
    resting = current_break(user)
    minutes = User.objects.values_list("remind_minutes", flat=True).get(pk=user.pk)
    return OwnPlay(
        limits=PlayLimits(**asdict(limits_of([user.pk]).get(user.pk, Limits()))),
        coming=[
            ComingLimit(kind=one.kind, amount=one.amount, starts_at=to_unix_ms(one.starts_at))
            for one in pending_limits(user)
        ],
        current_break=None
        if resting is None
        else CurrentBreak(length=resting.length, until=to_unix_ms(resting.until)),
        reminder_minutes=minutes,
        blocked=sorted(blocked_by(user.pk)),
    )


def notice(user: User) -> AccountNotice:
    """The sanctions in force, the user's self-exclusion, and whether the account is closed."""
    return AccountNotice(
        sanctions=[
            SanctionNotice(
                id=one.pk,
                kind=one.kind,
                why=one.notice,
                at=to_unix_ms(one.at),
                until=to_unix_ms(one.until),
                appeal=one.appeal,
                verdict=one.verdict,
            )
            for one in current(user.pk)
        ],
        excluded_until=to_unix_ms(user.excluded_until) if user.is_excluded else None,
        closed_at=to_unix_ms(user.closed_at),
        erase_at=to_unix_ms(user.erase_at),
    )


def emails(user: User) -> wire.EmailAddresses:
    """The user's email addresses, the confirmed one first."""
    found = profile.addresses(user).values("email", "verified")
    return wire.EmailAddresses(items=[wire.EmailAddress(**one) for one in found])


def factor(user: User) -> wire.SecondFactorState:
    """When the second factor was set up, and how many recovery codes are left."""
    taken = second_factor.taken_away(user)
    return wire.SecondFactorState(
        since=to_unix_ms(second_factor.since(user)),
        codes_left=len(second_factor.recovery_codes(user)),
        taken_at=to_unix_ms(taken.at) if taken is not None else None,
        taken_why=taken.reason if taken is not None else "",
    )
