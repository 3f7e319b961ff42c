"""The names of spectators who agree to be listed."""

import uuid
from collections.abc import Collection

from accounts.people.models import User

SPECTATORS_SHOWN_MAX = 50
"""The most spectators of a table that are listed by name."""


def shown_spectators(user_ids: Collection[uuid.UUID]) -> list[str]:
    """The names among these users who agree now to be listed, in alphabetical order."""
    agreed = User.objects.filter(pk__in=user_ids, shown_when_watching=True, is_active=True)
    return list(agreed.order_by("name").values_list("name", flat=True)[:SPECTATORS_SHOWN_MAX])
