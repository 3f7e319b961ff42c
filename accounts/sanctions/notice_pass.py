"""A pass for users who may not log in: it opens their notice, and nothing else.

It is the API's counterpart of the session key `accounts.people.log_in.sessions.INACTIVE`. A
client gets it after proving to be the user. It is signed, and valid as long as the user may not log
in.
"""

from django.core import signing

from accounts.errors import AccountRefused
from accounts.people.models import User

PASS_LIFETIME_S = 900
_SALT = "accounts.sanctions.notice_pass"


def locked_out(user: User) -> AccountRefused:
    """The refusal of a user who may not log in, with a pass to read why and to appeal."""
    return AccountRefused(
        "ACCOUNT_INACTIVE",
        case="notice",
        notice=signing.dumps(str(user.pk), salt=_SALT),
        lives_s=PASS_LIFETIME_S,
        status=403,
    )


def holder_of(text: str) -> User | None:
    """The user of a pass; None if it is forged or old, or once the user may log in again."""
    try:
        user_id = signing.loads(text, salt=_SALT, max_age=PASS_LIFETIME_S)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id).first()
    return user if user is not None and user.is_locked_out else None
