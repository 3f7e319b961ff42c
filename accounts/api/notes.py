"""What a user notes about other players, by the API; nobody else reads it."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actions import own
from accounts.api import own_shapes
from accounts.api.view import View, person_of, player_named
from accounts.queries.own import note_on

CHAPTER = "People and chips"


class PlayerNote(View):
    """My note about a player."""

    @extend_schema(responses=own_shapes.NoteShape)
    def get(self, request: Request, name: str) -> Response:
        """My note about a player."""
        return Response({"text": note_on(person_of(request).pk, player_named(name).pk)})

    @extend_schema(request=own_shapes.NoteBody, responses=own_shapes.NoteShape)
    def put(self, request: Request, name: str) -> Response:
        """Keep a note about a player; an empty one takes it away."""
        text = self.body(own_shapes.NoteBody)["text"]
        kept = own.write_note(user=person_of(request), about=player_named(name), text=text)
        return Response({"text": kept})
