"""The lobby's pages. A table's page is a shell; its content comes by the socket."""

import uuid
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.ledger import (
    LedgerRefused,
    wallet_balance,
)
from accounts.people import household
from accounts.people.log_in.views import named_visitor, signed_in, to_guest_form, wants_json
from accounts.people.models import User
from core.errors import RequestRefused
from core.http.shared_pages import shared_page
from core.messages import catalogue
from core.runtime.replica import from_replica
from games.dealing.queries.fair_keys import published_keys
from games.engines.core import registry
from games.hands.page_files import as_text, drawing, rules_in_words
from games.hands.queries.hand_list import hands_at, last_game_of, with_tables
from games.pictures.serving import picture_url
from games.rulebook.rule_words import RuleWords
from games.stats.queries.statistics import has_played
from games.stats.queries.today import today_of
from lobby.tables.access.access import find_invited, find_table, may_open, why_not_invited
from lobby.tables.access.permissions import is_newcomer
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.forms import first_values, page_spec, plan_of, values_of
from lobby.tables.hosting.hosting import (
    change_table,
    hand_over,
    pause_table,
    replace_invite,
    resume_table,
    send_player_away,
)
from lobby.tables.hosting.practice import practise
from lobby.tables.hosting.tables import (
    PlanErrors,
    check_plan,
    close_table,
    find_open,
    free_name,
    open_table,
    quick_seat,
    vacant_seats,
)
from lobby.tables.list.lobby_page import featured, games_of_lobby, lobby_context
from lobby.tables.list.table_list import tables_for
from lobby.tables.lobby_list import SEARCH_CHARS_MAX, look_of
from lobby.tables.models import Table
from lobby.tables.models.table import NAME_CHARS
from lobby.tables.phrases import phrases_of
from lobby.tables.report_kinds import ReportKind
from lobby.tables.seats import quick_stakes
from lobby.tables.seats.buy_ins import buy_in_of
from lobby.tables.seats.seats import sit
from lobby.tables.stakes import stakes_of
from lobby.tables.ws import hub


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


@require_GET
@never_cache
@shared_page(seconds=1)
@from_replica
def home(request: HttpRequest) -> HttpResponse:
    """The lobby: a page of the live tables, quick seat and guest log-in.

    Its first button plays the game of the user's last hand, or the first game.
    """
    user = _user(request)
    user_id = user.pk if user else None
    look, games = look_of(request.GET.dict()), games_of_lobby()
    tables = tables_for(user_id, hub.watching())
    shown = tables.page(look, user_id, size=settings.LOBBY_PAGE)
    last = last_game_of(user.pk) if user else None
    context = {
        **lobby_context(shown, look, games),
        "games": games,
        "usual": next((game for game in games if game["key"] == last), games[0]),
        "featured": featured(tables.rows(user_id), games),
        "today": today_of([user.pk])[user.pk] if user else None,
        "name_length": NAME_CHARS[1],
        "search_length": SEARCH_CHARS_MAX,
    }
    return render(request, "lobby/home.html", context)


@named_visitor
@require_http_methods(["GET", "POST"])
@never_cache
def open_new(request: HttpRequest) -> HttpResponse:
    """The form for a new table, which opens it. A link may fill in any field.

    For a script it only checks the form and opens no table.
    """
    host = signed_in(request)

    def act(values: dict[str, Any]) -> str:
        opened = open_table(plan=plan_of(values), host=host)
        if values.get("sit"):
            _sit_down(request, opened, host)
        return opened.slug

    return _table_form(request, first_values(_posted(request.GET)), act)


