"""The attributes of a user that core needs; the model is `settings.AUTH_USER_MODEL`."""

import uuid
from typing import Any, Protocol


class Person(Protocol):
    """A user, as far as staff, throttles and the API base classes need one."""

    @property
    def pk(self) -> uuid.UUID:
        """The user's id."""

    @property
    def name(self) -> str:
        """The public name."""

    @property
    def is_active(self) -> bool:
        """Whether the account is open."""

    @property
    def is_suspended(self) -> bool:
        """Whether the user is suspended or banned."""

    @property
    def is_staff(self) -> bool:
        """Whether the user has a staff role."""

    @property
    def is_superuser(self) -> bool:
        """Whether the user has every permission."""

    @property
    def groups(self) -> Any:
        """The user's roles: a manager of Django groups."""

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Whether one of the user's roles has this permission."""
