"""The poker menu of seed 003: play with friends, play against bots, rules, leave."""

import time
import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import ledger
from accounts.ledger import LedgerRefused
from accounts.people.models import User
from games import bots
from games.engines.core import registry
from lobby.tables.actions.seats import sit
from lobby.tables.actions.tables import PlanErrors, TablePlan, free_name, open_table
from lobby.tables.errors import TableRefused
from lobby.tables.models import Table

GAME, PRESET = "holdem", "seed003"
SEATS = 4
ENTRY = 1_000
"""The price of a seat in chips; the preset sets the points at the table."""
LEAST = 200
"""A user with less than ENTRY may play for all they have, down to this."""
MODES = ("friends", "bots")
EDGES = ("bottom", "left", "top", "right")
"""Where the user's seat is shown; only the browser stores it (`static/js/menu.js`)."""
FIRST: dict[str, Any] = {"edge": "bottom", "level": "medium", "fill": True, "name": ""}
"""The forms' first values."""
WRONG = "Invalid option! Try again."
CHOSEN = "poker"
"""The session key under which a visitor's choice waits while they enter a name."""
CHOSEN_S = 600
"""How long the choice is kept, in seconds; later the page asks again."""


@require_http_methods(["GET", "POST"])
@never_cache
def poker_menu(request: HttpRequest) -> HttpResponse:
    """The menu's four choices; the two that play open a private table and seat the user there.

    A visitor who plays is asked for a name first, while their choice waits in the session. 404 if
    hold'em is not among the site's games.
    """
    if GAME not in {game.key for game in registry.all_games()}:
        raise Http404("Poker is not available here.")
    user = request.user if isinstance(request.user, User) else None
    if request.method == "GET":
        chosen = _chosen_before(request) if user is not None else None
        return _play(request, user, chosen) if user and chosen else _page(request, FIRST, {})
    values = _values(request.POST)
    errors = _wrong(values)
    if errors:
        return _page(request, values, errors)
    if user is None:
        request.session[CHOSEN] = {"values": values, "until": time.time() + CHOSEN_S}
        return redirect(f"{reverse('accounts:guest')}?next={request.path}")
    return _play(request, user, values)


def _chosen_before(request: HttpRequest) -> dict[str, Any] | None:
    """Take from the session a visitor's choice from before they had a name; it works once."""
    chosen = request.session.pop(CHOSEN, None)
    return chosen["values"] if chosen is not None and chosen["until"] > time.time() else None


def _play(request: HttpRequest, user: User, values: dict[str, Any]) -> HttpResponse:
    try:
        return redirect("lobby:table", slug=_open_and_sit(values, user).slug)
    except PlanErrors as no:
        return _page(request, values, no.fields)
    except (TableRefused, LedgerRefused) as no:
        messages.error(request, no.text)
        return redirect("lobby:poker_menu")


def _page(request: HttpRequest, values: dict[str, Any], errors: dict[str, str]) -> HttpResponse:
    context = {"values": values, "errors": errors, "entry": ENTRY, "levels": bots.LEVELS}
    return render(request, "lobby/poker.html", context, status=422 if errors else 200)


def _values(posted: QueryDict) -> dict[str, Any]:
    """The posted values; the fields of the other form keep their first values."""
    mode = posted.get("mode", "")
    return {
        "mode": mode,
        "edge": posted.get("edge", ""),
        "level": posted.get("level", FIRST["level"]),
        "name": posted.get("name", ""),
        "fill": mode != "friends" or posted.get("fill") == "on",
    }


def _wrong(values: dict[str, Any]) -> dict[str, str]:
    """An error for each invalid choice; only the table against bots needs a level."""
    allowed = {"mode": MODES, "edge": EDGES}
    if values["mode"] == "bots":
        allowed["level"] = bots.LEVELS
    return {name: WRONG for name, known in allowed.items() if values[name] not in known}


def _open_and_sit(values: dict[str, Any], user: User) -> Table:
    """Open the table and take its first free seat.

    Raises `PlanErrors`, `Refused` or the ledger's error.
    """
    wallet = ledger.balance(ledger.wallet(user))
    if wallet < LEAST:
        raise TableRefused(
            "INSUFFICIENT_CHIPS",
            f"You have only {wallet:,} chips. Take your free refill on your profile.",
        )
    table = open_table(plan=_plan(values, user, entry=min(ENTRY, wallet)), host=user)
    key = uuid.uuid4()
    for number in range(SEATS):
        try:
            sit(table_id=table.pk, user=user, number=number, buy_in=None, key=key)
        except TableRefused as no:
            # A dealer may have seated the bots already.
            if no.code != "SEAT_TAKEN":
                raise
            continue
        return table
    raise TableRefused("NO_FREE_SEAT", "The table is full.")


def _plan(values: dict[str, Any], user: User, *, entry: int) -> TablePlan:
    """The plan for a choice; the minimum buy-in of a sit and go is its entry.

    Against bots all seats are taken at once, so that the game starts by itself. Among friends it
    waits for somebody to press Deal; only then do bots take the empty seats, if they are wanted.
    """
    friends = values["mode"] == "friends"
    return TablePlan(
        name=str(values["name"]).strip() or free_name(user),
        game=GAME,
        preset=PRESET,
        options={"fill_with_bots": values["fill"]} if friends else {},
        seats=SEATS,
        min_buy_in=entry,
        max_buy_in=entry,
        private=True,
        autostart=not friends,
        bots=0 if friends else SEATS - 1,
        bot_level=FIRST["level"] if friends else values["level"],
    )