def _sit_down(request: HttpRequest, opened: Table, host: User) -> None:
    """Give the host of a new table a seat with a modest buy-in; a refusal leaves the table open."""
    household.note(request, host)
    may = buy_in_of(opened, host.pk, [], wallet_balance(host.pk))
    number = vacant_seats(opened)[0]
    try:
        sit(table_id=opened.pk, user=host, number=number, buy_in=may.usual, key=uuid.uuid4())
    except (TableRefused, LedgerRefused) as no:
        tell_refusal(request, no)


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The same form filled in with a table, for its host."""
    found, user = table_or_404(request, slug)
    changes = stakes_of(found).drop_in and not found.is_practice
    if user is None or found.host_id != user.pk or not changes:
        raise Http404(_("Only the host of a table can change it."))

    def act(values: dict[str, Any]) -> str:
        change_table(table_id=found.pk, user=user, plan=plan_of(values))
        return found.slug

    return _table_form(request, values_of(found), act, changes=found)


def _table_form(
    request: HttpRequest,
    values: dict[str, Any],
    act: Callable[[dict[str, Any]], str],
    *,
    changes: Table | None = None,
) -> HttpResponse:
    """Show the form, or apply it with `act`, which returns the slug to redirect to."""
    errors: dict[str, str] = {}
    status = 200
    if request.method == "POST":
        values = _posted(request.POST)
        values["name"] = str(values.get("name", "")).strip() or free_name(signed_in(request))
        if wants_json(request):
            return JsonResponse(_refused_of(values))
        try:
            return redirect("lobby:table", slug=act(values))
        except PlanErrors as no:
            errors, status = no.fields, 422
        except TableRefused as no:
            messages.error(request, no.text)
            status = 409
    spec = {**page_spec(), "values": values, "errors": errors, "changes": changes is not None}
    context = {"spec": spec, "errors": errors, "values": values, "changes": changes}
    return render(request, "lobby/open_table.html", context, status=status)


def _refused_of(values: dict[str, Any]) -> dict[str, Any]:
    try:
        found = check_plan(plan_of(values))
    except PlanErrors as no:
        return {"errors": no.fields, "least_buy_in": None}
    return msgspec.structs.asdict(found)


def _posted(posted: QueryDict) -> dict[str, Any]:
    """Single values as strings, options that are sent several times as lists."""
    return {
        name: posted.getlist(name) if len(posted.getlist(name)) > 1 else posted[name]
        for name in posted
        if name != "csrfmiddlewaretoken"
    }


@require_POST
@never_cache
def join(request: HttpRequest) -> HttpResponse:
    """Redirect to the table of that name; if there is none, offer to open it."""
    name = request.POST.get("name", "")
    found = find_open(name)
    user = _user(request)
    if found is not None and may_open(
        found, user.pk if user else None, request.session.get("invites", [])
    ):
        return redirect("lobby:table", slug=found.slug)
    if found is not None:
        messages.error(request, _("That table is private. Ask the host for an invite link."))
        return redirect("lobby:home")
    if user is None:
        unknown = _("There is no table with that name. Choose a name to open one.")
    else:
        unknown = _("There is no table with that name. You can open one here.")
    messages.info(request, unknown)
    query = QueryDict(mutable=True)
    query["name"] = name[:40]
    return redirect(f"{reverse('lobby:open_table')}?{query.urlencode()}")


def tell_refusal(request: HttpRequest, no: RequestRefused) -> None:
    """Show a refusal on the next page, with links to the tables that it names."""
    tables = [
        (reverse("lobby:table", args=[one["slug"]]), one["name"])
        for one in no.limits.get("tables", ())
    ]
    links = format_html_join(" ", '<a href="{}">{}</a>', tables)
    messages.error(request, format_html("{} {}", no.text, links) if tables else no.text)


@require_http_methods(["GET", "POST"])
@never_cache
def quick(request: HttpRequest, game: str) -> HttpResponse:
    """Seat the user at the best table of a game and redirect there.

    A GET offers stakes and buy-ins. A POST without a choice asks for one if there are several and
    the user has not chosen before; the choice is remembered. A visitor chooses a name first; the
    lobby's page then asks for the same seat again.
    """
    found, user = registry.find(game), _user(request)
    if found is None:
        raise Http404(_("There is no such game."))
    if user is None:
        again = f"{reverse('lobby:home')}?quick={game}"
        return to_guest_form(request.path if request.method == "GET" else again)
    offer = quick_stakes.offer_to(user, game, is_new=is_newcomer(user))
    if request.method == "GET":
        chosen = offer.chosen.unit if offer.chosen else offer.recommended
        context = {
            "game": found,
            "name": RuleWords(game).name,
            "offer": offer,
            "unit": chosen,
            "parts": {part: catalogue().text(f"lobby.part.{part}") for part in quick_stakes.PARTS},
        }
        return render(request, "lobby/quick.html", context)
    level = quick_stakes.level_of(offer, request.POST.get("unit", ""))
    asks = level is None and offer.chosen is None and len(offer.levels) > 1
    if asks and not quick_stakes.seated_at(user, game):
        return redirect("lobby:quick_seat", game=game)
    household.note(request, user)
    choice = quick_stakes.choice_of(level, request.POST.get("part", "")) if level else {}
    try:
        seated_at = quick_seat(game=game, user=user, key=uuid.uuid4(), **choice)
    except (TableRefused, LedgerRefused) as no:
        tell_refusal(request, no)
        return redirect("lobby:home")
    return redirect("lobby:table", slug=seated_at.slug)


@require_http_methods(["GET", "POST"])
@never_cache
def practice(request: HttpRequest, game: str) -> HttpResponse:
    """Seat the user at their own practice table of a game and redirect there.

    A GET, from pages without a form, leads to the lobby's page, which posts; a visitor chooses a
    name before.
    """
    if registry.find(game) is None:
        raise Http404(_("There is no such game."))
    user, again = _user(request), f"{reverse('lobby:home')}?practice={game}"
    if user is None:
        return to_guest_form(again)
    if request.method == "GET":
        return redirect(again)
    try:
        return redirect("lobby:table", slug=practise(game=game, user=user).slug)
    except TableRefused as no:
        tell_refusal(request, no)
        return redirect("lobby:home")


def table_or_404(request: HttpRequest, slug: str) -> tuple[Table, User | None]:
    """An open table that the visitor may see, and its user; `Http404` otherwise."""
    found = find_table(slug)
    if found is None:
        raise Http404(_("This table is closed, or the link is wrong."))
    user = _user(request)
    if not may_open(found, user.pk if user else None, request.session.get("invites", [])):
        raise Http404(catalogue().text("refusals.PRIVATE_TABLE"))
    return found, user


@require_GET
@never_cache
@from_replica
def table_hands(request: HttpRequest, slug: str) -> HttpResponse:
    """The table's finished hands that this visitor may see, newest first."""
    found, user = table_or_404(request, slug)
    before = request.GET.get("before", "")
    hands, more = hands_at(
        found.pk,
        user.pk if user else None,
        before=int(before) if before.isdecimal() and len(before) < 10 else None,
    )
    context = {
        "hands": with_tables(hands, user),
        "table": found,
        "newest": "?" if before else None,
        "older": f"?before={more}" if more else None,
    }
    return render(request, "games/hands.html", context)


