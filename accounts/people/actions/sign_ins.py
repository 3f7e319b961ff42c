"""Where users come from: sign-ins and visits, kept for 90 days."""

import datetime

from django.utils import timezone

from accounts.people.models import SignIn, User
from core.staff.models import StaffLogAddress

NOTED_AGAIN_AFTER = datetime.timedelta(hours=12)
"""After this long, a visit from the same place is recorded again."""
ADDRESS_LIFETIME = datetime.timedelta(days=90)


def record_sign_in(
    *,
    user: User,
    address: str | None,
    browser: str,
    device: bytes | None = None,
    session_key: str = "",
) -> None:
    """Record a log-in; addresses, devices and sessions are kept for 90 days."""
    SignIn.objects.create(
        user=user, address=address, browser=browser[:200], device=device, session_key=session_key
    )


def note_visit(*, user: User, address: str | None, browser: str, device: bytes | None) -> None:
    """Record that a user is online, unless the same was recorded within half a day."""
    lately = SignIn.objects.filter(user=user, at__gt=timezone.now() - NOTED_AGAIN_AFTER)
    if not lately.filter(address=address, device=device).exists():
        record_sign_in(user=user, address=address, browser=browser, device=device)


def purge_addresses() -> int:
    """Delete the addresses of sign-ins and staff actions over 90 days old; returns how many."""
    before = timezone.now() - ADDRESS_LIFETIME
    old = SignIn.objects.filter(at__lt=before)
    known = old.filter(address__isnull=False) | old.filter(device__isnull=False)
    forgotten = known.update(address=None, browser="", device=None, session_key="")
    return forgotten + StaffLogAddress.objects.filter(row__at__lt=before).delete()[0]
