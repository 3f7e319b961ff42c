"""Setting up a second factor, and what a person types."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.support.people import PASSWORD
from tests.support.staff import Clock

SET_UP, REMOVE = "mfa_activate_totp", "mfa_deactivate_totp"


def give_password(client: Client, wanted: str = "/") -> Any:
    return client.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": wanted})


def set_up(client: Client, clock: Clock) -> Any:
    """Set a second factor up on the pages; then the next code is due."""
    give_password(client)
    form = client.get(reverse(SET_UP)).context["form"]
    answer = client.post(reverse(SET_UP), {"code": clock.code(form.secret)})
    clock.counter += 1
    return answer
