"""The page of the code of conduct, and the notice of a sanctioned or self-excluded user."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.people.log_in import sessions
from accounts.people.models import User
from accounts.sanctions import actions, code_of_conduct
from accounts.sanctions.models import APPEAL_CHARS
from accounts.sanctions.queries import current
from core.errors import RequestRefused


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """The code of conduct, with the usual sanction for each breach."""
    return render(request, "accounts/conduct.html", {"usual": code_of_conduct.usual()})


def person_of(request: HttpRequest) -> User:
    """The user whom a notice concerns, suspended or not. Raises `Http404` for anyone else."""
    person = sessions.person_of(request)
    if person is None:
        raise Http404(_("You have nothing to appeal."))
    return person


@never_cache
@require_GET
def sanctions(request: HttpRequest) -> HttpResponse:
    """The sanctions in force, each with its reason, its end and the form to appeal.

    Also a self-exclusion, and an account that the user closed and may reopen here.
    """
    person = person_of(request)
    context = {"person": person, "sanctions": current(person.pk), "appeal_chars": APPEAL_CHARS}
    return render(request, "accounts/sanctions.html", context)


@never_cache
@require_POST
def appeal(request: HttpRequest, sanction_id: uuid.UUID) -> HttpResponse:
    """Send the appeal, once."""
    try:
        actions.appeal(
            user=person_of(request), sanction_id=sanction_id, text=request.POST.get("text", "")
        )
    except RequestRefused as no:
        messages.error(request, no.text)
    else:
        messages.success(request, _("Your appeal was sent. A different moderator will read it."))
    return redirect("accounts:sanctions")
