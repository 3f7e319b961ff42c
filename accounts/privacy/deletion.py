"""Closing an account until its user reopens it, and deleting one.

The user of a closed account cannot log in until they give the password and reopen it. An account to
be deleted is closed for a week first. Afterwards only its moves and movements of chips are kept,
under a made-up name: hands still replay and the ledger still balances.
"""

import datetime
import secrets
import uuid

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction

from accounts import ledger
from accounts.alerts.models import Alert, AlertChoice, PushSubscription
from accounts.errors import AccountRefused
from accounts.limits.models import (
    Break,
    PlayLimit,
)
from accounts.people.actions import devices
from accounts.people.models import (
    Block,
    Device,
    ErasedName,
    PlayerNote,
    SignIn,
    User,
)
from accounts.people.models.social import erased_digest
from accounts.people.names import spelling
from accounts.sanctions import actions as sanctions
from accounts.sanctions.models import Sanction
from core.clock import database_now
from core.staff.models import StaffLogAddress

DELETION_GRACE = datetime.timedelta(days=7)
ERASED = "deleted-"
"""The beginning of the made-up names."""
GONE = "[erased]"
"""Replaces texts that a deleted user wrote."""


def close(*, user: User, password: str, erase: bool) -> User:
    """Close the account at once, everywhere; with `erase` it is deleted after seven days.

    Raises `AccountRefused` WRONG_PASSWORD, or STAFF_ACCOUNT: staff must give up their roles first.
    """
    if not user.check_password(password):
        raise AccountRefused("WRONG_PASSWORD", status=403)
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if person.is_staff:
            raise AccountRefused("STAFF_ACCOUNT", case="deletion")
        person.closed_at = database_now()
        person.erase_at = person.closed_at + DELETION_GRACE if erase else None
        person.save(update_fields=["closed_at", "erase_at"])
        devices.end_everything(user=person)
        transaction.on_commit(lambda: sanctions.stop_play(person))
    return person


def reopen(*, user: User) -> None:
    """Reopen a closed account; an account that was deleted meanwhile stays deleted."""
    User.objects.filter(pk=user.pk, is_active=True).update(closed_at=None, erase_at=None)


def due() -> list[User]:
    """Users whose week is over."""
    return list(
        User.objects.filter(erase_at__lte=database_now(), is_active=True).order_by("erase_at")
    )


def erase(*, user: User) -> bool:
    """Delete a user's personal data; False if they have just reopened the account.

    Runs in the caller's transaction, which has deleted the data of other apps. The caller makes
    sure that the user has no chips on tables.
    """
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        if person.erase_at is None or person.erase_at > database_now():
            return False
        ledger.reverse_entry(person)
        ErasedName.objects.get_or_create(digest=erased_digest(spelling.name_key(person.name)))
        person.name = ERASED + secrets.token_hex(4)
        person.name_key = spelling.name_key(person.name)
        person.email, person.avatar, person.last_login = "", 0, None
        person.language, person.preferences = "", {}
        person.is_active, person.erase_at = False, None
        person.set_unusable_password()
        person.save()
        for owned in (
            EmailAddress,
            Authenticator,
            Device,
            SignIn,
            PlayLimit,
            Break,
            Block,
            PlayerNote,
            PushSubscription,
            AlertChoice,
            Alert,
        ):
            owned.objects.filter(user=person).delete()
        PlayerNote.objects.filter(about=person).delete()
        StaffLogAddress.objects.filter(row__actor=person).delete()
        Sanction.objects.filter(user=person).exclude(appeal="").update(appeal=GONE)
    return True


def delete_sessions(user_id: uuid.UUID) -> None:
    """Delete a user's remaining sessions: they contain the name used to log in."""
    left = [
        row.pk
        for row in Session.objects.iterator()
        if row.get_decoded().get(SESSION_KEY) == str(user_id)
    ]
    Session.objects.filter(pk__in=left).delete()
