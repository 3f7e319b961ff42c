"""Pages of the odds: the table of all hands, and the designer of pay tables.

Everything they show comes from `games.odds`. A design is its link; it can also be saved.
"""

import json
import secrets
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import numpy as np
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from accounts import rates
from accounts.models import User
from games import odds
from games.actions.designs import forget_design, save_design
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.designs import PRESETS, from_text, to_text
from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.counts import table_of
from games.odds.export import FORMATS, TYPES, ranking_json
from games.odds.hands import DEALER_HANDS, HANDS, cards_of
from games.odds.knobs import KNOBS, RUN_ORDER_CHOICES, SUITS_CHOICES
from games.odds.report import analysis_csv, analysis_json, simulation_json
from games.odds.search import NotFound, search
from games.odds.summary import by_category, spread
from games.odds.words import name_of
from games.queries.designs import designs_of

PAGE = 25
SORTS = ("deck", "rank", "win", "lose", "tie")
AT_ONCE = 100_000
"""Most hands that one request simulates, about 50 ms; the page asks again for more."""
SIMULATIONS = 120
"""Most requests of one person, or one visitor's network, to simulate in a minute."""
_LABELS = {"pure": "Pure sequence", "high": "High card"}
_MOST_BYTES = 20_000


@require_GET
def table_page(request: HttpRequest) -> HttpResponse:
    """The table of all hands: a search, the choice of a ranking, plots, files."""
    try:
        table = _table(request.GET)
    except RulesError as no:
        raise Http404(no.text) from no
    found, chosen = _found(table, request.GET), _chosen(request.GET)
    data = {
        "run_orders": RUN_ORDER_CHOICES,
        "suits": SUITS_CHOICES,
        "chosen": chosen,
        "found": found,
        "plots": _plots(table.ranking),
    }
    return render(request, "games/odds/table.html", {"data": data})


@require_GET
def rows(request: HttpRequest) -> JsonResponse:
    """What `table_page` shows, as JSON: the rows of one page, and the plots of the ranking."""
    try:
        table = _table(request.GET)
    except RulesError as no:
        return _refused(no)
    return JsonResponse({"found": _found(table, request.GET), "plots": _plots(table.ranking)})


@require_GET
def download(request: HttpRequest, ending: str) -> HttpResponseBase:
    """The whole table as `csv` or `json`, or as the `notebook` wrote it; sent as it is made."""
    if ending not in FORMATS:
        raise Http404("There are table.csv, table.json and table.notebook.")
    try:
        table = _table(request.GET)
    except RulesError as no:
        raise Http404(no.text) from no
    kind = "application/json" if ending == "json" else "text/csv"
    suits = "-" + "".join(table.ranking.suits) if table.ranking.suits else ""
    file = f"odds-{table.ranking.run_order}{suits}.{'csv' if ending == 'notebook' else ending}"
    return _streamed(request, FORMATS[ending](table), kind, file)


