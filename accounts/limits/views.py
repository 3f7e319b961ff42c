"""The pages of users' own settings: limits, breaks, blocked users, data export, deletion."""

from datetime import UTC, datetime, time

from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import actions
from accounts.limits.queries import (
    Limits,
    current_break,
    limits_of,
    pending_limits,
)
from accounts.people.actions import social
from accounts.people.forms import BreakForm, ClosingForm, LimitsForm, ReminderForm
from accounts.people.log_in.views import for_persons, password_error, signed_in, wants_json
from accounts.people.models import User
from accounts.people.queries import profile as about
from accounts.people.queries.social import blocked_by
from accounts.privacy import deletion
from accounts.privacy import download as exports
from accounts.sanctions.views import person_of
from core.clock import to_unix_ms
from core.errors import RequestRefused, sentence


@never_cache
@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "POST"])
def limits(request: HttpRequest) -> HttpResponse:
    """Responsible play: daily limits, breaks that nobody can shorten, and the reminder."""
    user = signed_in(request)
    held = limits_of([user.pk]).get(user.pk, Limits())
    posted = request.POST if request.method == "POST" else None
    asked = next((field for field in ("length", "every") if field in request.POST), "limits")
    form = LimitsForm(posted if asked == "limits" else None, held=held)
    rest = BreakForm(posted if asked == "length" else None, user=user)
    reminder = ReminderForm(
        posted if asked == "every" else None, initial={"every": user.remind_minutes}
    )
    if rest.is_valid() and _has_password(request, rest):
        actions.take_break(user=user, length=rest.cleaned_data["length"])
        messages.success(request, _("Your break has started."))
        return redirect("accounts:limits" if user.is_guest else "account_login")
    if form.is_valid():
        actions.set_limits(user=user, wanted=form.wanted())
        messages.success(
            request, _("Limits saved. Tighter limits apply now, looser ones in 24 hours.")
        )
        return redirect("accounts:limits")
    if reminder.is_valid():
        actions.set_reminder(user=user, minutes=reminder.cleaned_data["every"])
        messages.success(request, _("Reminder saved."))
        return redirect("accounts:limits")
    context = {
        "limits": form,
        "rest": rest,
        "reminder": reminder,
        "coming": pending_limits(user),
        "resting": current_break(user),
        "blocked": sorted(blocked_by(user.pk)),
        "today": about.section("today", user),
        "midnight_ms": to_unix_ms(datetime.combine(datetime.now(UTC), time.min, UTC)),
    }
    return render(request, "accounts/limits.html", context)


def _has_password(request: HttpRequest, rest: BreakForm) -> bool:
    """Whether the form has the password that its break needs; says in the form what is wrong."""
    user, given = signed_in(request), rest.cleaned_data
    if not actions.needs_password(user, given["length"]):
        return True
    if not given["password"]:
        rest.add_error("password", _("Enter your password: nobody can end this break early."))
    elif error := password_error(request, user, given["password"]):
        rest.add_error("password", error)
    return not rest.errors


@never_cache
@login_required
@require_POST
def data(request: HttpRequest) -> HttpResponseBase:
    """The data export as one file, generated while it is sent."""
    user = signed_in(request)
    if not exports.may_export(user):
        refused: HttpResponseBase = respond_429(request)
        return refused
    return exports.download(user)


@never_cache
@sensitive_post_parameters("password")
@login_required
@for_persons
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Close the account: until the user reopens it, or to be deleted after seven days."""
    form = ClosingForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user, password = signed_in(request), form.cleaned_data["password"]
        if error := password_error(request, user, password):
            form.add_error("password", error)
            return render(request, "accounts/account.html", {"form": form})
        try:
            deletion.close(user=user, **form.cleaned_data)
        except RequestRefused as no:
            form.add_error(None, no.text)
        else:
            messages.success(request, _("Your account is closed. To reopen it, log in."))
            return redirect("account_login")
    return render(request, "accounts/account.html", {"form": form})


@login_required
@require_POST
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Block a player, or unblock them (`again`)."""
    user, other = signed_in(request), about.find_player(name)
    if other is None:
        raise Http404(sentence("NO_SUCH_PLAYER"))
    again = "again" in request.POST
    try:
        (social.unblock if again else social.block)(user=user, other=other)
    except RequestRefused as no:
        return _refused(request, no, other)
    if wants_json(request):
        return JsonResponse({"blocked": not again})
    return redirect("accounts:player", name=other.name)


@login_required
@require_POST
def note(request: HttpRequest, name: str) -> HttpResponse:
    """Save the user's private note about a player."""
    other = about.find_player(name)
    if other is None:
        raise Http404(sentence("NO_SUCH_PLAYER"))
    try:
        kept = social.write_note(
            user=signed_in(request), about=other, text=request.POST.get("text", "")
        )
    except RequestRefused as no:
        return _refused(request, no, other)
    if wants_json(request):
        return JsonResponse({"note": kept})
    messages.success(request, _("Note saved."))
    return redirect("accounts:player", name=other.name)


def _refused(request: HttpRequest, no: RequestRefused, other: User) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"code": no.code, "text": no.text}, status=409)
    messages.error(request, no.text)
    return redirect("accounts:player", name=other.name)


@require_POST
def reopen(request: HttpRequest) -> HttpResponse:
    """Reopen a closed account after the user has given its password."""
    deletion.reopen(user=person_of(request))
    messages.success(request, _("Your account is open again. Log in to play."))
    return redirect("account_login")
