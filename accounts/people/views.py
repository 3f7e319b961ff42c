"""The pages about users and chips: profile, statement, players, refill, avatar.

Views read queries and call actions; logging in is in `accounts.people.log_in.views`.
"""

import uuid
from dataclasses import asdict, dataclass
from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.i18n import set_language

from accounts import ledger
from accounts.alerts.actions import forget
from accounts.alerts.queries import subscriptions_of
from accounts.ledger.queries import statement as statement_of
from accounts.people.actions import users
from accounts.people.actions.devices import (
    Tokens,
    end_browser,
    end_everything,
    log_in_device,
    revoke,
)
from accounts.people.forms import AvatarForm, TokenForm
from accounts.people.log_in.views import password_error, signed_in, wants_json
from accounts.people.models import User
from accounts.people.queries import profile as about
from accounts.people.queries import second_factor
from accounts.people.queries.browsers import browsers_of
from accounts.people.queries.devices import devices_of
from accounts.people.queries.social import (
    blocked_by,
    note_on,
)
from core.errors import RequestRefused, sentence
from core.messages import catalogue
from core.private_notes import NOTE_CHARS_MAX
from core.runtime.replica import from_replica


@dataclass(frozen=True, slots=True)
class PublicPerson:
    """The public data of a user. Built field by field: no email address, no rights."""

    name: str
    kind: str
    avatar: int
    bot_level: str
    date_joined: datetime
    is_you: bool

    @property
    def url(self) -> str:
        """The URL of the player's page."""
        return reverse("accounts:player", args=[self.name])


@never_cache
@login_required
@require_GET
def profile(request: HttpRequest) -> HttpResponse:
    """The user's own page: chips, refill, record and latest hands."""
    user = signed_in(request)
    context = {
        "person": user,
        "balance": ledger.wallet_balance(user.pk),
        "in_play": about.in_play(user),
        "summary": about.summary(user),
        "hands": about.hands(user),
        "tables": about.section("tables", user, []),
        "statistics": about.section("statistics", user, {}),
        "refill": ledger.refill_offer(user),
        "addresses": about.addresses(user),
        "factor_since": second_factor.since(user),
        "factor_taken": second_factor.taken_away(user),
    }
    return render(request, "accounts/profile.html", context)


@never_cache
@login_required
@require_GET
@from_replica
def statement(request: HttpRequest) -> HttpResponse:
    """All movements of the user's wallet, newest first, in pages."""
    user = signed_in(request)
    page = statement_of(user.pk, page=request.GET.get("page", "1"))
    context = {"page": page, "balance": ledger.wallet_balance(user.pk), "person": user}
    return render(request, "accounts/statement.html", context)


@login_required
@require_POST
def refill(request: HttpRequest) -> HttpResponse:
    """Take the daily refill; returns JSON to a script, else redirects to the profile."""
    user = signed_in(request)
    try:
        ledger.refill(user)
    except ledger.LedgerRefused as refusal:
        if wants_json(request):
            return JsonResponse({"code": refusal.code, "text": refusal.text}, status=409)
        messages.error(request, refusal.text)
    else:
        balance = ledger.wallet_balance(user.pk)
        if wants_json(request):
            return JsonResponse({"balance": balance})
        messages.success(request, catalogue().text("accounts.refilled", {"chips": balance}))
    return redirect("accounts:profile")


@login_required
@require_POST
def avatar(request: HttpRequest) -> HttpResponse:
    """Change the seed of the user's avatar."""
    user = signed_in(request)
    form = AvatarForm(request.POST)
    if not form.is_valid():
        if wants_json(request):
            said = {"code": "BAD_AVATAR", "text": sentence("BAD_AVATAR")}
            return JsonResponse(said, status=400)
        messages.error(request, sentence("BAD_AVATAR"))
        return redirect("accounts:profile")
    users.set_avatar(user=user, seed=form.cleaned_data["seed"])
    if wants_json(request):
        return JsonResponse({"avatar": user.avatar})
    return redirect("accounts:profile")


