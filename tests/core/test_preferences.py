"""Preferences: which exist, how an account and a browser keep them, how a page shows them."""

import io
import json
import re
import zipfile
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.people.actions.users import create_guest, set_preferences, sign_up_guest
from accounts.people.models import User
from accounts.people.preferences_wire import Preferences, PreferencesBody
from accounts.privacy.export import archive
from core import preferences
from core.http.shared_pages import shared_page
from core.wire import properties

FOREIGN = {"room": "attic", "felt": "<b>", "hat": "red", "keys": {"f": "xx", "FF": "a", "s": "d"}}


def test_only_what_exists_is_kept() -> None:
    assert preferences.valid(FOREIGN) == {"keys": {"s": "d"}}
    for name, values in preferences.CHOICES.items():
        assert len(values) == len(set(values)) > 1
        for value in values:
            assert preferences.valid({name: value, "keys": "none"}) == {name: value}


def test_only_keys_of_games_are_kept_as_taught() -> None:
    taught = ["holdem", 3, "<b>", "dou_dizhu", "x" * 33, *["a"] * 99]
    kept = preferences.valid({"taught": taught})["taught"]
    assert kept == ["holdem", "dou_dizhu", *["a"] * 30]
    assert preferences.valid({"taught": "holdem"}) == {}
    assert preferences.complete({})["taught"] == []


def test_the_api_has_the_same_preferences() -> None:
    for shape in (Preferences, PreferencesBody):
        assert set(properties(shape)) == {*preferences.CHOICES, "keys", "taught"}
    for name, values in preferences.CHOICES.items():
        assert properties(Preferences)[name]["enum"] == list(values)


@pytest.mark.parametrize("value", ["", "x", "felt=<script>", "=&&=", "a=b&" * 99])
def test_a_broken_cookie_is_that_of_everybody(value: str) -> None:
    assert preferences.look_of_cookie(value) == {}


def test_a_cookie_names_what_differs_in_one_order() -> None:
    cookie = preferences.to_cookie({"deck": "2", "felt": "blue", "room": "dark", "speed": "2"})
    assert cookie == "felt=blue&deck=2"
    assert preferences.look_of_cookie(cookie) == {"felt": "blue", "deck": "2"}


def root(page: Any) -> dict[str, str]:
    """The attributes of a page's root, without the marks of the language."""
    tag = re.search(rb"<html ([^>]*)>", page.content)
    assert tag is not None
    return dict(re.findall(r'data-(\w+)="([^"]*)"', tag[1].decode()))


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/settings/", "/rules/teen_patti/", "/odds/", "/nothing/"])
def test_the_server_draws_a_page_as_its_browser_chose(path: str) -> None:
    client = Client()
    first = client.get(path)
    assert root(first) == preferences.look({})
    assert b'name="theme-color" content="#17100d"' in first.content
    assert "Cookie" in first["Vary"]
    client.cookies[preferences.COOKIE] = "room=light&back=waves&size=huge"
    page = client.get(path)
    assert root(page) == preferences.look({"room": "light", "back": "waves"})
    assert b'name="theme-color" content="#f2e9d9"' in page.content


@pytest.mark.django_db
def test_pages_group_digits_as_their_reader_chose_and_the_api_does_not() -> None:
    """The ranking of the rules is a page's own text; the leaderboard's note is a kept fragment."""
    asha, client = create_guest(name="Asha"), Client()
    for digits, written in (
        ("auto", "22,100"),
        ("fr", "22\u202f100"),
        ("none", "22100"),
    ):
        client.cookies[preferences.COOKIE] = f"digits={digits}"
        assert f"of {written} hands" in client.get("/rules/teen_patti/").content.decode()
    assert "of 22,100 hands" in client.get("/api/v1/games/teen_patti/rules/text").content.decode()
    set_preferences(user=asha, chosen={"digits": "none"})
    other = Client()
    other.force_login(asha)
    other.cookies[preferences.COOKIE] = "digits=fr"
    page = other.get("/me/statement/").content.decode()
    assert "10000" in page
    assert "10,000" not in page


@pytest.mark.django_db
def test_visitors_with_another_look_do_not_share_a_page(settings: Any) -> None:
    settings.SHARED_ANSWERS = True
    seen: list[HttpRequest] = []

    @shared_page(60)
    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request)
        return HttpResponse(request.COOKIES.get(preferences.COOKIE, ""))

    def ask(cookie: str) -> bytes:
        request = RequestFactory().get("/")
        request.COOKIES[preferences.COOKIE] = cookie
        return view(request).content

    assert ask("felt=blue") == ask("felt=blue&hat=1&room=dark") == b"felt=blue"
    assert ask("felt=wine") == b"felt=wine"
    assert ask("x") == ask("felt=none") == b"x"
    assert len(seen) == 3


@pytest.mark.django_db
def test_an_account_comes_before_the_cookie_and_keeps_what_is_not_named() -> None:
    asha = create_guest(name="Asha")
    client = Client()
    client.force_login(asha)
    client.cookies[preferences.COOKIE] = "felt=wine"
    assert root(client.get("/settings/"))["felt"] == "wine"  # the account has chosen nothing yet
    for chosen in ({"felt": "sea", "keys": {"f": "x"}}, {"speed": "2"}):
        answer = client.patch("/api/v1/me", {"preferences": chosen}, "application/json")
        assert answer.status_code == 200
    kept = {"felt": "sea", "keys": {"f": "x"}, "speed": "2"}
    assert answer.json()["preferences"] == preferences.complete(kept)
    asha.refresh_from_db()
    assert asha.preferences == kept
    other = Client()
    other.force_login(asha)
    shown = root(other.get("/settings/"))
    assert shown["felt"] == "sea"
    assert json.loads(shown["kept"].replace("&quot;", '"')) == kept


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"felt": "none"}, {"keys": {"f": "ff"}}, {"hat": "red"}, "all"])
def test_the_api_refuses_what_does_not_exist(wrong: Any) -> None:
    asha = create_guest(name="Asha")
    client = Client()
    client.force_login(asha)
    answer = client.patch("/api/v1/me", {"preferences": wrong}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")
    asha.refresh_from_db()
    assert asha.preferences == {}


@pytest.mark.django_db
def test_a_guest_takes_them_along_and_can_download_them() -> None:
    guest = set_preferences(user=create_guest(name="Asha"), chosen={"room": "light"})
    person = sign_up_guest(user=guest, name="Asha", password="correct-horse-42")
    assert User.objects.get(pk=person.pk).preferences == {"room": "light"}
    with zipfile.ZipFile(io.BytesIO(b"".join(archive(person)))) as packed:
        profile = json.loads(packed.read("profile.jsonl"))
    assert profile["preferences"] == {"room": "light"}


@pytest.mark.django_db
def test_every_game_with_keys_of_its_own_is_on_the_page_once() -> None:
    page = Client().get(reverse("lobby:settings"))
    modules = [game["module"] for game in page.context["games"]]
    assert len(modules) == len(set(modules)) >= 4
