"""Pages about hands and rules; all data comes from the queries."""

import json
import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.people.models import User
from core.errors import RequestRefused, sentence
from core.http.serving import serve
from core.http.shared_pages import shared_page
from core.http.throttles import FILES_PER_MINUTE_MAX
from core.private_notes import NOTE_CHARS_MAX
from core.rate_limits import within
from core.runtime.replica import from_replica
from games.dealing.queries import days, fair_keys
from games.engines.core.contract import Viewer
from games.hands.actions.notes import write_hand_note
from games.hands.forms import DAYS, HandSearchForm
from games.hands.models import Hand
from games.hands.page_files import drawing, table_sheets
from games.hands.queries.dealing import dealing_of
from games.hands.queries.export import (
    StacksHidden,
    many_pokerstars,
    phh_text,
    plain_text,
    pokerstars_text,
    record_json,
)
from games.hands.queries.hand_list import beside, hands_of, results_of, with_tables
from games.hands.queries.notes import hand_note
from games.hands.queries.outcome import outcome_of
from games.hands.queries.record import advice_of, lines_of, page_of, recording_of
from games.hands.queries.replay import Replay, finished_hand, replay
from games.hands.queries.result_plot import result_plot
from games.hands.queries.rules import find_game, rules_page
from games.hands.queries.sharing import share_code, shared_hand, without_names
from games.hands.queries.unsealed import moderation_notes
from games.pictures.serving import picture_url
from games.records.formats import NotRepresentable, formats_of

PAGE_ROWS_MAX = 25


@require_GET
@login_required
@never_cache
@from_replica
def hands(request: HttpRequest) -> HttpResponse:
    """The user's finished hands, newest first."""
    assert isinstance(request.user, User)
    form = HandSearchForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    before, search = asked.get("before"), _search(asked)
    rows = hands_of(request.user, limit=PAGE_ROWS_MAX + 1, before=before, **search)
    more = rows[PAGE_ROWS_MAX - 1]["cursor"] if len(rows) > PAGE_ROWS_MAX else None
    context = {
        "form": form,
        "searched": any(asked.get(name) for name in ("game", "result", "time", "q")),
        "plot": None if before else result_plot(results_of(request.user, **search)),
        "hands": with_tables(rows[:PAGE_ROWS_MAX], request.user),
        "poker": any("pokerstars" in formats_of(row["game"]) for row in rows[:PAGE_ROWS_MAX]),
        "search": request.GET.urlencode(),
        "newest": _link(request, before=None) if before else None,
        "older": _link(request, before=more) if more else None,
    }
    return render(request, "games/hands.html", context)


