"""Users: registered users, guests and bots.

One row for each, with a name that no other name looks like. `accounts.people.names` validates
names; `accounts.people.actions.users` decides who is created and how users change.
"""

import secrets
import uuid
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from typing_extensions import override

from accounts.errors import AccountRefused, name_taken
from accounts.people.models.social import ErasedName, erased_digest
from accounts.people.names import likeness, spelling
from core.word_filter import queries as words

PASSWORD_CHARS_MAX, EMAIL_CHARS_MAX = 200, 254
LANGUAGE_CHARS_MAX = 16
AVATAR_SEEDS_COUNT = 2**31


def new_avatar() -> int:
    """A seed for a drawn avatar, 0 <= seed < 2**31."""
    return secrets.randbelow(AVATAR_SEEDS_COUNT)


class UserManager(BaseUserManager["User"]):
    """Finds users by name and stores new ones."""

    @override
    def get_by_natural_key(self, username: str | None) -> "User":
        found = self.called(username or "")
        if found is None:
            raise self.model.DoesNotExist
        return found

    def called(self, name: str) -> "User | None":
        """The user with this name in any spelling, or None."""
        return self.filter(name_key=spelling.name_key(name)).first()

    def check_name(self, name: str, *, but: "User | None" = None) -> str:
        """The normalised name, if `but` may have it as far as it is free.

        Users keep the name that they have, also one that is no longer given.

        Raises `AccountRefused`: the codes of `spelling.check`, NAME_WORDS, NAME_OF_STAFF.
        """
        if but is not None and but.name and name == but.name:
            return name
        is_staff = but is not None and (but.is_staff or but.is_superuser)
        kept = words.check_name(spelling.check(name, allow_reserved=is_staff))
        if not is_staff:
            others = self.filter(is_staff=True).exclude(name_key=spelling.name_key(kept))
            if any(likeness.is_near(kept, name) for name in others.values_list("name", flat=True)):
                raise AccountRefused("NAME_OF_STAFF")
        return kept

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> "User":
        """A stored user with this name; the wallet opens in the same transaction.

        Raises `AccountRefused`: the codes of `check_name`, NAME_TAKEN.
        """
        user = self.model(**fields)
        user.set_name(name)
        user.set_password(password)
        user.save_with_name()
        return user

    def create_superuser(self, name: str, password: str | None = None) -> "User":
        """A registered user with all rights in the admin; may have a reserved name."""
        return self.create_user(name, password, is_staff=True, is_superuser=True)


