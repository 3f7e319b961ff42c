"""Logging in by name, however the name is written: the case and look-alikes do not matter."""

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User


class ByName(AuthenticationBackend):
    """allauth's backend, with names looked up by their key (one index, no scan)."""

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        try:
            user = User.objects.get_by_natural_key(username)
        except User.DoesNotExist:
            return None
        checked: User | None = self._check_password(user, password)
        return checked
