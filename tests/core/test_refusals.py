"""Refusals: each has a sentence in the catalogue, made for its reader when it is read."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from config.api.statuses import PACKAGES
from core.errors import Busy, JobTimedOut, RequestRefused
from core.messages import catalogue
from core.messages.parser import arguments
from core.wire import subclasses

FROM_UNTIL = {"until", "until_day", "until_time"}


def raised() -> Iterator[tuple[str, ast.Call, set[str]]]:
    """Where refusals are made: the place, the call, and the names of its limits."""
    kinds = {kind.__name__ for kind in (RequestRefused, *subclasses(RequestRefused))}
    for package in PACKAGES:
        for path in sorted(Path(settings.BASE_DIR, package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds:
                    named = {one.arg for one in node.keywords if one.arg}
                    yield f"{path}:{node.lineno}", node, named - {"case", "status"}


def test_each_refusal_has_a_sentence_that_its_limits_fit() -> None:
    seen = 0
    for place, call, limits in raised():
        first = call.args[0] if call.args else None
        if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
            continue  # its code comes from elsewhere
        given = {one.arg: one.value for one in call.keywords}
        case = given.get("case", ast.Constant(""))
        if not isinstance(case, ast.Constant):
            continue
        key = f"refusals.{first.value}" + (f".{case.value}" if case.value else "")
        assert key in catalogue(), place
        needed = arguments(catalogue().entries[key])  # type: ignore[arg-type]  # one text for all
        known = limits | (FROM_UNTIL if "until" in limits else set())
        assert needed <= known, f"{place}: {key} needs {needed - known}"
        seen += 1
    assert seen > 200


@pytest.mark.parametrize(
    ("refusal", "text"),
    [
        (RequestRefused("BUY_IN_RANGE", min=400, max=2_000), "Bring between 400 and 2,000 chips."),
        (RequestRefused("BUY_IN_RANGE", case="add", max=5), "You may add up to 5 chips here."),
        (
            RequestRefused("ON_BREAK", until="2026-03-01T07:05:00+02:00"),
            "You're on a break until 01 Mar 2026 05:05 UTC.",
        ),
        (
            RequestRefused("LEFT_WITH_MORE", left_with=900, min=900, until=1_700_000_000_000),
            "You left this table with 900 chips. If you come back before 22:13 UTC, bring at least "
            "900.",
        ),
        (
            RequestRefused("MUTED", until="2026-12-24T18:00:00+00:00", breach="spam", note=None),
            "You are muted until 24 Dec 18:00 UTC: Flooding the chat.",
        ),
        (
            RequestRefused("TOO_MANY_SEATS", max=2, tables=[{"name": "A"}, {"name": "B"}]),
            "You can sit at 2 tables at a time; leave one of them first: A, B.",
        ),
        (Busy(), "The server is busy; please try again in a moment."),
        (JobTimedOut(), "This took too long and was stopped."),
    ],
)
def test_sentences_of_refusals(refusal: RequestRefused | Busy, text: str) -> None:
    assert refusal.text == text