def _streamed(
    request: HttpRequest, pieces: Iterator[str], kind: str, file: str
) -> StreamingHttpResponse:
    """Pieces of text as they are made, in the way of the server that asks."""
    content = _slowly(pieces) if isinstance(request, ASGIRequest) else pieces
    answer = StreamingHttpResponse(content, content_type=f"{kind}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{file}"'
    return answer


async def _slowly(pieces: Iterator[str]) -> AsyncIterator[str]:
    for piece in pieces:
        yield piece


@require_GET
def design_page(request: HttpRequest) -> HttpResponse:
    """The designer: one pay table or two, their worth, and their link."""
    designs = {}
    notes = []
    for side in ("a", "b"):
        text = request.GET.get(side, "tcp" if side == "a" else "")
        try:
            designs[side] = _answer(from_text(text)) if text else None
        except RulesError as no:
            notes.append(no.text)
            designs[side] = _answer(PRESETS["tcp"].table) if side == "a" else None
    data = {
        "designs": designs,
        "knobs": [knob.to_json() for knob in KNOBS],
        "presets": {
            key: {
                "title": preset.title,
                "about": preset.about,
                "table": preset.table.to_json(),
                "published": dict(preset.published),
                "source": preset.source,
            }
            for key, preset in PRESETS.items()
        },
        "at_once": AT_ONCE,
        "nobody": str(uuid.UUID(int=0)),  # stands in the address for the id of a design
        "saved": _saved(request.user) if isinstance(request.user, User) else None,
    }
    return render(request, "games/odds/design.html", {"data": data, "notes": notes})


@require_POST
def analyse(request: HttpRequest) -> JsonResponse:
    """The worth of the pay table in the request's JSON `{"design": {...}}`; 422 for a wrong one."""
    return _answered(request, lambda _data, table: _answer(table))


@require_POST
def simulate(request: HttpRequest) -> JsonResponse:
    """`{"design": {...}, "hands": n}` played; the answer names its seed, which may be given."""
    if not rates.within("simulate", rates.asker(request), most=SIMULATIONS, seconds=60):
        text = "That was a lot of hands; wait a minute."
        return JsonResponse({"code": "TOO_MANY_REQUESTS", "field": "", "text": text}, status=429)

    def play(data: dict[str, Any], table: odds.PayTable) -> dict[str, Any]:
        hands, seed = data.get("hands", 10_000), data.get("seed", secrets.randbits(48))
        if not _whole(hands, 1, AT_ONCE):
            raise RulesError("BAD_OPTION", "hands", f"Between 1 and {AT_ONCE:,} hands at once.")
        if not _whole(seed, 0, 2**53):
            raise RulesError("BAD_OPTION", "seed", "A seed is a whole number.")
        played = odds.simulate(table, hands, np.random.default_rng(seed), points=2)
        return simulation_json(played) | {"seed": seed}

    return _answered(request, play)


@require_POST
def save(request: HttpRequest) -> JsonResponse:
    """Save the pay table of `{"name": "...", "design": {...}}`; answers with all saved ones."""
    user = request.user
    if not isinstance(user, User):
        return _stranger()

    def keep(data: dict[str, Any], table: odds.PayTable) -> dict[str, Any]:
        save_design(owner=user, name=str(data.get("name", "")), pay_table=table)
        return {"saved": _saved(user)}

    return _answered(request, keep)


@require_POST
def forget(request: HttpRequest, design_id: uuid.UUID) -> JsonResponse:
    """Remove a saved design of one's own; answers with those that are left."""
    if not isinstance(request.user, User):
        return _stranger()
    forget_design(owner=request.user, design_id=design_id)
    return JsonResponse({"saved": _saved(request.user)})


def _saved(user: User) -> list[dict[str, object]]:
    return [design.to_json() for design in designs_of(user)]


def _stranger() -> JsonResponse:
    text = "Log in, or play as a guest, to save designs."
    return JsonResponse({"code": "LOGIN_REQUIRED", "field": "name", "text": text}, status=401)


@require_GET
def design_file(request: HttpRequest) -> HttpResponseBase:
    """Options and results of the design `?a=` as CSV."""
    try:
        found = odds.analyse(from_text(request.GET.get("a", "")))
    except RulesError as no:
        raise Http404(no.text) from no
    name = f"pay-table-{found.pay_table.hash()[:8]}.csv"
    return _streamed(request, analysis_csv(found), "text/csv", name)


def _answered(
    request: HttpRequest, answer: Callable[[dict[str, Any], odds.PayTable], dict[str, Any]]
) -> JsonResponse:
    """What `answer` makes of the request's JSON and its pay table, or why not."""
    try:
        if len(request.body) > _MOST_BYTES:
            raise RulesError("BAD_JSON", "", "That is too long for a pay table.")
        data = json.loads(request.body)
        if not isinstance(data, dict):
            raise ValueError
        return JsonResponse(answer(data, odds.PayTable.from_json(data.get("design", {}))))
    except RulesError as no:
        return _refused(no)
    except (ValueError, RecursionError):
        return _refused(RulesError("BAD_JSON", "", "That is no JSON object."))


def _answer(table: odds.PayTable) -> dict[str, Any]:
    """A pay table with what it is worth, its link and its fingerprint."""
    found = odds.analyse(table)
    return {
        "design": table.to_json(),
        "text": to_text(table),
        "hash": table.hash(),
        "result": analysis_json(found),
    }


def _refused(no: RulesError) -> JsonResponse:
    return JsonResponse({"code": no.code, "field": no.field, "text": no.text}, status=422)


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _table(asked: QueryDict) -> odds.OddsTable:
    """The table of the ranking in the address; raises `RulesError`."""
    suits = tuple(filter(None, asked.get("suits", "").split(",")))
    return odds.table(asked.get("run_order", "a23_top"), suits)


def _chosen(asked: QueryDict) -> dict[str, str]:
    """The choices of the address, with their defaults."""
    return {
        "run_order": asked.get("run_order", "a23_top"),
        "suits": asked.get("suits", ""),
        "q": asked.get("q", "")[:100],
        "sort": asked.get("sort", "rank") if asked.get("sort") in SORTS else "rank",
        "down": "1" if asked.get("down") == "1" else "",
        "page": asked.get("page", "1"),
    }


def _found(table: odds.OddsTable, asked: QueryDict) -> dict[str, Any]:
    """One page of the hands that are searched, in the order that is wanted."""
    chosen = _chosen(asked)
    note = ""
    try:
        numbers = np.flatnonzero(search(chosen["q"], table))
    except NotFound as no:
        numbers, note = np.arange(0), str(no)
    numbers = numbers[_order(table, numbers, chosen["sort"], bool(chosen["down"]))]
    pages = max(1, -(-len(numbers) // PAGE))
    page = int(chosen["page"]) if chosen["page"].isdecimal() and len(chosen["page"]) < 6 else 1
    page = min(max(page, 1), pages)
    return {
        "count": len(numbers),
        "of": HANDS,
        "note": note,
        "page": page,
        "pages": pages,
        "average": _average(table, numbers),
        "rows": _rows(table, numbers[(page - 1) * PAGE : page * PAGE].tolist()),
    }


def _order(table: odds.OddsTable, numbers: Any, sort: str, down: bool) -> Any:
    """The order of the found hands; equal ones stay in deck order."""
    if sort == "deck":
        key = numbers
    else:
        key = {"rank": table.rank(), "win": table.win, "lose": table.lose, "tie": table.tie}[sort]
        key = key[numbers]
    return np.argsort(-key if down else key, kind="stable")


def _average(table: odds.OddsTable, numbers: Any) -> dict[str, float]:
    """Shares of dealer hands that the found hands beat, lose to and tie, on average."""
    if not len(numbers):
        return {"win": 0.0, "lose": 0.0, "tie": 0.0}
    return {
        name: float(part[numbers].mean()) / DEALER_HANDS
        for name, part in (("win", table.win), ("lose", table.lose), ("tie", table.tie))
    }


def _rows(table: odds.OddsTable, numbers: list[int]) -> list[dict[str, Any]]:
    ranks = table.rank()
    return [
        {
            "cards": list(cards_of(number)),
            "name": name_of(number, table.ranking),
            "type": TYPES[int(table.category[number])],
            "rank": int(ranks[number]),
            "win": int(table.win[number]),
            "lose": int(table.lose[number]),
            "tie": int(table.tie[number]),
            "share": int(table.win[number]) / DEALER_HANDS,
        }
        for number in numbers
    ]


@lru_cache(maxsize=32)
def _plots(ranking: Ranking) -> dict[str, Any]:
    """What the plots draw, and the table's fingerprint."""
    table = table_of(ranking)
    return {
        "ranking": ranking_json(table.ranking),
        "sha256": table.sha256(),
        "categories": [
            asdict(part) | {"label": _LABELS.get(part.key, part.key.capitalize())}
            for part in by_category(table)
        ],
        "spread": spread(table),
        "values": int(table.level.max()) + 1,
    }
