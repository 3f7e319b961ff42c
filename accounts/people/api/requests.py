"""The user, the device and the named player of an API request."""

from django.http import HttpRequest
from rest_framework.request import Request

from accounts.errors import AccountRefused
from accounts.people.models import Device, User
from accounts.people.queries.profile import find_player


def user_of(request: Request | HttpRequest) -> User:
    """The user of a request that has passed the view's permissions."""
    assert isinstance(request.user, User)
    return request.user


def player_named(name: str) -> User:
    """A player by name, in any spelling. Raises `AccountRefused` NO_SUCH_PLAYER."""
    found = find_player(name)
    if found is None:
        raise AccountRefused("NO_SUCH_PLAYER", status=404)
    return found


def device_of(request: Request) -> Device | None:
    """The device whose token the request carries; None for a browser."""
    return request.auth if isinstance(request.auth, Device) else None
