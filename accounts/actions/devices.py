"""Tokens of apps: made at log-in, changed at each refresh, ended at log-out.

Opaque, 256 bits, kept as digests. A refresh token works once; one that comes twice was copied, and
then nobody can tell which of the two is the thief: the device is revoked. Whatever ends tokens
closes the person's sockets as well (`accounts.sessions`).
"""

import datetime
import secrets
import uuid
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import sessions
from accounts.errors import PeopleError
from accounts.models import Device, Token, User
from accounts.queries.devices import digest_of, may_enter

ACCESS_LIVES = datetime.timedelta(minutes=15)
REFRESH_LIVES = datetime.timedelta(days=60)
MOST_DEVICES = 20
"""Of one person; the one that has been away longest makes room."""
MOST_INVITES = 20


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a device gets: the only time these tokens are readable."""

    device: Device
    access: str
    access_until: datetime.datetime
    refresh: str
    refresh_until: datetime.datetime


def log_in_device(*, user: User, name: str, platform: str) -> Tokens:
    """A new device of a person whose password the caller has checked.

    Raises `PeopleError` SHUT_OUT.
    """
    if not may_enter(user):
        raise PeopleError("SHUT_OUT", "This account is shut out.")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # counts its devices
        alive = Device.objects.filter(user=user, revoked_at=None).order_by("-seen_at")
        surplus = list(alive[MOST_DEVICES - 1 :])
        if surplus:
            _revoke(surplus)
        now = timezone.now()
        device = Device.objects.create(user=user, name=name, platform=platform, seen_at=now)
        return _issue(device, now)


def refresh(*, token: str) -> Tokens:
    """New tokens for the refresh token of a device.

    Raises `PeopleError` BAD_TOKEN (unknown, run out, device revoked, person barred) or
    TOKEN_REUSED; the second has revoked the device.
    """
    reused = False
    with transaction.atomic():
        found = (
            Token.objects.select_related("device__user")
            .select_for_update(of=("self", "device"))
            .filter(digest=digest_of(token), kind=Token.Kind.REFRESH)
            .first()
        )
        now = timezone.now()
        if found is None or found.device.revoked_at or not may_enter(found.device.user):
            raise bad_token()
        if found.used_at is not None:
            _revoke([found.device])
            reused = True
        elif found.expires_at <= now:
            raise bad_token()
        else:
            Token.objects.filter(pk=found.pk).update(used_at=now)
            found.device.tokens.filter(kind=Token.Kind.ACCESS).delete()
            found.device.tokens.filter(expires_at__lte=now).delete()
            Device.objects.filter(pk=found.device_id).update(seen_at=now)
            return _issue(found.device, now)
    assert reused  # committed above: the refusal must not undo it
    raise PeopleError("TOKEN_REUSED", "This token was used before, so the device is logged out.")


def bad_token() -> PeopleError:
    """The token opens nothing: made up, run out, or ended."""
    return PeopleError("BAD_TOKEN", "This token is not valid any more; log in again.")


def revoke(*, user: User, device_id: uuid.UUID) -> None:
    """End one device of a person. Raises `PeopleError` NO_SUCH_DEVICE."""
    with transaction.atomic():
        alive = Device.objects.select_for_update().filter(user=user, revoked_at=None)
        devices = list(alive.filter(pk=device_id))
        if not devices:
            raise PeopleError("NO_SUCH_DEVICE", "You have no such device.")
        _revoke(devices)


def revoke_all(*, user: User, but: Device | None = None) -> None:
    """End every device of a person, or every other one."""
    with transaction.atomic():
        alive = Device.objects.select_for_update().filter(user=user, revoked_at=None)
        _revoke([device for device in alive.order_by("pk") if but is None or device.pk != but.pk])
        sessions.end(user.pk)


def end_everything(*, user: User) -> None:
    """Log a person out everywhere: of every device and of every browser."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
        revoke_all(user=user)


def remember_invite(*, device: Device, code: str) -> None:
    """Note that the device was asked to a private table; the latest ones are kept."""
    with transaction.atomic():
        held = Device.objects.select_for_update().get(pk=device.pk)
        if code not in held.invites:
            held.invites = [*held.invites[1 - MOST_INVITES :], code]
            held.save(update_fields=["invites"])
    device.invites = held.invites


def _revoke(devices: list[Device]) -> None:
    Device.objects.filter(pk__in=[device.pk for device in devices]).update(
        revoked_at=timezone.now()
    )
    Token.objects.filter(device__in=devices).delete()
    for user_id in {device.user_id for device in devices}:
        sessions.end(user_id)


def _issue(device: Device, now: datetime.datetime) -> Tokens:
    access, refresh_token = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    access_until, refresh_until = now + ACCESS_LIVES, now + REFRESH_LIVES
    Token.objects.bulk_create(
        Token(device=device, kind=kind, digest=digest_of(token), expires_at=until)
        for kind, token, until in (
            (Token.Kind.ACCESS, access, access_until),
            (Token.Kind.REFRESH, refresh_token, refresh_until),
        )
    )
    return Tokens(device, access, access_until, refresh_token, refresh_until)
