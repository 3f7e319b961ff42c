"""Public data about the dealing: recent public hands, decks never dealt, closed days."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField, ListField, UUIDField

from accounts.people.api.serializers import Shape
from core.http.conditional import LastingView
from core.http.json_lines import LinesMixin, LongPageQuery, page_or_lines
from core.http.openapi import fields_of
from core.http.pagination import page_of
from core.http.view import OpenView
from games.dealing.queries import daily_roots
from games.dealing.queries.decks import last_public_hands, opened_deck
from games.hands.api.serializers import At

CHAPTER = "Fair dealing"


class OpenedDeckShape(Shape):
    """A deck that was published and never dealt, with the master of each candidate."""

    deck_id = CharField(help_text="32 hexadecimal digits")
    n = IntegerField(help_text="cards")
    roots = ListField(child=CharField(), help_text="64 hexadecimal digits for each candidate")
    commit = CharField(help_text="SHA-256 of deck, cards and roots, as it was published")
    masters = ListField(child=CharField(), help_text="64 hexadecimal digits for each candidate")
    opened_at = At()


class PublicHandShape(Shape):
    """A hand that anyone may verify."""

    id = UUIDField()
    game_name = CharField()
    number = IntegerField(help_text="1 for the first hand of the table")


class PublicHandsShape(Shape):
    items = PublicHandShape(many=True)


class DayShape(Shape):
    """A closed day (UTC) with its root."""

    day = CharField(help_text="as in 2026-11-22")
    hands = IntegerField(help_text="finished hands with a proof that are in no earlier day")
    # The metaclass removes declared fields from the class: the property `root` remains.
    root = CharField(  # type: ignore[assignment]
        help_text="Merkle root over the digests of its hands, 64 hexadecimal digits"
    )
    head = CharField(help_text="chain of days including this one, 64 hexadecimal digits")


class DigestShape(Shape):
    """A hand of a closed day."""

    place = IntegerField(help_text="0 for the smallest digest of the day")
    digest = CharField(help_text="digest of the hand's deal, 64 hexadecimal digits")


class PublicHands(OpenView):
    """The most recent public hands."""

    @extend_schema(responses=PublicHandsShape)
    def get(self, request: Request) -> Response:
        """List up to ten hands of the last hour, newest first, each with its record and proof."""
        return Response(PublicHandsShape({"items": last_public_hands()}).data)


class OneOpenedDeck(LastingView):
    """A deck that was published and never dealt."""

    @extend_schema(responses=OpenedDeckShape)
    def get(self, request: Request, deck_id: uuid.UUID) -> Response:
        """Return an undealt deck, opened in full: its masters give the published roots."""
        deck = opened_deck(deck_id)
        if deck is None:
            raise NotFound("There is no such deck, or it was dealt.")
        return Response(OpenedDeckShape(deck).data)


class Days(LinesMixin, LastingView):
    """The chain of closed days."""

    @extend_schema(parameters=fields_of(LongPageQuery), responses=page_or_lines(page_of(DayShape)))
    def get(self, request: Request) -> Response:
        """List all closed days with their roots, oldest first; each head extends the previous one.

        `/fair/chain.json` is the whole chain as a file.
        """
        query = self.query(LongPageQuery)
        begin, size = query.cursor or 0, query.size
        found = daily_roots.chain(begin, size + 1)
        items = DayShape(found[:size], many=True).data
        return Response({"items": items, "next": begin + size if len(found) > size else None})


class OneDay(LinesMixin, LastingView):
    """A closed day with the digests of its hands."""

    @extend_schema(
        parameters=fields_of(LongPageQuery), responses=page_or_lines(page_of(DigestShape))
    )
    def get(self, request: Request, day: str) -> Response:
        """Return the digests of a day in order; its root is computed from them."""
        query = self.query(LongPageQuery)
        begin, size = query.cursor or 0, query.size
        closed = daily_roots.closed_day(day)
        if closed is None:
            raise NotFound("This day is not closed, or does not exist.")
        found = daily_roots.digests_of(closed, after=begin, limit=size + 1)
        items = [{"place": begin + i, "digest": one} for i, one in enumerate(found[:size])]
        return Response({"items": items, "next": begin + size if len(found) > size else None})
