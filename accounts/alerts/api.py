"""Notifications in the API: the kinds that a user wants, and their devices."""

from drf_spectacular.utils import extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.alerts import actions, wire
from accounts.alerts.queries import own_alerts
from accounts.people.api.requests import device_of, user_of
from core.http.view import View

CHAPTER = "Notifications"


class Alerts(View):
    """The notifications that the user gets when no page is open."""

    @extend_schema(responses=wire.OwnAlerts)
    def get(self, request: Request) -> Response:
        """Return what the user is told of, and on which devices."""
        return Response(own_alerts(user_of(request)))

    @extend_schema(request=wire.AlertsBody, responses=wire.OwnAlerts)
    def patch(self, request: Request) -> Response:
        """Choose the kinds of notifications; none comes during a break or at a limit."""
        body, user = self.body(wire.AlertsBody), user_of(request)
        actions.choose(
            user=user,
            push=None if body.push is UNSET else body.push,
            email=None if body.email is UNSET else body.email,
        )
        return Response(own_alerts(user))


class AlertDevices(View):
    """The devices that get the user's notifications."""

    @extend_schema(request=wire.SubscriptionBody, responses={201: wire.OwnAlerts})
    def post(self, request: Request) -> Response:
        """Add a browser by its push subscription, which ends when the browser is logged out."""
        body, user = self.body(wire.SubscriptionBody), user_of(request)
        added = actions.subscribe(
            user=user,
            endpoint=body.endpoint,
            p256dh=body.keys.p256dh,
            auth=body.keys.auth,
            name=body.name,
        )
        if device_of(request) is None:
            request.session[actions.IN_SESSION] = added.pk
        return Response(own_alerts(user), status=201)


class OneAlertDevice(View):
    """A device that gets the user's notifications."""

    @extend_schema(responses={200: wire.OwnAlerts})
    def delete(self, request: Request, subscription_id: int) -> Response:
        """Send notifications to this device no more."""
        user = user_of(request)
        actions.forget(user=user, subscription_id=subscription_id)
        return Response(own_alerts(user))
