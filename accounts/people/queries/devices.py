"""Reading devices: the app of a token, and the apps of a user; browsers: `browsers`."""

import hashlib
import uuid

from django.db.models import QuerySet
from django.utils import timezone

from accounts.people.backends import ByName
from accounts.people.models import Device, Token, User


def digest_of(token: str) -> bytes:
    """The digest by which a token is stored. Its 256 random bits need no salt or slow hash."""
    return hashlib.sha256(token.encode()).digest()


def may_enter(user: User) -> bool:
    """Whether the user may log in at all, as the log-in page decides."""
    return bool(ByName().user_can_authenticate(user))


def device_of(access: str) -> Device | None:
    """The device (with its user) of an access token; None if the token is not valid."""
    token = (
        Token.objects.select_related("device__user")
        .filter(kind=Token.Kind.ACCESS, digest=digest_of(access), expires_at__gt=timezone.now())
        .filter(device__revoked_at=None)
        .first()
    )
    return token.device if token is not None and may_enter(token.device.user) else None


def refreshable(token: str) -> uuid.UUID | None:
    """The id of the device that a refresh token belongs or belonged to; None for any other text."""
    known = Token.objects.filter(kind=Token.Kind.REFRESH, digest=digest_of(token))
    return known.values_list("device_id", flat=True).first()


def alive_device(device_id: str) -> Device | None:
    """A device (with its user) that is not revoked and whose user may log in."""
    device = Device.objects.select_related("user").filter(pk=device_id, revoked_at=None).first()
    return device if device is not None and may_enter(device.user) else None


def devices_of(user: User) -> QuerySet[Device]:
    """The logged-in devices of a user, last seen first."""
    now = timezone.now()
    alive = Device.objects.filter(user=user, revoked_at=None)
    return alive.filter(
        tokens__kind=Token.Kind.REFRESH, tokens__used_at=None, tokens__expires_at__gt=now
    ).order_by("-seen_at")
