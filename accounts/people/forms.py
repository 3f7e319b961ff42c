"""Forms about users: sign-up, keeping a guest's account, limits and breaks."""

from typing import Any, cast

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.limits import actions as limits
from accounts.limits.models import (
    Break,
    PlayLimit,
)
from accounts.limits.queries import Limits
from accounts.people.actions import users
from accounts.people.log_in.adapter import free_name
from accounts.people.models import User
from accounts.people.models.device import NAME_CHARS_MAX
from accounts.people.models.user import (
    AVATAR_SEEDS_COUNT,
    EMAIL_CHARS_MAX,
    PASSWORD_CHARS_MAX,
    new_avatar,
)
from accounts.people.names import spelling
from core.http.scopes import ACCOUNT, PLAY, READ

_NAME_FIELD = {
    "autofocus": True,
    "dir": "auto",
    "maxlength": str(spelling.NAME_CHARS_MAX),
    "data-graphemes": str(spelling.NAME_GRAPHEMES_MAX),
}
_NAME_HELP = _("2 to 20 letters or digits. Everyone at the table sees it.")


class _NewPersonForm(forms.Form):
    """A name, a password twice, and an optional email address for resetting the password."""

    name = forms.CharField(
        label=_("Name"),
        # More than 20 letters: our own check gives a better message.
        max_length=spelling.NAME_CHARS_MAX,
        strip=True,
        help_text=_NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "username", **_NAME_FIELD}),
    )
    password1 = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=PASSWORD_CHARS_MAX,
        help_text=_("At least 8 characters."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password2 = forms.CharField(
        label=_("Password again"),
        strip=False,
        max_length=PASSWORD_CHARS_MAX,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label=_("E-mail (optional)"),
        required=False,
        max_length=EMAIL_CHARS_MAX,
        help_text=_("Only used to recover a forgotten password. It's private."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    guest: User | None = None

    def clean_name(self) -> str:
        return free_name(self.cleaned_data["name"], but=self.guest)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        password = data.get("password1")
        if password:
            somebody = User(name=data.get("name", ""), email=data.get("email", ""))
            try:
                password_validation.validate_password(password, somebody)
            except ValidationError as error:
                self.add_error("password1", error)
            if "password2" in data and data["password2"] != password:
                self.add_error("password2", _("The passwords don't match."))
        return data


class SignupForm(_NewPersonForm):
    """The sign-up form; allauth's view calls `try_save`."""

    by_passkey = False

    def try_save(self, request: HttpRequest) -> tuple[User, HttpResponse | None]:
        """The new user, and no early response. `AccountRefused` if the name is taken meanwhile."""
        adapter = get_adapter(request)
        return adapter.save_user(request, adapter.new_user(request), self), None


class GuestSignUpForm(_NewPersonForm):
    """The form that turns a guest into a registered user, who may keep the guest's name."""

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest
        self.fields["name"].initial = guest.name

    def save(self) -> User:
        """The stored user. `AccountRefused` if the name is taken meanwhile."""
        assert self.guest is not None
        data = self.cleaned_data
        return users.sign_up_guest(
            user=self.guest, name=data["name"], password=data["password1"], email=data["email"]
        )


class GuestForm(forms.Form):
    """The name and the avatar that a guest plays under."""

    AVATARS_OFFERED_COUNT = 8
    """The number of avatars to choose from."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=spelling.NAME_CHARS_MAX,
        strip=True,
        error_messages={"required": _("Enter the name you want to play under.")},
        help_text=_NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", **_NAME_FIELD}),
    )
    avatar = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=AVATAR_SEEDS_COUNT - 1,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), _("There is no such avatar.")
        ),
    )

    def clean_name(self) -> str:
        """The normalised name."""
        return free_name(self.cleaned_data["name"])

    def faces(self) -> list[int]:
        """Seeds to choose from, the chosen one first, if any."""
        chosen = getattr(self, "cleaned_data", {}).get("avatar")
        drawn = [new_avatar() for _ in range(self.AVATARS_OFFERED_COUNT)]
        return drawn if chosen is None else [chosen, *drawn[1:]]

    def save(self) -> User:
        """The stored guest. `AccountRefused` if the name is taken meanwhile."""
        return users.create_guest(**self.cleaned_data)


class AvatarForm(forms.Form):
    """The seed of an avatar."""

    seed = forms.IntegerField(min_value=0, max_value=AVATAR_SEEDS_COUNT - 1)


class LimitsForm(forms.Form):
    """A user's own limits; an empty field means no limit."""

    def __init__(self, *args: Any, held: Limits, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in PlayLimit.Kind:
            self.fields[kind.value] = forms.IntegerField(
                label=kind.label,
                required=False,
                min_value=1,
                max_value=getattr(limits.MOST, kind.value),
                initial=getattr(held, kind.value),
            )

    def wanted(self) -> Limits:
        """The limits as they were entered."""
        return Limits(**{kind.value: self.cleaned_data[kind.value] for kind in PlayLimit.Kind})


class BreakForm(forms.Form):
    """The length of a break, a confirmation, and for a long one the password."""

    length = forms.ChoiceField(label=_("How long"), choices=Break.Length.choices)
    password = forms.CharField(
        label=_("Your password"),
        help_text=_("Only for a month or longer."),
        strip=False,
        required=False,
        max_length=PASSWORD_CHARS_MAX,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    sure = forms.BooleanField(label=_("I understand that nobody can end it early."))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not user.has_usable_password():
            del self.fields["password"]
        if user.is_guest:
            lengths = [one for one in Break.Length.choices if one[0] not in Break.EXCLUSIONS]
            cast(forms.ChoiceField, self.fields["length"]).choices = lengths


def _reminders() -> list[tuple[int, str]]:
    return [(one, gettext("every %d minutes") % one) for one in limits.REMINDER_MINUTES]


class ReminderForm(forms.Form):
    """How often a table shows how long the user has played."""

    every = forms.TypedChoiceField(label=_("How often"), coerce=int, choices=_reminders)


class ClosingForm(forms.Form):
    """Closing an account needs the password: an unattended page is not enough."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=PASSWORD_CHARS_MAX,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    erase = forms.BooleanField(label=_("Delete all my data after 7 days"), required=False)


class TokenForm(forms.Form):
    """A token for a program of the user's, with the password of those who have one."""

    name = forms.CharField(label=_("Name of the program"), max_length=NAME_CHARS_MAX)
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=[
            (READ, _("read what I can see")),
            (PLAY, _("play with my chips: sit, act, chat and host at tables")),
            (ACCOUNT, _("change my account: password, devices, limits, notes")),
        ],
        initial=[READ],
        widget=forms.CheckboxSelectMultiple,
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=PASSWORD_CHARS_MAX,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not user.has_usable_password():
            del self.fields["password"]
