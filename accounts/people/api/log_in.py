"""Authentication in the API: register, play as a guest, log in, refresh tokens, log out.

The forms of the pages validate names, passwords and codes; failures share the pages' rate limits.
"""

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import AccountRefused
from accounts.people import household, wire
from accounts.people.actions import devices, users
from accounts.people.api import render
from accounts.people.api.requests import (
    device_of,
    user_of,
)
from accounts.people.forms import GuestForm, SignupForm
from accounts.people.log_in import views as log_in
from accounts.people.log_in.allauth_forms import CodeForm
from accounts.people.log_in.second_factor import check_may_be_staff
from accounts.people.models import User
from accounts.people.queries import second_factor
from accounts.people.queries.devices import refreshable
from accounts.people.queries.suggested_names import suggested_name
from accounts.sanctions import notice_pass
from core.errors import RequestRefused
from core.http.client_address import network_of
from core.http.django_request import django_request
from core.http.scopes import ACCOUNT, READ, STAFF, check_scope
from core.http.throttles import NETWORK_FACTOR, count
from core.http.view import (
    OpenView,
    View,
)

CHAPTER = "Authentication"
SIGNUP_RETRY_AFTER_S, LOGIN_RETRY_AFTER_S, GUEST_RETRY_AFTER_S = 60, 300, 3600
"""The wait after a rate limit that does not give one itself."""


class Register(OpenView):
    """Registration of a new user."""

    quota = "enter"
    scope = None

    @extend_schema(request=wire.RegisterBody, responses={201: wire.Session})
    def post(self, request: Request) -> Response:
        """Create a registered user with 10,000 chips and log the device in."""
        body = self.body(wire.RegisterBody)
        _check_no_staff(body)
        form = SignupForm(form_data(body))
        check(form)
        if not ratelimit.consume(django_request(request), action="signup"):
            raise exceptions.Throttled(SIGNUP_RETRY_AFTER_S)
        user, _answer = form.try_save(django_request(request))
        log_in.ask_to_confirm(django_request(request), user)
        return Response(_logged_in(request, user, body), status=201)


class Guest(OpenView):
    """Registration of a guest, without a password."""

    quota = "enter"
    scope = None

    @extend_schema(responses=wire.GuestSuggestion)
    def get(self, request: Request) -> Response:
        """Suggest a free name and a few avatars for a guest; nothing is reserved."""
        return Response(wire.GuestSuggestion(name=suggested_name(), avatars=GuestForm().faces()))

    @extend_schema(request=wire.GuestBody, responses={201: wire.Session})
    def post(self, request: Request) -> Response:
        """Create a guest with 10,000 chips and log in; name and avatar are random unless given."""
        body = self.body(wire.GuestBody)
        _check_no_staff(body)
        name = body.name and users.check_free_name(body.name)
        invites = [body.invite] if body.invite else []
        if not log_in.may_have_guest(django_request(request), invites):
            raise exceptions.Throttled(GUEST_RETRY_AFTER_S)
        guest = users.create_guest(name=name, avatar=body.avatar)
        return Response(_logged_in(request, guest, body), status=201)


class Login(OpenView):
    """Log-in with name and password."""

    quota = "enter"
    scope = None

    @extend_schema(request=wire.LoginBody, responses=wire.Session)
    def post(self, request: Request) -> Response:
        """Log a device in; the response to a wrong name and a wrong password is the same.

        A user with a second factor also sends a `code`: without it the request is refused with
        CODE_NEEDED, with a wrong or used one with BAD_CODE. Five codes a minute are allowed. A user
        who is suspended, banned, self-excluded or has closed the account is refused with
        ACCOUNT_INACTIVE and a `notice` to read why.
        """
        body = self.body(wire.LoginBody)
        asked = django_request(request)
        try:
            if not ratelimit.consume(asked, action="login"):
                raise exceptions.Throttled(LOGIN_RETRY_AFTER_S)
            user = get_adapter(asked).authenticate(
                asked, username=body.name.strip(), password=body.password
            )
        except ValidationError:
            raise exceptions.Throttled(LOGIN_RETRY_AFTER_S) from None
        if user is None:
            raise AccountRefused("BAD_LOGIN", status=401)
        if user.is_locked_out:
            raise notice_pass.locked_out(user)
        held = second_factor.since(user) is not None
        if held:
            check_code(user, body.code)
        if body.device and STAFF in body.device.scopes:
            check_may_be_staff(user, proven=held)
        return Response(_logged_in(request, user, body))


