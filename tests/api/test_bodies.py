"""Details of how JSON is sent: they are refused, or change nothing."""

from typing import Any

import pytest
from django.test import Client

from accounts.people.models import User
from tests.support.app import V1, App, app_of

pytestmark = pytest.mark.django_db
JSON = "application/json"
BODY = b'{"name": "Anna", "password": "not-it-at-all"}'


def log_in(body: bytes, kind: str = JSON, **headers: str) -> tuple[int, str]:
    answer = Client().generic("POST", f"{V1}login", body, content_type=kind, headers=headers)
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (JSON, "BAD_LOGIN"),
        ("Application/JSON", "BAD_LOGIN"),
        ("application/json; charset=utf-8", "BAD_LOGIN"),
        ('application/json;charset="UTF-8"', "BAD_LOGIN"),
        ("application/json; charset=us-ascii", "BAD_LOGIN"),
        ("application/json; charset=utf-16", "NOT_JSON"),
        ("application/json; charset=latin-1", "NOT_JSON"),
        ("application/json; charset=nonsense", "NOT_JSON"),
        ("application/vnd.cardhouse+json", "NOT_JSON"),
        ("application/json, application/json", "NOT_JSON"),
        ("text/plain", "NOT_JSON"),
        ("application/x-www-form-urlencoded", "NOT_JSON"),
        ("", "NOT_JSON"),
    ],
)
def test_the_media_type_is_read_in_every_spelling(anna: User, kind: str, code: str) -> None:
    assert log_in(BODY, kind) == ({"BAD_LOGIN": 401, "NOT_JSON": 415}[code], code)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"\xef\xbb\xbf" + BODY, "BAD_LOGIN"),
        (BODY.decode().encode("utf-16"), "BAD_JSON"),
        (BODY.decode().encode("utf-16-le"), "BAD_JSON"),
        (BODY[:-1] + b', "name": "Ravi"}', "BAD_JSON"),
        (BODY[:-1] + b', "device": {"name": "a", "name": "b"}}', "BAD_JSON"),
        (b"[]", "BAD_JSON"),
        (b"null", "BAD_JSON"),
        (b"   ", "BAD_JSON"),
        (BODY + BODY, "BAD_JSON"),
    ],
)
def test_json_is_utf8_with_each_name_once(anna: User, body: bytes, code: str) -> None:
    assert log_in(body) == ({"BAD_LOGIN": 401, "BAD_JSON": 400}[code], code)


def test_an_empty_body_is_one_without_fields(anna: User) -> None:
    for kind in (JSON, ""):
        assert log_in(b"", kind) == (400, "BAD_REQUEST")


def test_no_header_or_field_changes_the_method(anna: User) -> None:
    app: App = app_of(anna)
    named: Any = {"Authorization": f"Bearer {app.access}"}
    for header in ("X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"):
        answer = app.client.post(f"{V1}me", {"avatar": 7}, JSON, headers={**named, header: "PATCH"})
        assert (answer.status_code, answer.json()["code"]) == (405, "BAD_METHOD")
    assert app.refused("post", "me?_method=PATCH", avatar=7) == (405, "BAD_METHOD")


def test_head_answers_as_get_without_a_body_and_a_slash_too_many_is_no_route(anna: User) -> None:
    app = app_of(anna)
    named = {"Authorization": f"Bearer {app.access}"}
    head, get = (getattr(app.client, way)(f"{V1}me", headers=named) for way in ("head", "get"))
    assert (head.status_code, head.content, get.status_code) == (200, b"", 200)
    for method in ("get", "post", "patch", "delete"):
        assert app.refused(method, "me/") == (404, "NOT_FOUND")
