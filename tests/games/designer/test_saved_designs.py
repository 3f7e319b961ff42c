"""Saved designs: stored whole, one per name, visible to their owner alone."""

import uuid

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client
from playwright.async_api import expect

from accounts.people.actions import users
from accounts.people.models import User
from games.designer import actions as designs
from games.designer import simulations
from games.designer.actions import delete_design, save_design
from games.designer.models import Design
from games.designer.queries import designs_of
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.designs import PRESETS
from tests.browser.seated_table import log_in, session_of
from tests.support.designer_forms import post

pytestmark = pytest.mark.django_db
TCP = PRESETS["tcp"].table


@pytest.fixture
def anna() -> User:
    return users.create_guest(name="Anna")


@pytest.fixture
def as_anna(anna: User) -> Client:
    client = Client()
    client.force_login(anna)
    return client


def test_the_same_name_replaces(anna: User):
    first = save_design(owner=anna, name="  My   game ", pay_table=TCP)
    again = save_design(owner=anna, name="my game", pay_table=TCP.changed(tie="dealer_wins"))
    assert again.pk == first.pk
    (kept,) = designs_of(anna)
    assert (kept.name, kept.pay_table.tie, kept.text) == (
        "my game",
        "dealer_wins",
        "tcp~tie=dealer_wins",
    )
    other = users.create_guest()
    save_design(owner=other, name="My game", pay_table=TCP)
    assert [len(designs_of(user)) for user in (anna, other)] == [1, 1]


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\u202eb", "a\x00b"])
def test_invalid_names_are_refused(anna: User, name: str):
    with pytest.raises(RulesError, check=lambda no: no.code == "BAD_NAME"):
        save_design(owner=anna, name=name, pay_table=TCP)
    assert not Design.objects.exists()


def test_the_number_of_designs_is_limited(anna: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(designs, "DESIGNS_MAX", 2)
    for name in ("one", "two", "ONE"):
        save_design(owner=anna, name=name, pay_table=TCP)
    with pytest.raises(RulesError, check=lambda no: no.code == "TOO_MANY_DESIGNS"):
        save_design(owner=anna, name="three", pay_table=TCP)


def test_a_saved_design_does_not_change_with_the_presets(anna: User):
    assert save_design(owner=anna, name="tcp", pay_table=TCP).pay_table == TCP.to_json()


def test_only_own_designs_are_listed_and_deleted(anna: User, as_anna: Client):
    mine = save_design(owner=anna, name="mine", pay_table=TCP)
    theirs = save_design(owner=users.create_guest(), name="theirs", pay_table=TCP)
    page = as_anna.get("/odds/design/").content.decode()
    assert str(mine.pk) in page
    assert str(theirs.pk) not in page
    assert not delete_design(owner=anna, design_id=theirs.pk)
    answer = post(as_anna, f"/odds/design/{theirs.pk}/delete/", {}).json()
    assert [design["name"] for design in answer["saved"]] == ["mine"]
    assert post(as_anna, f"/odds/design/{mine.pk}/delete/", {}).json() == {"saved": []}
    assert list(Design.objects.all()) == [theirs]


def test_a_design_is_saved_on_the_page(as_anna: Client):
    body = {"name": "Diwali", "design": TCP.to_json()}
    (saved,) = post(as_anna, "/odds/design/save/", body).json()["saved"]
    assert (saved["name"], saved["text"], saved["design"]) == ("Diwali", "tcp", TCP.to_json())
    assert (saved["decks"], saved["dealt_percent"]) == (1, None)
    shoe = {"decks": 6, "dealt_percent": 75}
    (saved,) = post(as_anna, "/odds/design/save/", body | shoe).json()["saved"]
    assert saved.items() >= shoe.items()
    for wrong in (
        {**body, "name": ""},
        {**body, "design": {"tie": "no"}},
        {**body, "decks": 9},
        {**body, "dealt_percent": 10},
        [],
    ):
        assert post(as_anna, "/odds/design/save/", wrong).status_code == 422
    assert Design.objects.count() == 1


def test_visitors_save_nothing(client: Client):
    body = {"name": "x", "design": {}}
    assert post(client, "/odds/design/save/", body).json()["code"] == "LOGIN_REQUIRED"
    assert post(client, f"/odds/design/{uuid.uuid4()}/delete/", {}).status_code == 401
    assert not Design.objects.exists()


def test_simulations_are_rate_limited(
    as_anna: Client, client: Client, monkeypatch: pytest.MonkeyPatch
):
    cache.clear()
    monkeypatch.setattr(simulations, "SIMULATIONS_MAX", 2)
    ask = {"design": {}, "hands": 10}
    answers = [post(as_anna, "/odds/simulate/", ask).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    assert post(client, "/odds/simulate/", ask).status_code == 200
    cache.clear()


@pytest.mark.django_db(transaction=True)
async def test_a_design_is_saved_and_opened_again(visitors):
    session = await sync_to_async(lambda: session_of(users.create_guest(name="Anna")))()
    window = await visitors.arrive("designer", width=1440, height=900, reduced_motion="reduce")
    window.allow.append("422")  # a design without a name
    await log_in(visitors, window, session)
    page = window.page
    await page.goto("/odds/design/?a=twenty_twenty")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator(".saved .error")).to_contain_text("A name has 1 to 40")
    await page.get_by_label("Design name").fill("Evening game")
    await page.get_by_role("button", name="Save").click()
    chip = page.get_by_role("button", name="Evening game", exact=True)
    await expect(chip).to_have_attribute("aria-pressed", "true")
    await page.locator("#preset").select_option("tcp")
    await expect(chip).to_have_attribute("aria-pressed", "false")
    await chip.click()
    await expect(page.locator("#preset")).to_have_value("twenty_twenty")
    await window.shoot("odds-saved")
    await page.get_by_role("button", name="Delete Evening game").click()
    await expect(chip).to_have_count(0)
    assert not await sync_to_async(Design.objects.exists)()
