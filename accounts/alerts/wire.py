"""The shapes of notifications on the wire."""

from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, UnsetType

from accounts.alerts.models import DEVICE_NAME_CHARS_MAX, ENDPOINT_CHARS_MAX, AlertKind
from core.wire import Body, Moment, Shape, characters, one_of

KINDS = list(AlertKind.values)
Kinds = Annotated[list[Annotated[str, one_of(KINDS)]], Meta(max_length=len(KINDS))]
_ENDPOINT = "https://push.example.org/send/4f5b4c58"
_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


class AlertsBody(Body):
    """The kinds of notifications that the user wants; omitted fields stay as they are."""

    push: Kinds | UnsetType = UNSET
    email: Kinds | UnsetType = UNSET

    example: ClassVar[dict[str, Any]] = {"push": ["turn", "seat"]}


class PushKeys(Body):
    """The keys of a browser's subscription, in base64url."""

    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class SubscriptionBody(Body):
    """A browser's subscription, as `PushSubscription.toJSON()` has it, and a name for it."""

    endpoint: Annotated[str, Meta(max_length=ENDPOINT_CHARS_MAX)]
    keys: PushKeys
    name: Annotated[str, characters(1, DEVICE_NAME_CHARS_MAX)]

    example: ClassVar[dict[str, Any]] = {
        "endpoint": _ENDPOINT,
        "keys": {"p256dh": _POINT, "auth": _AUTH},
        "name": "Firefox on Android",
    }


class PushDevice(Shape):
    """A browser that gets the user's notifications."""

    id: int
    name: str
    endpoint: Annotated[str, Meta(description="by which a browser knows itself")]
    since: Moment


class OwnAlerts(Shape):
    """The notifications that the user gets when the table's page is not open."""

    key: Annotated[
        str | None,
        Meta(description="the house's key for `PushManager.subscribe`; null: it sends none"),
    ]
    push: Kinds
    email: Kinds
    can_email: Annotated[bool, Meta(description="the user has a confirmed address")]
    devices: list[PushDevice]

    example: ClassVar[dict[str, Any]] = {
        "key": _POINT,
        "push": KINDS,
        "email": [],
        "can_email": True,
        "devices": [
            {
                "id": 7,
                "name": "Firefox on Android",
                "endpoint": _ENDPOINT,
                "since": 1_795_312_800_000,
            }
        ],
    }
