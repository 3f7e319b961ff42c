"""Logging in by name in any spelling: case and confusable letters are ignored.

Sessions store the path of the backend: moved, this module would log everybody out.
"""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from typing_extensions import override

from accounts.people.models import User


class ByName(AuthenticationBackend):
    """allauth's backend, with names looked up by their key (one index lookup).

    Suspended, banned or self-excluded users are treated as anonymous. This is checked for every
    request and every socket, so a suspension takes effect at once, and sessions continue after it.
    """

    @override
    def user_can_authenticate(self, user: Any) -> bool:
        return super().user_can_authenticate(user) and not user.is_locked_out

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        try:
            user = User.objects.get_by_natural_key(username)
        except User.DoesNotExist:
            return None
        checked: User | None = self._check_password(user, password)
        return checked