_HOST_ACTS: dict[str, Callable[..., None]] = {
    "pause": pause_table,
    "resume": resume_table,
    "close": close_table,
    "new_invite": replace_invite,
    "hand_over": hand_over,
    "send_away": send_player_away,
}
_ABOUT_A_PLAYER = ("hand_over", "send_away")


@require_POST
@login_required
@never_cache
def host(request: HttpRequest, slug: str) -> JsonResponse:
    """Carry out a host's command from the table's page (`do`), if needed for the player `name`."""
    found, user = table_or_404(request, slug)
    do = request.POST.get("do", "")
    if do not in _HOST_ACTS:
        unknown = _("There is no such command.")
        return JsonResponse({"code": "NO_SUCH_ACT", "text": unknown}, status=400)
    about = {"name": request.POST.get("name", "")} if do in _ABOUT_A_PLAYER else {}
    try:
        _HOST_ACTS[do](table_id=found.pk, user=user, **about)
    except TableRefused as no:
        return JsonResponse({"code": no.code, "text": no.text}, status=409)
    return JsonResponse({})


@require_GET
@never_cache
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table's page, for players and spectators.

    With `?small` it is a picture of the table that plays, for another page of this site: it has no
    bar and no buttons, and plays nobody's seat.
    """
    small = "small" in request.GET
    response = _table_page(request, slug, "lobby/table.html", small=small)
    if small:
        response["X-Frame-Options"] = "SAMEORIGIN"
    return response


@require_GET
@never_cache
def table_overlay(request: HttpRequest, slug: str) -> HttpResponse:
    """The table for a stream: felt and figures on a transparent page, as strangers see them.

    Cards are shown once their hand is over, at every table.
    """
    return _table_page(
        request, slug, "lobby/overlay.html", lambda _game: {"overlay": True}, small=True
    )


@require_GET
@never_cache
def table_text(request: HttpRequest, slug: str) -> HttpResponse:
    """The same table as text, which is played by typed commands."""
    return _table_page(request, slug, "lobby/text.html", as_text)


def _table_page(
    request: HttpRequest,
    slug: str,
    template: str,
    more: Callable[[str], Mapping[str, Any]] | None = None,
    *,
    small: bool = False,
) -> HttpResponse:
    """A page of the table; `more` data that it needs about the game. A small one is nobody's."""
    found, user = table_or_404(request, slug)
    if user is not None and not small:
        household.note(request, user)
    data = _table_data(request, found, None if small else user) | {"watches": small}
    if more is not None:
        data |= {**more(found.game), "text_url": None}
    picture = picture_url(request, reverse("lobby:table_picture", args=[found.slug]))
    context = {"table": found, "data": data, "small": small, "share_picture": picture}
    return render(request, template, context)


