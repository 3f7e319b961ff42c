"""What users decide about their own play, by the API: limits, breaks, reminders, blocks."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import AccountRefused
from accounts.limits import actions as own
from accounts.limits.queries import Limits as OwnLimits
from accounts.people.actions import social
from accounts.people.api import settings_render, settings_serializers
from accounts.people.api.requests import (
    player_named,
    user_of,
)
from core.http.view import View

CHAPTER = "Responsible play"


class Play(View):
    """Limits, breaks, reminders and blocks of the user who asks."""

    @extend_schema(responses=settings_serializers.PlayShape)
    def get(self, request: Request) -> Response:
        """What I have decided about my own play."""
        return Response(settings_render.play(user_of(request)))


class Limits(View):
    """The limits of a day."""

    @extend_schema(
        request=settings_serializers.LimitsBody, responses=settings_serializers.PlayShape
    )
    def put(self, request: Request) -> Response:
        """Set my limits: tighter ones hold now, looser ones in 24 hours."""
        user = user_of(request)
        own.set_limits(user=user, wanted=OwnLimits(**self.body(settings_serializers.LimitsBody)))
        return Response(settings_render.play(user))


class Breaks(View):
    """Breaks, which nobody can end early."""

    @extend_schema(
        request=settings_serializers.BreakBody, responses={201: settings_serializers.PlayShape}
    )
    def post(self, request: Request) -> Response:
        """Take a break from now on; registered users are logged out everywhere."""
        body, user = self.body(settings_serializers.BreakBody), user_of(request)
        if not body["sure"]:
            raise AccountRefused("NOT_SURE", "Nobody can end a break early. Say that you are sure.")
        own.take_break(user=user, length=body["length"])
        return Response(settings_render.play(user), status=201)


class Reminder(View):
    """The reminder of how long one has played."""

    @extend_schema(
        request=settings_serializers.ReminderBody, responses=settings_serializers.PlayShape
    )
    def put(self, request: Request) -> Response:
        """Set how often tables remind me."""
        user = user_of(request)
        own.set_reminder(user=user, minutes=self.body(settings_serializers.ReminderBody)["minutes"])
        return Response(settings_render.play(user))


class OneBlock(View):
    """A player whose lines one does not want to read."""

    @extend_schema(request=None, responses=settings_serializers.PlayShape)
    def put(self, request: Request, name: str) -> Response:
        """Block a player: I read no more of what they write."""
        user = user_of(request)
        social.block(user=user, other=player_named(name))
        return Response(settings_render.play(user))

    @extend_schema(responses={200: settings_serializers.PlayShape})
    def delete(self, request: Request, name: str) -> Response:
        """Read again what a player writes."""
        user = user_of(request)
        social.unblock(user=user, other=player_named(name))
        return Response(settings_render.play(user))
