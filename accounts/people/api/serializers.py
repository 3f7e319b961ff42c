"""Requests and responses of the accounts API."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    EmailField,
    IntegerField,
    ListField,
    MultipleChoiceField,
    UUIDField,
)

from accounts.ledger.models import Entry
from accounts.people.models import User
from accounts.people.models.device import NAME_LENGTH, PLATFORM_LENGTH
from accounts.people.models.user import AVATAR_SEEDS
from core.http.parsing import Body
from core.http.scopes import MEANINGS, SCOPES

Shape = serializers.Serializer[Any]


class Moment(IntegerField):
    """A time in milliseconds since 1970 (UTC)."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("help_text", "milliseconds since 1970")
        super().__init__(**options)


# -- requests ------------------------------------------------------------------------------------


class DeviceNote(Body):
    """A device's name and platform, for the list of devices."""

    name = CharField(max_length=NAME_LENGTH, default="App")
    platform = CharField(max_length=PLATFORM_LENGTH, default="", allow_blank=True)
    scopes = MultipleChoiceField(
        choices=[*MEANINGS.items()],
        default=set(SCOPES),
        allow_empty=False,
        help_text="what its tokens allow; `read` is always among them",
    )


class NewTokenBody(DeviceNote):
    """A further device or program, with the user's password, which guests have not."""

    password = CharField(max_length=200, default="", allow_blank=True, trim_whitespace=False)

    example: ClassVar[dict[str, Any]] = {
        "name": "Statistics",
        "scopes": ["read"],
        "password": "correct-horse-42",
    }


class NewDevice(Body):
    """The device that is logged in."""

    device = DeviceNote(required=False)


class GuestBody(NewDevice):
    """A guest's name, avatar and device; all are optional."""

    name = CharField(max_length=100, required=False, help_text="a random name if omitted")
    avatar = IntegerField(
        required=False,
        min_value=0,
        max_value=AVATAR_SEEDS - 1,
        help_text="seed of the avatar; random if omitted",
    )

    example: ClassVar[dict[str, Any]] = {
        "name": "Lucky Otter",
        "avatar": 20261121,
        "device": {"name": "My phone", "platform": "android"},
    }


class LoginBody(NewDevice):
    """A name and password, and a code if the user has a second factor."""

    name = CharField(max_length=100)
    password = CharField(max_length=200, trim_whitespace=False)
    code = CharField(
        max_length=20,
        required=False,
        help_text="from the authenticator app, or a recovery code; each works once",
    )

    example: ClassVar[dict[str, Any]] = {"name": "Meera", "password": "correct-horse-42"}


class KeepBody(Body):
    """The name and password that turn a guest into a registered user."""

    name = CharField(max_length=100)
    password = CharField(max_length=200, trim_whitespace=False)
    email = EmailField(required=False, default="", allow_blank=True)

    example: ClassVar[dict[str, Any]] = {
        "name": "Meera",
        "password": "correct-horse-42",
        "email": "",
    }


class RegisterBody(KeepBody, NewDevice):
    """A new user; the email address is only for resetting the password."""

    example: ClassVar[dict[str, Any]] = {
        "name": "Meera",
        "password": "correct-horse-42",
        "device": {"name": "My phone", "platform": "android"},
    }


class RefreshBody(Body):
    """The refresh token, which this request uses up."""

    refresh = CharField(max_length=100)

    example: ClassVar[dict[str, Any]] = {"refresh": "Zl0Vn6c2uT1mB0nqJQx3kYw8sR5dHfA7eGpLiKoM9bE"}


class LogoutBody(Body):
    """`everywhere`: all devices and browsers, not only this one."""

    everywhere = BooleanField(default=False)

    example: ClassVar[dict[str, Any]] = {"everywhere": False}


class PasswordBody(Body):
    """The old password and the new one."""

    old = CharField(max_length=200, trim_whitespace=False)
    new = CharField(max_length=200, trim_whitespace=False)

    example: ClassVar[dict[str, Any]] = {"old": "correct-horse-42", "new": "battery-staple-77"}


class MeBody(Body):
    """The settings that users may change about themselves."""

    avatar = IntegerField(required=False, min_value=0, max_value=AVATAR_SEEDS - 1)
    shown_when_watching = BooleanField(
        required=False, help_text="let tables list your name among their spectators"
    )

    example: ClassVar[dict[str, Any]] = {"avatar": 20261121, "shown_when_watching": False}


# -- responses -----------------------------------------------------------------------------------


class DeviceShape(Shape):
    id = UUIDField()
    name = CharField()
    platform = CharField(allow_blank=True)
    scopes = ListField(child=ChoiceField([*MEANINGS.items()]), help_text="what its tokens allow")
    created_at = Moment()
    seen_at = Moment(help_text="when it last refreshed its tokens, milliseconds since 1970")
    current = BooleanField(help_text="the device that sent this request")


class BrowserShape(Shape):
    id = IntegerField()
    name = CharField(help_text="such as Firefox on Linux, as the browser says")
    since = Moment(help_text="when the user logged in, milliseconds since 1970")
    current = BooleanField(help_text="the browser that sent this request")


class DevicesShape(Shape):
    items = DeviceShape(many=True)
    browsers = BrowserShape(many=True)


class MyTable(Shape):
    slug = CharField()
    name = CharField()
    stack = IntegerField()
    points = BooleanField(help_text="the stack is points, not chips")


class MeShape(Shape):
    id = UUIDField()
    name = CharField()
    kind = ChoiceField(User.Kind.choices)
    avatar = IntegerField(help_text="seed of the avatar")
    email = CharField(allow_blank=True)
    is_staff = BooleanField()
    shown_when_watching = BooleanField(help_text="listed by name among a table's spectators")
    joined_at = Moment()
    tables = MyTable(many=True)


class SessionShape(Shape):
    access = CharField()
    access_until = Moment()
    refresh = CharField()
    refresh_until = Moment()
    device = DeviceShape()
    you = MeShape()


class TicketShape(Shape):
    ticket = CharField()
    lives_s = IntegerField()

    example: ClassVar[dict[str, Any]] = {"ticket": "p3Yk0yJwC5mS8fZb1QeXtA", "lives_s": 30}


class RefillShape(Shape):
    allowed = BooleanField()
    amount = IntegerField()
    code = CharField(allow_blank=True)
    reason = CharField(allow_blank=True)


class BalanceShape(Shape):
    wallet = IntegerField()
    in_play = IntegerField(help_text="chips on tables and in tournament entries")
    refill = RefillShape()

    example: ClassVar[dict[str, Any]] = {
        "wallet": 9_500,
        "in_play": 500,
        "refill": {
            "allowed": False,
            "amount": 0,
            "code": "REFILL_NOT_NEEDED",
            "reason": "Free refill when your total falls below 1,000 chips.",
        },
    }


class StatementLine(Shape):
    id = IntegerField()
    at = Moment()
    kind = ChoiceField(Entry.Kind.choices)
    label = CharField()  # type: ignore[assignment]
    amount = IntegerField()
    balance_after = IntegerField()
    memo = CharField(allow_blank=True)


class PlayerShape(Shape):
    name = CharField()
    kind = ChoiceField(User.Kind.choices)
    avatar = IntegerField()
    bot_level = CharField(allow_blank=True)
    joined_at = Moment()
    hands = IntegerField()
    won = IntegerField()
    net = IntegerField(help_text="chips won minus chips lost")
