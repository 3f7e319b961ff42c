"""Creating and changing users.

All functions raise `accounts.errors.AccountRefused` and have then changed nothing. The forms
validate passwords; these functions only store them.
"""

import random
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.errors import (
    AccountRefused,
    name_taken,
)
from accounts.people import signals
from accounts.people.actions import devices
from accounts.people.models import (
    Device,
    User,
)
from accounts.people.models.user import AVATAR_SEEDS_COUNT
from accounts.people.names import generator, spelling
from accounts.people.queries.suggested_names import untaken
from core import preferences
from core.errors import RequestRefused

_system_random = random.SystemRandom()


def register_person(
    *,
    name: str,
    password: str | None,
    email: str = "",
    staff: bool = False,
    superuser: bool = False,
) -> User:
    """Create a registered user with starting chips; staff may have a reserved name.

    Two accounts may give the same unverified address: refusing the second would reveal whether an
    address has an account here.
    """
    with transaction.atomic():
        user = User.objects.create_user(
            name, password, email=email.strip().lower(), is_staff=staff, is_superuser=superuser
        )
        _store_email(user)
    return user


def create_guest(*, name: str | None = None, avatar: int | None = None) -> User:
    """Create a guest with starting chips.

    `name` is validated as at registration; without one a free name is generated. `avatar` is a
    seed, 0 <= avatar < 2**31, random if None. Raises `AccountRefused`: the codes of
    `User.objects.check_name`, NAME_TAKEN, BAD_AVATAR.
    """
    chosen = {} if avatar is None else {"avatar": _seed(avatar)}
    candidates = generator.for_guests(_system_random)
    return _create(name, candidates, kind=User.Kind.GUEST, **chosen)


def check_free_name(name: str, *, ask: bool = True, but: User | None = None) -> str:
    """The normalised name; raises if it is not available.

    `ask`: whether it must not be taken; `but`: a user whose own name does not count as taken.
    Raises `AccountRefused`: the codes of `User.objects.check_name`, NAME_TAKEN.
    """
    kept = User.objects.check_name(name, but=but)
    if ask:
        same = User.objects.filter(name_key=spelling.name_key(kept))
        if (same.exclude(pk=but.pk) if but else same).exists():
            raise name_taken()
    return kept


def create_bot(*, level: str, name: str | None = None, unlike: Collection[str] = ()) -> User:
    """Create a bot of a level of play. Its wallet is empty: `ledger.fund_bot` fills it.

    A generated name begins with none of the words in `unlike`.
    """
    candidates = generator.for_bots(_system_random, unlike)
    return _create(name, candidates, kind=User.Kind.BOT, bot_level=level)


def sign_up_guest(*, user: User, name: str, password: str, email: str = "") -> User:
    """Turn a guest into a registered user: the row stays, so chips, seats and history do too.

    Returns the stored user. The caller must update the session's auth hash for the new password.
    """
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        if person.kind != User.Kind.GUEST:
            raise AccountRefused("NOT_A_GUEST")
        person.set_name(name)
        person.kind = User.Kind.PERSON
        person.email = email.strip().lower()
        person.set_password(password)
        person.save_with_name()
        _store_email(person)
    return person


def register_bot(*, user: User) -> User:
    """Register an account as a bot, permanently; repeating changes nothing.

    The account shows the bot badge from now on, and is excluded from leaderboards and ratings.
    Raises `AccountRefused` NOT_FOR_STAFF.
    """
    if user.is_staff:
        raise AccountRefused("NOT_FOR_STAFF")
    User.objects.filter(pk=user.pk).update(kind=User.Kind.REGISTERED_BOT)
    user.kind = User.Kind.REGISTERED_BOT
    return user


def change_password(*, user: User, old: str, new: str, device: Device | None) -> User:
    """Change a user's password; all devices except the one that asks are logged out.

    Raises `AccountRefused` NO_PASSWORD (a guest) or WRONG_PASSWORD.
    """
    if not user.has_usable_password():
        raise AccountRefused("NO_PASSWORD")
    if not user.check_password(old):
        raise AccountRefused("WRONG_PASSWORD", status=403)
    user.set_password(new)
    with transaction.atomic():
        user.save(update_fields=["password"])
        devices.revoke_all(user=user, but=device)
    return user


def set_avatar(*, user: User, seed: int) -> User:
    """Set the seed of the avatar; 0 <= seed < 2**31."""
    user.avatar = _seed(seed)
    user.save(update_fields=["avatar"])
    return user


def set_shown_when_watching(*, user: User, shown: bool) -> User:
    """Set whether tables list the user's name among their spectators; off unless they agree.

    The user's sockets close, and open again with the new setting.
    """
    if user.shown_when_watching != shown:
        user.shown_when_watching = shown
        user.save(update_fields=["shown_when_watching"])
        signals.end_sockets(user.pk)
    return user


def set_language(*, user: User, language: str) -> User:
    """Set the language of pages and e-mails, a code of LANGUAGES; "" for that of each request."""
    user.language = language
    user.save(update_fields=["language"])
    return user


def set_preferences(*, user: User, chosen: Mapping[str, Any]) -> User:
    """Change the preferences that are named; the others stay."""
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        user.preferences = preferences.valid({**person.preferences, **chosen})
        user.save(update_fields=["preferences"])
    return user


def _seed(seed: int) -> int:
    if not 0 <= seed < AVATAR_SEEDS_COUNT:
        raise AccountRefused("BAD_AVATAR", status=400)
    return seed


def _create(name: str | None, candidates: Iterator[str], **fields: Any) -> User:
    if name is not None:
        return User.objects.create_user(name, **fields)
    for one in untaken(candidates):
        try:
            return User.objects.create_user(one, **fields)
        except RequestRefused:
            continue  # taken since the check
    raise AssertionError("the candidates are endless")


def _store_email(user: User) -> None:
    if user.email:
        EmailAddress.objects.get_or_create(
            user=user, email=user.email, defaults={"primary": True, "verified": False}
        )
