"""Many people behind one address: what one of them sends locks none of the others out."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from accounts.people.actions import users
from accounts.people.models import User
from config.settings.base import ACCOUNT_RATE_LIMITS
from core.http import throttles
from core.http.throttles import NETWORK_FACTOR, RATES
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Table
from tests.support.app import PASSWORD, App

pytestmark = pytest.mark.django_db
MOST = RATES["enter"][0]
OPEN_ROUTES: dict[str, dict[str, Any]] = {
    "login": {"name": "Nobody", "password": "x"},
    "register": {"name": "x", "password": "x"},
    "guest": {"name": "!"},
    "refresh": {"refresh": "x"},
    "password/reset": {"email": "x"},
    "password/reset/confirm": {"key": "x", "password": "x"},
    "emails/confirm": {"key": "x"},
}
"""The routes for those who are not logged in, with what each refuses."""


@pytest.fixture(autouse=True)
def _one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all requests come within one minute, as throttles count them."""
    monkeypatch.setattr(throttles, "time", SimpleNamespace(time=lambda: 1_800_000_000.0))


def status(path: str, body: dict[str, Any]) -> int:
    code: int = App().ask("post", path, body).status_code
    return code


def test_junk_at_one_route_closes_no_other(anna: User, settings: Any) -> None:
    settings.THROTTLE_RATES = {"enter": (3, 60)}
    session = App().post("login", name="Anna", password=PASSWORD)
    closed = []
    for path, junk in OPEN_ROUTES.items():
        tried = [status(path, junk) for _ in range(NETWORK_FACTOR * 3 + 1)]
        assert tried[-1] == 429, path
        closed.append(path)
        others = {
            other: status(other, OPEN_ROUTES[other]) for other in set(OPEN_ROUTES) - {*closed}
        }
        assert 429 not in others.values(), (path, others)
    assert App().post("refresh", refresh=session["refresh"])["access"]


def test_junk_tokens_lock_no_app_out(anna: User) -> None:
    sessions = [App().post("login", name="Anna", password=PASSWORD) for _ in range(2)]
    tried = [status("refresh", {"refresh": f"junk {n}"}) for n in range(NETWORK_FACTOR * MOST + 1)]
    assert tried == [401] * NETWORK_FACTOR * MOST + [429]
    refreshed = App().post("refresh", refresh=sessions[0]["refresh"])
    assert refreshed["access"]
    assert status("guest", {}) == 201
    assert status("register", {"name": "Newcomer", "password": PASSWORD}) == 201
    assert App().post("login", name="Anna", password=PASSWORD)["access"]
    # A device has its own limit, whatever others of its network do.
    token, answers = refreshed["refresh"], []
    for _ in range(MOST):
        answer = App().ask("post", "refresh", {"refresh": token})
        answers.append(answer.status_code)
        token = answer.json().get("refresh")
    assert answers == [200] * (MOST - 1) + [429]
    assert answer.json()["code"] == "TOO_MANY"
    assert App().post("refresh", refresh=sessions[1]["refresh"])["access"]


def test_a_class_of_forty_comes_in_within_a_minute(db: None, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS
    for number in range(40):
        assert status("guest", {}) == 201
        assert Client().post("/guest/", {"name": f"Pupil {number}"}).status_code == 302
        assert status("login", {"name": f"Pupil {number}", "password": "x"}) == 401
        assert status("register", {"name": f"Learner {number}", "password": PASSWORD}) == 201


def test_wrong_passwords_of_one_do_not_lock_out_who_has_been_there(
    anna: User, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS
    users.register_person(name="Ravi", password=PASSWORD)
    assert App().post("login", name="Anna", password=PASSWORD)["access"]  # at home here
    tried = [status("login", {"name": f"Nobody {n}", "password": "x"}) for n in range(61)]
    assert tried == [401] * 60 + [429]
    assert status("login", {"name": "Ravi", "password": PASSWORD}) == 429
    assert status("login", {"name": "Anna", "password": PASSWORD}) == 200


def test_guests_with_an_invitation_do_not_count_for_their_network(settings: Any) -> None:
    settings.GUESTS_PER_HOUR, settings.GUESTS_PER_INVITE = 1, 2
    table = open_table(plan=TablePlan(name="Class 4b", private=True), host=None)
    code = Table.objects.get(pk=table.pk).invite
    assert [status("guest", {}) for _ in range(2)] == [201, 429]
    assert status("guest", {"invite": "nonsense"}) == 429
    assert status("guest", {"invite": code}) == 201
    browser = Client()
    assert browser.get(f"/i/{code}/").status_code == 200
    assert browser.post("/guest/", {"name": "Invited"}).status_code == 302
    # An invitation has a limit too: it may be passed on to a program.
    assert status("guest", {"invite": code}) == 429
    other = open_table(plan=TablePlan(name="Class 5c", private=True), host=None)
    code = Table.objects.get(pk=other.pk).invite
    Table.objects.filter(pk=other.pk).update(state=Table.State.CLOSED)
    assert status("guest", {"invite": code}) == 429
