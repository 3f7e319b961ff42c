"""Enabling and removing a second factor without a page; removal by staff if it is lost.

Pages use allauth's views, which keep the setup in the session. Here the client keeps it, signed.
The callers have checked the password or a code.
"""

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth
from django.core import signing
from django.db import transaction

from accounts.errors import AccountRefused
from accounts.people.actions import devices
from accounts.people.models import User
from accounts.people.queries import second_factor
from accounts.people.queries.users import person
from core.staff.actions import staff_action

SET_UP_WITHIN_S = 600
_SALT = "accounts.people.second_factor.setup"


def begin(*, user: User) -> dict[str, str]:
    """A new secret for an authenticator app: `setup`, `secret` and `uri`; nothing is stored.

    Raises `AccountRefused` HAS_FACTOR.
    """
    _check_none(user)
    secret = auth.generate_totp_secret()
    setup = signing.dumps({"user": str(user.pk), "secret": secret}, salt=_SALT)
    return {"setup": setup, "secret": secret, "uri": get_adapter().build_totp_url(user, secret)}


def set_up(*, user: User, setup: str, code: str) -> list[str]:
    """Enable the secret that `begin` gave, proved by a first code; returns the recovery codes.

    Raises `AccountRefused` BAD_SETUP (forged, another user's, or older than ten minutes), BAD_CODE
    or HAS_FACTOR.
    """
    try:
        begun = signing.loads(setup, salt=_SALT, max_age=SET_UP_WITHIN_S)
    except signing.BadSignature:
        begun = {}
    if begun.get("user") != str(user.pk):
        raise AccountRefused("BAD_SETUP", status=400)
    if not auth.validate_totp_code(begun["secret"], code):
        raise AccountRefused("BAD_CODE", status=403)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _check_none(user)
        auth.TOTP.activate(user, begun["secret"]).validate_code(code)  # each code works once
        codes: list[str] = RecoveryCodes.activate(user).get_unused_codes()
    return codes


def remove(*, user: User) -> None:
    """Remove the second factor with its recovery codes."""
    Authenticator.objects.filter(user=user).delete()


def recovery_codes(*, user: User, renew: bool) -> list[str]:
    """The unused recovery codes, or new ones that replace them."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        held = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES)
        if renew:
            held.delete()
        codes: list[str] = RecoveryCodes.activate(user).get_unused_codes()
    return codes


def check_held(user: User) -> None:
    """Raise `AccountRefused` NO_FACTOR for a user without a second factor."""
    if second_factor.since(user) is None:
        raise AccountRefused("NO_FACTOR")


def _check_none(user: User) -> None:
    if second_factor.since(user) is not None:
        raise AccountRefused("HAS_FACTOR")


def take_away(*, by: User, user: User, reason: str) -> None:
    """As staff, remove a user's second factor and recovery codes, and log them out everywhere.

    Until the user sets up a new one, their profile shows when and why it was removed.
    """
    with staff_action(
        by=by, action="user.factor", kind="person", target=user.pk, reason=reason
    ) as acting:
        person(user.pk, lock=True)
        since = second_factor.since(user)
        if since is None:
            acting.nothing()
            return
        acting.before, acting.after = {"since": since.isoformat()}, {"since": None}
        Authenticator.objects.filter(user=user).delete()
        devices.end_everything(user=user)
