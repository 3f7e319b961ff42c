"""The shapes of users on the wire."""

from typing import Annotated

from accounts.people.models import User
from core.wire import one_of

USER_KINDS = list(User.Kind.values)
UserKind = Annotated[str, one_of(USER_KINDS)]
