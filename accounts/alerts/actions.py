"""Devices that get notifications, the kinds that users choose, and what is to be sent."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.alerts import endpoints, web_push
from accounts.alerts.models import Alert, AlertChoice, PushSubscription
from accounts.errors import AccountRefused
from accounts.people.models import User

ALERT_LIFETIME = datetime.timedelta(days=1)
"""An alert that is done is kept for so long, so that it is not repeated."""
IN_SESSION = "subscription"
"""The key by which a browser's session has the id of its subscription."""


def subscribe(*, user: User, endpoint: str, p256dh: str, auth: str, name: str) -> PushSubscription:
    """Let a browser get the user's notifications; one that another user had is theirs from now on.

    Raises `AccountRefused` NO_PUSH, BAD_SUBSCRIPTION or TOO_MANY_DEVICES.
    """
    if not settings.VAPID_KEY:
        raise AccountRefused("NO_PUSH")
    try:
        point, secret = web_push.from_base64url(p256dh), web_push.from_base64url(auth)
    except ValueError:
        point = secret = b""
    is_keyed = web_push.is_point(point) and len(secret) == web_push.AUTH_BYTES
    if not (is_keyed and endpoints.is_safe(endpoint)):
        raise AccountRefused("BAD_SUBSCRIPTION", status=400)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
        others = PushSubscription.objects.filter(user=user).exclude(endpoint=endpoint)
        if others.count() >= settings.PUSH_DEVICES_PER_USER:
            raise AccountRefused("TOO_MANY_DEVICES", max=settings.PUSH_DEVICES_PER_USER)
        subscription, _is_new = PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={"user": user, "p256dh": point, "auth": secret, "name": name},
        )
    return subscription


def forget(*, user: User, subscription_id: int) -> None:
    """Send the user's notifications to this device no more.

    Raises `AccountRefused` NO_SUCH_DEVICE.
    """
    if not PushSubscription.objects.filter(user=user, pk=subscription_id).delete()[0]:
        raise AccountRefused("NO_SUCH_DEVICE", status=404)


def end_with_session(*, user: User, session: Mapping[str, Any]) -> None:
    """Send the user's notifications no more to the browser whose session, with this data, ends."""
    if IN_SESSION in session:
        PushSubscription.objects.filter(user=user, pk=session[IN_SESSION]).delete()


def choose(*, user: User, push: Iterable[str] | None, email: Iterable[str] | None) -> None:
    """Set the kinds that the user wants by push and by e-mail; None leaves them as they are."""
    with transaction.atomic():
        choices, _is_new = AlertChoice.objects.select_for_update().get_or_create(user=user)
        choices.push = choices.push if push is None else sorted(set(push))
        choices.email = choices.email if email is None else sorted(set(email))
        choices.save()


def add(alerts: Iterable[Alert]) -> None:
    """Note alerts to be sent; those about the same thing are there already."""
    Alert.objects.bulk_create(alerts, ignore_conflicts=True)


def purge_alerts() -> int:
    """Delete old alerts; returns their number."""
    return Alert.objects.filter(created_at__lt=timezone.now() - ALERT_LIFETIME).delete()[0]
