"""The pages of spots and questions: plain forms that ask the engine, better with a script."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core.ratelimit import respond_429
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from core.errors import sentence
from core.rate_limits import asker, within
from games.engines.core.cards import parse_card
from games.quiz.game_quiz import has_quiz, quiz_of
from games.quiz.positions import Verdict
from games.quiz.questions import questions_of
from games.quiz.seeds import new_seed
from games.quiz.spots import spot_of, tried
from games.quiz.wire import AMOUNT_MAX, KIND_CHARS_MAX, SEED_CHARS_MAX, SPOT_CARDS_MAX
from games.rulebook.rule_words import RuleWords

PAGES_PER_MINUTE_MAX = 120
_SEED = re.compile(rf"[0-9a-z]{{1,{SEED_CHARS_MAX}}}")
_Page = Callable[..., HttpResponse]


def _limited(view: _Page) -> _Page:
    """Decorate a page that engines make: each reader may ask for so many in a minute."""

    @wraps(view)
    def limited(request: HttpRequest, key: str, **named: str) -> HttpResponse:
        if not within("quiz", asker(request), most=PAGES_PER_MINUTE_MAX, seconds=60):
            refused: HttpResponse = respond_429(request)
            return refused
        if not has_quiz(key):
            raise Http404(sentence("NOT_FOUND", case="game"))
        return view(request, key, **named)

    return limited


@require_GET
@never_cache
@_limited
def quiz(request: HttpRequest, key: str) -> HttpResponse:
    """Some questions about the rules, and with answers in the query the result."""
    seed = request.GET.get("seed", "")
    if not _SEED.fullmatch(seed):
        seed = new_seed()
    given = [request.GET.get(f"a{number}", "") for number in range(len(questions_of(key, seed)))]
    rows = [
        {
            "number": number,
            "question": one,
            "chosen": _number(answer),
            "is_right": answer == str(one.right),
            "answer": one.choices[one.right],
        }
        for number, (one, answer) in enumerate(zip(questions_of(key, seed), given, strict=True))
    ]
    context = {
        "key": key,
        "name": RuleWords(key).name,
        "seed": seed,
        "rows": rows,
        "judged": "judged" in request.GET,
        "right": sum(bool(row["is_right"]) for row in rows),
    }
    return render(request, "games/quiz/quiz.html", context)


@require_GET
@never_cache
@_limited
def try_spot(request: HttpRequest, key: str, spot: str) -> HttpResponse:
    """A position to try out, and with an action in the query the engine's answer."""
    if spot not in quiz_of(key).spots:
        raise Http404(sentence("NOT_FOUND", case="resource"))
    context = {"game": key, "name": RuleWords(key).name, "spot": spot_of(key, spot)}
    return render(request, "games/quiz/spot.html", context | _answer(request, key, spot))


def _answer(request: HttpRequest, key: str, name: str) -> dict[str, Any]:
    """The verdict on the action in the query; nothing without one."""
    kind, _colon, amount = request.GET.get("do", "").partition(":")
    if not kind:
        return {}
    texts = request.GET.getlist("card") or request.GET.get("cards", "").split()
    try:
        cards = tuple(map(parse_card, texts[:SPOT_CARDS_MAX]))
    except ValueError:
        verdict = Verdict(False, "BAD_MESSAGE", (sentence("BAD_MESSAGE", case="card"),))
        return {"verdict": verdict}
    return {"verdict": tried(key, name, kind[:KIND_CHARS_MAX], _number(amount), cards)}


def _number(text: str) -> int | None:
    """A whole number in a query; None for anything else."""
    known = text.isascii() and text.isdigit() and len(text) <= len(str(AMOUNT_MAX))
    return int(text) if known else None
