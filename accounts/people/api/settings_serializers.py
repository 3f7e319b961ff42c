"""Requests and responses about a user's limits, notices, email addresses and second factor."""

from typing import Any, ClassVar

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    EmailField,
    IntegerField,
    ListField,
    UUIDField,
)

from accounts.limits import actions as limits
from accounts.limits.models import (
    Break,
    PlayLimit,
)
from accounts.people.api.serializers import Moment, Shape
from accounts.sanctions.actions import APPEAL_LENGTH
from accounts.sanctions.models import Sanction
from core.http.parsing import Body
from core.private_notes import LONGEST


def _limit(kind: PlayLimit.Kind, **options: Any) -> IntegerField:
    most = getattr(limits.MOST, kind.value)
    text = f"{kind.label.lower()}; null: no limit"
    return IntegerField(allow_null=True, min_value=1, max_value=most, help_text=text, **options)


def _password() -> CharField:
    return CharField(max_length=200, trim_whitespace=False)


# -- requests ------------------------------------------------------------------------------------


class LimitsBody(Body):
    """All daily limits as they should be."""

    loss = _limit(PlayLimit.Kind.LOSS)
    minutes = _limit(PlayLimit.Kind.MINUTES)
    stake = _limit(PlayLimit.Kind.STAKE)

    example: ClassVar[dict[str, Any]] = {"loss": 5_000, "minutes": 120, "stake": None}


class BreakBody(Body):
    """The length of a break; `sure` confirms it, because nobody can end it early."""

    length = ChoiceField(Break.Length.choices)
    sure = BooleanField()

    example: ClassVar[dict[str, Any]] = {"length": "week", "sure": True}


class ReminderBody(Body):
    """How often tables show how long the user has played."""

    minutes = ChoiceField(limits.REMINDERS)

    example: ClassVar[dict[str, Any]] = {"minutes": 45}


class NoteBody(Body):
    """The new text of a note; an empty one deletes it."""

    text = CharField(
        max_length=4_000,
        allow_blank=True,
        trim_whitespace=False,
        help_text=f"at most {LONGEST} characters",
    )

    example: ClassVar[dict[str, Any]] = {"text": "Raises only with a pair."}


class AppealBody(Body):
    """Why the sanction is wrong."""

    text = CharField(
        max_length=4_000, help_text=f"{APPEAL_LENGTH[0]} to {APPEAL_LENGTH[1]} characters"
    )

    example: ClassVar[dict[str, Any]] = {"text": "My brother wrote that, not me."}


class CloseBody(Body):
    """The password, and whether all data is deleted after seven days."""

    password = _password()
    erase = BooleanField(default=False)

    example: ClassVar[dict[str, Any]] = {"password": "correct-horse-42", "erase": False}


class NewEmailBody(Body):
    """A new address for resetting the password, and the current password."""

    email = EmailField(max_length=254)
    password = _password()

    example: ClassVar[dict[str, Any]] = {
        "email": "meera@example.org",
        "password": "correct-horse-42",
    }


class EmailBody(Body):
    """One of the user's email addresses."""

    email = EmailField(max_length=254)

    example: ClassVar[dict[str, Any]] = {"email": "meera@example.org"}


class EmailKeyBody(Body):
    """The key in the emailed link."""

    key = CharField(max_length=200)

    example: ClassVar[dict[str, Any]] = {"key": "Nw:1vMabc:2qkN5w1o9uQ8mZ"}


class ResetBody(Body):
    """The key in the emailed link, and a new password."""

    key = CharField(max_length=200)
    password = _password()

    example: ClassVar[dict[str, Any]] = {
        "key": "5a-cq8x1k-0f2d4b6a8c",
        "password": "battery-staple-77",
    }


class ProofBody(Body):
    """The user's current password, as proof of identity."""

    password = _password()

    example: ClassVar[dict[str, Any]] = {"password": "correct-horse-42"}


class CodeBody(Body):
    """A code of the second factor, or a recovery code."""

    code = CharField(max_length=20)

    example: ClassVar[dict[str, Any]] = {"code": "492039"}


