"""The user's account in the API: log-in, profile, chips, and the form of refusals."""

import json

import pytest
from django.test import Client, override_settings

from accounts import ledger
from accounts.ledger.models import Entry
from accounts.people.models import User
from tests.support.app import PASSWORD, V1, App, app_of


def test_a_new_user_registers_and_is_logged_in(visitor):
    session = visitor.post(
        "register", name="Meera", password=PASSWORD, device={"name": "Pixel", "platform": "android"}
    )
    assert session["device"]["name"] == "Pixel"
    me = App(session["access"]).get("me")
    assert (me["name"], me["kind"], me["tables"]) == ("Meera", "person", [])
    assert App(session["access"]).get("me/balance")["wallet"] == ledger.START_CHIPS


def test_a_registered_bot_stays_marked_as_a_bot(anna, visitor):
    app = App(visitor.post("guest")["access"])
    assert app.post("me/bot")["kind"] == app.post("me/bot")["kind"] == "registered_bot"
    assert app.refused("post", "me/sign-up", name="Nobot", password=PASSWORD)[1] == "NOT_A_GUEST"
    slug = app.post("tables/quick", game="teen_patti")["slug"]
    table = app.get(f"tables/{slug}")
    mine = next(seat for seat in table["seats"] if seat["name"] == app.get("me")["name"])
    assert mine["kind"] == "registered_bot"
    (row,) = [row for row in visitor.get("tables")["items"] if row["slug"] == slug]
    assert row["bots"] == row["taken"]
    page = Client().get(f"/players/{mine['name']}/").content.decode()
    assert "This is a bot." in page
    anna.is_staff = True
    anna.save()
    assert app_of(anna).refused("post", "me/bot") == (409, "NOT_FOR_STAFF")


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ({"name": "m", "password": PASSWORD}, (400, "NAME_LENGTH")),
        ({"name": "Anna", "password": PASSWORD}, (409, "NAME_TAKEN")),
        ({"name": "Аnna", "password": PASSWORD}, (400, "NAME_SCRIPTS")),
        ({"name": "Meera", "password": "12345678"}, (400, "BAD_REQUEST")),
        ({"name": "Meera"}, (400, "BAD_REQUEST")),
        ({"name": "Meera", "password": PASSWORD, "is_staff": True}, (400, "BAD_REQUEST")),
        ({"name": "Meera", "password": PASSWORD, "email": "no"}, (400, "BAD_REQUEST")),
        ({"name": {"a": 1}, "password": PASSWORD}, (400, "BAD_REQUEST")),
    ],
)
def test_an_invalid_registration_creates_no_user(anna, visitor, body, answer):
    assert visitor.refused("post", "register", **body) == answer
    assert User.objects.count() == 1


def test_logging_in_takes_the_name_in_any_spelling(anna, visitor):
    assert visitor.post("login", name="ANNA", password=PASSWORD)["you"]["name"] == "Anna"
    assert visitor.refused("post", "login", name="Anna", password="wrong") == (401, "BAD_LOGIN")
    assert visitor.refused("post", "login", name="Nobody", password=PASSWORD) == (401, "BAD_LOGIN")


def test_wrong_passwords_on_pages_and_in_the_api_share_a_limit(anna, visitor):
    with override_settings(ACCOUNT_RATE_LIMITS={"login_failed": "3/5m/key"}):
        for _ in range(2):
            page = {"login": "anna", "password": "wrong"}
            assert Client().post("/accounts/login/", page).status_code == 200
        assert visitor.refused("post", "login", name="Anna", password="no") == (401, "BAD_LOGIN")
        response = visitor.ask("post", "login", {"name": "ANNA", "password": PASSWORD})
        assert (response.status_code, response.json()["code"]) == (429, "TOO_MANY")
        assert int(response["Retry-After"]) > 0


def test_a_suspended_user_cannot_log_in_by_the_api(anna, visitor):
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert visitor.refused("post", "login", name="Anna", password=PASSWORD) == (
        403,
        "ACCOUNT_INACTIVE",
    )
    assert visitor.refused("post", "login", name="Anna", password="no") == (401, "BAD_LOGIN")


def test_a_registering_guest_keeps_account_and_chips(visitor):
    session = visitor.post("guest")
    app = App(session["access"])
    assert session["you"]["kind"] == "guest"
    kept = app.post("me/sign-up", name="Leela", password=PASSWORD)
    assert (kept["kind"], kept["id"]) == ("person", session["you"]["id"])
    assert visitor.post("login", name="Leela", password=PASSWORD)["you"]["id"] == kept["id"]
    again = app.refused("post", "me/sign-up", name="Leela2", password=PASSWORD)
    assert again == (409, "NOT_A_GUEST")


