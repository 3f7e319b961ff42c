"""The pages about users and chips: their data, and who may see them."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import ledger
from accounts.ledger.models import Entry
from accounts.people.actions import users
from accounts.people.models import User
from accounts.people.queries import profile
from games.hands.queries.hand_list import ListedHand
from tests.support.people import PASSWORD

TABLE = uuid.UUID("00000000-0000-4000-8000-000000000003")


@pytest.fixture
def sections(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A catalogue without the sections of games and lobby."""
    empty: dict[str, Any] = {}
    monkeypatch.setattr(profile, "SECTIONS", empty)
    return empty


def test_a_profile_has_the_data_of_its_page(
    as_anna: Client, anna: User, sections: dict[str, Any]
) -> None:
    sections["summary"] = lambda user: {"hands": 7, "won": 2, "net": -40}
    hand = ListedHand(
        id=uuid.uuid4(),
        game_name="Teen Patti",
        table_name="Marigold",
        number=3,
        players=2,
        plays_for="chips",
        at=timezone.now(),
        pot=80,
        net=-40,
        won=False,
        void=False,
    )
    sections |= {"hands": lambda user: [hand], "in_play": lambda user: 400}
    ledger.buy_in(user=anna, table_id=TABLE, amount=9_900, uid="in")
    context = as_anna.get("/me/").context
    assert context["person"] == anna
    assert context["balance"] == 100
    assert context["in_play"] == 400
    assert context["summary"] == {"hands": 7, "won": 2, "net": -40}
    assert context["hands"] == [hand]
    refill = context["refill"]
    assert (refill.allowed, refill.amount, refill.reason) == (True, 9_500, "")


def test_a_profile_works_without_games_and_lobby(as_anna: Client, sections: dict[str, Any]) -> None:
    context = as_anna.get("/me/").context
    assert context["summary"] == {"hands": 0, "won": 0, "net": 0}
    assert (context["hands"], context["in_play"]) == ([], 0)
    assert context["refill"].reason


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/me/", "/me/statement/", "/me/sign-up/"])
def test_visitors_have_no_personal_pages(client: Client, page: str) -> None:
    assert client.get(page)["Location"] == f"/accounts/login/?next={page}"


def test_personal_pages_are_never_cached(as_anna: Client) -> None:
    for page in ("/me/", "/me/statement/"):
        assert "no-store" in as_anna.get(page)["Cache-Control"]


def test_a_statement_shows_only_the_users_chips(as_anna: Client, anna: User, ravi: User) -> None:
    ledger.buy_in(user=anna, table_id=TABLE, amount=250, uid="a", memo="Lotus")
    ledger.buy_in(user=ravi, table_id=TABLE, amount=111, uid="r")
    context = as_anna.get("/me/statement/", {"page": "x"}).context
    rows = context["page"].object_list
    assert [(row.kind, row.amount, row.balance_after, row.memo) for row in rows] == [
        ("buy_in", -250, 9_750, "Lotus"),
        ("start", 10_000, 10_000, ""),
    ]
    assert context["balance"] == 9_750


def test_a_refill_by_form_returns_to_the_profile(as_anna: Client, anna: User) -> None:
    ledger.buy_in(user=anna, table_id=TABLE, amount=10_000, uid="in")
    assert as_anna.get("/me/refill/").status_code == 405
    for _ in range(2):
        assert as_anna.post("/me/refill/")["Location"] == "/me/"
    assert ledger.wallet_balance(anna.pk) == 10_000
    assert Entry.objects.filter(kind="refill").count() == 1


def test_a_refill_by_script_answers_in_json(as_anna: Client, anna: User) -> None:
    asked = {"HTTP_ACCEPT": "application/json"}
    ledger.buy_in(user=anna, table_id=TABLE, amount=10_000, uid="in")
    answer = as_anna.post("/me/refill/", **asked)
    assert (answer.status_code, answer.json()) == (200, {"balance": 10_000})
    answer = as_anna.post("/me/refill/", **asked)
    assert answer.status_code == 409
    assert answer.json()["code"] == "REFILL_USED"


def test_an_avatar_is_a_seed(as_anna: Client, anna: User) -> None:
    assert as_anna.post("/me/avatar/", {"seed": "4821"})["Location"] == "/me/"
    anna.refresh_from_db()
    assert anna.avatar == 4821
    for seed in ("-1", str(2**31), "x", "", "1" * 400):
        answer = as_anna.post("/me/avatar/", {"seed": seed}, HTTP_ACCEPT="application/json")
        assert (answer.status_code, answer.json()["code"]) == (400, "BAD_AVATAR")
    anna.refresh_from_db()
    assert anna.avatar == 4821


def test_anyone_may_see_a_player_but_nothing_private(
    client: Client, anna: User, sections: dict[str, Any]
) -> None:
    answer = client.get("/players/Anna/")
    person = answer.context["person"]
    assert (person.name, person.kind, person.is_you) == ("Anna", "person", False)
    assert person.avatar == anna.avatar
    assert answer.context["summary"] == {"hands": 0, "won": 0, "net": 0}
    assert b"anna@example.org" not in answer.content
    shown = [*answer.context["person"].__slots__]
    assert set(shown) == {"name", "kind", "avatar", "bot_level", "date_joined", "is_you"}
    assert "balance" not in answer.context


def test_the_users_own_public_page_is_recognised(as_anna: Client) -> None:
    assert as_anna.get("/players/Anna/").context["person"].is_you is True


def test_every_spelling_redirects_to_one_url(client: Client, db: None) -> None:
    krishna = users.register_person(name="कृष्णा देवी", password=PASSWORD)
    page = reverse("accounts:player", args=[krishna.name])
    assert client.get(page).status_code == 200
    users.register_person(name="Anna Lee", password=PASSWORD)
    answer = client.get("/players/ANNA_LEE/")
    assert (answer.status_code, answer["Location"]) == (302, "/players/Anna%20Lee/")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Nobody Here", "<script>", "...", "x" * 500, "%00"])
def test_unknown_players_are_not_found(client: Client, name: str) -> None:
    assert client.get(reverse("accounts:player", args=[name])).status_code == 404


def test_a_suspended_user_is_not_found(client: Client, anna: User) -> None:
    anna.is_active = False
    anna.save()
    assert client.get("/players/Anna/").status_code == 404
