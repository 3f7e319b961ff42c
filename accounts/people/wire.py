"""The shapes of users, their devices, chips, email addresses and second factor on the wire."""

import uuid
from typing import Annotated, Any, ClassVar

from django.conf import settings
from msgspec import Meta, field

from accounts.ledger.models import Entry
from accounts.people.models import User
from accounts.people.models.device import NAME_CHARS_MAX, PLATFORM_CHARS_MAX
from accounts.people.models.user import AVATAR_SEEDS_COUNT, EMAIL_CHARS_MAX, PASSWORD_CHARS_MAX
from accounts.people.preferences_wire import Preferences, PreferencesBody
from core.http.scopes import EVERY_SCOPE, SCOPES
from core.private_notes import NOTE_CHARS_MAX
from core.wire import Body, Moment, Name, Shape, characters, one_of

USER_KINDS = list(User.Kind.values)
ENTRY_KINDS = list(Entry.Kind.values)

Scope = Annotated[str, one_of(EVERY_SCOPE)]
UserKind = Annotated[str, one_of(USER_KINDS)]
NameMark = Annotated[
    str,
    one_of(("", "staff", "near")),
    Meta(
        description="`staff`: a member of staff; `near`: the name is almost that of another "
        "player here whose account is older; absent for others"
    ),
]
Password = Annotated[str, Meta(min_length=1, max_length=PASSWORD_CHARS_MAX)]
Email = Annotated[str, Meta(max_length=EMAIL_CHARS_MAX, extra_json_schema={"format": "email"})]
MaybeEmail = Annotated[
    str,
    Meta(
        max_length=EMAIL_CHARS_MAX,
        extra_json_schema={"anyOf": [{"format": "email"}, {"const": ""}]},
    ),
]
"""An email address, or "" for none."""
"""An address; the forms of the pages check it."""
Avatar = Annotated[int, Meta(ge=0, le=AVATAR_SEEDS_COUNT - 1, description="seed of the avatar")]
Language = Annotated[
    str,
    one_of(["", *dict(settings.LANGUAGES)]),
    Meta(description="the language of pages and e-mails; empty: that of each request"),
]
Code = Annotated[str, Meta(min_length=1, max_length=20)]
LinkKey = Annotated[str, Meta(min_length=1, max_length=200)]


# -- requests ------------------------------------------------------------------------------------


class DeviceNote(Body):
    """A device's name and platform, for the list of devices."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME_CHARS_MAX)] = "App"
    platform: Annotated[str, Meta(max_length=PLATFORM_CHARS_MAX)] = ""
    scopes: Annotated[
        list[Scope],
        Meta(
            min_length=1,
            max_length=len(EVERY_SCOPE),
            description="what its tokens allow; `read` is always among them. `staff` is for "
            "staff alone, who log in with a code of their second factor",
        ),
    ] = field(default_factory=lambda: list(SCOPES))


class NewTokenBody(DeviceNote):
    """A further device or program, with the user's password, which guests have not."""

    password: Annotated[str, Meta(max_length=PASSWORD_CHARS_MAX)] = ""

    example: ClassVar[dict[str, Any]] = {
        "name": "Statistics",
        "scopes": ["read"],
        "password": "correct-horse-42",
    }


class GuestBody(Body):
    """A guest's name, avatar and device; all are optional, and random if omitted."""

    name: Name | None = None
    avatar: Avatar | None = None
    device: DeviceNote | None = None
    invite: Annotated[
        str,
        Meta(
            max_length=40,
            description="the code of an invite link: guests who bring one are not counted for "
            "their network",
        ),
    ] = ""

    example: ClassVar[dict[str, Any]] = {
        "name": "Lucky Otter",
        "avatar": 20261121,
        "device": {"name": "My phone", "platform": "android"},
    }


class LoginBody(Body):
    """A name and password, and a code if the user has a second factor."""

    name: Name
    password: Password
    code: Annotated[
        Code | None,
        Meta(description="from the authenticator app, or a recovery code; each works once"),
    ] = None
    device: DeviceNote | None = None

    example: ClassVar[dict[str, Any]] = {"name": "Meera", "password": "correct-horse-42"}