def test_guests_are_limited_by_address(visitor):
    with override_settings(GUESTS_PER_HOUR=2):
        assert [visitor.ask("post", "guest").status_code for _ in range(3)] == [201, 201, 429]


def test_the_statement_is_paged_without_gap_or_repetition(as_anna, anna):
    bank, wallet = ledger.bank(), ledger.wallet(anna)
    for number in range(1, 8):
        postings = {bank: -number, wallet: number}
        ledger.transfer(kind=Entry.Kind.CORRECTION, uid=f"test:{number}", postings=postings)
    found, path = [], "me/statement?size=3"
    while True:
        page = as_anna.get(path)
        found += [line["amount"] for line in page["items"]]
        if page["next"] is None:
            break
        path = f"me/statement?size=3&cursor={page['next']}"
    assert found == [7, 6, 5, 4, 3, 2, 1, ledger.START_CHIPS]


def test_an_unneeded_refill_is_refused(as_anna):
    assert as_anna.refused("post", "me/refill") == (409, "REFILL_NOT_NEEDED")


def test_only_the_avatar_may_be_changed(as_anna, anna):
    assert as_anna.ask("patch", "me", {"avatar": 7}).json()["avatar"] == 7
    assert as_anna.refused("patch", "me", is_staff=True) == (400, "BAD_REQUEST")
    assert as_anna.refused("patch", "me", avatar=-1) == (400, "BAD_REQUEST")
    anna.refresh_from_db()
    assert (anna.avatar, anna.is_staff) == (7, False)


def test_anyone_may_look_up_a_player_but_not_their_address(anna, visitor):
    found = visitor.get("players/anna")
    assert found["name"] == "Anna"
    assert "example.org" not in json.dumps(found)
    assert visitor.refused("get", "players/nobody") == (404, "NO_SUCH_PLAYER")


@pytest.mark.parametrize(
    ("method", "path", "data", "kind", "answer"),
    [
        ("get", "nowhere", None, None, (404, "NOT_FOUND")),
        ("post", "login", "{", "application/json", (400, "BAD_JSON")),
        ("post", "login", "[1]", "application/json", (400, "BAD_JSON")),
        ("post", "login", "[" * 9_000, "application/json", (400, "BAD_JSON")),
        ("post", "login", '{"name":NaN}', "application/json", (400, "BAD_JSON")),
        ("post", "login", b'{"name":"\xff"}', "application/json", (400, "BAD_JSON")),
        ("post", "login", '"' + "x" * 17_000, "application/json", (413, "TOO_LARGE")),
        ("post", "login", "a=1", "application/x-www-form-urlencoded", (415, "NOT_JSON")),
        ("get", "login", None, None, (405, "BAD_METHOD")),
        ("get", "me", None, None, (401, "LOG_IN_REQUIRED")),
    ],
)
def test_every_refusal_has_a_code_and_a_sentence(visitor, method, path, data, kind, answer):
    named = {} if data is None else {"data": data, "content_type": kind}
    response = getattr(visitor.client, method)(V1 + path, **named)
    body = response.json()
    assert (response.status_code, body["code"]) == answer
    assert body["text"]
    assert response["Cache-Control"] == "no-store, private"


def test_field_errors_are_in_the_language_of_the_client(visitor):
    texts = {
        Client()
        .post(
            V1 + "login", {}, content_type="application/json", headers={"Accept-Language": language}
        )
        .json()["data"]["fields"]["name"][0]
        for language in ("en", "hi", "zh-hans")
    }
    assert texts == {"This field is required.", "यह फ़ील्ड ज़रूरी है।", "这个字段必填。"}


def test_a_throttled_answer_has_retry_after(as_anna, anna, settings):
    settings.THROTTLE_RATES = {"read": (3, 1_000_000), "write": (9, 9)}
    codes = [as_anna.ask("get", "me").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    response = as_anna.ask("get", "me")
    assert int(response["Retry-After"]) == response.json()["data"]["wait_s"] > 0
    assert app_of(anna).ask("get", "me").status_code == 429  # another device of the same user


def test_a_session_cookie_needs_its_csrf_token_to_write(anna):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna)
    assert browser.get(V1 + "me").json()["name"] == "Anna"
    refused = browser.patch(V1 + "me", {"avatar": 7}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "NOT_ALLOWED")
    browser.get("/accounts/password/change/")
    token = browser.cookies["csrftoken"].value
    taken = browser.patch(
        V1 + "me", {"avatar": 7}, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert taken.json()["avatar"] == 7
