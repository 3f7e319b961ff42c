"""A visitor's ways in: whatever they ask for, they choose a name first and then get it."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from accounts.people.actions.users import create_guest
from lobby.tables.models import Seat
from tests.support.cases import for_each

pytestmark = pytest.mark.django_db

ASKED = [
    ("get", "/tables/new/?game=holdem&name=A", {}, "/tables/new/?game=holdem&name=A"),
    ("post", "/tables/join/", {"name": "Nowhere & Co"}, "/tables/new/?name=Nowhere+%26+Co"),
    ("post", "/play/teen_patti/", {}, "/?quick=teen_patti"),
]  # fmt: skip


@for_each(("method", "path", "body", "wanted"), ASKED)
def test_a_visitor_lands_on_the_guests_form_and_then_where_they_wanted(
    method: str, path: str, body: dict[str, str], wanted: str
) -> None:
    client = Client()
    answer = getattr(client, method)(path, body, follow=True)
    landed, query = answer.redirect_chain[-1][0], ""
    assert urlsplit(landed).path == "/guest/", landed
    query = parse_qs(urlsplit(landed).query)["next"][0]
    assert query == wanted
    page = answer.content.decode()
    for way in ("/accounts/login/", "/accounts/signup/"):
        assert f'href="{way}?next=' in page
    assert "autofocus" in page
    named = client.post("/guest/", {"name": f"Lotte {len(query)}", "next": query})
    assert (named.status_code, named["Location"]) == (302, wanted)


def test_an_unknown_name_is_offered_as_the_name_of_a_new_table() -> None:
    client = Client()
    received = client.post("/tables/join/", {"name": "Nowhere"}, follow=True).content.decode()
    assert "There is no table with that name. Choose a name to open one." in received
    client.post("/guest/", {"name": "Lotte"})
    received = client.post("/tables/join/", {"name": "Nowhere"}, follow=True).content.decode()
    assert "There is no table with that name. You can open one here." in received
    assert '"name": "Nowhere"' in received


def test_a_private_link_is_kept_while_a_visitor_chooses_a_name(seat_table) -> None:  # type: ignore[no-untyped-def]
    room = seat_table(people=2, private=True)
    client = Client()
    shown = client.get(f"/i/{room.table.invite}/").content.decode()
    assert f"url=/t/{room.table.slug}/" in shown
    client.post("/guest/", {"name": "Lotte", "next": f"/t/{room.table.slug}/"})
    assert client.get(f"/t/{room.table.slug}/").status_code == 200


def test_quick_seat_seats_a_guest() -> None:
    client, guest = Client(), create_guest()
    client.force_login(guest)
    client.post("/play/teen_patti/")
    assert Seat.objects.filter(user=guest).count() == 1


def test_pages_offer_to_sign_up_and_guests_to_keep_their_chips() -> None:
    client = Client()
    for path in ("/", "/guest/", "/accounts/login/", "/rules/holdem/"):
        assert ">Sign up</a>" in client.get(path).content.decode(), path
    client.force_login(create_guest())
    for path in ("/", "/me/", "/rules/holdem/", "/leaderboards/"):
        page = client.get(path).content.decode()
        assert '<a href="/me/sign-up/">Create account, keep chips</a>' in page, path
