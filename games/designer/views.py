"""Pages of the odds: the table of all hands, and the designer of pay tables.

All data comes from `games.odds`. A design is encoded in its link; it can also be saved.
"""

import json
import secrets
import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET, require_POST

from accounts.people.models import User
from core.errors import sentence
from core.http.shared_pages import shared_page
from core.messages import catalogue
from core.runtime.worker_pools import heavy_pool
from games import odds
from games.designer.actions import delete_design, save_design
from games.designer.downloads import streamed, table_file
from games.designer.drawings import plots_of_ranking
from games.designer.queries import designs_of
from games.designer.refusals import refusal_text
from games.designer.simulations import may_simulate, played, worth_of
from games.designer.wire import SEARCH_CHARS_MAX
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.designs import PRESETS, from_text
from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.browse import SORTS, no_page, page_of, read_ranking
from games.odds.counts import table_of
from games.odds.export import FORMATS
from games.odds.parameters import PARAMETERS, SHOE_PARAMETERS, parameter, preset_json
from games.odds.report import AT_ONCE, analysis_csv
from games.odds.search import NotFound
from games.odds.shoe import Shoe

PAGE_ROWS_MAX = 25
_SHOE_NAMES = tuple(one.name for one in SHOE_PARAMETERS)
_SHARED_BYTES_MAX = 20_000
LINK_VERSION = "1"
"""The version of links to designs, `?v=1&a=…&b=…`. Those from before versions have none.

`a_decks` and `a_dealt_percent` are the shoe of `a`; without them it is one deck that is shuffled
before each round.
"""


@require_GET
@shared_page(seconds=600)
def table_page(request: HttpRequest) -> HttpResponse:
    """The table of all hands: search, ranking options, plots, downloads."""
    try:
        table = _table(request.GET)
    except RulesError as no:
        raise Http404(refusal_text(no)) from no
    found, chosen = _found(table, request.GET), _chosen(request.GET)
    data = {
        "run_orders": parameter("run_order").named_choices(catalogue()),
        "suits": parameter("suits").named_choices(catalogue()),
        "chosen": chosen,
        "found": found,
        "search_chars_max": SEARCH_CHARS_MAX,
    }
    plots = plots_of_ranking(table.ranking, catalogue())
    return render(request, "games/odds/table.html", {"data": data, "plots": plots})


@require_GET
def rows(request: HttpRequest) -> JsonResponse:
    """The rows of one page as JSON; with `plots`, also the plots of the ranking as HTML."""
    try:
        table = _table(request.GET)
    except RulesError as no:
        return _refused(no)
    answer: dict[str, Any] = {"found": _found(table, request.GET)}
    if request.GET.get("plots"):
        plots = plots_of_ranking(table.ranking, catalogue())
        answer["plots"] = render_to_string("games/odds/plots.html", {"plots": plots})
    return JsonResponse(answer)


@require_GET
def download(request: HttpRequest, ending: str) -> HttpResponseBase:
    """Download the whole table as `csv`, `json`, or in the `notebook`'s format."""
    if ending not in FORMATS:
        files = catalogue().text("common.list_separator").join(f"table.{one}" for one in FORMATS)
        raise Http404(sentence("NOT_FOUND", {"files": files}, case="odds_file"))
    try:
        return table_file(request, _ranking(request.GET), ending)
    except RulesError as no:
        raise Http404(refusal_text(no)) from no


@require_GET
@shared_page(seconds=600)
def design_page(request: HttpRequest) -> HttpResponse:
    """The designer: one pay table or two, with their values and link."""
    designs, notes, words = {}, [], catalogue()
    if request.GET.get("v", LINK_VERSION) != LINK_VERSION:
        notes.append(refusal_text(RulesError("LINK_VERSION", "v")))
    for side in ("a", "b"):
        text = request.GET.get(side, "tcp" if side == "a" else "")
        try:
            designs[side] = (
                _worth(from_text(text), _shoe(request.GET, f"{side}_")) if text else None
            )
        except RulesError as no:
            notes.append(refusal_text(no))
            designs[side] = _worth(PRESETS["tcp"].table, Shoe()) if side == "a" else None
    data = {
        "designs": designs,
        "parameters": [one.to_json(words) for one in PARAMETERS],
        "shoe": [one.to_json(words) for one in SHOE_PARAMETERS],
        "presets": {key: preset_json(words, key, preset) for key, preset in PRESETS.items()},
        "at_once": AT_ONCE,
        "version": LINK_VERSION,
        "nobody": str(uuid.UUID(int=0)),  # placeholder in the URL for a design's id
        "saved": _saved(request.user) if isinstance(request.user, User) else None,
    }
    return render(request, "games/odds/design.html", {"data": data, "notes": notes})


def _worth(pay_table: odds.PayTable, shoe: Shoe) -> dict[str, Any]:
    return worth_of(pay_table, shoe.decks) | {"dealt_percent": shoe.dealt_percent}


def _shoe(asked: QueryDict, prefix: str = "") -> Shoe:
    """The shoe in the query string; raises `RulesError`."""
    texts = {name: asked.get(prefix + name, "") for name in _SHOE_NAMES}
    return _shoe_of({name: _whole(text) for name, text in texts.items() if text})


