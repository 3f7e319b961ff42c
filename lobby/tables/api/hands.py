"""The finished hands of a table; the games app decides who may see which."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from core.http.json_lines import LinesMixin, LongPageQuery, page_or_lines
from core.http.openapi import fields_of
from core.http.view import (
    OpenView,
    View,
)
from core.runtime.replica import from_replica
from core.wire import shown
from games.dealing.queries.decks import thrown_deck
from games.dealing.wire import DeckEnds, OpenedDeck
from games.hands.api.views import hand_rows
from games.hands.queries.hand_list import hands_at
from games.hands.wire import HandPage
from lobby.tables import bodies, wire
from lobby.tables.api.views import asker, watched
from lobby.tables.view.deck_ends import ends_shown
from lobby.tables.view.missed import missed

CHAPTER = "Hands"
WRITE_SCOPE = "play"


class TableHands(LinesMixin, OpenView):
    """A table's finished hands."""

    @extend_schema(parameters=fields_of(LongPageQuery), responses=page_or_lines(HandPage))
    @from_replica
    def get(self, request: Request, slug: str) -> Response:
        """List the finished hands that you may see, newest first, up to 500 a page; also as lines.

        A page may be shorter than requested.
        """
        query = self.query(LongPageQuery)
        user = asker(request)
        hands, more = hands_at(
            watched(request, slug).pk,
            user.pk if user else None,
            limit=query.size,
            before=query.cursor,
        )
        return Response(HandPage(items=hand_rows(hands), next=more))


class TableDecks(OpenView):
    """How a table's decks ended."""

    @extend_schema(parameters=fields_of(bodies.DeckEndsQuery), responses=DeckEnds)
    def get(self, request: Request, slug: str) -> Response:
        """List how the decks after one you know ended, in order: a client closes its gaps so.

        Spectators of a delayed table learn an end only when its delay is over.
        """
        query = self.query(bodies.DeckEndsQuery)
        user = asker(request)
        table, user_id = watched(request, slug), user.pk if user else None
        found = ends_shown(table, user_id, after=query.after)
        thrown = [shown(OpenedDeck, thrown_deck(row)) for row in found.thrown]
        return Response(DeckEnds(ends=found.ends, thrown=thrown, more=found.more))


class Missed(View):
    """A summary of the hands you missed."""

    @extend_schema(parameters=fields_of(bodies.MissedQuery), responses=wire.Missed)
    def get(self, request: Request, slug: str) -> Response:
        """Summarize the hands after one you know: their number, and what they brought you."""
        query = self.query(bodies.MissedQuery)
        table = watched(request, slug)
        return Response(missed(table, user_of(request).pk, after=query.after))