class Refresh(OpenView):
    """Exchange of a refresh token for new tokens."""

    scope = None
    authentication_classes = ()
    throttle_classes = ()  # a known token has a limit of its own, which no junk uses up

    @extend_schema(request=wire.RefreshBody, responses=wire.Session)
    def post(self, request: Request) -> Response:
        """Exchange a refresh token, which works once, for new tokens.

        If the response is lost, send the same request again within 30 seconds: it gets the same
        response. After that, or once the new refresh token has been used, using the old one again
        is refused with TOKEN_REUSED and logs the device out. ACCOUNT_INACTIVE as for logging in.
        """
        token = self.body(wire.RefreshBody).refresh
        device_id = refreshable(token)
        if device_id is None:
            count("enter", "junk", network_of(django_request(request)), times=NETWORK_FACTOR)
        else:
            count("enter", "refresh", str(device_id))
        tokens = devices.refresh(token=token)
        household.note(django_request(request), tokens.device.user)
        return Response(render.session(tokens))


class Logout(View):
    """Log-out of a device, or of all devices and browsers."""

    scope = READ

    @extend_schema(request=wire.LogoutBody, responses={204: None})
    def post(self, request: Request) -> Response:
        """Revoke this device's tokens, or with `everywhere` everything; sockets are closed.

        `everywhere` needs the scope `account`.
        """
        everywhere = self.body(wire.LogoutBody).everywhere
        user, device = user_of(request), device_of(request)
        if everywhere:
            check_scope(device.scopes if device else None, ACCOUNT)
            devices.end_everything(user=user)
        elif device is not None:
            devices.revoke(user=user, device_id=device.pk)
        if device is None:
            logout(django_request(request))
        return Response(status=204)


def _check_no_staff(body: wire.GuestBody | wire.RegisterBody) -> None:
    """Refuse the scope `staff` to a new user."""
    if body.device and STAFF in body.device.scopes:
        raise AccountRefused("NO_RIGHT", case="scope", status=403)


def check_code(user: User, code: str | None) -> None:
    """Refuse anything but an unused code of the user's second factor."""
    if not code:
        raise AccountRefused("CODE_NEEDED", status=403)
    form = CodeForm(user=user, data={"code": code})
    if form.is_valid():
        return
    if form.has_error("code", "too_many"):
        raise exceptions.Throttled(60)
    if form.has_error("code", "too_many_login_attempts"):
        raise exceptions.Throttled(LOGIN_RETRY_AFTER_S)
    raise AccountRefused("BAD_CODE", case="log_in", status=403)


def form_data(body: wire.SignUpBody) -> dict[str, str]:
    """The fields of a page's form from the fields of a request."""
    return {
        "name": body.name,
        "password1": body.password,
        "password2": body.password,
        "email": body.email,
    }


def check(form: BaseForm) -> None:
    """Raise the errors of a page's form, as the refusal that caused one if there is any."""
    if form.is_valid():
        return
    for errors in form.errors.as_data().values():
        for error in errors:
            if isinstance(error.__cause__, RequestRefused):
                raise error.__cause__
    names = {"password1": "password", "password2": "password"}
    raise exceptions.ValidationError(
        {
            names.get(name, name): [str(text) for text in texts]
            for name, texts in form.errors.items()
        }
    )


def _logged_in(
    request: Request, user: User, body: wire.GuestBody | wire.LoginBody | wire.RegisterBody
) -> wire.Session:
    note = body.device or wire.DeviceNote()
    tokens = devices.log_in_device(
        user=user, name=note.name, platform=note.platform, scopes=note.scopes
    )
    household.recognise(django_request(request))  # an app that keeps cookies is recognised later
    household.note(django_request(request), user)
    return render.session(tokens)