def _search(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The filters of a search in the user's hands, as `hands_of` and `results_of` take them."""
    days = DAYS.get(asked.get("time", ""))
    return {
        "game": asked.get("game") or None,
        "result": asked.get("result") or None,
        "since": timezone.now() - timedelta(days=days) if days else None,
        "words": asked.get("q", ""),
    }


@require_GET
@login_required
@never_cache
@from_replica
def pokerstars_file(request: HttpRequest) -> HttpResponse:
    """Download a page of the list as PokerStars text, without hands that it cannot express."""
    assert isinstance(request.user, User)
    if not within("hand_files", str(request.user.pk), most=FILES_PER_MINUTE_MAX, seconds=60):
        refused: HttpResponse = respond_429(request)
        return refused
    form = HandSearchForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    before = asked.get("before")
    rows = hands_of(request.user, limit=PAGE_ROWS_MAX, before=before, **_search(asked))
    text, _left_out = many_pokerstars(request.user, (row["id"] for row in rows))
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="cardhouse-pokerstars.txt"'
    answer["Cache-Control"] = "no-store, private"
    return answer


def _link(request: HttpRequest, *, before: int | None) -> str:
    """The URL of this list with the same search, from another hand on."""
    query = request.GET.copy()
    query.pop("before", None)
    if before is not None:
        query["before"] = str(before)
    return f"?{query.urlencode()}"


@require_GET
@never_cache
@from_replica
def hand(request: HttpRequest, hand_id: uuid.UUID) -> HttpResponse:
    """A finished hand: its actions, results and replay.

    With `?small` it is the replay alone, for another page of this site.
    """
    found, viewer = _finished(request, hand_id)
    shown = replay(found, viewer)
    if "small" in request.GET:
        response = render(request, "games/hand_small.html", _page(shown))
        response["X-Frame-Options"] = "SAMEORIGIN"
        return response
    user = request.user if isinstance(request.user, User) else None
    neighbours = beside(found, user.pk if user else None)
    page = _page(shown)
    return render(
        request,
        "games/hand.html",
        page
        | {
            "previous_id": neighbours.get(-1),
            "next_id": neighbours.get(1),
            "notes": moderation_notes(hand_id),
            "share_url": reverse("games:shared_hand", args=[share_code(found, viewer)]),
            "share_picture": picture_url(request, reverse("games:hand_picture", args=[hand_id])),
            "own_note": hand_note(user.pk, hand_id) if user else None,
            "note_chars_max": NOTE_CHARS_MAX,
            "fair": dealing_of(found, page["record"]["players"]),
        },
    )


def _page(shown: Replay) -> dict[str, Any]:
    record, lines = page_of(shown), lines_of(shown, signs=True)
    names = {player["seat"]: player["name"] for player in record["players"]}
    return {
        "record": record,
        "lines": lines,
        "outcome": outcome_of(shown, record, lines),
        "advice": [(names[one.seat], one.text) for one in advice_of(shown)],
        "replay": recording_of(shown) | drawing(shown.hand.game),
        "sheets": table_sheets(shown.hand.game),
    }


@require_GET
@never_cache
@from_replica
def shared(request: HttpRequest, code: str) -> HttpResponse:
    """A shared finished hand: as the sharing user saw it, without names."""
    found = shared_hand(code)
    if found is None:
        raise Http404(sentence("NOT_FOUND", case="hand_link"))
    page = _page(without_names(replay(*found)))
    page["replay"]["hand"]["id"] = "shared"  # the real id would lead to the page with the names
    address = reverse("games:shared_hand", args=[code])
    picture = picture_url(request, reverse("games:shared_picture", args=[code]))
    return render(
        request,
        "games/hand.html",
        page | {"shared": True, "canonical": address, "share_picture": picture},
    )


@require_GET
@never_cache
@from_replica
def shared_before(request: HttpRequest, code: str) -> HttpResponse:
    """A link to a hand from before links were short leads to the short one."""
    found = shared_hand(code)
    if found is None:
        raise Http404(sentence("NOT_FOUND", case="hand_link"))
    return redirect("games:shared_hand", code=share_code(*found), permanent=True)


@require_POST
@login_required
@never_cache
def note(request: HttpRequest, hand_id: uuid.UUID) -> HttpResponse:
    """Save the user's private note about a hand."""
    assert isinstance(request.user, User)
    try:
        write_hand_note(user=request.user, hand_id=hand_id, text=request.POST.get("text", ""))
    except RequestRefused as no:
        if no.code == "NO_SUCH_HAND":
            raise Http404(no.text) from None
        messages.error(request, no.text)
    else:
        messages.success(request, _("Note saved."))
    return redirect("games:hand", hand_id=hand_id)


def _finished(request: HttpRequest, hand_id: uuid.UUID) -> tuple[Hand, Viewer]:
    """A finished hand and the viewer that the user is for it; raises `Http404`."""
    user_id = request.user.pk if request.user.is_authenticated else None
    found = finished_hand(hand_id, user_id)
    if found is None:
        raise Http404(sentence("NOT_FOUND", case="hand"))
    return found


@require_GET
@from_replica
def hand_file(request: HttpRequest, hand_id: uuid.UUID, ending: str) -> HttpResponse:
    """Download a finished hand: `json` (lossless), `txt`, or a format of its game (`phh`)."""
    found, viewer = _finished(request, hand_id)
    kind, write = _FILES[ending]
    if ending not in ("json", "txt") and ending not in formats_of(found.game):
        raise Http404(sentence("NOT_FOUND", case="format"))
    try:
        answer = HttpResponse(write(found, viewer), content_type=f"{kind}; charset=utf-8")
    except NotRepresentable as no:
        answer = _no_file(str(no), status=422)
    except StacksHidden as no:
        answer = _no_file(f"{no.code}: {no.text}", status=409)
    else:
        ending = "pokerstars.txt" if ending == "pokerstars" else ending
        name = f"{found.game}-{found.number}-{str(found.pk)[:8]}.{ending}"
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store, private"
    return answer


def _no_file(text: str, *, status: int) -> HttpResponse:
    return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8", status=status)


def _json(found: Hand, viewer: Viewer) -> str:
    return json.dumps(record_json(found, viewer), indent=1) + "\n"


_FILES = {
    "json": ("application/json", _json),
    "txt": ("text/plain", plain_text),
    "phh": ("application/toml", phh_text),
    "pokerstars": ("text/plain", pokerstars_text),
}


@require_GET
@shared_page(seconds=600)
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of a game: its rule book if it has one, its presets and options."""
    game = find_game(key)
    if game is None:
        raise Http404(sentence("NOT_FOUND", case="game"))
    return render(request, *rules_page(game))


@require_GET
@shared_page(seconds=600)
def fair(request: HttpRequest) -> HttpResponse:
    """How cards are dealt, what can be proved, and a verification of recent hands."""
    return render(request, "games/fair.html", {"last": days.last_day()})


@require_GET
@shared_page(seconds=600)
def fair_cheat(request: HttpRequest) -> HttpResponse:
    """A demonstration: the reader tampers with a deal and sees which check fails."""
    return render(request, "games/fair_cheat.html")


@require_GET
@from_replica
def chain(request: HttpRequest) -> HttpResponse:
    """The root of every closed day, as a file to keep and compare."""
    return serve(request, days.chain_file(), file="cardhouse-chain.json")


@require_GET
def keys(request: HttpRequest) -> HttpResponse:
    """The house's public keys, which verify its signatures."""
    return serve(request, fair_keys.key_file(), file="cardhouse-key.json")


@require_GET
@from_replica
def digests(request: HttpRequest, day: str, part: int) -> HttpResponse:
    """A part of the items of a closed day, which never changes."""
    closed = days.closed_day(day, request.GET.get("scheme", ""))
    found = days.items_file(closed, part) if closed else None
    if found is None:
        raise Http404(sentence("NOT_FOUND", case="day_part"))
    return serve(request, found, max_age_s=24 * 3600, file=f"cardhouse-{day}-{part}.ndjson")
