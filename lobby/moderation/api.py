"""Reports to the moderators, by the API."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, ChoiceField, UUIDField

from accounts.people.api.requests import user_of
from accounts.people.api.serializers import Moment, Shape
from core.clock import to_unix_ms
from core.http.parsing import Body
from core.http.view import View
from lobby.moderation.actions.cases import report
from lobby.tables import errors
from lobby.tables.api.views import invites_of
from lobby.tables.queries.access import check_may_open, find_table
from lobby.tables.report_kinds import ReportKind

CHAPTER = "Tables"
WRITE_SCOPE = "play"


class ReportBody(Body):
    """A problem at a table, and the player it is about, if any."""

    kind = ChoiceField(ReportKind.choices)
    about = CharField(required=False, default="", allow_blank=True, max_length=100)
    text = CharField(required=False, default="", allow_blank=True, max_length=500)

    example: ClassVar[dict[str, Any]] = {
        "kind": "chat",
        "about": "Ravi",
        "text": "insults after every hand",
    }


# -- responses -------------------------------------------------------------------------------


class ReportShape(Shape):
    id = UUIDField()
    at = Moment()
    kind = ChoiceField(ReportKind.choices)


class Reports(View):
    """Reports to the moderators."""

    @extend_schema(request=ReportBody, responses={201: ReportShape})
    def post(self, request: Request, slug: str) -> Response:
        """Report a problem at a table; the current hand and the last chat lines are included."""
        user = user_of(request)
        found = find_table(slug)
        if found is None:
            raise errors.no_such_table()
        check_may_open(found, user.pk, invites_of(request))
        sent = report(table=found, user=user, **self.body(ReportBody))
        return Response({"id": sent.pk, "at": to_unix_ms(sent.at), "kind": sent.kind}, status=201)