class SetUpBody(CodeBody):
    """The `setup` that was begun, and the code that the app shows for it."""

    setup = CharField(max_length=400, help_text="from `me/second-factor/begin`")

    example: ClassVar[dict[str, Any]] = {"setup": "eyJ1Ijo:1vMabc:2qkN5w", "code": "492039"}


class CodesBody(CodeBody):
    """`renew`: create new recovery codes, which invalidates the old ones."""

    renew = BooleanField(default=False)

    example: ClassVar[dict[str, Any]] = {"code": "492039", "renew": True}


# -- responses -----------------------------------------------------------------------------------


class LimitsShape(Shape):
    loss = _limit(PlayLimit.Kind.LOSS)
    minutes = _limit(PlayLimit.Kind.MINUTES)
    stake = _limit(PlayLimit.Kind.STAKE)


class ComingLimit(Shape):
    kind = ChoiceField(PlayLimit.Kind.choices)
    amount = IntegerField(allow_null=True)
    starts_at = Moment()


class BreakShape(Shape):
    length = ChoiceField(Break.Length.choices)
    until = Moment()


class PlayShape(Shape):
    """The user's own limits, break, reminder and blocked users."""

    limits = LimitsShape()
    coming = ComingLimit(many=True, help_text="looser limits, which begin a day after the request")
    current_break = BreakShape(allow_null=True)
    reminder_minutes = IntegerField()
    blocked = ListField(child=CharField(), help_text="names of blocked users")

    example: ClassVar[dict[str, Any]] = {
        "limits": {"loss": 5_000, "minutes": None, "stake": None},
        "coming": [{"kind": "loss", "amount": 8_000, "starts_at": 1_795_312_800_000}],
        "current_break": None,
        "reminder_minutes": 60,
        "blocked": ["Ravi"],
    }


class NoteShape(Shape):
    """A private note, which only its writer can read."""

    text = CharField(allow_blank=True, help_text="empty if there is no note")

    example: ClassVar[dict[str, Any]] = {"text": "Raises only with a pair."}


class SanctionShape(Shape):
    id = UUIDField()
    kind = ChoiceField(Sanction.Kind.choices)
    why = CharField()
    at = Moment()
    until = Moment(allow_null=True, help_text="null: permanent")
    appeal = CharField(allow_blank=True, help_text="the text of the user's appeal")
    verdict = ChoiceField(Sanction.Verdict.choices, allow_blank=True)


class NoticeShape(Shape):
    """Why the user may not chat or log in."""

    sanctions = SanctionShape(many=True)
    excluded_until = Moment(allow_null=True, help_text="the end of the self-exclusion")
    closed_at = Moment(allow_null=True, help_text="when the user closed the account")
    erase_at = Moment(allow_null=True, help_text="when the data is deleted, unless reopened")

    example: ClassVar[dict[str, Any]] = {
        "sanctions": [
            {
                "id": "0b8e5f0e-5a77-4b0e-8a53-6f1b5d0c2a10",
                "kind": "mute",
                "why": "Flooding the chat.",
                "at": 1_795_312_800_000,
                "until": 1_795_399_200_000,
                "appeal": "",
                "verdict": "",
            }
        ],
        "excluded_until": None,
        "closed_at": None,
        "erase_at": None,
    }


class EmailShape(Shape):
    email = CharField()
    verified = BooleanField()


class EmailsShape(Shape):
    """The confirmed email address, and the one that replaces it once it is confirmed."""

    items = EmailShape(many=True)

    example: ClassVar[dict[str, Any]] = {
        "items": [{"email": "meera@example.org", "verified": True}]
    }


class SecondFactorShape(Shape):
    since = Moment(allow_null=True, help_text="null: no second factor")
    codes_left = IntegerField(help_text="number of unused recovery codes")
    taken_at = Moment(allow_null=True, help_text="when staff removed the last one")
    taken_why = CharField(allow_blank=True)


class BegunShape(Shape):
    """The secret for an authenticator app: as a link, or to type."""

    setup = CharField(help_text="send it with the first code, within ten minutes")
    secret = CharField()
    uri = CharField(help_text="the `otpauth:` link, for a QR code")


class CodesShape(Shape):
    codes = ListField(child=CharField(), help_text="recovery codes; each works once")

    example: ClassVar[dict[str, Any]] = {"codes": ["19283746", "56473829"]}
