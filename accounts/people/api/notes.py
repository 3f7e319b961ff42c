"""Private notes about players in the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people import wire
from accounts.people.actions import social
from accounts.people.api.requests import (
    player_named,
    user_of,
)
from accounts.people.queries.social import note_on
from core.http.view import View

CHAPTER = "Users and chips"


class PlayerNote(View):
    """The user's private note about a player, which nobody else can read."""

    @extend_schema(responses=wire.Note)
    def get(self, request: Request, name: str) -> Response:
        """Return the user's note about a player."""
        return Response(wire.Note(text=note_on(user_of(request).pk, player_named(name).pk)))

    @extend_schema(request=wire.NoteBody, responses=wire.Note)
    def put(self, request: Request, name: str) -> Response:
        """Save a note about a player; an empty one deletes it."""
        text = self.body(wire.NoteBody).text
        kept = social.write_note(user=user_of(request), about=player_named(name), text=text)
        return Response(wire.Note(text=kept))
