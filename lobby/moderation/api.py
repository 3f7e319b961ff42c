"""Reports to the moderators by the API, and the cards that two of them revealed."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from core.admin.api import StaffView
from core.clock import to_unix_ms
from core.http.view import View
from core.wire import shown
from games.hands.queries.record import recording_of
from games.hands.queries.unsealed import unsealed_replay
from games.hands.wire import HandReplayed
from lobby.moderation.actions.cases import report
from lobby.moderation.wire import ReportBody, ReportSent
from lobby.tables import errors
from lobby.tables.access.access import check_may_open, find_table
from lobby.tables.api.views import invites_of

CHAPTER = "Tables"
WRITE_SCOPE = "play"


class RevealedCards(StaffView):
    """The cards of a hand that two members of staff revealed."""

    @extend_schema(responses=HandReplayed)
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Return the hand with all cards, for a day, to the two who proposed and approved it."""
        self.page("hands")
        found = unsealed_replay(hand_id=hand_id, by=user_of(request))
        return Response(shown(HandReplayed, recording_of(found)))


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
