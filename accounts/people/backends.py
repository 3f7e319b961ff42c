"""Logging in by name, however the name is written: the case and look-alikes do not matter."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from typing_extensions import override

from accounts.people.models import User


class ByName(AuthenticationBackend):
    """allauth's backend, with names looked up by their key (one index, no scan).

    Who is shut out, by staff or by himself, is nobody: asked for every request and every socket,
    so that a suspension ends all sessions at once and they come back by themselves afterwards.
    """

    @override
    def user_can_authenticate(self, user: Any) -> bool:
        return super().user_can_authenticate(user) and not user.is_shut_out

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        try:
            user = User.objects.get_by_natural_key(username)
        except User.DoesNotExist:
            return None
        checked: User | None = self._check_password(user, password)
        return checked
