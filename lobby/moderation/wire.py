"""The shapes of reports on the wire."""

import uuid
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from core.wire import Body, Moment, Shape, one_of
from lobby.tables.report_kinds import ReportKind

REPORT_KINDS = list(ReportKind.values)
Kind = Annotated[str, one_of(REPORT_KINDS)]


class ReportBody(Body):
    """A problem at a table, and the player it is about, if any."""

    kind: Kind
    about: Annotated[str, Meta(max_length=100)] = ""
    text: Annotated[str, Meta(max_length=500)] = ""

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