def _whole(text: str) -> int:
    """The number that a text writes; -1 where there is none, which is out of every range."""
    return int(text) if text.isdecimal() and len(text) < 6 else -1


def _shoe_of(data: dict[str, Any]) -> Shoe:
    """The shoe in a request's JSON; raises `RulesError`."""
    return Shoe(**{name: data[name] for name in _SHOE_NAMES if name in data})


@require_POST
def analyse(request: HttpRequest) -> JsonResponse:
    """Analyse the pay table in the request's JSON `{"design": {...}, "decks": n}`.

    422 if it is invalid.
    """
    return _respond(request, lambda data, table: _worth(table, _shoe_of(data)))


@require_POST
def simulate(request: HttpRequest) -> JsonResponse:
    """Simulate `{"design": {...}, "decks": n, "dealt_percent": n, "hands": n}`.

    The response has the seed, which can be given.
    """
    if not may_simulate(request):
        return _refused(RulesError("TOO_MANY_REQUESTS", ""), status=429)

    def play(data: dict[str, Any], table: odds.PayTable) -> dict[str, Any]:
        hands, seed = data.get("hands", 10_000), data.get("seed", secrets.randbits(48))
        return played(table, _shoe_of(data), hands, seed)

    return _respond(request, play)


@require_POST
def save(request: HttpRequest) -> JsonResponse:
    """Save the pay table of `{"name": "...", "design": {...}}`; returns all saved designs."""
    user = request.user
    if not isinstance(user, User):
        return _log_in_first()

    def keep(data: dict[str, Any], table: odds.PayTable) -> dict[str, Any]:
        save_design(
            owner=user, name=str(data.get("name", "")), pay_table=table, shoe=_shoe_of(data)
        )
        return {"saved": _saved(user)}

    return _respond(request, keep)


@require_POST
def delete(request: HttpRequest, design_id: uuid.UUID) -> JsonResponse:
    """Delete a saved design of the user; returns the remaining designs."""
    if not isinstance(request.user, User):
        return _log_in_first()
    delete_design(owner=request.user, design_id=design_id)
    return JsonResponse({"saved": _saved(request.user)})


def _saved(user: User) -> list[dict[str, object]]:
    return [design.to_json() for design in designs_of(user)]


def _log_in_first() -> JsonResponse:
    return _refused(RulesError("LOGIN_REQUIRED", "name"), status=401)


@require_GET
def design_file(request: HttpRequest) -> HttpResponseBase:
    """Options and results of the design `?a=` with so many `decks` as CSV."""
    try:
        pay_table, shoe = from_text(request.GET.get("a", "")), _shoe(request.GET)
        found = heavy_pool().run(odds.analyse, pay_table, shoe.decks)
    except RulesError as no:
        raise Http404(refusal_text(no)) from no
    name = f"pay-table-{found.pay_table.hash()[:8]}.csv"
    return streamed(request, analysis_csv(found, catalogue()), "text/csv", name)


def _respond(
    request: HttpRequest, answer: Callable[[dict[str, Any], odds.PayTable], dict[str, Any]]
) -> JsonResponse:
    """Apply `answer` to the request's JSON and its pay table; errors become a refusal."""
    try:
        if len(request.body) > _SHARED_BYTES_MAX:
            raise RulesError("TOO_LONG", "")
        data = json.loads(request.body)
        if not isinstance(data, dict):
            raise ValueError
        return JsonResponse(answer(data, odds.PayTable.from_json(data.get("design", {}))))
    except RulesError as no:
        return _refused(no)
    except (ValueError, RecursionError):
        return _refused(RulesError("BAD_JSON", ""))


def _refused(no: RulesError, status: int = 422) -> JsonResponse:
    said = {"code": no.code, "field": no.field, "text": refusal_text(no)}
    return JsonResponse(said, status=status)


def _ranking(asked: QueryDict) -> Ranking:
    """The ranking in the query string; raises `RulesError`."""
    return read_ranking(asked.get("run_order", "a23_top"), asked.get("suits", ""))


def _table(asked: QueryDict) -> odds.OddsTable:
    """The table of the ranking in the query string; raises `RulesError`."""
    return table_of(_ranking(asked))


def _chosen(asked: QueryDict) -> dict[str, str]:
    """The options in the query string, with their defaults."""
    return {
        "run_order": asked.get("run_order", "a23_top"),
        "suits": asked.get("suits", ""),
        "q": asked.get("q", "")[:100],
        "sort": asked.get("sort", "rank") if asked.get("sort") in SORTS else "rank",
        "down": "1" if asked.get("down") == "1" else "",
        "page": asked.get("page", "1"),
    }


def _found(table: odds.OddsTable, asked: QueryDict) -> dict[str, Any]:
    """One page of the hands found, sorted as requested."""
    chosen = _chosen(asked)
    page = int(chosen["page"]) if chosen["page"].isdecimal() and len(chosen["page"]) < 6 else 1
    sort, down = chosen["sort"], bool(chosen["down"])
    try:
        found = page_of(
            table, chosen["q"], catalogue(), sort=sort, down=down, page=page, size=PAGE_ROWS_MAX
        )
    except NotFound as no:
        return no_page() | {"note": str(no)}
    return found | {"note": ""}
