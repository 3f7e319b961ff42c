"""Reports to the moderators, by the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from core.clock import to_unix_ms
from core.http.view import View
from lobby.moderation.actions.cases import report
from lobby.moderation.wire import ReportBody, ReportSent
from lobby.tables import errors
from lobby.tables.api.views import invites_of
from lobby.tables.queries.access import check_may_open, find_table

CHAPTER = "Tables"
WRITE_SCOPE = "play"


class Reports(View):
    """Reports to the moderators."""

    @extend_schema(request=ReportBody, responses={201: ReportSent})
    def post(self, request: Request, slug: str) -> Response:
        """Report a problem at a table; the current hand and the last chat lines are included."""
        user = user_of(request)
        found = find_table(slug)
        if found is None:
            raise errors.no_such_table()
        check_may_open(found, user.pk, invites_of(request))
        body = self.body(ReportBody)
        sent = report(table=found, user=user, kind=body.kind, about=body.about, text=body.text)
        told = ReportSent(id=sent.pk, at=to_unix_ms(sent.at), kind=sent.kind)
        return Response(told, status=201)
