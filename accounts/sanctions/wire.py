"""The shapes of notices, appeals and account deletion on the wire."""

import uuid
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from accounts.people.wire import Password
from accounts.sanctions.models import APPEAL_CHARS, Sanction
from core.http.page_text import PageText
from core.wire import Body, Moment, Shape, characters, one_of

SANCTION_KINDS = list(Sanction.Kind.values)


class AppealBody(Body):
    """Why the sanction is wrong."""

    text: Annotated[str, characters(*APPEAL_CHARS)]

    example: ClassVar[dict[str, Any]] = {"text": "My brother wrote that, not me."}


class CloseBody(Body):
    """The password, and whether all data is deleted after seven days."""

    password: Password
    erase: bool = False

    example: ClassVar[dict[str, Any]] = {"password": "correct-horse-42", "erase": False}


class UsualSanctions(Shape):
    """The usual sanctions for a breach of the rules of conduct."""

    breach: str
    steps: Annotated[list[str], Meta(description="the first time, the second, and after that")]


class Conduct(PageText):
    """The rules of conduct, and the usual sanctions."""

    usual: list[UsualSanctions]

    example: ClassVar[dict[str, Any]] = {
        "title": "Rules of conduct",
        "lead": "Play your own cards, and be as polite as at a real table.",
        "sections": [
            {"id": "conduct-not", "title": "What is not allowed", "text": "Collusion\n:   …"}
        ],
        "usual": [
            {
                "breach": "Flooding the chat.",
                "steps": ["Muted, 1 hour", "Muted, 1 day", "Muted, 1 week"],
            }
        ],
    }


class SanctionNotice(Shape):
    """A sanction in force, as the user reads it."""

    id: uuid.UUID
    kind: Annotated[str, one_of(SANCTION_KINDS)]
    why: str
    at: Moment
    until: Annotated[Moment | None, Meta(description="null: permanent")]
    appeal: Annotated[str, Meta(description="the text of the user's appeal")]
    verdict: Annotated[str, one_of([*Sanction.Verdict.values, ""])]


class AccountNotice(Shape):
    """Why the user may not chat or log in."""

    sanctions: list[SanctionNotice]
    excluded_until: Annotated[Moment | None, Meta(description="the end of the self-exclusion")]
    closed_at: Annotated[Moment | None, Meta(description="when the user closed the account")]
    erase_at: Annotated[
        Moment | None, Meta(description="when the data is deleted, unless reopened")
    ]

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
