"""The second factor: what allauth asks us about it, and what it has opened.

allauth makes, keeps and checks codes. Secrets are kept encrypted, under a key of their own that is
derived from SECRET_KEY; those from before a rotation are read with SECRET_KEY_FALLBACKS.
"""

import base64
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import salted_hmac
from typing_extensions import override

from accounts.people.models import User
from accounts.people.queries import second_factor


class Adapter(DefaultMFAAdapter):
    """allauth's, with encryption, names instead of addresses, and a picture for our policy."""

    @override
    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    @override
    def decrypt(self, encrypted_text: str) -> str:
        return _box().decrypt(encrypted_text.encode()).decode()

    def get_totp_label(self, user: User) -> str:
        """Under what the app of the person lists the code."""
        return user.name

    def build_totp_svg(self, url: str) -> str:
        """As a part of the page, which may have no XML declaration in its middle."""
        document: str = super().build_totp_svg(url)
        return document.partition("?>")[2]


def _box() -> MultiFernet:
    """Encrypts with the key of now, and reads what older keys have encrypted."""
    return MultiFernet(
        Fernet(
            base64.urlsafe_b64encode(
                salted_hmac(
                    "accounts.people.second_factor", "box", secret=secret, algorithm="sha256"
                ).digest()
            )
        )
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    )


def has_opened(request: HttpRequest) -> bool:
    """Whether the person has given a code in this session, of the factor he has now."""
    assert isinstance(request.user, User)
    since = second_factor.since(request.user)
    return since is not None and any(
        record["method"] == "mfa" and record["at"] >= since.timestamp()
        for record in get_authentication_records(request, request.user)
    )


def opens_staff_pages(request: HttpRequest) -> bool:
    """Whether this session is safe enough for staff."""
    return not settings.STAFF_SECOND_FACTOR or has_opened(request)


def ask(request: HttpRequest, wanted: str) -> HttpResponse:
    """To the page that asks for a code, or first sets the factor up, and then to `wanted`."""
    assert isinstance(request.user, User)
    held = second_factor.since(request.user) is not None
    page = reverse("mfa_reauthenticate" if held else "mfa_activate_totp")
    return redirect(f"{page}?{urlencode({'next': wanted})}")
