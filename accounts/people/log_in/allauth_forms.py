"""allauth's forms with our words and limits; ACCOUNT_FORMS and MFA_FORMS name them."""

from allauth.account import forms as account
from allauth.account.models import EmailAddress
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm, ReauthenticateForm
from allauth.mfa.totp import forms as totp
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.people.log_in.allauth_words import OurWords
from accounts.people.models import User
from core import rate_limits


class LoginForm(OurWords, account.LoginForm):
    """The log-in by name and password."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autofocus"] = True


class ChangeEmailForm(OurWords, account.AddEmailForm):
    """A new address, which replaces the old one when it is confirmed."""


class ChangePasswordForm(OurWords, account.ChangePasswordForm):
    """A new password, with the current one."""


class SetPasswordForm(OurWords, account.SetPasswordForm):
    """The password of an account without one."""


class NewPasswordForm(OurWords, account.ResetPasswordKeyForm):
    """A new password in place of a forgotten one."""


class PasswordAgainForm(OurWords, account.ReauthenticateForm):
    """The password of a user who is logged in."""


class SetUpFactorForm(OurWords, totp.ActivateTOTPForm):
    """The first code of a second factor."""


class ResetPasswordForm(OurWords, account.ResetPasswordForm):
    """allauth's form; only confirmed addresses get the link, as anyone may enter any address."""

    @override
    def clean_email(self) -> str:
        email: str = super().clean_email()
        self.users = [user for user in EmailAddress.objects.get_users_for(email) if user.is_active]
        return email


CODES_PER_MINUTE_MAX = 5
"""Codes of a second factor that a user may try in a minute, right or wrong."""


def may_try_code(user: User) -> bool:
    """Count another code; False if there were too many, or if it cannot be counted."""
    who = str(user.pk)
    return rate_limits.within("code", who, most=CODES_PER_MINUTE_MAX, seconds=60, uncounted=False)


class _CountedCode(OurWords, BaseAuthenticateForm):
    """Refuses codes that cannot be counted: the rate limit must work even without Valkey."""

    @override
    def clean_code(self) -> str:
        if not may_try_code(self.user):
            raise ValidationError(_("Too many attempts. Try again in a minute."), code="too_many")
        code: str = super().clean_code()
        return code


class CodeForm(_CountedCode, AuthenticateForm):
    """allauth's second step of a log-in, rate limited; the API uses it too."""


class CodeAgainForm(_CountedCode, ReauthenticateForm):
    """allauth's reauthentication by code, rate limited."""
