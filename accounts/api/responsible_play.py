"""What users decide about their own play, by the API: limits, breaks, reminders, blocks."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actions import own
from accounts.api import own_render, own_shapes
from accounts.api.view import View, person_of, player_named
from accounts.errors import PeopleError
from accounts.queries.own import Limits as OwnLimits

CHAPTER = "Responsible play"


class Play(View):
    """Limits, breaks, reminders and blocks of the user who asks."""

    @extend_schema(responses=own_shapes.PlayShape)
    def get(self, request: Request) -> Response:
        """What I have decided about my own play."""
        return Response(own_render.play(person_of(request)))


class Limits(View):
    """The limits of a day."""

    @extend_schema(request=own_shapes.LimitsBody, responses=own_shapes.PlayShape)
    def put(self, request: Request) -> Response:
        """Set my limits: tighter ones hold now, looser ones in 24 hours."""
        user = person_of(request)
        own.set_limits(user=user, wanted=OwnLimits(**self.body(own_shapes.LimitsBody)))
        return Response(own_render.play(user))


class Breaks(View):
    """Breaks, which nobody can end early."""

    @extend_schema(request=own_shapes.BreakBody, responses={201: own_shapes.PlayShape})
    def post(self, request: Request) -> Response:
        """Take a break from now on; registered users are logged out everywhere."""
        body, user = self.body(own_shapes.BreakBody), person_of(request)
        if not body["sure"]:
            raise PeopleError("NOT_SURE", "Nobody can end a break early. Say that you are sure.")
        own.take_break(user=user, length=body["length"])
        return Response(own_render.play(user), status=201)


class Reminder(View):
    """The reminder of how long one has played."""

    @extend_schema(request=own_shapes.ReminderBody, responses=own_shapes.PlayShape)
    def put(self, request: Request) -> Response:
        """Set how often tables remind me."""
        user = person_of(request)
        own.set_reminder(user=user, minutes=self.body(own_shapes.ReminderBody)["minutes"])
        return Response(own_render.play(user))


class OneBlock(View):
    """A player whose lines one does not want to read."""

    @extend_schema(request=None, responses=own_shapes.PlayShape)
    def put(self, request: Request, name: str) -> Response:
        """Block a player: I read no more of what they write."""
        user = person_of(request)
        own.block(user=user, other=player_named(name))
        return Response(own_render.play(user))

    @extend_schema(responses={200: own_shapes.PlayShape})
    def delete(self, request: Request, name: str) -> Response:
        """Read again what a player writes."""
        user = person_of(request)
        own.unblock(user=user, other=player_named(name))
        return Response(own_render.play(user))
