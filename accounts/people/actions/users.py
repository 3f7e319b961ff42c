"""Making and changing people. Whoever is made gets a wallet, in the same transaction.

All functions raise `accounts.errors.AccountRefused` with a code and a sentence, and have then
changed nothing. Passwords are judged by the forms; here they are only stored.
"""

import datetime
import random
from collections.abc import Collection, Iterator

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import ledger
from accounts.errors import (
    AccountRefused,
    name_taken,
)
from accounts.people import name_generator, names
from accounts.people.actions import devices
from accounts.people.models import (
    Device,
    ErasedName,
    SignIn,
    User,
)
from accounts.people.models.social import erased_digest
from accounts.people.models.user import AVATAR_SEEDS
from accounts.people.queries.free_names import untaken
from core.errors import RequestRefused
from core.staff.models import StaffLogAddress
from core.word_filter import queries as words

ADDRESS_KEPT = datetime.timedelta(days=90)
NOTED_AGAIN = datetime.timedelta(hours=12)
"""After so long the same place is worth noting again."""
_system_random = random.SystemRandom()


def register_person(
    *,
    name: str,
    password: str | None,
    email: str = "",
    staff: bool = False,
    superuser: bool = False,
) -> User:
    """Make a registered person with starting chips; staff may have a reserved name.

    Two accounts may give the same unverified address: refusing the second would tell anybody
    who asks whether an address has an account here.
    """
    user = _named(User(kind=User.Kind.PERSON), name, allow_reserved=staff or superuser)
    user.email = email.strip().lower()
    user.is_staff, user.is_superuser = staff, superuser
    user.set_password(password)
    with transaction.atomic():
        _insert(user)
        _note_email(user)
    return user


def create_guest(*, name: str | None = None, avatar: int | None = None) -> User:
    """Make a guest with starting chips.

    `name` is judged as at registration; without one a friendly free name is drawn. `avatar` is a
    seed, 0 <= avatar < 2**31, drawn if None. Raises `PeopleError`: the codes of `names.check`,
    NAME_WORDS, NAME_TAKEN, AVATAR_SEED.
    """
    guest = User(kind=User.Kind.GUEST)
    if avatar is not None:
        guest.avatar = _seed(avatar)
    return _create(guest, name, name_generator.for_guests(_system_random))


def check_free_name(name: str, *, ask: bool = True, but: User | None = None) -> str:
    """A name as it would be kept, if somebody could have it now.

    `ask`: whether it must not be taken; `but`: whose own name does not count as taken. Raises
    `PeopleError`: the codes of `names.check`, NAME_WORDS, NAME_TAKEN.
    """
    kept = words.check_name(names.check(name))
    if ask:
        same = User.objects.filter(name_key=names.name_key(kept))
        if (same.exclude(pk=but.pk) if but else same).exists():
            raise name_taken()
    return kept


def create_bot(*, level: str, name: str | None = None, unlike: Collection[str] = ()) -> User:
    """Make a bot of a level of play. Its wallet is empty: `ledger.fund_bot` fills it.

    A drawn name begins with none of the words in `unlike`.
    """
    bot = User(kind=User.Kind.BOT, bot_level=level)
    return _create(bot, name, name_generator.for_bots(_system_random, unlike))


def keep_guest(*, user: User, name: str, password: str, email: str = "") -> User:
    """Turn a guest into a registered person: same row, so chips, seats and history stay.

    Returns the person as stored. The session must be told of the new password by the caller.
    """
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        if person.kind != User.Kind.GUEST:
            raise AccountRefused("NOT_A_GUEST", "Only a guest can be turned into an account.")
        _named(person, name)
        person.kind = User.Kind.PERSON
        person.email = email.strip().lower()
        person.set_password(password)
        _save_named(person)
        _note_email(person)
    return person


