"""The page of a person who was muted, suspended or banned: why, until when, and his appeal."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import sessions
from accounts.actions import sanctions
from accounts.errors import PeopleError
from accounts.models import User
from accounts.queries.sanctions import current


def _person(request: HttpRequest) -> User:
    person = sessions.person_of(request)
    if person is None:
        raise Http404("There is nothing here for you.")
    return person


@never_cache
@require_GET
def notice(request: HttpRequest) -> HttpResponse:
    """The sanctions that hold now, each with its reason, its end and the way to appeal."""
    person = _person(request)
    return render(
        request, "accounts/notice.html", {"person": person, "sanctions": current(person.pk)}
    )


@never_cache
@require_POST
def appeal(request: HttpRequest, sanction_id: uuid.UUID) -> HttpResponse:
    """Send the appeal, once."""
    try:
        sanctions.appeal(
            user=_person(request), sanction_id=sanction_id, text=request.POST.get("text", "")
        )
    except PeopleError as no:
        messages.error(request, no.text)
    else:
        messages.success(request, "Your appeal was sent; somebody else will read it.")
    return redirect("accounts:notice")
