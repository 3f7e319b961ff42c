"""What every page's frame shows about the person who looks at it."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import ledger


def wallet(request: HttpRequest) -> dict[str, Any]:
    """`wallet`: the person's chips off the tables; asked of the database only where it is shown."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"wallet": None}
    return {"wallet": SimpleLazyObject(lambda: ledger.wallet_balance(user.pk))}