class SignUpBody(Body):
    """The name and password that turn a guest into a registered user."""

    name: Name
    password: Password
    email: MaybeEmail = ""

    example: ClassVar[dict[str, Any]] = {
        "name": "Meera",
        "password": "correct-horse-42",
        "email": "",
    }


class RegisterBody(SignUpBody):
    """A new user; the email address is only for resetting the password."""

    device: DeviceNote | None = None

    example: ClassVar[dict[str, Any]] = {
        "name": "Meera",
        "password": "correct-horse-42",
        "device": {"name": "My phone", "platform": "android"},
    }


class RefreshBody(Body):
    """The refresh token, which this request uses up."""

    refresh: Annotated[str, Meta(min_length=1, max_length=100)]

    example: ClassVar[dict[str, Any]] = {"refresh": "Zl0Vn6c2uT1mB0nqJQx3kYw8sR5dHfA7eGpLiKoM9bE"}


class LogoutBody(Body):
    """`everywhere`: all devices and browsers, not only this one."""

    everywhere: bool = False

    example: ClassVar[dict[str, Any]] = {"everywhere": False}


class PasswordBody(Body):
    """The old password and the new one."""

    old: Password
    new: Password

    example: ClassVar[dict[str, Any]] = {"old": "correct-horse-42", "new": "battery-staple-77"}


class MeBody(Body):
    """The settings that users may change about themselves."""

    avatar: Avatar | None = None
    shown_when_watching: Annotated[
        bool | None, Meta(description="let tables list your name among their spectators")
    ] = None
    language: Language | None = None
    preferences: Annotated[
        PreferencesBody | None, Meta(description="those that are named change")
    ] = None

    example: ClassVar[dict[str, Any]] = {
        "avatar": 20261121,
        "shown_when_watching": False,
        "language": "en",
        "preferences": {"room": "light", "felt": "blue"},
    }


class NoteBody(Body):
    """The new text of a note; an empty one deletes it."""

    text: Annotated[str, characters(0, NOTE_CHARS_MAX)]

    example: ClassVar[dict[str, Any]] = {"text": "Raises only with a pair."}


class NewEmailBody(Body):
    """A new address for resetting the password, and the current password."""

    email: Email
    password: Password

    example: ClassVar[dict[str, Any]] = {
        "email": "meera@example.org",
        "password": "correct-horse-42",
    }


class EmailBody(Body):
    """One of the user's email addresses."""

    email: Email

    example: ClassVar[dict[str, Any]] = {"email": "meera@example.org"}


class EmailKeyBody(Body):
    """The key in the emailed link."""

    key: LinkKey

    example: ClassVar[dict[str, Any]] = {"key": "Nw:1vMabc:2qkN5w1o9uQ8mZ"}


class ResetBody(Body):
    """The key in the emailed link, and a new password."""

    key: LinkKey
    password: Password

    example: ClassVar[dict[str, Any]] = {
        "key": "5a-cq8x1k-0f2d4b6a8c",
        "password": "battery-staple-77",
    }


class ProofBody(Body):
    """The user's current password, as proof of identity."""

    password: Password

    example: ClassVar[dict[str, Any]] = {"password": "correct-horse-42"}


class CodeBody(Body):
    """A code of the second factor, or a recovery code."""

    code: Code

    example: ClassVar[dict[str, Any]] = {"code": "492039"}


class SetUpBody(CodeBody):
    """The `setup` that was begun, and the code that the app shows for it."""

    setup: Annotated[
        str, Meta(min_length=1, max_length=400, description="from `me/second-factor/begin`")
    ]

    example: ClassVar[dict[str, Any]] = {"setup": "eyJ1Ijo:1vMabc:2qkN5w", "code": "492039"}


class CodesBody(CodeBody):
    """`renew`: create new recovery codes, which invalidates the old ones."""

    renew: bool = False

    example: ClassVar[dict[str, Any]] = {"code": "492039", "renew": True}


# -- responses -----------------------------------------------------------------------------------


class Device(Shape):
    """A device that holds tokens."""

    id: uuid.UUID
    name: str
    platform: str
    scopes: Annotated[list[str], Meta(description="what its tokens allow")]
    created_at: Moment
    seen_at: Annotated[
        int, Meta(description="when it last refreshed its tokens, milliseconds since 1970")
    ]
    current: Annotated[bool, Meta(description="the device that sent this request")]


