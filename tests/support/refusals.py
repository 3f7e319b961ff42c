"""Every refusal that a test gets from the API is one that the document lists for its operation."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request
from rest_framework.response import Response

from core.http.view import NotFoundView, View

Refused = tuple[str, str, int, str]
"""The path in the document, the method, the status and the code."""
_met: set[Refused] = set()
_compared: set[Refused] = set()


@cache
def _paths() -> dict[str, Any]:
    paths: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    return paths


def note(view: View, request: Request, response: Response) -> None:
    """Remember a refusal of a view."""
    code = response.data.get("code") if isinstance(response.data, dict) else None
    match = request.resolver_match
    # A method that an address does not have is no operation of the document.
    if code in (None, "BAD_METHOD", "BROKEN") or match is None or isinstance(view, NotFoundView):
        return
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", match.route)
    _met.add((path, (request.method or "").lower(), response.status_code, str(code)))


def undocumented(refused: Refused) -> bool:
    """Whether the document of the API does not list a refusal."""
    path, method, status, code = refused
    operation = _paths().get(path, {}).get(method)
    if operation is None:
        return False
    listed = operation["responses"].get(str(status), {})
    return code not in listed.get("x-codes", ()) and not listed.get("x-rules")


@pytest.fixture(scope="session", autouse=True)
def _refusals_are_noted() -> Iterator[None]:
    finalize = View.finalize_response

    def noted(self: View, request: Request, response: Response, *args: Any, **named: Any) -> Any:
        final = finalize(self, request, response, *args, **named)
        if final.status_code >= 400:
            note(self, request, final)
        return final

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(View, "finalize_response", noted)
        yield


@pytest.fixture(autouse=True)
def _refusals_are_documented(_refusals_are_noted: None) -> Iterator[None]:
    """A refusal that the document does not list fails the test; see config/api/refusals.py."""
    yield
    fresh = _met - _compared
    _compared.update(fresh)
    if missing := [one for one in sorted(fresh) if undocumented(one)]:
        pytest.fail(f"not listed in config/api/refusals.py: {missing}")
