"""The shapes of responsible play on the wire."""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta

from accounts.limits import actions as limits
from accounts.limits.models import Break, PlayLimit
from accounts.people.models.user import PASSWORD_CHARS_MAX
from core.wire import Body, Moment, Shape, one_of

LIMIT_KINDS = list(PlayLimit.Kind.values)
Length = Annotated[str, one_of(Break.Length.values)]
if TYPE_CHECKING:
    Minutes = int
else:
    Minutes = Literal[tuple(limits.REMINDER_MINUTES)]


MEANINGS = {
    PlayLimit.Kind.LOSS: "chips lost in a day",
    PlayLimit.Kind.MINUTES: "minutes played in a day",
    PlayLimit.Kind.STAKE: "chips brought to a table",
}


def _limit(kind: PlayLimit.Kind) -> Meta:
    most = getattr(limits.MOST, kind.value)
    return Meta(ge=1, le=most, description=f"{MEANINGS[kind]}; null: no limit")


Loss = Annotated[int, _limit(PlayLimit.Kind.LOSS)]
Played = Annotated[int, _limit(PlayLimit.Kind.MINUTES)]
Stake = Annotated[int, _limit(PlayLimit.Kind.STAKE)]


class LimitsBody(Body):
    """All daily limits as they should be."""

    loss: Loss | None
    minutes: Played | None
    stake: Stake | None

    example: ClassVar[dict[str, Any]] = {"loss": 5_000, "minutes": 120, "stake": None}


class BreakBody(Body):
    """The length of a break; `sure` confirms it, because nobody can end it early.

    From a month on it needs the `password` of users who have one.
    """

    length: Length
    sure: bool
    password: Annotated[str, Meta(max_length=PASSWORD_CHARS_MAX)] = ""

    example: ClassVar[dict[str, Any]] = {"length": "week", "sure": True}


class ReminderBody(Body):
    """How often tables show how long the user has played."""

    minutes: Minutes

    example: ClassVar[dict[str, Any]] = {"minutes": 45}


class PlayLimits(Shape):
    """The daily limits in force."""

    loss: Loss | None
    minutes: Played | None
    stake: Stake | None


class ComingLimit(Shape):
    """A looser limit, and when it begins."""

    kind: Annotated[str, one_of(LIMIT_KINDS)]
    amount: int | None
    starts_at: Moment


class CurrentBreak(Shape):
    """A break in progress."""

    length: Length
    until: Moment


class OwnPlay(Shape):
    """The user's own limits, break, reminder and blocked users."""

    limits: PlayLimits
    coming: Annotated[
        list[ComingLimit],
        Meta(description="looser limits, which begin a day after the request"),
    ]
    current_break: CurrentBreak | None
    reminder_minutes: int
    blocked: Annotated[list[str], Meta(description="names of blocked users")]

    example: ClassVar[dict[str, Any]] = {
        "limits": {"loss": 5_000, "minutes": None, "stake": None},
        "coming": [{"kind": "loss", "amount": 8_000, "starts_at": 1_795_312_800_000}],
        "current_break": None,
        "reminder_minutes": 60,
        "blocked": ["Ravi"],
    }
