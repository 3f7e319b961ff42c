"""Which users have a second factor, and since when. Only allauth reads its secrets."""

from datetime import datetime

from allauth.mfa.models import Authenticator
from django.db.models import QuerySet

from accounts.people.models import User
from core.staff.log import Note, notes_about


def factors() -> "QuerySet[Authenticator]":
    """All second factors, without recovery codes, which are only a fallback."""
    found: QuerySet[Authenticator] = Authenticator.objects.filter(type=Authenticator.Type.TOTP)
    return found


def since(user: User) -> datetime | None:
    """When the user set up their current second factor; None without one."""
    at: datetime | None = factors().filter(user=user).values_list("created_at", flat=True).first()
    return at


def recovery_codes(user: User) -> list[str]:
    """The unused recovery codes of the user."""
    held = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
    codes: list[str] = held.wrap().get_unused_codes() if held is not None else []
    return codes


def taken_away(user: User) -> Note | None:
    """When and why staff removed the user's second factor, if they have none since."""
    notes = notes_about("person", user.pk, ("user.factor",))
    return notes[-1] if notes and since(user) is None else None
