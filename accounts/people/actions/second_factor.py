"""Setting a second factor up and giving it up, without a page; staff taking a lost one away.

Pages go through allauth's views, which keep what was begun in a session. Here the client keeps it,
signed. Nobody is asked for a code or password here: the callers have checked them.
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
    """A fresh secret for an authenticator app: `setup`, `secret` and `uri`; nothing is stored.

    Raises `PeopleError` HAS_FACTOR.
    """
    _check_none(user)
    secret = auth.generate_totp_secret()
    setup = signing.dumps({"user": str(user.pk), "secret": secret}, salt=_SALT)
    return {"setup": setup, "secret": secret, "uri": get_adapter().build_totp_url(user, secret)}


def set_up(*, user: User, setup: str, code: str) -> list[str]:
    """Set up what `begin` gave, proved by its first code; returns the recovery codes.

    Raises `PeopleError` BAD_SETUP (made up, another user's, or older than ten minutes), BAD_CODE
    or HAS_FACTOR.
    """
    try:
        begun = signing.loads(setup, salt=_SALT, max_age=SET_UP_WITHIN_S)
    except signing.BadSignature:
        begun = {}
    if begun.get("user") != str(user.pk):
        raise AccountRefused("BAD_SETUP", "This took too long. Start again.")
    if not auth.validate_totp_code(begun["secret"], code):
        raise AccountRefused("BAD_CODE", "This code is wrong or was already used.")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _check_none(user)
        auth.TOTP.activate(user, begun["secret"]).validate_code(code)  # which uses it up
        codes: list[str] = RecoveryCodes.activate(user).get_unused_codes()
    return codes


def remove(*, user: User) -> None:
    """Give up the second factor, with its recovery codes."""
    Authenticator.objects.filter(user=user).delete()


def recovery_codes(*, user: User, renew: bool) -> list[str]:
    """The recovery codes that are not used, or new ones in their place."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        held = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES)
        if renew:
            held.delete()
        codes: list[str] = RecoveryCodes.activate(user).get_unused_codes()
    return codes


def check_held(user: User) -> None:
    """Raises `PeopleError` NO_FACTOR for a user without a second factor."""
    if second_factor.since(user) is None:
        raise AccountRefused("NO_FACTOR", "You have no second factor.")


def _check_none(user: User) -> None:
    if second_factor.since(user) is not None:
        raise AccountRefused("HAS_FACTOR", "You have a second factor. Remove it first.")


def take_away(*, by: User, user: User, reason: str) -> None:
    """Staff removes a person's factor with its recovery codes, and logs him out everywhere.

    Until he has set up another one, his profile says when and why it was taken.
    """
    with staff_action(
        by=by, action="person.factor", kind="person", target=user.pk, reason=reason
    ) as acting:
        person(user.pk, lock=True)
        since = second_factor.since(user)
        if since is None:
            acting.nothing()
            return
        acting.before, acting.after = {"since": since.isoformat()}, {"since": None}
        Authenticator.objects.filter(user=user).delete()
        devices.end_everything(user=user)
