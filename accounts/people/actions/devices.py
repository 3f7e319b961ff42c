"""Tokens of devices: issued at log-in, rotated at each refresh, revoked at log-out.

Tokens are opaque, have 256 random bits and are stored as digests. A refresh token works once. If
one is used twice it was copied; nobody can tell which of the two clients is the thief, so the
device is revoked. Because responses get lost, a client may repeat a refresh for
`REFRESH_GRACE_S` seconds, until the refresh token in the response is used. It gets the same pair
each time, derived from the token it sends and a salt in the database; neither alone gives the pair.

Revoking tokens closes the user's sockets as well (`accounts.people.log_in.sessions`).
"""

import base64
import datetime
import hashlib
import hmac
import secrets
import uuid
from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.alerts.actions import end_with_session
from accounts.alerts.models import PushSubscription
from accounts.errors import AccountRefused
from accounts.people import signals
from accounts.people.models import Device, Token, User
from accounts.people.queries.browsers import browser_of
from accounts.people.queries.devices import digest_of, may_enter
from accounts.sanctions import notice_pass
from core.clock import database_now
from core.http.scopes import EVERY_SCOPE, READ, SCOPES

ACCESS_TOKEN_LIFETIME = datetime.timedelta(minutes=15)
REFRESH_TOKEN_LIFETIME = datetime.timedelta(days=60)
DEVICES_MAX = 20
"""The most devices of one user; a new one replaces the one seen longest ago."""
INVITES_MAX = 20


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a device; only their digests are stored, so this is the only copy."""

    device: Device
    access: str
    access_until: datetime.datetime
    refresh: str
    refresh_until: datetime.datetime


def log_in_device(
    *, user: User, name: str, platform: str, scopes: Collection[str] = SCOPES
) -> Tokens:
    """Log a new device in; the caller has checked the user's password.

    `scopes` limits what its tokens allow; `read` is always among them. Raises `AccountRefused`
    ACCOUNT_INACTIVE.
    """
    if user.is_locked_out:
        raise notice_pass.locked_out(user)
    if not may_enter(user):
        raise AccountRefused("ACCOUNT_INACTIVE", status=403)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # locks the count
        alive = Device.objects.filter(user=user, revoked_at=None).order_by("-seen_at")
        surplus = list(alive[DEVICES_MAX - 1 :])
        if surplus:
            _revoke(surplus)
        now = timezone.now()
        granted = [scope for scope in EVERY_SCOPE if scope in (*scopes, READ)]
        device = Device.objects.create(
            user=user, name=name, platform=platform, scopes=granted, seen_at=now
        )
        return _issue(device, now)


def refresh(*, token: str) -> Tokens:
    """Exchange a device's refresh token for new tokens.

    The same token gets the same answer again within the grace period described above. Raises
    `AccountRefused` BAD_TOKEN (unknown, expired, device revoked), ACCOUNT_INACTIVE with a pass to
    the notice (the token stays valid), or TOKEN_REUSED, which has revoked the device.
    """
    with transaction.atomic():
        found = (
            Token.objects.select_related("device__user")
            .select_for_update(of=("self", "device"))
            .filter(digest=digest_of(token), kind=Token.Kind.REFRESH)
            .first()
        )
        now = database_now()
        if found is None or found.device.revoked_at:
            raise bad_token()
        user = found.device.user
        if user.is_locked_out and found.used_at is None and found.expires_at > now:
            raise notice_pass.locked_out(user)
        if not may_enter(user):
            raise bad_token()
        if found.used_at is not None:
            if _may_repeat_answer(found, now):
                return _answer_of(found, token)
            _revoke([found.device])
        elif found.expires_at <= now:
            raise bad_token()
        else:
            return _exchange(found, token, now)
    # Committed above: raising must not roll the revocation back.
    raise AccountRefused("TOKEN_REUSED", status=401)


def _exchange(found: Token, token: str, now: datetime.datetime) -> Tokens:
    """Exchange a refresh token, which is locked, for the next pair."""
    device = found.device
    device.tokens.filter(kind=Token.Kind.ACCESS).delete()
    device.tokens.filter(expires_at__lte=now).delete()
    device.tokens.exclude(answer_salt=None).update(answer_salt=None)
    found.used_at, found.answer_salt = now, secrets.token_bytes(32)
    found.save(update_fields=["used_at", "answer_salt"])
    Device.objects.filter(pk=device.pk).update(seen_at=now)
    answer = _answer_of(found, token)
    _store(answer)
    return answer


def _may_repeat_answer(found: Token, now: datetime.datetime) -> bool:
    """Whether the answer to a used token may be repeated: its own refresh token is unused."""
    assert found.used_at is not None
    grace = datetime.timedelta(seconds=settings.REFRESH_GRACE_S)
    return found.answer_salt is not None and now - found.used_at <= grace


def _answer_of(found: Token, token: str) -> Tokens:
    """The pair for which a used refresh token was exchanged; `token` is its plain text."""
    assert found.used_at is not None
    assert found.answer_salt is not None
    access, refresh_token = (
        base64.urlsafe_b64encode(
            hmac.digest(token.encode(), kind.encode() + found.answer_salt, hashlib.sha256)
        )
        .decode()
        .rstrip("=")
        for kind in (Token.Kind.ACCESS, Token.Kind.REFRESH)
    )
    return _tokens(found.device, access, refresh_token, found.used_at)


def bad_token() -> AccountRefused:
    """The refusal of an unknown, expired or revoked token."""
    return AccountRefused("BAD_TOKEN", status=401)


def revoke(*, user: User, device_id: uuid.UUID) -> None:
    """Revoke a device of a user. Raises `AccountRefused` NO_SUCH_DEVICE."""
    with transaction.atomic():
        alive = Device.objects.select_for_update().filter(user=user, revoked_at=None)
        devices = list(alive.filter(pk=device_id))
        if not devices:
            raise AccountRefused("NO_SUCH_DEVICE", status=404)
        _revoke(devices)


def revoke_all(*, user: User, but: Device | None = None) -> None:
    """Revoke all devices of a user, or all except one."""
    with transaction.atomic():
        alive = Device.objects.select_for_update().filter(user=user, revoked_at=None)
        _revoke([device for device in alive.order_by("pk") if but is None or device.pk != but.pk])
        signals.end_sockets(user.pk)


def end_everything(*, user: User) -> None:
    """Log a user out everywhere: on every device and in every browser."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
        revoke_all(user=user)
        PushSubscription.objects.filter(user=user).delete()


