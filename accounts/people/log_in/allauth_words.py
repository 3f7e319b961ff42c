"""The words of allauth's forms and errors, as the rest of the site says them.

Its messages and e-mails are templates: `templates/account/messages`, `templates/account/email` and
`templates/mfa`. A test finds what a new version of allauth says and this module does not.
"""

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.people.models.user import EMAIL_CHARS_MAX, PASSWORD_CHARS_MAX

ERRORS = {
    "account_inactive": _("This account is closed."),
    "cannot_remove_primary_email": _("You cannot remove your recovery e-mail."),
    "duplicate_email": _("Your account already has this e-mail."),
    "email_password_mismatch": _("Wrong e-mail or password."),
    "email_taken": _("Another account already uses this e-mail."),
    "enter_current_password": _("Enter your current password."),
    "incorrect_code": _("Wrong code."),
    "incorrect_password": _("Wrong password."),
    "invalid_login": _("Wrong name or password."),
    "invalid_or_expired_key": _("This link has expired or was already used."),
    "invalid_password_reset": _("This link has expired or was already used."),
    "max_email_addresses": _("You cannot have more than %d e-mails."),
    "phone_password_mismatch": _("Wrong phone number or password."),
    "phone_taken": _("Another account already uses this phone number."),
    "rate_limited": _("You have tried this too often. Wait a little and try again."),
    "same_as_current": _("This is the current one. Enter a new one."),
    "select_only_one": _("Choose only one."),
    "too_many_login_attempts": _("Too many wrong passwords. Wait a little and try again."),
    "unknown_email": _("No account uses this e-mail."),
    "unknown_phone": _("No account uses this phone number."),
    "unverified_primary_email": _("Confirm your recovery e-mail first."),
    "username_blacklisted": _("This name is reserved. Please choose another one."),
    "username_password_mismatch": _("Wrong name or password."),
    "username_taken": _("This name is taken."),
}
SECOND_FACTOR_ERRORS = {
    "add_email_blocked": _("Remove the second factor before you add an e-mail."),
    "cannot_delete_authenticator": _("You cannot remove the second factor."),
    "cannot_generate_recovery_codes": _("Set up the second factor before you make recovery codes."),
    "incorrect_code": _("Wrong code."),
    "unverified_email": _("Confirm your recovery e-mail before you set up the second factor."),
}
_WORDS = {
    "Username": _("Name"),
    "Email": _("E-mail"),
    "Current Password": _("Current password"),
    "New Password": _("New password"),
    "New Password (again)": _("New password again"),
    "Password (again)": _("Password again"),
    "Password": _("Password"),
    "Code": _("Code"),
    "Authenticator code": _("Code from the app"),
    "You must type the same password each time.": _("The passwords don't match."),
}
"""As long as the column."""
_LENGTHS = {"code": 20, "email": EMAIL_CHARS_MAX}


class OurWords(forms.Form):
    """A form of allauth with our labels and errors; its fields stop what the server refuses."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = _ours(field.label)
            field.widget.attrs.pop("placeholder", None)
            if name in _LENGTHS or "password" in name:
                longest = _LENGTHS.get(name, PASSWORD_CHARS_MAX)
                field.validators.append(MaxLengthValidator(longest))
                field.widget.attrs["maxlength"] = str(longest)

    def add_error(self, field: str | None, error: Any) -> None:
        """Django's method, with our words for errors that allauth's forms add as text."""
        super().add_error(field, _ours(error))


def _ours(words: Any) -> Any:
    """Return our words for those of allauth, which are found by the English ones."""
    with override("en"):
        known = str(words)
    return _WORDS.get(known, words)
