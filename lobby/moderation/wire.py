"""The shapes of reports on the wire."""

import uuid
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from core.wire import SPELLING_CHARS_MAX, Body, Moment, Shape, characters, one_of
from lobby.moderation.models.case import REPORT_CHARS_MAX
from lobby.tables.report_kinds import ReportKind

REPORT_KINDS = list(ReportKind.values)
Kind = Annotated[str, one_of(REPORT_KINDS)]


class ReportBody(Body):
    """A problem at a table, and the player it is about, if any."""

    kind: Kind
    about: Annotated[str, Meta(max_length=SPELLING_CHARS_MAX)] = ""
    text: Annotated[str, characters(0, REPORT_CHARS_MAX)] = ""

    example: ClassVar[dict[str, Any]] = {
        "kind": "chat",
        "about": "Ravi",
        "text": "insults after every hand",
    }


class ReportSent(Shape):
    """The report that was sent."""

    id: uuid.UUID
    at: Moment
    kind: Kind
