"""Email addresses, password reset and the second factor in the API.

Requests that could take an account over must contain the password, or a code.
"""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm, ResetPasswordKeyForm, UserTokenForm
from allauth.account.internal import flows
from allauth.account.models import EmailAddress, get_emailconfirmation_model
from allauth.core import ratelimit
from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import (
    AccountRefused,
    needs_account,
)
from accounts.people import wire
from accounts.people.actions import second_factor
from accounts.people.api import settings_render
from accounts.people.api.log_in import LOGIN_RETRY_AFTER_S, check, check_code
from accounts.people.api.requests import user_of
from accounts.people.log_in.allauth_forms import ResetPasswordForm, may_try_code
from accounts.people.models import User
from core.http.django_request import django_request
from core.http.scopes import ACCOUNT
from core.http.view import (
    OpenView,
    View,
)

CHAPTER = "Passwords and second factor"
RETRY_AFTER_S = 60


class Emails(View):
    """The email addresses of the user."""

    quota = "enter"
    scope = ACCOUNT

    @extend_schema(responses=wire.EmailAddresses)
    def get(self, request: Request) -> Response:
        """Return the confirmed email address, and the one waiting to replace it."""
        return Response(settings_render.emails(user_of(request)))

    @extend_schema(request=wire.NewEmailBody, responses={201: wire.EmailAddresses})
    def post(self, request: Request) -> Response:
        """Add or change the email address: it takes effect when the emailed link is opened."""
        body = self.body(wire.NewEmailBody)
        user = registered(request)
        check_password(request, user, body.password)
        check_rate(request, "manage_email", user=user)
        form = AddEmailForm(user=user, data={"email": body.email})
        check(form)
        flows.manage_email.add_email(django_request(request), form)
        return Response(settings_render.emails(user), status=201)


class EmailLink(View):
    """The link that confirms an email address."""

    quota = "enter"

    @extend_schema(request=wire.EmailBody, responses={204: None})
    def post(self, request: Request) -> Response:
        """Send the confirmation link again, at most once in three minutes."""
        address = _address(request, self.body(wire.EmailBody).email)
        if address.verified:
            raise AccountRefused("CONFIRMED_ALREADY")
        flows.email_verification.send_verification_email_to_address(
            django_request(request), address
        )
        return Response(status=204)


class EmailRemoval(View):
    """Removal of an email address."""

    quota = "enter"

    @extend_schema(request=wire.NewEmailBody, responses=wire.EmailAddresses)
    def post(self, request: Request) -> Response:
        """Remove an email address; a confirmed one stays while another waits to replace it."""
        body = self.body(wire.NewEmailBody)
        user = registered(request)
        check_password(request, user, body.password)
        if not flows.manage_email.delete_email(
            django_request(request), _address(request, body.email)
        ):
            raise AccountRefused("ADDRESS_IN_USE")
        return Response(settings_render.emails(user))


class EmailConfirmed(OpenView):
    """Confirmation of an email address by the key in an emailed link."""

    quota = "enter"
    scope = None

    @extend_schema(request=wire.EmailKeyBody, responses={204: None})
    def post(self, request: Request) -> Response:
        """Confirm an email address by the key in the link: the part after `confirm-email/`."""
        key = self.body(wire.EmailKeyBody).key
        found: Any = get_emailconfirmation_model()
        waiting = found.from_key(key)
        if waiting is None or waiting.confirm(django_request(request)) is None:
            raise bad_key()
        return Response(status=204)


class PasswordReset(OpenView):
    """A request to reset a forgotten password."""

    quota = "enter"
    scope = None

    @extend_schema(request=wire.EmailBody, responses={204: None})
    def post(self, request: Request) -> Response:
        """Send a password-reset link; the response does not reveal whether an account exists."""
        form = ResetPasswordForm({"email": self.body(wire.EmailBody).email})
        check(form)
        check_rate(request, "reset_password", key=form.cleaned_data["email"].lower())
        form.save(django_request(request))
        return Response(status=204)


