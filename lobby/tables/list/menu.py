"""The menu of a game: play with friends, play against bots, rules, leave."""

import time
import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import ledger
from accounts.ledger import LedgerRefused
from accounts.people.models import User
from core.messages import catalogue
from games import bots
from games.engines.core import registry
from games.engines.core.contract import Game
from games.engines.core.manifest import Menu
from lobby.tables.access.permissions import TOKEN_ENTRY_CHIPS, hands_to_play
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import (
    PlanErrors,
    TablePlan,
    free_name,
    open_table,
    vacant_seats,
)
from lobby.tables.models import Table
from lobby.tables.models.table import NAME_CHARS
from lobby.tables.seats.seats import sit

MODES = ("friends", "bots")
EDGES = ("bottom", "left", "top", "right")
"""Where the user's seat is shown; only the browser stores it (`static/js/menu.js`)."""
FIRST: dict[str, Any] = {"edge": "bottom", "level": "medium", "fill": True, "name": ""}
"""The forms' first values."""
CHOSEN = "menu"
"""The session key under which a visitor's choice waits while they enter a name."""
CHOICE_LIFETIME_S = 600
"""How long the choice is kept, in seconds; later the page asks again."""


@require_http_methods(["GET", "POST"])
@never_cache
def menu(request: HttpRequest, key: str) -> HttpResponse:
    """The menu's four choices; the two that play open a private table and seat the user there.

    A visitor who plays is asked for a name first, while their choice waits in the session. 404 if
    the game has no menu.
    """
    game = registry.find(key)
    if game is None or game.manifest.menu is None:
        raise Http404(_("There is no such page."))
    user = request.user if isinstance(request.user, User) else None
    if request.method == "GET":
        chosen = _chosen_before(request, game) if user is not None else None
        if user is not None and chosen is not None:
            return _play(request, game, user, chosen)
        return _page(request, game, FIRST, {})
    values = _values(request.POST)
    errors = _wrong(values)
    if errors:
        return _page(request, game, values, errors)
    if user is None:
        until = time.time() + CHOICE_LIFETIME_S
        request.session[CHOSEN] = {"game": game.key, "values": values, "until": until}
        return redirect(f"{reverse('accounts:guest')}?next={request.path}")
    return _play(request, game, user, values)


def _menu(game: Game) -> Menu:
    assert game.manifest.menu is not None
    return game.manifest.menu


def _chosen_before(request: HttpRequest, game: Game) -> dict[str, Any] | None:
    """Take from the session a visitor's choice from before they had a name; it works once."""
    chosen = request.session.pop(CHOSEN, None)
    if chosen is None or chosen["game"] != game.key or chosen["until"] <= time.time():
        return None
    values: dict[str, Any] = chosen["values"]
    return values


def _play(request: HttpRequest, game: Game, user: User, values: dict[str, Any]) -> HttpResponse:
    try:
        return redirect("lobby:table", slug=_open_and_sit(game, values, user).slug)
    except PlanErrors as no:
        return _page(request, game, values, no.fields)
    except (TableRefused, LedgerRefused) as no:
        messages.error(request, no.text)
        return redirect("lobby:menu", key=game.key)


def _page(
    request: HttpRequest, game: Game, values: dict[str, Any], errors: dict[str, str]
) -> HttpResponse:
    context = {
        "game": game,
        "values": values,
        "errors": errors,
        "entry": _menu(game).entry,
        "levels": bots.LEVELS,
        "name_length": NAME_CHARS[1],
    }
    status = 422 if errors else 200
    return render(request, f"lobby/menus/{game.key}.html", context, status=status)


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
    wrong = catalogue().text("refusals.UNKNOWN_ACTION.typed")
    return {name: wrong for name, known in allowed.items() if values[name] not in known}


def _open_and_sit(game: Game, values: dict[str, Any], user: User) -> Table:
    """Open the table and take its first free seat.

    Raises `PlanErrors`, `Refused` or the ledger's error.
    """
    terms = _menu(game)
    wallet = ledger.balance(ledger.wallet(user))
    if wallet < terms.least:
        raise TableRefused("INSUFFICIENT_CHIPS", case="refill", have=wallet)
    entry = min(terms.entry, wallet)
    if values["mode"] == "friends" and hands_to_play(user):
        entry = min(entry, TOKEN_ENTRY_CHIPS)  # for more, their friends could not join yet
    plan = _plan(game, values, user, entry=entry)
    table = open_table(plan=plan, host=user)
    number = vacant_seats(table)[0]  # its bots sit there already
    sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())
    return table


def _plan(game: Game, values: dict[str, Any], user: User, *, entry: int) -> TablePlan:
    """The plan for a choice; the minimum buy-in of a sit and go is its entry.

    Against bots all seats are taken at once, so that the game starts by itself. Among friends it
    waits for somebody to press Deal; only then do bots take the empty seats, if they are wanted.
    """
    terms, friends = _menu(game), values["mode"] == "friends"
    return TablePlan(
        name=str(values["name"]).strip() or free_name(user),
        game=game.key,
        preset=terms.preset,
        options={terms.fill: values["fill"]} if friends and terms.fill else {},
        seats=terms.seats,
        min_buy_in=entry,
        max_buy_in=entry,
        private=True,
        autostart=not friends,
        bots=0 if friends else terms.seats - 1,
        bot_level=FIRST["level"] if friends else values["level"],
    )
