"""allauth's adapter: validating names, creating users, redirects, rate limits, email."""

import logging
from datetime import timedelta
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from accounts.people.actions import users
from accounts.people.log_in.allauth_words import ERRORS
from accounts.people.log_in.limits import login_origin
from accounts.people.log_in.sessions import INACTIVE
from accounts.people.models import User
from accounts.people.names import spelling
from core.errors import Busy, RequestRefused
from core.http.client_address import UNKNOWN, address_of, network_of

_NEW_USER_WINDOW = timedelta(minutes=1)

log = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):
    """allauth's rules with our names, wallets and pages."""

    error_messages = ERRORS
    _usages: list[Any]

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The normalised name; `ValidationError` if it is not available."""
        return free_name(username, ask=not shallow)

    def save_user(
        self, request: HttpRequest, user: Any, form: BaseForm, commit: bool = True
    ) -> User:
        """Create the user of a sign-up form, with wallet and chips."""
        data = form.cleaned_data
        return users.register_person(
            name=data.get("name") or data["username"],
            password=data.get("password1"),
            email=data.get("email") or "",
        )

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count failures by the name's key and by place; see `accounts.people.log_in.limits`.

        Other spellings of a name share its count.
        """
        key = spelling.name_key(credentials["username"])
        origin = login_origin(request, key)
        self._usages = []
        # By the name alone: on reauthentication allauth adds the email address.
        self._count(request, login_failed=f"{key} {origin.mark}")
        if not origin.known:
            self._count(request, login_failed_network=network_of(request), login_failed_name=key)

    def _count(self, request: HttpRequest, **keys: str) -> None:
        usages = [
            ratelimit.consume(request, app="allauth.account", action=action, key=key)
            for action, key in keys.items()
        ]
        self._usages += filter(None, usages)
        if not all(usages):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """The user with these credentials, else None; a busy server does not count as a failure."""
        try:
            user = super().authenticate(request, **credentials)
        except Busy:
            self._not_failed()
            raise
        if user:
            self._not_failed()
        return user

    def _not_failed(self) -> None:
        for usage in self._usages:
            usage.rollback()

    def pre_login(self, request: HttpRequest, user: Any, **hints: Any) -> HttpResponse | None:
        """Redirect a suspended or banned user to the notice that says why, and until when."""
        if user.is_locked_out:
            request.session[INACTIVE] = str(user.pk)
            return redirect("accounts:sanctions")
        refused: HttpResponse | None = super().pre_login(request, user, **hints)
        return refused

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """The profile, where the change was started."""
        return reverse("accounts:profile")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """The profile, which shows that the address is confirmed."""
        return reverse("accounts:profile")

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        *args: Any,
        **named: Any,
    ) -> None:
        """Add a message to the next page; API responses carry the result themselves.

        `is_new` tells the template whether the user's account was created just now.
        """
        if request.path.startswith("/api/"):
            return
        context = dict(message_context or {})
        if user := context.get("user"):
            context["is_new"] = timezone.now() - user.date_joined < _NEW_USER_WINDOW
        super().add_message(request, level, message_template, context, *args, **named)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that allauth's rate limits count, read as all others are."""
        return address_of(request) or UNKNOWN

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an email; a failure is logged and does not fail the request."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:  # all errors of smtplib are OSErrors
            log.exception("an email could not be sent")


def free_name(name: str, *, ask: bool = True, but: User | None = None) -> str:
    """The normalised name; `ValidationError` if it is invalid or (with `ask`) taken.

    `but`: a user whose own name does not count as taken.
    """
    try:
        return users.check_free_name(name, ask=ask, but=but)
    except RequestRefused as refusal:
        raise ValidationError(refusal.text, code=refusal.code) from refusal
