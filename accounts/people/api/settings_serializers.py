"""What the API takes and gives about a user's own limits, notices, addresses and second factor."""

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

from accounts.limits import actions as own
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
    most = getattr(own.MOST, kind.value)
    text = f"{kind.label.lower()}; null: no limit"
    return IntegerField(allow_null=True, min_value=1, max_value=most, help_text=text, **options)


def _password() -> CharField:
    return CharField(max_length=200, trim_whitespace=False)


# -- what comes in -------------------------------------------------------------------------------


class LimitsBody(Body):
    """All limits as they shall be."""

    loss = _limit(PlayLimit.Kind.LOSS)
    minutes = _limit(PlayLimit.Kind.MINUTES)
    stake = _limit(PlayLimit.Kind.STAKE)

    example: ClassVar[dict[str, Any]] = {"loss": 5_000, "minutes": 120, "stake": None}


class BreakBody(Body):
    """How long; `sure` says that it is meant, because nothing ends it early."""

    length = ChoiceField(Break.Length.choices)
    sure = BooleanField()

    example: ClassVar[dict[str, Any]] = {"length": "week", "sure": True}


class ReminderBody(Body):
    """How often tables tell how long one has played."""

    minutes = ChoiceField(own.REMINDERS)

    example: ClassVar[dict[str, Any]] = {"minutes": 45}


class NoteBody(Body):
    """A note as it shall be; an empty one is taken away."""

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

    example: ClassVar[dict[str, Any]] = {"text": "It was my brother who wrote that, not I."}


class CloseBody(Body):
    """The password, and whether everything is erased after seven days."""

    password = _password()
    erase = BooleanField(default=False)

    example: ClassVar[dict[str, Any]] = {"password": "correct-horse-42", "erase": False}


class NewEmailBody(Body):
    """A new address for recovering the password, and the password."""

    email = EmailField(max_length=254)
    password = _password()

    example: ClassVar[dict[str, Any]] = {
        "email": "meera@example.org",
        "password": "correct-horse-42",
    }


class EmailBody(Body):
    """An address."""

    email = EmailField(max_length=254)

    example: ClassVar[dict[str, Any]] = {"email": "meera@example.org"}


class EmailKeyBody(Body):
    """The key in the link that was mailed."""

    key = CharField(max_length=200)

    example: ClassVar[dict[str, Any]] = {"key": "Nw:1vMabc:2qkN5w1o9uQ8mZ"}


class ResetBody(Body):
    """The key in the link that was mailed, and a new password."""

    key = CharField(max_length=200)
    password = _password()

    example: ClassVar[dict[str, Any]] = {
        "key": "5a-cq8x1k-0f2d4b6a8c",
        "password": "battery-staple-77",
    }


class ProofBody(Body):
    """The password."""

    password = _password()

    example: ClassVar[dict[str, Any]] = {"password": "correct-horse-42"}


class CodeBody(Body):
    """A code of the second factor, or a recovery code."""

    code = CharField(max_length=20)

    example: ClassVar[dict[str, Any]] = {"code": "492039"}


class SetUpBody(CodeBody):
    """What was begun, and the code that the app shows for it."""

    setup = CharField(max_length=400, help_text="from `me/second-factor/begin`")

    example: ClassVar[dict[str, Any]] = {"setup": "eyJ1Ijo:1vMabc:2qkN5w", "code": "492039"}


class CodesBody(CodeBody):
    """`renew`: make new recovery codes, which ends the old ones."""

    renew = BooleanField(default=False)

    example: ClassVar[dict[str, Any]] = {"code": "492039", "renew": True}


# -- what goes out -------------------------------------------------------------------------------


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
    """What one has decided about one's own play."""

    limits = LimitsShape()
    coming = ComingLimit(many=True, help_text="looser limits, which begin a day later")
    current_break = BreakShape(allow_null=True)
    reminder_minutes = IntegerField()
    blocked = ListField(
        child=CharField(), help_text="names of players whose lines one does not read"
    )

    example: ClassVar[dict[str, Any]] = {
        "limits": {"loss": 5_000, "minutes": None, "stake": None},
        "coming": [{"kind": "loss", "amount": 8_000, "starts_at": 1_795_312_800_000}],
        "current_break": None,
        "reminder_minutes": 60,
        "blocked": ["Ravi"],
    }


class NoteShape(Shape):
    """A note that only its writer reads."""

    text = CharField(allow_blank=True, help_text="empty: there is none")

    example: ClassVar[dict[str, Any]] = {"text": "Raises only with a pair."}


class SanctionShape(Shape):
    id = UUIDField()
    kind = ChoiceField(Sanction.Kind.choices)
    why = CharField()
    at = Moment()
    until = Moment(allow_null=True, help_text="null: for good")
    appeal = CharField(allow_blank=True, help_text="what one wrote against it; once")
    verdict = ChoiceField(Sanction.Verdict.choices, allow_blank=True)


class NoticeShape(Shape):
    """Why one may not write or not come in."""

    sanctions = SanctionShape(many=True)
    excluded_until = Moment(allow_null=True, help_text="the end of one's own exclusion")
    closed_at = Moment(allow_null=True, help_text="when one closed the account")
    erase_at = Moment(allow_null=True, help_text="when it is erased, unless it is opened again")

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
    """The confirmed address, and one that replaces it once it is confirmed."""

    items = EmailShape(many=True)

    example: ClassVar[dict[str, Any]] = {
        "items": [{"email": "meera@example.org", "verified": True}]
    }


class SecondFactorShape(Shape):
    since = Moment(allow_null=True, help_text="null: there is none")
    codes_left = IntegerField(help_text="recovery codes that are not used")
    taken_at = Moment(allow_null=True, help_text="when staff took the last one away")
    taken_why = CharField(allow_blank=True)


class BegunShape(Shape):
    """What an authenticator app needs: as a link, or typed."""

    setup = CharField(help_text="send it back with the first code, within ten minutes")
    secret = CharField()
    uri = CharField(help_text="for a QR code")


class CodesShape(Shape):
    codes = ListField(child=CharField(), help_text="recovery codes; each is good once")

    example: ClassVar[dict[str, Any]] = {"codes": ["19283746", "56473829"]}