def _table_data(request: HttpRequest, found: Table, user: User | None) -> dict[str, Any]:
    words = RuleWords(found.game)
    you = None
    if user is not None:
        you = {
            "id": str(user.pk),
            "name": user.name,
            "kind": user.kind,
            "wallet": wallet_balance(user.pk),
            "remind_minutes": user.remind_minutes,
        }
    return {
        "slug": found.slug,
        "game_name": words.name,
        "stakes": words.stakes_key,
        **drawing(found.game),
        "options": rules_in_words(found.parsed_rules, found.game, words.catalogue.language),
        "preset_title": words.preset(found.preset),
        "preset_text": words.preset_about(found.preset),
        "fair_keys": [one["key"] for one in published_keys()],
        "phrases": phrases_of(found.game),
        "ws": f"/ws/table/{found.slug}/",
        "user": you,
        "teaches": user is not None and (found.is_practice or not has_played(user.pk, found.game)),
        "login_url": f"{reverse('account_login')}?next={request.path}",
        "signup_url": f"{reverse('account_signup')}?next={request.path}",
        "guest_url": reverse("accounts:guest"),
        "report_url": reverse("lobby:report", args=[found.slug]),
        "report_kinds": ReportKind.choices,
        "nudge_after_s": settings.NUDGE_AFTER_S,
        "host_url": reverse("lobby:host", args=[found.slug]),
        "change_url": reverse("lobby:edit", args=[found.slug]),
        "table_hands_url": reverse("lobby:table_hands", args=[found.slug]),
        "table_url": reverse("lobby:table", args=[found.slug]),
        "text_url": reverse("lobby:table_text", args=[found.slug]),
        "overlay_url": reverse("lobby:table_overlay", args=[found.slug]),
    }


@require_GET
@never_cache
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """An invite link: stores the invitation and leads to the table.

    Without a session it leads to a private table by a page that says what the link is for, since
    messengers, which keep no session, may not open the table itself.
    """
    found = find_invited(code)
    if found is None:
        raise Http404(why_not_invited(code))
    invites = request.session.get("invites", [])
    if code not in invites:
        request.session["invites"] = [*invites[-19:], code]
    if found.private and settings.SESSION_COOKIE_NAME not in request.COOKIES:
        words = RuleWords(found.game)
        context = {
            "table": found,
            "game": words.name,
            "preset": words.preset(found.preset),
            "canonical": reverse("lobby:invite", args=[code]),
            "share_picture": picture_url(request, reverse("lobby:invite_picture", args=[code])),
        }
        return render(request, "lobby/invited.html", context)
    return redirect("lobby:table", slug=found.slug)
