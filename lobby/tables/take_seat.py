"""Taking a seat by one tap in the lobby's list."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.ledger import LedgerRefused, wallet_balance
from accounts.people import household
from accounts.people.log_in.views import to_guest_form
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import vacant_seats
from lobby.tables.seats.buy_ins import buy_in_of, departures
from lobby.tables.seats.seats import sit
from lobby.tables.stakes import stakes_of
from lobby.tables.views import table_or_404, tell_refusal

AT_THE_TABLE = ("ALREADY_SEATED", "NEEDS_APPROVAL", "SEAT_HELD", "SEAT_TAKEN")
"""Refusals after which the table's page says better what can be done."""


@require_POST
@never_cache
def take_seat(request: HttpRequest) -> HttpResponse:
    """Take the first free seat of the posted `table` with a modest buy-in, and go there.

    At a full table, and at a sit and go, whose entry is not given back, it only goes there. A
    visitor chooses a name first; the lobby's page then asks for the same seat again.
    """
    slug = request.POST.get("table", "")
    found, user = table_or_404(request, slug)
    if user is None:
        return to_guest_form(f"{reverse('lobby:home')}?sit={found.slug}")
    free = vacant_seats(found)
    if free and stakes_of(found).drop_in:
        household.note(request, user)
        left = list(departures(found, [user.pk]))
        may = buy_in_of(found, user.pk, left, wallet_balance(user.pk))
        try:
            sit(table_id=found.pk, user=user, number=free[0], buy_in=may.usual, key=uuid.uuid4())
        except (TableRefused, LedgerRefused) as no:
            if no.code not in AT_THE_TABLE:
                tell_refusal(request, no)
                return redirect("lobby:home")
    return redirect("lobby:table", slug=found.slug)
