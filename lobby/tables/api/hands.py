"""The finished hands of a table by the API; which of them somebody may see, the games decide."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from core.http.json_lines import LinesMixin, LongPageQuery, page_or_lines
from core.http.view import (
    OpenView,
    View,
)
from games.hands.api.serializers import HandPage, HandRow
from games.hands.queries.hand_list import hands_at
from lobby.tables.api.serializers import MissedQuery, MissedShape
from lobby.tables.api.views import asker, watched
from lobby.tables.queries.missed import missed

CHAPTER = "Hands"


class TableHands(LinesMixin, OpenView):
    """The hands of a table."""

    @extend_schema(parameters=[LongPageQuery], responses=page_or_lines(HandPage))
    def get(self, request: Request, slug: str) -> Response:
        """Its finished hands that I may see, newest first, up to 500 a page; also as lines.

        A page may be shorter than asked.
        """
        query = self.query(LongPageQuery)
        user = asker(request)
        hands, more = hands_at(
            watched(request, slug).pk,
            user.pk if user else None,
            limit=query["size"],
            before=query.get("cursor"),
        )
        return Response({"items": HandRow(hands, many=True).data, "next": more})


class Missed(View):
    """What I missed at a table."""

    @extend_schema(parameters=[MissedQuery], responses=MissedShape)
    def get(self, request: Request, slug: str) -> Response:
        """What happened after a hand that I know: how many hands, and what they brought me."""
        query = self.query(MissedQuery)
        table = watched(request, slug)
        return Response(missed(table, user_of(request).pk, after=query["after"]))
