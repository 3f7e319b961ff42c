"""The second factor: allauth's adapter for it, and the access it gives.

allauth creates, stores and checks codes. Secrets are encrypted with a key of their own, derived
from SECRET_KEY; those from before a rotation are decrypted with SECRET_KEY_FALLBACKS.
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

from accounts.people.log_in.allauth_words import SECOND_FACTOR_ERRORS
from accounts.people.models import Device, User
from accounts.people.queries import second_factor
from core.errors import RequestRefused
from core.http.scopes import STAFF
from core.staff import rights


class Adapter(DefaultMFAAdapter):
    """allauth's adapter with encryption, names instead of addresses, and an inline QR code."""

    error_messages = SECOND_FACTOR_ERRORS

    @override
    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    @override
    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()

    def get_totp_label(self, user: User) -> str:
        """The label of the code in the user's authenticator app."""
        return user.name

    def build_totp_svg(self, url: str) -> str:
        """The QR code without an XML declaration, so that it can be part of the page."""
        document: str = super().build_totp_svg(url)
        return document.partition("?>")[2]


def _cipher() -> MultiFernet:
    """Encrypts with the current key, and decrypts with older keys too.

    Stored secrets depend on the salt: it stays when this module moves.
    """
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
    """Whether the user has given a code of their current second factor in this session.

    Or at the log-in of an app that may act as staff, which is never given that scope without one.
    """
    assert isinstance(request.user, User)
    since = second_factor.since(request.user)
    device = getattr(request, "auth", None)
    if isinstance(device, Device):
        return since is not None and STAFF in device.scopes and device.created_at >= since
    return since is not None and any(
        record["method"] == "mfa" and record["at"] >= since.timestamp()
        for record in get_authentication_records(request, request.user)
    )


def opens_staff_pages(request: HttpRequest) -> bool:
    """Whether this session may open staff pages."""
    return not settings.STAFF_SECOND_FACTOR or has_opened(request)


def check_may_be_staff(user: User, *, proven: bool) -> None:
    """Refuse the scope `staff` to all but staff; `proven`: they gave a code of their factor.

    Raises `RequestRefused` NO_RIGHT and SECOND_FACTOR_NEEDED.
    """
    if not rights.may(user, rights.Right.LOOK):
        raise RequestRefused("NO_RIGHT", case="scope", status=403)
    if settings.STAFF_SECOND_FACTOR and not proven:
        raise RequestRefused("SECOND_FACTOR_NEEDED", status=403)


def ask(request: HttpRequest, wanted: str) -> HttpResponse:
    """Redirect to the page that asks for a code, or sets the factor up, then to `wanted`."""
    assert isinstance(request.user, User)
    held = second_factor.since(request.user) is not None
    page = reverse("mfa_reauthenticate" if held else "mfa_activate_totp")
    return redirect(f"{page}?{urlencode({'next': wanted})}")
