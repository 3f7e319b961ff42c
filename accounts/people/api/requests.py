"""What a request of the API is about: its user, the device that sent it, a player by name."""

from django.http import HttpRequest
from rest_framework.request import Request

from accounts.errors import AccountRefused
from accounts.people.models import Device, User
from accounts.people.queries.profile import find_player


def user_of(request: Request | HttpRequest) -> User:
    """The user of a request that passed the view's permissions."""
    assert isinstance(request.user, User)
    return request.user


def player_named(name: str) -> User:
    """A player by name, in any spelling. Raises `PeopleError` NO_SUCH_PLAYER."""
    found = find_player(name)
    if found is None:
        raise AccountRefused("NO_SUCH_PLAYER", "Nobody has this name.")
    return found


def device_of(request: Request) -> Device | None:
    """The device whose token the request carries, None for a browser."""
    return request.auth if isinstance(request.auth, Device) else None
