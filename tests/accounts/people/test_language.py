"""The language of a reader: by the browser, by choice, and kept with the account."""

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse

from accounts.people.actions.users import create_guest, set_language
from accounts.people.models import User
from core.templatetags import fragments
from tests.support.people import PASSWORD

pytestmark = pytest.mark.django_db
COOKIE = django_settings.LANGUAGE_COOKIE_NAME
THREE = [("en", "English"), ("hi", "हिन्दी"), ("zh-hans", "简体中文")]


@pytest.fixture(autouse=True)
def three_languages(settings):
    settings.LANGUAGES = THREE
    fragments._kept.cache_clear()
    yield
    fragments._kept.cache_clear()


def page(client: Client, **headers: str):
    """The conduct page, which anybody may read."""
    return client.get(reverse("accounts:conduct"), headers=headers)


def choose(client: Client, language: str):
    return client.post(
        reverse("accounts:language"),
        {"language": language},
        headers={"Referer": "http://testserver/conduct/"},
    )


@pytest.mark.parametrize(
    ("asked", "language"),
    [("hi-IN,hi;q=0.9,en;q=0.8", "hi"), ("zh-CN", "zh-hans"), ("fr", "en"), ("", "en")],
)
def test_a_page_is_in_the_language_of_the_browser(client, asked, language):
    found = page(client, **{"Accept-Language": asked})
    assert found["Content-Language"] == language
    assert f'<html lang="{language}"'.encode() in found.content
    assert "Accept-Language" in found["Vary"]


def test_a_choice_comes_before_the_browser_and_changes_no_address(client):
    answer = choose(client, "zh-hans")
    assert (answer.status_code, answer["Location"]) == (302, "http://testserver/conduct/")
    found = page(client, **{"Accept-Language": "hi"})
    assert found["Content-Language"] == "zh-hans"


def test_every_page_offers_the_languages_by_their_own_names(client):
    text = page(client, **{"Accept-Language": "hi"}).content.decode()
    for code, name in THREE:
        assert f'lang="{code}"' in text
        assert name in text


@pytest.mark.parametrize("language", ["xx", "fr", "EN", ""])
def test_a_language_that_is_not_offered_changes_nothing(client, language):
    answer = choose(client, language)
    assert answer["Location"] == "http://testserver/conduct/"
    assert page(client)["Content-Language"] == "en"
    assert COOKIE not in client.cookies


def test_an_account_keeps_its_language_for_the_next_browser(anna, as_anna):
    choose(as_anna, "hi")
    anna.refresh_from_db()
    assert anna.language == "hi"
    other = Client()
    other.post(reverse("account_login"), {"login": "Anna", "password": PASSWORD})
    assert other.cookies[COOKIE].value == "hi"
    assert page(other)["Content-Language"] == "hi"


def test_an_app_sets_the_language_of_the_account(anna, as_anna):
    assert as_anna.get("/api/v1/me").json()["language"] == ""
    answer = as_anna.patch("/api/v1/me", {"language": "en"}, "application/json")
    assert answer.json()["language"] == "en"
    answer = as_anna.patch("/api/v1/me", {"language": "xx"}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")
    anna.refresh_from_db()
    assert anna.language == "en"


def test_a_new_account_keeps_what_its_browser_had_chosen(client):
    choose(client, "zh-hans")
    client.post(reverse("accounts:guest"), {"name": "Chitra"})
    assert User.objects.get(name="Chitra").language == "zh-hans"


def test_a_language_that_is_no_longer_offered_is_left_alone(client):
    user = set_language(user=create_guest(name="Dev"), language="xx")
    client.force_login(user)
    assert page(client)["Content-Language"] == "en"