def register_bot(*, user: User) -> User:
    """Note for ever that a program plays with this account; a second time changes nothing.

    It carries the bots' badge from now on, and is on no board and in no rating. Raises
    `PeopleError` NOT_FOR_STAFF.
    """
    if user.is_staff:
        raise AccountRefused("NOT_FOR_STAFF", "A staff account can't be declared a bot.")
    User.objects.filter(pk=user.pk).update(kind=User.Kind.ROBOT)
    user.kind = User.Kind.ROBOT
    return user


def change_password(*, user: User, old: str, new: str, device: Device | None) -> User:
    """Give a person a new password; all his devices but the one that asks are logged out.

    Raises `PeopleError` NO_PASSWORD (a guest) or WRONG_PASSWORD.
    """
    if not user.has_usable_password():
        raise AccountRefused("NO_PASSWORD", "You have no password yet. Create an account first.")
    if not user.check_password(old):
        raise AccountRefused("WRONG_PASSWORD", "Wrong password.")
    user.set_password(new)
    with transaction.atomic():
        user.save(update_fields=["password"])
        devices.revoke_all(user=user, but=device)
    return user


def set_avatar(*, user: User, seed: int) -> User:
    """Change the drawn avatar; `seed` is 0 <= seed < 2**31."""
    user.avatar = _seed(seed)
    user.save(update_fields=["avatar"])
    return user


def record_sign_in(
    *, user: User, address: str | None, browser: str, device: bytes | None = None
) -> None:
    """Note that a person came in; addresses and devices are kept for 90 days."""
    SignIn.objects.create(user=user, address=address, browser=browser[:200], device=device)


def note_visit(*, user: User, address: str, browser: str, device: bytes | None) -> None:
    """Note that a person is here, unless the same was noted half a day ago or later."""
    lately = SignIn.objects.filter(user=user, at__gt=timezone.now() - NOTED_AGAIN)
    if not lately.filter(address=address, device=device).exists():
        record_sign_in(user=user, address=address, browser=browser, device=device)


def purge_addresses() -> int:
    """Forget from where people came in and staff acted over 90 days ago; returns how many."""
    before = timezone.now() - ADDRESS_KEPT
    old = SignIn.objects.filter(at__lt=before)
    known = old.filter(address__isnull=False) | old.filter(device__isnull=False)
    forgotten = known.update(address=None, browser="", device=None)
    return forgotten + StaffLogAddress.objects.filter(row__at__lt=before).delete()[0]


def _seed(seed: int) -> int:
    if not 0 <= seed < AVATAR_SEEDS:
        raise AccountRefused("AVATAR_SEED", "There is no such avatar.")
    return seed


def _named(user: User, name: str, *, allow_reserved: bool = False) -> User:
    user.name = words.check_name(names.check(name, allow_reserved=allow_reserved))
    user.name_key = names.name_key(user.name)
    return user


def _create(user: User, name: str | None, candidates: Iterator[str]) -> User:
    user.set_unusable_password()
    if name is not None:
        _insert(_named(user, name))
        return user
    for one in untaken(candidates):
        try:
            _insert(_named(user, one))
        except RequestRefused:
            continue  # somebody took it since we looked
        return user
    raise AssertionError("the candidates never end")


def _insert(user: User) -> None:
    with transaction.atomic():
        _save_named(user, new=True)
        ledger.wallet(user)
        ledger.grant_start(user)


def _save_named(user: User, *, new: bool = False) -> None:
    """Save; the unique index, not a look beforehand, decides who gets a name.

    The name of somebody who was erased is nobody's any more.
    """
    if ErasedName.objects.filter(digest=erased_digest(user.name_key)).exists():
        raise name_taken()
    try:
        with transaction.atomic():
            user.save(force_insert=new)
    except IntegrityError as error:
        if User.objects.filter(name_key=user.name_key).exclude(pk=user.pk).exists():
            raise name_taken() from error
        raise


def _note_email(user: User) -> None:
    if user.email:
        EmailAddress.objects.get_or_create(
            user=user, email=user.email, defaults={"primary": True, "verified": False}
        )
