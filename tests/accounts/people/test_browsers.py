"""The browsers in which a user is logged in: listed, and logged out one by one."""

import pytest
from django.test import Client

from accounts.people.actions.devices import end_everything
from accounts.people.actions.users import create_guest
from accounts.people.queries.browsers import browser_name, browsers_of
from tests.support.app import PASSWORD, App, app_of

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


def browser(agent):
    client = Client(headers={"user-agent": agent})
    client.post("/accounts/login/", {"login": "Anna", "password": PASSWORD})
    assert client.get("/me/").status_code == 200
    return client


def test_browsers_are_listed_and_one_is_logged_out(anna):
    laptop, phone = browser(FIREFOX), browser(PHONE)
    page = laptop.get("/me/devices/").content.decode()
    assert page.index("Safari on iPhone") < page.index("Firefox on Linux") < page.index("this one")
    assert laptop.session.session_key not in page
    received = app_of(anna).get("devices")["browsers"]
    assert [(one["name"], one["current"]) for one in received] == [
        ("Safari on iPhone", False),
        ("Firefox on Linux", False),
    ]
    mine = laptop.get("/api/v1/devices").json()["browsers"]
    assert [one["current"] for one in mine] == [False, True]
    laptop.post("/me/devices/", {"browser": str(received[0]["id"])})
    assert phone.get("/me/").status_code == 302
    assert laptop.get("/me/").status_code == 200
    app = app_of(anna)
    assert app.ask("delete", f"devices/browsers/{received[1]['id']}").status_code == 204
    assert laptop.get("/me/").status_code == 302
    assert browsers_of(anna) == []


def test_a_browser_is_its_users_alone_and_ends_with_everything(anna):
    laptop = browser(FIREFOX)
    (one,) = browsers_of(anna)
    path = f"devices/browsers/{one.id}"
    assert app_of(create_guest()).refused("delete", path) == (404, "NO_SUCH_DEVICE")
    assert App().refused("delete", path) == (401, "LOG_IN_REQUIRED")
    assert laptop.get("/me/").status_code == 200
    end_everything(user=anna)
    anna.refresh_from_db()
    assert browsers_of(anna) == []
    again = browser(FIREFOX)
    again.post("/accounts/logout/")
    assert browsers_of(anna) == []


def test_browsers_are_named_in_two_words():
    assert browser_name(PHONE) == "Safari on iPhone"
    assert browser_name("Mozilla/5.0 (Windows NT 10.0) Chrome/130 Safari/537 Edg/130") == (
        "Edge on Windows"
    )
    assert browser_name("curl/8") == "Browser"
