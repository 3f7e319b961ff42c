"""The form of a new account, and the name of the person who is logged in."""

from django.test import Client

from accounts.people.models import User
from tests.support.people import PASSWORD

SIGNUP = {"name": "Meera", "password1": PASSWORD, "password2": PASSWORD, "email": ""}


def logged_in_name(client: Client) -> str | None:
    """The name of the user that a client is logged in as."""
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key).name if key else None