class User(AbstractBaseUser, PermissionsMixin):
    """A registered user, a guest, a house bot, or a registered bot."""

    class Kind(models.TextChoices):
        PERSON = "person"
        GUEST = "guest"
        BOT = "bot"
        REGISTERED_BOT = "registered_bot", "a registered bot, which plays through the API"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=spelling.NAME_CHARS_MAX, unique=True)
    name_key = models.CharField(max_length=spelling.NAME_KEY_CHARS_MAX, unique=True, editable=False)
    kind = models.CharField(max_length=16, choices=Kind, default=Kind.PERSON)
    email = models.EmailField(max_length=EMAIL_CHARS_MAX, blank=True, default="")
    avatar = models.IntegerField(default=new_avatar, help_text="seed of the drawn avatar")
    bot_level = models.CharField(max_length=8, blank=True, default="")
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)
    muted_until = models.DateTimeField(null=True, editable=False)
    suspended_until = models.DateTimeField(
        null=True, editable=False, help_text="suspended or banned until then"
    )
    break_until = models.DateTimeField(null=True, editable=False, help_text="on a break until then")
    excluded_until = models.DateTimeField(
        null=True, editable=False, help_text="self-excluded until then"
    )
    closed_at = models.DateTimeField(
        null=True, editable=False, help_text="when the user closed the account"
    )
    erase_at = models.DateTimeField(null=True, editable=False, help_text="when the data is deleted")
    remind_minutes = models.PositiveSmallIntegerField(
        default=60, editable=False, help_text="minutes between reminders of the time played"
    )
    shown_when_watching = models.BooleanField(
        default=False, help_text="agrees that tables list the name among their spectators"
    )
    language = models.CharField(
        max_length=LANGUAGE_CHARS_MAX,
        blank=True,
        default="",
        editable=False,
        help_text="the language of pages and e-mails; empty: that of the request",
    )
    preferences = models.JSONField(
        default=dict,
        blank=True,
        editable=False,
        help_text="how the site looks and behaves for the user, by name: `core.preferences`",
    )
    sessions_ended = models.PositiveIntegerField(
        default=0, help_text="how often all browser sessions were ended; part of their hash"
    )

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "name"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["suspended_until"],
                condition=models.Q(suspended_until__isnull=False),
                name="user_suspended",
            ),
            models.Index(
                fields=["erase_at"],
                condition=models.Q(erase_at__isnull=False),
                name="person_to_erase",
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(kind="bot", bot_level__gt="")
                | (~models.Q(kind="bot") & models.Q(bot_level="")),
                name="bots_and_only_bots_have_a_level",
            ),
            models.CheckConstraint(condition=models.Q(avatar__gte=0), name="avatar_is_a_seed"),
            models.CheckConstraint(
                condition=models.Q(erase_at=None) | models.Q(closed_at__isnull=False),
                name="only_the_closed_are_erased",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @override
    def save(self, **options: Any) -> None:
        """Save; the wallet of a new user opens in the same transaction (`ledger.receivers`)."""
        with transaction.atomic(savepoint=False) if self._state.adding else nullcontext():
            super().save(**options)

    def set_name(self, name: str) -> None:
        """Set the name, which `save_with_name` stores; only staff may have a reserved one.

        Raises `AccountRefused`: the codes of `User.objects.check_name`.
        """
        self.name = User.objects.check_name(name, but=self)
        self.name_key = spelling.name_key(self.name)

    def save_with_name(self) -> None:
        """Save a user whose name was set; the name of a deleted user is never free again.

        The unique index decides who gets a name, not an earlier check. Raises `AccountRefused`
        NAME_TAKEN.
        """
        if ErasedName.objects.filter(digest=erased_digest(self.name_key)).exists():
            raise name_taken()
        try:
            with transaction.atomic():
                self.save()
        except IntegrityError as error:
            others = User.objects.exclude(pk=self.pk)
            if others.filter(name_key=self.name_key).exists():
                raise name_taken() from error
            raise

    @override
    def get_session_auth_hash(self) -> str:
        return self._counted(super().get_session_auth_hash())

    @override
    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        return map(self._counted, super().get_session_auth_fallback_hash())

    def _counted(self, kept: str) -> str:
        """Django's hash, changed by `sessions_ended`, so that raising it ends all old sessions."""
        return f"{kept}:{self.sessions_ended}" if self.sessions_ended else kept

    @property
    def is_person(self) -> bool:
        """Whether this is a registered user."""
        return self.kind == self.Kind.PERSON

    @property
    def is_guest(self) -> bool:
        """Whether this is a guest, who has no password."""
        return self.kind == self.Kind.GUEST

    @property
    def is_any_bot(self) -> bool:
        """Whether a program plays: a house bot or a registered bot; everyone can see it."""
        return self.kind in (self.Kind.BOT, self.Kind.REGISTERED_BOT)

    @property
    def is_bot(self) -> bool:
        """Whether this is a house bot."""
        return self.kind == self.Kind.BOT

    @property
    def is_suspended(self) -> bool:
        """Whether the user is suspended or banned now."""
        return self.suspended_until is not None and self.suspended_until > timezone.now()

    @property
    def is_excluded(self) -> bool:
        """Whether the user is self-excluded now."""
        return self.excluded_until is not None and self.excluded_until > timezone.now()

    @property
    def is_locked_out(self) -> bool:
        """Whether the user may not log in: suspended, banned, self-excluded, or account closed."""
        return self.is_suspended or self.is_excluded or self.closed_at is not None

    @property
    def is_muted(self) -> bool:
        """Whether the user may not chat now."""
        return self.muted_until is not None and self.muted_until > timezone.now()


class SignIn(models.Model):
    """A log-in or a later visit; used for a while to tell who shares a household."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    address = models.GenericIPAddressField(null=True, help_text="deleted after 90 days")
    browser = models.CharField(max_length=200, blank=True, default="")
    device = models.BinaryField(
        max_length=32, null=True, help_text="digest of the browser's cookie; deleted after 90 days"
    )
    session_key = models.CharField(
        max_length=40, blank=True, default="", help_text="the browser session that it opened"
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["user", "-at"], name="sign_in_of_person"),
            models.Index(
                fields=["at"],
                condition=models.Q(address__isnull=False) | models.Q(device__isnull=False),
                name="sign_in_to_forget",
            ),
        ]

    def __str__(self) -> str:
        return f"sign-in {self.at:%Y-%m-%d %H:%M}"
