"""A pass for users who are shut out: it opens their notice, and nothing else.

The API's counterpart of what a browser's session keeps under `accounts.people.sessions.BARRED`. It
is given to whoever has just proved to be the user, signed, and good while the user is shut out.
"""

from django.core import signing

from accounts.errors import AccountRefused
from accounts.people.models import User

LIVES_S = 900
_SALT = "accounts.sanctions.notice_pass"


def shut_out(user: User) -> AccountRefused:
    """The refusal of a user who is shut out, with a pass to read why and to answer."""
    return AccountRefused(
        "SHUT_OUT",
        "This account is suspended, excluded or closed.",
        notice=signing.dumps(str(user.pk), salt=_SALT),
        lives_s=LIVES_S,
    )


def holder_of(text: str) -> User | None:
    """The user of a pass; None for a made-up or old one, and when they may come in again."""
    try:
        user_id = signing.loads(text, salt=_SALT, max_age=LIVES_S)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id).first()
    return user if user is not None and user.is_shut_out else None