class NewPassword(OpenView):
    """A new password in place of a forgotten one."""

    quota = "enter"
    scope = None

    @extend_schema(request=wire.ResetBody, responses={204: None})
    def post(self, request: Request) -> Response:
        """Set a new password by the key in the link (after `reset/key/`); log all devices out."""
        body = self.body(wire.ResetBody)
        check_rate(request, "reset_password_from_key")
        uid, _dash, key = body.key.partition("-")
        token = UserTokenForm(data={"uidb36": uid, "key": key})
        if not token.is_valid():
            raise bad_key()
        user: Any = token.reset_user
        twice = {"password1": body.password, "password2": body.password}
        form = ResetPasswordKeyForm(data=twice, user=user, temp_key=key)
        check(form)
        form.save()
        flows.password_reset.finalize_password_reset(django_request(request), user)
        return Response(status=204)


class SecondFactor(View):
    """The second factor of the user."""

    quota = "enter"
    scope = ACCOUNT

    @extend_schema(responses=wire.SecondFactorState)
    def get(self, request: Request) -> Response:
        """Return when the second factor was set up, and how many recovery codes are left."""
        return Response(settings_render.factor(user_of(request)))

    @extend_schema(request=wire.SetUpBody, responses={201: wire.Codes})
    def post(self, request: Request) -> Response:
        """Enable a second factor with its first code; the response has the recovery codes."""
        body, user = self.body(wire.SetUpBody), registered(request)
        if not may_try_code(user):
            raise exceptions.Throttled(RETRY_AFTER_S)
        codes = second_factor.set_up(user=user, setup=body.setup, code=body.code)
        return Response(wire.Codes(codes=codes), status=201)


class SecondFactorBegin(View):
    """A new secret for an authenticator app."""

    quota = "enter"

    @extend_schema(request=wire.ProofBody, responses=wire.BegunFactor)
    def post(self, request: Request) -> Response:
        """Begin to set up a second factor: it is not enabled until its first code is sent."""
        body, user = self.body(wire.ProofBody), registered(request)
        check_password(request, user, body.password)
        return Response(wire.BegunFactor(**second_factor.begin(user=user)))


class SecondFactorRemoval(View):
    """Removal of the second factor."""

    quota = "enter"

    @extend_schema(request=wire.CodeBody, responses=wire.SecondFactorState)
    def post(self, request: Request) -> Response:
        """Remove the second factor and its recovery codes; needs one of its codes."""
        user = _user_with_code(request, self.body(wire.CodeBody).code)
        second_factor.remove(user=user)
        return Response(settings_render.factor(user))


class RecoveryCodes(View):
    """The recovery codes of the second factor."""

    quota = "enter"

    @extend_schema(request=wire.CodesBody, responses=wire.Codes)
    def post(self, request: Request) -> Response:
        """Return the unused recovery codes, or new ones."""
        body = self.body(wire.CodesBody)
        user = _user_with_code(request, body.code)
        codes = second_factor.recovery_codes(user=user, renew=body.renew)
        return Response(wire.Codes(codes=codes))


def registered(request: Request) -> User:
    """The user of the request. Raises `AccountRefused` NEEDS_ACCOUNT for a guest."""
    user = user_of(request)
    if user.is_guest:
        raise needs_account()
    return user


def check_password(request: Request, user: User, password: str) -> None:
    """Refuse a wrong password; failures share the rate limit of logging in."""
    try:
        if get_adapter(django_request(request)).reauthenticate(user, password):
            return
    except ValidationError:
        raise exceptions.Throttled(LOGIN_RETRY_AFTER_S) from None
    raise AccountRefused("WRONG_PASSWORD", status=403)


def check_rate(request: Request, action: str, **named: Any) -> None:
    """Count the request against the rate limit of allauth's page for this action."""
    if not ratelimit.consume(django_request(request), action=action, **named):
        raise exceptions.Throttled(RETRY_AFTER_S)


def bad_key() -> AccountRefused:
    """The refusal of an invalid, used or expired key of an emailed link."""
    return AccountRefused("BAD_KEY", status=400)


def _user_with_code(request: Request, code: str) -> User:
    """The user of the request, who has a second factor and sent a valid code."""
    user = user_of(request)
    second_factor.check_held(user)
    check_code(user, code)
    return user


def _address(request: Request, email: str) -> EmailAddress:
    try:
        return EmailAddress.objects.get_for_user(user_of(request), email.strip())
    except EmailAddress.DoesNotExist:
        raise AccountRefused("NO_SUCH_ADDRESS", status=404) from None
