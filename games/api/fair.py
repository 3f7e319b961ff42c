"""What everybody may check of the dealing: the last public hands, and decks never dealt."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField, ListField, UUIDField

from accounts.api.shapes import Shape
from accounts.api.view import OpenView
from games.api.answers import LastingView
from games.api.hand_shapes import At
from games.queries.decks import last_public_hands, opened_deck

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
    """A hand that everybody may check."""

    id = UUIDField()
    game_name = CharField()
    number = IntegerField(help_text="1 for the first hand of the table")


class PublicHandsShape(Shape):
    items = PublicHandShape(many=True)


class PublicHands(OpenView):
    """The last hands that anybody may see."""

    @extend_schema(responses=PublicHandsShape)
    def get(self, request: Request) -> Response:
        """At most ten hands of the last hour, newest first; each has its record with its proof."""
        return Response(PublicHandsShape({"items": last_public_hands()}).data)


class OneOpenedDeck(LastingView):
    """A deck that was published and never dealt."""

    @extend_schema(responses=OpenedDeckShape)
    def get(self, request: Request, deck_id: uuid.UUID) -> Response:
        """The deck opened in full: its masters give the roots that were published."""
        deck = opened_deck(deck_id)
        if deck is None:
            raise NotFound("There is no such deck, or it was dealt.")
        return Response(OpenedDeckShape(deck).data)
