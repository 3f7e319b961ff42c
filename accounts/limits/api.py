"""Responsible play in the API: limits, breaks, reminders, blocked users."""

from drf_spectacular.utils import extend_schema
from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import AccountRefused
from accounts.limits import actions as limits
from accounts.limits import wire
from accounts.limits.queries import Limits as OwnLimits
from accounts.people.actions import social
from accounts.people.api import settings_render
from accounts.people.api.credentials import check_password
from accounts.people.api.requests import (
    player_named,
    user_of,
)
from core.http.view import View

CHAPTER = "Responsible play"


class Play(View):
    """The user's own limits, breaks, reminder and blocked users."""

    @extend_schema(responses=wire.OwnPlay)
    def get(self, request: Request) -> Response:
        """Return the user's limits, break, reminder and blocked users."""
        return Response(settings_render.play(user_of(request)))


class Limits(View):
    """The user's daily limits."""

    @extend_schema(request=wire.LimitsBody, responses=wire.OwnPlay)
    def put(self, request: Request) -> Response:
        """Set daily limits: tighter ones apply now, looser ones in 24 hours."""
        user = user_of(request)
        limits.set_limits(user=user, wanted=OwnLimits(**structs.asdict(self.body(wire.LimitsBody))))
        return Response(settings_render.play(user))


class Breaks(View):
    """Breaks of the user, which nobody can end early."""

    @extend_schema(request=wire.BreakBody, responses={201: wire.OwnPlay})
    def post(self, request: Request) -> Response:
        """Start a break now; registered users are logged out everywhere."""
        body, user = self.body(wire.BreakBody), user_of(request)
        if not body.sure:
            raise AccountRefused("NOT_SURE", status=400)
        if limits.needs_password(user, body.length):
            if not body.password:
                raise AccountRefused("PASSWORD_NEEDED", status=403)
            check_password(request, user, body.password)
        limits.take_break(user=user, length=body.length)
        return Response(settings_render.play(user), status=201)


class Reminder(View):
    """The reminder of how long the user has played."""

    @extend_schema(request=wire.ReminderBody, responses=wire.OwnPlay)
    def put(self, request: Request) -> Response:
        """Set how often tables remind the user of the time played."""
        user = user_of(request)
        limits.set_reminder(user=user, minutes=self.body(wire.ReminderBody).minutes)
        return Response(settings_render.play(user))


class OneBlock(View):
    """A blocked user, whose chat messages the user does not see."""

    @extend_schema(request=None, responses=wire.OwnPlay)
    def put(self, request: Request, name: str) -> Response:
        """Block a player: their chat messages are hidden from now on."""
        user = user_of(request)
        social.block(user=user, other=player_named(name))
        return Response(settings_render.play(user))

    @extend_schema(responses={200: wire.OwnPlay})
    def delete(self, request: Request, name: str) -> Response:
        """Unblock a player: their chat messages are shown again."""
        user = user_of(request)
        social.unblock(user=user, other=player_named(name))
        return Response(settings_render.play(user))
