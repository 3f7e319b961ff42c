"""Public data about the dealing: recent public hands, decks never dealt, closed days."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import RequestRefused
from core.http.conditional import LastingView
from core.http.json_lines import LinesMixin, LongPageQuery, page_or_lines
from core.http.openapi import fields_of
from core.http.view import OpenView
from core.wire import shown
from games.dealing import wire
from games.dealing.queries import days, fair_keys
from games.dealing.queries.decks import last_public_hands, opened_deck

CHAPTER = "Fair dealing"


class PublicHands(OpenView):
    """The most recent public hands."""

    @extend_schema(responses=wire.PublicHandList)
    def get(self, request: Request) -> Response:
        """List up to ten hands of the last hour, newest first, each with its record and proof."""
        return Response(
            wire.PublicHandList(items=shown(list[wire.PublicHand], last_public_hands()))
        )


class OneOpenedDeck(LastingView):
    """A deck that was published and never dealt."""

    @extend_schema(responses=wire.OpenedDeck)
    def get(self, request: Request, deck_id: uuid.UUID) -> Response:
        """Return an undealt deck, opened in full: its masters give the published roots.

        One of TFAIR2 comes with the reason and with its end in the table's chain.
        """
        deck = opened_deck(deck_id)
        if deck is None:
            raise RequestRefused("NOT_FOUND", case="deck", status=404)
        return Response(shown(wire.OpenedDeck, deck))


class Days(LinesMixin, LastingView):
    """The chain of closed days."""

    @extend_schema(parameters=fields_of(LongPageQuery), responses=page_or_lines(wire.ClosedDayPage))
    def get(self, request: Request) -> Response:
        """List all closed days with their roots, oldest first; each head extends the previous one.

        `/fair/chain.json` is the whole chain as a file.
        """
        query = self.query(LongPageQuery)
        begin, size = query.cursor or 0, query.size
        found = days.chain(begin, size + 1)
        after = begin + size if len(found) > size else None
        return Response(wire.ClosedDayPage(items=found[:size], next=after))


class FairKeys(LastingView):
    """The keys of the house."""

    @extend_schema(responses=wire.FairKeyList)
    def get(self, request: Request) -> Response:
        """List the public keys that verify the signatures of locks, cuts, decks and days.

        `/fair/key.json` is the same as a file.
        """
        keys = shown(list[wire.FairKey], fair_keys.published_keys())
        return Response(wire.FairKeyList(keys=keys))


class OneDay(LinesMixin, LastingView):
    """A closed day with its items."""

    @extend_schema(parameters=fields_of(wire.DayQuery), responses=page_or_lines(wire.DayItemPage))
    def get(self, request: Request, day: str) -> Response:
        """Return the decks (or, by TFAIR1, the digests) of a day in order, which give its root."""
        query = self.query(wire.DayQuery)
        begin, size = query.cursor or 0, query.size
        closed = days.closed_day(day, query.scheme or "")
        if closed is None:
            raise RequestRefused("NOT_FOUND", case="day", status=404)
        found = closed.items(after=begin, limit=size + 1)
        items = found[:size]
        if not closed.has_decks:
            items = [wire.HandDigest(place=begin + i, digest=one) for i, one in enumerate(items)]
        after = begin + size if len(found) > size else None
        return Response(wire.DayItemPage(items=items, next=after))
