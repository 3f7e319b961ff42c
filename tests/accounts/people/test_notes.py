"""Private notes about players."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.people.actions import social
from accounts.people.actions.users import create_guest
from accounts.people.models import (
    PlayerNote,
    User,
)
from accounts.people.queries.social import note_on
from core.errors import RequestRefused
from core.private_notes import NOTE_CHARS_MAX

JSON = {"Accept": "application/json"}


@pytest.fixture
def page(ravi: User) -> str:
    return reverse("accounts:note", args=["Ravi"])


def card(client: Client, name: str = "Ravi") -> dict[str, object]:
    seen: dict[str, object] = client.get(
        reverse("accounts:player", args=[name]), headers=JSON
    ).json()
    return seen


def test_only_the_writer_reads_a_note(
    anna: User, as_anna: Client, ravi: User, as_guest: Client, page: str
) -> None:
    answer = as_anna.post(page, {"text": " Bluffs\r\na lot\x07 "}, headers=JSON)
    assert answer.json() == {"note": "Bluffs\na lot"}
    assert card(as_anna)["note"] == "Bluffs\na lot"
    assert "Bluffs" in as_anna.get(reverse("accounts:player", args=["Ravi"])).content.decode()
    as_ravi = Client()
    as_ravi.force_login(ravi)
    for other in (as_ravi, as_guest, Client()):
        assert card(other)["note"] == ""
        seen = other.get(reverse("accounts:player", args=["Ravi"])).content.decode()
        assert "Bluffs" not in seen


def test_a_later_note_replaces_the_first_and_an_empty_note_deletes_it(
    anna: User, ravi: User, as_anna: Client, page: str
) -> None:
    for text in ("First", "Second"):
        assert as_anna.post(page, {"text": text}).status_code == 302
    assert [note.text for note in PlayerNote.objects.all()] == ["Second"]
    as_anna.post(page, {"text": "  "})
    assert note_on(anna.pk, ravi.pk) == ""
    assert not PlayerNote.objects.exists()


def test_a_refusal_changes_nothing(
    anna: User, ravi: User, as_anna: Client, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    social.write_note(user=anna, about=ravi, text="x" * NOTE_CHARS_MAX)
    refused = as_anna.post(page, {"text": "x" * (NOTE_CHARS_MAX + 1)}, headers=JSON)
    assert (refused.status_code, refused.json()["code"]) == (409, "NOTE_TOO_LONG")
    assert note_on(anna.pk, ravi.pk) == "x" * NOTE_CHARS_MAX
    with pytest.raises(RequestRefused, match="That's you") as no:
        social.write_note(user=anna, about=anna, text="me")
    assert no.value.code == "OWN_ACCOUNT"
    monkeypatch.setattr(social, "NOTES_MAX", 1)
    assert social.write_note(user=anna, about=ravi, text="changed") == "changed"
    with pytest.raises(RequestRefused) as no:
        social.write_note(user=anna, about=create_guest(), text="one more")
    assert no.value.code == "TOO_MANY_NOTES"


def test_a_visitor_cannot_save_a_note(db: None, page: str, as_anna: Client) -> None:
    assert Client().post(page, {"text": "x"}).url.startswith(reverse("account_login"))
    assert as_anna.post(reverse("accounts:note", args=["Nobody"])).status_code == 404
    assert not PlayerNote.objects.exists()


def test_the_card_has_public_data_and_blocks(anna: User, as_anna: Client, ravi: User) -> None:
    answer = as_anna.post(reverse("accounts:block", args=["Ravi"]), headers=JSON)
    assert answer.json() == {"blocked": True}
    seen = card(as_anna)
    assert seen["blocked"] is True
    person = {"name", "kind", "avatar", "bot_level", "date_joined", "is_you"}
    assert set(seen) == person | {"summary", "games", "blocked", "note"}
    again = as_anna.post(reverse("accounts:block", args=["Ravi"]), {"again": "1"}, headers=JSON)
    assert again.json() == {"blocked": False}
    own_block = as_anna.post(reverse("accounts:block", args=["Anna"]), headers=JSON)
    assert (own_block.status_code, own_block.json()["code"]) == (409, "OWN_ACCOUNT")