def end_browser(*, user: User, sign_in_id: int) -> None:
    """Log a user out in one browser. Raises `AccountRefused` NO_SUCH_DEVICE."""
    with transaction.atomic():
        found = browser_of(user, sign_in_id)
        if found is None:
            raise AccountRefused("NO_SUCH_DEVICE", case="browser", status=404)
        session = Session.objects.get(pk=found.session_key)
        end_with_session(user=user, session=session.get_decoded())
        session.delete()
        signals.end_sockets(user.pk)


def remember_invite(*, device: Device, code: str) -> None:
    """Store the code of a private table the device was invited to; only the latest are kept."""
    with transaction.atomic():
        held = Device.objects.select_for_update().get(pk=device.pk)
        if code not in held.invites:
            held.invites = [*held.invites[1 - INVITES_MAX :], code]
            held.save(update_fields=["invites"])
    device.invites = held.invites


def _revoke(devices: list[Device]) -> None:
    Device.objects.filter(pk__in=[device.pk for device in devices]).update(
        revoked_at=timezone.now()
    )
    Token.objects.filter(device__in=devices).delete()
    for user_id in {device.user_id for device in devices}:
        signals.end_sockets(user_id)


def _issue(device: Device, now: datetime.datetime) -> Tokens:
    issued = _tokens(device, secrets.token_urlsafe(32), secrets.token_urlsafe(32), now)
    _store(issued)
    return issued


def _tokens(device: Device, access: str, refresh_token: str, now: datetime.datetime) -> Tokens:
    return Tokens(
        device, access, now + ACCESS_TOKEN_LIFETIME, refresh_token, now + REFRESH_TOKEN_LIFETIME
    )


def _store(issued: Tokens) -> None:
    Token.objects.bulk_create(
        Token(device=issued.device, kind=kind, digest=digest_of(token), expires_at=until)
        for kind, token, until in (
            (Token.Kind.ACCESS, issued.access, issued.access_until),
            (Token.Kind.REFRESH, issued.refresh, issued.refresh_until),
        )
    )