class OpenBrowser(Shape):
    """A browser in which the user is logged in."""

    id: int
    name: Annotated[str, Meta(description="such as Firefox on Linux, as the browser says")]
    since: Annotated[int, Meta(description="when the user logged in, milliseconds since 1970")]
    current: Annotated[bool, Meta(description="the browser that sent this request")]


class Devices(Shape):
    """The devices and browsers that are logged in."""

    items: list[Device]
    browsers: list[OpenBrowser]


class MyTable(Shape):
    """A table at which the user sits."""

    slug: str
    name: str
    stack: int
    points: Annotated[bool, Meta(description="the stack is points, not chips")]


class Me(Shape):
    """The user's own account."""

    id: uuid.UUID
    name: str
    kind: UserKind
    avatar: Annotated[int, Meta(description="seed of the avatar")]
    email: str
    is_staff: bool
    shown_when_watching: Annotated[
        bool, Meta(description="listed by name among a table's spectators")
    ]
    language: Language
    preferences: Preferences
    joined_at: Moment
    tables: list[MyTable]


class GuestSuggestion(Shape):
    """A name that is free now, and seeds of avatars to choose from."""

    name: str
    avatars: list[int]

    example: ClassVar[dict[str, Any]] = {"name": "Lucky Otter", "avatars": [20261121, 7, 41]}


class Session(Shape):
    """The tokens of a device: `access` for each request, `refresh` for one renewal."""

    access: str
    access_until: Moment
    refresh: str
    refresh_until: Moment
    device: Device
    you: Me


class IssuedTicket(Shape):
    """A ticket: the first message of one socket, for `lives_s` seconds."""

    ticket: str
    lives_s: int

    example: ClassVar[dict[str, Any]] = {"ticket": "p3Yk0yJwC5mS8fZb1QeXtA", "lives_s": 30}


class Refill(Shape):
    """Whether the wallet can be refilled now, by how much, or the reason why not."""

    allowed: bool
    amount: int
    code: str
    reason: str


class Balance(Shape):
    """The chips in the wallet and at tables."""

    wallet: int
    in_play: Annotated[int, Meta(description="chips on tables and in tournament entries")]
    refill: Refill

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
    """One posting of the wallet."""

    id: int
    at: Moment
    kind: Annotated[str, one_of(ENTRY_KINDS)]
    label: str
    amount: int
    balance_after: int
    memo: str


class Player(Shape):
    """The public profile of a player."""

    name: str
    kind: UserKind
    avatar: int
    bot_level: str
    joined_at: Moment
    hands: int
    won: int
    net: Annotated[int, Meta(description="chips won minus chips lost")]


class Note(Shape):
    """A private note, which only its writer can read."""

    text: Annotated[str, Meta(description="empty if there is no note")]

    example: ClassVar[dict[str, Any]] = {"text": "Raises only with a pair."}


class EmailAddress(Shape):
    """An email address of the user."""

    email: str
    verified: bool


class EmailAddresses(Shape):
    """The confirmed email address, and the one that replaces it once it is confirmed."""

    items: list[EmailAddress]

    example: ClassVar[dict[str, Any]] = {
        "items": [{"email": "meera@example.org", "verified": True}]
    }


class SecondFactorState(Shape):
    """The second factor of the user."""

    since: Annotated[Moment | None, Meta(description="null: no second factor")]
    codes_left: Annotated[int, Meta(description="number of unused recovery codes")]
    taken_at: Annotated[Moment | None, Meta(description="when staff removed the last one")]
    taken_why: str


class BegunFactor(Shape):
    """The secret for an authenticator app: as a link, or to type."""

    setup: Annotated[str, Meta(description="send it with the first code, within ten minutes")]
    secret: str
    uri: Annotated[str, Meta(description="the `otpauth:` link, for a QR code")]


class Codes(Shape):
    """The recovery codes of the second factor."""

    codes: Annotated[list[str], Meta(description="recovery codes; each works once")]

    example: ClassVar[dict[str, Any]] = {"codes": ["19283746", "56473829"]}
