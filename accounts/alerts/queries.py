"""The kinds that a user has chosen, and the browsers that get their notifications."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import QuerySet

from accounts.alerts import web_push
from accounts.alerts.models import AlertChoice, PushSubscription
from accounts.alerts.wire import OwnAlerts, PushDevice
from accounts.people.models import User
from core.clock import to_unix_ms


def choices_of(user: User) -> AlertChoice:
    """The kinds that a user wants."""
    return AlertChoice.objects.filter(user=user).first() or AlertChoice(user=user)


def address_of(user: User) -> str | None:
    """The confirmed e-mail address of a user, None without one."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    address: str | None = confirmed.values_list("email", flat=True).first()
    return address


def subscriptions_of(user: User) -> "QuerySet[PushSubscription]":
    """The browsers that get a user's notifications, the latest first."""
    return PushSubscription.objects.filter(user=user).order_by("-pk")


def own_alerts(user: User) -> OwnAlerts:
    """All of it, as the user reads it."""
    choices, secret = choices_of(user), settings.VAPID_KEY
    key = web_push.base64url(web_push.point_of(web_push.house_key(secret))) if secret else None
    return OwnAlerts(
        key=key,
        push=choices.push,
        email=choices.email,
        can_email=address_of(user) is not None,
        devices=[
            PushDevice(
                id=one.pk,
                name=one.name,
                endpoint=one.endpoint,
                since=to_unix_ms(one.created_at),
            )
            for one in subscriptions_of(user)
        ],
    )