@never_cache
@login_required
@require_POST
def watching(request: HttpRequest) -> HttpResponse:
    """Set whether tables list the user's name among their spectators."""
    users.set_shown_when_watching(user=signed_in(request), shown="shown" in request.POST)
    messages.success(request, _("Saved."))
    return redirect("accounts:profile")


@csrf_exempt  # a page of another site can change nothing but the cookie: it has no session here
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Show this and all following pages in a language: a cookie keeps it, and the account."""
    chosen = request.POST.get("language", "")
    offered = dict(settings.LANGUAGES)
    if chosen in offered and isinstance(request.user, User):
        users.set_language(user=request.user, language=chosen)
    answer = set_language(request)
    if chosen not in offered:  # Django knows more languages, and keeps those too
        answer.cookies.pop(settings.LANGUAGE_COOKIE_NAME, None)
    return answer


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def devices(request: HttpRequest) -> HttpResponse:
    """The devices with which a user is logged in, with buttons to log out one or everything."""
    user = signed_in(request)
    if request.method == "GET":
        return _devices(request, TokenForm(user=user))
    wanted = request.POST.get("device", "")
    if wanted == "new":
        return _new_token(request, user)
    browser = request.POST.get("browser", "")
    if wanted == "everything":
        end_everything(user=user)
        return redirect("account_login")
    try:
        if subscription := request.POST.get("subscription", ""):
            forget(user=user, subscription_id=int(subscription))
        elif browser:
            end_browser(user=user, sign_in_id=int(browser))
        else:
            revoke(user=user, device_id=uuid.UUID(wanted))
    except (ValueError, RequestRefused):
        messages.info(request, _("That device is already logged out."))
    return redirect("accounts:devices")


def _devices(
    request: HttpRequest, form: TokenForm, *, issued: Tokens | None = None
) -> HttpResponse:
    user = signed_in(request)
    context = {
        "devices": devices_of(user),
        "browsers": browsers_of(user),
        "subscriptions": subscriptions_of(user),
        "this_session": request.session.session_key,
        "form": form,
        "issued": issued,
    }
    return render(request, "accounts/devices.html", context)


def _new_token(request: HttpRequest, user: User) -> HttpResponse:
    """Log a program in and show its refresh token, this once."""
    form = TokenForm(request.POST, user=user)
    if not form.is_valid():
        return _devices(request, form)
    if "password" in form.fields and (
        error := password_error(request, user, form.cleaned_data["password"])
    ):
        form.add_error("password", error)
        return _devices(request, form)
    name, scopes = form.cleaned_data["name"], form.cleaned_data["scopes"]
    issued = log_in_device(user=user, name=name, platform="", scopes=scopes)
    return _devices(request, TokenForm(user=user), issued=issued)


@never_cache
@require_GET
@from_replica
def player(request: HttpRequest, name: str) -> HttpResponse:
    """The public data of a user, guest or bot, and the viewer's private note about them.

    Any spelling of the name works. A script gets JSON.
    """
    user = about.find_player(name)
    if user is None:
        raise Http404(sentence("NO_SUCH_PLAYER"))
    if user.name != name:
        return redirect("accounts:player", name=user.name)
    person = PublicPerson(
        name=user.name,
        kind=user.kind,
        avatar=user.avatar,
        bot_level=user.bot_level,
        date_joined=user.date_joined,
        is_you=request.user.pk == user.pk,
    )
    asker = request.user if isinstance(request.user, User) else None
    context = {
        "summary": about.summary(user),
        "blocked": asker is not None and user.name in blocked_by(asker.pk),
        "note": note_on(asker.pk, user.pk) if asker is not None else "",
    }
    if wants_json(request):
        return JsonResponse(context | asdict(person) | {"games": about.public_figures(user)})
    page = {"person": person, "note_chars_max": NOTE_CHARS_MAX}
    return render(request, "accounts/player.html", context | page)
