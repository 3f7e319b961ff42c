"""Logging in: as a guest under a chosen name, keeping a guest's account, signing up, logging in.

allauth handles passwords, codes, confirmed addresses and their rate limits. It knows only anonymous
and registered users; a guest is in between, so some of its pages are opened or closed to guests
here.
"""

from collections.abc import Callable, Collection
from functools import wraps

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from allauth.core.ratelimit import respond_429
from allauth.mfa.base import views as code_views
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.recovery_codes import views as recovery_views
from allauth.mfa.totp import views as factor_views
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views import View as PlainView
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from typing_extensions import override

from accounts.alerts.actions import end_with_session
from accounts.people import signals
from accounts.people.forms import GuestForm, GuestSignUpForm, SignupForm
from accounts.people.log_in import sessions
from accounts.people.log_in.second_factor import ask, has_opened
from accounts.people.models import User
from accounts.people.queries import second_factor
from accounts.people.queries.suggested_names import suggested_name
from core import rate_limits
from core.errors import RequestRefused
from core.http.client_address import network_of

View = Callable[..., HttpResponseBase]


def signed_in(request: HttpRequest) -> User:
    """The user of a request that `login_required` has let through."""
    assert isinstance(request.user, User)
    return request.user


def _is_guest(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_guest


def _wanted(request: HttpRequest) -> str | None:
    """The URL in `next`, if it is one of ours."""
    wanted: str | None = get_next_redirect_url(request)
    return wanted


def _home(request: HttpRequest) -> str:
    return _wanted(request) or resolve_url(settings.LOGIN_REDIRECT_URL)


def _redirect_to_sign_up(request: HttpRequest) -> HttpResponse:
    wanted = _wanted(request)
    query = "?" + urlencode({"next": wanted}) if wanted else ""
    return redirect(reverse("accounts:guest_sign_up") + query)


def password_error(request: HttpRequest, user: User, password: str) -> str:
    """The reason why a password is refused; empty if it is the user's.

    Wrong ones count against the limit of logging in.
    """
    try:
        known = get_adapter(request).reauthenticate(user, password)
    except ValidationError as error:  # too many attempts
        return str(error.messages[0])
    return "" if known else _("Wrong password.")


def wants_json(request: HttpRequest) -> bool:
    """Whether the page's own script sent the request, not a form."""
    return request.headers.get("Accept", "").startswith("application/json")


named_visitor = login_required(login_url="accounts:guest")
"""Decorates a page for which a name is enough: a visitor chooses one, and comes back."""


def to_guest_form(wanted: str) -> HttpResponse:
    """Redirect a visitor to choose a name, and then to the URL `wanted`."""
    return redirect(f"{reverse('accounts:guest')}?{urlencode({'next': wanted})}")


@never_cache
@require_http_methods(["GET", "POST"])
def guest(request: HttpRequest) -> HttpResponseBase:
    """Play as a guest: choose a name and an avatar, and go to the page that was requested.

    A logged-in user goes there directly. A script gets a suggestion as `{name, faces}`, and
    `{errors: {field: sentence}}` with status 422 for invalid input.
    """
    if request.user.is_authenticated:
        return redirect(_home(request))
    if sessions.person_of(request) is not None:
        return redirect("accounts:sanctions")  # a suspended user cannot play as a guest
    if request.method == "POST":
        return _new_guest(request)
    form = GuestForm(initial={"name": suggested_name()})
    if wants_json(request):
        return JsonResponse({"name": form["name"].value(), "faces": form.faces()})
    return _guest_page(request, form)


def _new_guest(request: HttpRequest) -> HttpResponseBase:
    form = GuestForm(request.POST)
    adapter = get_adapter(request)
    if form.is_valid():
        if not may_have_guest(request, request.session.get("invites", [])):
            refused: HttpResponseBase = respond_429(request)
            return refused
        try:
            adapter.login(request, form.save())
        except RequestRefused as refusal:
            form.add_error("name", refusal.text)  # the name was taken meanwhile
        else:
            return JsonResponse({}) if wants_json(request) else redirect(_home(request))
    if wants_json(request):
        errors = {name: " ".join(map(str, texts)) for name, texts in form.errors.items()}
        return JsonResponse({"errors": errors}, status=422)
    return _guest_page(request, form, status=422)


def _guest_page(request: HttpRequest, form: GuestForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "faces": form.faces(), "next": _wanted(request)}
    return render(request, "accounts/guest.html", context, status=status)


def may_have_guest(request: HttpRequest, invites: Collection[str]) -> bool:
    """Count a new guest; False if too many came within an hour.

    Guests with an invitation (`invites` are its codes) count for its table, all others for their
    network: a school class or a club may share one address.
    """
    return any(
        rate_limits.within("guests:invite", to, most=settings.GUESTS_PER_INVITE, seconds=3600)
        for to in sorted(signals.open_invitations(invites))
    ) or rate_limits.within(
        "guests", network_of(request), most=settings.GUESTS_PER_HOUR, seconds=3600
    )


@never_cache
@sensitive_post_parameters("password1", "password2")
@login_required
@require_http_methods(["GET", "POST"])
def guest_sign_up(request: HttpRequest) -> HttpResponse:
    """Let a guest choose a name and a password and keep everything they have."""
    user = signed_in(request)
    if not user.is_guest:
        return redirect(_wanted(request) or "accounts:profile")
    form = GuestSignUpForm(request.POST or None, guest=user)
    if request.method == "POST" and form.is_valid():
        try:
            person = form.save()
        except RequestRefused as refusal:
            form.add_error("name", refusal.text)
        else:
            update_session_auth_hash(request, person)
            ask_to_confirm(request, person)
            return redirect(_wanted(request) or "accounts:profile")
    context = {"form": form, "person": user, "next": _wanted(request)}
    return render(request, "accounts/guest_sign_up.html", context)


class SignupView(allauth_views.SignupView):
    """allauth's sign-up; a guest is sent to keep their account instead of creating another."""

    @override
    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if _is_guest(request):
            return _redirect_to_sign_up(request)
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    @override
    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except RequestRefused as refusal:
            form.add_error("name", refusal.text)  # the name was taken meanwhile
            answer = self.form_invalid(form)
        return answer


def ask_to_confirm(request: HttpRequest, user: User) -> None:
    """Send the link that confirms a new address, rate limited by address."""
    address = EmailAddress.objects.get_new(user)
    if address and ratelimit.consume(request, action="confirm_email", key=address.email):
        address.send_confirmation(request)


class _OpenToGuests(PlainView):
    """Lets a guest log in to an existing account; the guest account is left behind."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not _is_guest(request):
            return super().dispatch(request, *args, **kwargs)
        self.guest, session = signed_in(request), dict(request.session.items())
        request.user = AnonymousUser()  # allauth must see an anonymous user
        response = super().dispatch(request, *args, **kwargs)
        if request.user.is_authenticated:
            end_with_session(user=self.guest, session=session)
            signals.end_sockets(self.guest.pk)
        return response


class LoginView(_OpenToGuests, allauth_views.LoginView):
    """allauth's log-in by name and password."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """`guest`: the guest account that would be left behind, or None; the page warns of it."""
        return {**super().get_context_data(**kwargs), "guest": getattr(self, "guest", None)}


class CodeView(_OpenToGuests, code_views.AuthenticateView):
    """allauth's second step of the log-in, for users with a second factor."""


def for_persons(view: View) -> View:
    """Redirect guests to the page where they register; only registered users have passwords."""

    @wraps(view)
    def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        return (
            _redirect_to_sign_up(request) if _is_guest(request) else view(request, *args, **kwargs)
        )

    return checked


password_change = for_persons(allauth_views.password_change)
password_set = for_persons(allauth_views.password_set)
email = for_persons(reauthentication_required(allauth_views.email, allow_get=True))
"""A new address could reset the password, so changing it asks for the password first."""


class FactorView(factor_views.ActivateTOTPView):
    """allauth's setup of a second factor; its first code also counts for the session."""

    @override
    def form_valid(self, form: Form) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        factor = second_factor.factors().get(user=signed_in(self.request))
        factor.wrap().validate_code(form.cleaned_data["code"])  # each code works once
        post_authentication(self.request, factor)
        return answer


def behind_factor(view: View) -> View:
    """Ask for a code before a page that could replace the factor: the password is not enough."""

    @never_cache
    @login_required
    @wraps(view)
    def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        held = second_factor.since(signed_in(request)) is not None
        if held and not has_opened(request):
            return ask(request, request.get_full_path())
        return view(request, *args, **kwargs)

    return checked


second_factor_state = never_cache(for_persons(code_views.index))
second_factor_set_up = never_cache(for_persons(FactorView.as_view()))
second_factor_remove = behind_factor(factor_views.deactivate_totp)
recovery_codes = behind_factor(recovery_views.view_recovery_codes)
new_recovery_codes = behind_factor(recovery_views.generate_recovery_codes)
recovery_file = behind_factor(recovery_views.download_recovery_codes)
