"""Users by id."""

import uuid

from accounts.errors import AccountRefused
from accounts.people.models import User


def person(user_id: uuid.UUID | str, *, lock: bool = False) -> User:
    """The user with this id. Raises `AccountRefused` NO_SUCH_USER."""
    rows = User.objects.select_for_update(no_key=True) if lock else User.objects.all()
    try:
        return rows.get(pk=user_id)
    except (User.DoesNotExist, ValueError, TypeError) as error:
        raise AccountRefused("NO_SUCH_USER", status=404) from error
