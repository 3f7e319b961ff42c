"""Data about the user that every page's frame shows."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import ledger
from accounts.people.log_in import sessions


def conduct(request: HttpRequest) -> dict[str, Any]:
    """`conduct`: the user, if a sanction concerns them now; for the link to the notice."""
    if not hasattr(request, "user") or not hasattr(request, "session"):
        return {"conduct": None}
    person = sessions.person_of(request)
    concerned = person is not None and (person.is_muted or person.is_locked_out)
    return {"conduct": person if concerned else None}


def wallet(request: HttpRequest) -> dict[str, Any]:
    """`wallet` and `held`: the user's chips off tables; queried only if the page shows them."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"wallet": None, "held": 0}
    purse = cache(lambda: ledger.purse_of(user.pk))
    return {
        "wallet": SimpleLazyObject(lambda: purse()[0]),
        "held": SimpleLazyObject(lambda: purse()[1]),
    }
