"""The user's own account in the API: profile, devices, chips; and public data of other users."""

import uuid

from allauth.core import ratelimit
from django.contrib.auth import password_validation, update_session_auth_hash
from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import ledger
from accounts.errors import AccountRefused
from accounts.ledger.queries import movements
from accounts.people import wire
from accounts.people.actions import devices, tickets, users
from accounts.people.api import render
from accounts.people.api.credentials import check_password
from accounts.people.api.log_in import check, form_data
from accounts.people.api.requests import (
    device_of,
    player_named,
    user_of,
)
from accounts.people.forms import GuestSignUpForm
from accounts.people.log_in import views as log_in
from accounts.people.log_in.second_factor import check_may_be_staff, has_opened
from accounts.people.queries.browsers import browsers_of
from accounts.people.queries.devices import devices_of
from core.http.django_request import django_request
from core.http.openapi import fields_of
from core.http.pagination import PageQuery, newest_first, page_of
from core.http.scopes import ACCOUNT, READ, STAFF, check_scope
from core.http.view import (
    OpenView,
    View,
)
from core.runtime.replica import from_replica

CHAPTER = "Users and chips"


class Me(View):
    """The account of the user."""

    @extend_schema(responses=wire.Me)
    def get(self, request: Request) -> Response:
        """Return the user's own account, with the tables where they have a seat."""
        return Response(render.me(user_of(request)))

    @extend_schema(request=wire.MeBody, responses=wire.Me)
    def patch(self, request: Request) -> Response:
        """Change the avatar, language, preferences, or whether tables list you as a spectator."""
        body, user = self.body(wire.MeBody), user_of(request)
        if body.avatar is not None:
            users.set_avatar(user=user, seed=body.avatar)
        if body.shown_when_watching is not None:
            users.set_shown_when_watching(user=user, shown=body.shown_when_watching)
        if body.language is not None:
            users.set_language(user=user, language=body.language)
        if body.preferences is not None:
            users.set_preferences(user=user, chosen=body.preferences.named())
        return Response(render.me(user))


class RegisterBot(View):
    """The registration of an account as a bot."""

    quota = "enter"

    @extend_schema(request=None, responses=wire.Me)
    def post(self, request: Request) -> Response:
        """Register this account as a bot, permanently: it shows a badge and is not ranked."""
        return Response(render.me(users.register_bot(user=user_of(request))))


class SignUp(View):
    """The conversion of a guest into a registered user."""

    quota = "enter"

    @extend_schema(request=wire.SignUpBody, responses=wire.Me)
    def post(self, request: Request) -> Response:
        """Choose a name and a password for a guest; chips, seats and hands are kept."""
        guest = user_of(request)
        form = GuestSignUpForm(form_data(self.body(wire.SignUpBody)), guest=guest)
        check(form)
        person = form.save()
        if device_of(request) is None:
            update_session_auth_hash(django_request(request), person)
        log_in.ask_to_confirm(django_request(request), person)
        return Response(render.me(person))


class Password(View):
    """The password of the user."""

    quota = "enter"

    @extend_schema(request=wire.PasswordBody, responses={204: None})
    def post(self, request: Request) -> Response:
        """Change the password; all other devices and browsers are logged out."""
        body = self.body(wire.PasswordBody)
        user = user_of(request)
        if not ratelimit.consume(django_request(request), action="change_password", user=user):
            raise exceptions.Throttled(60)
        try:
            password_validation.validate_password(body.new, user)
        except ValidationError as error:
            raise exceptions.ValidationError({"new": error.messages}) from None
        device = device_of(request)
        users.change_password(user=user, old=body.old, new=body.new, device=device)
        if device is None:
            update_session_auth_hash(django_request(request), user)
        return Response(status=204)


class Devices(View):
    """The devices of the user that are logged in."""

    scope = ACCOUNT
    quota = "enter"

    @extend_schema(responses=wire.Devices)
    def get(self, request: Request) -> Response:
        """List the devices that are logged in by tokens, and the browsers."""
        asking, user = device_of(request), user_of(request)
        key = None if asking else request.session.session_key
        return Response(
            wire.Devices(
                items=[render.device(one, asking=asking) for one in devices_of(user)],
                browsers=[render.browser(one, key=key) for one in browsers_of(user)],
            )
        )

    @extend_schema(request=wire.NewTokenBody, responses={201: wire.Session})
    def post(self, request: Request) -> Response:
        """Log in another device or program of the user, with fewer scopes if wanted.

        A device cannot give a scope that it lacks itself.
        """
        body = self.body(wire.NewTokenBody)
        user, asking = user_of(request), device_of(request)
        for scope in body.scopes:
            check_scope(asking.scopes if asking else None, scope)
        if STAFF in body.scopes:
            check_may_be_staff(user, proven=has_opened(django_request(request)))
        if user.has_usable_password():
            check_password(request, user, body.password)
        tokens = devices.log_in_device(
            user=user, name=body.name, platform=body.platform, scopes=body.scopes
        )
        return Response(render.session(tokens), status=201)


class OneDevice(View):
    """A logged-in device of the user."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, device_id: uuid.UUID) -> Response:
        """Log a device out; its tokens end at once, its sockets close within two seconds."""
        devices.revoke(user=user_of(request), device_id=device_id)
        return Response(status=204)


class OneBrowser(View):
    """A browser in which the user is logged in."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, browser_id: int) -> Response:
        """Log a browser out; its sockets close within two seconds."""
        devices.end_browser(user=user_of(request), sign_in_id=browser_id)
        return Response(status=204)


class SocketTicket(View):
    """Tickets that open sockets."""

    scope = READ

    @extend_schema(request=None, responses={201: wire.IssuedTicket})
    def post(self, request: Request) -> Response:
        """Issue a ticket: the first message of one socket, within thirty seconds."""
        device = device_of(request)
        if device is None:
            raise AccountRefused("NEEDS_DEVICE", status=403)
        issued = tickets.issue(device=device)
        ticket = wire.IssuedTicket(ticket=issued.ticket, lives_s=issued.lives_s)
        return Response(ticket, status=201)


class Balance(View):
    """The chips of the user."""

    @extend_schema(responses=wire.Balance)
    def get(self, request: Request) -> Response:
        """Return the chips in the wallet and on tables, and whether a refill is possible."""
        return Response(render.balance(user_of(request)))


class Refill(View):
    """The daily refill of chips."""

    @extend_schema(request=None, responses=wire.Balance)
    def post(self, request: Request) -> Response:
        """Refill the wallet, once a day, if the user has almost no chips."""
        user = user_of(request)
        ledger.refill(user)
        return Response(render.balance(user))


class Statement(View):
    """The movements of the user's wallet."""

    @extend_schema(parameters=fields_of(PageQuery), responses=page_of(wire.StatementLine))
    @from_replica
    def get(self, request: Request) -> Response:
        """List all movements of the user's chips, newest first."""
        query = self.query(PageQuery)
        return Response(newest_first(movements(user_of(request).pk), query, render.movement))


class Player(OpenView):
    """The public data of a player."""

    @extend_schema(responses=wire.Player)
    @from_replica
    def get(self, request: Request, name: str) -> Response:
        """Return the public data of a user, guest or bot."""
        return Response(render.player(player_named(name)))
