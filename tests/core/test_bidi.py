"""Names that are written from right to left: isolated wherever a sentence or a page has one."""

import re
from html import unescape

import pytest
from django.core import mail
from django.template.loader import render_to_string
from django.test import Client

from accounts.people.actions.users import register_person
from core.bidi import isolated
from games.hands.queries.record import lines_of
from games.hands.queries.replay import finished_hand, replay
from lobby.tables.models import ChatLine, Table
from tests.support.people import PASSWORD

OMAR, TABLE = "عمر", "طاولة"
MARKED = f"\u2068{OMAR}\u2069"


def test_only_texts_from_right_to_left_get_marks() -> None:
    assert isolated(OMAR) == MARKED
    assert isolated("דוד 7") == "\u2068דוד 7\u2069"
    for text in ("Anna", "王伟", "Łukasz", "मीरा", ""):
        assert isolated(text) == text


def bare(page: str, text: str) -> list[str]:
    """Where a page's text has `text` without isolation; scripts and addresses do not count."""
    page = re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.DOTALL)
    found = []
    for match in re.finditer(re.escape(text), unescape(page)):
        before = unescape(page)[max(0, match.start() - 60) : match.start()]
        in_field = re.search(r'(?:(?:value|href|src|action)="|content="http)[^"<]*$', before)
        if not before.endswith(("<bdi>", "\u2068", '<textarea dir="auto">')) and not in_field:
            found.append(before[-50:])
    return found


@pytest.mark.django_db
def test_pages_isolate_names_of_people_and_tables(seat_table) -> None:  # type: ignore[no-untyped-def]
    omar = register_person(name=OMAR, password=PASSWORD, email="omar@example.org")
    room = seat_table(people=2)
    Table.objects.update(name=TABLE)
    type(omar).objects.filter(pk=room.people[0].pk).update(name="عمر ب")
    room.deal()
    room.fold_down()
    client = Client()
    client.force_login(omar)
    hand = f"/hands/{room.hand.id}/"
    paths = ["/", "/me/", "/me/devices/", "/me/sanctions/", "/leaderboards/", f"/players/{OMAR}/",
             f"/t/{room.table.slug}/hands/", hand, "/me/hands/", "/me/account/"]  # fmt: skip
    wrong = {}
    for path in paths:
        page = client.get(path, follow=True).content.decode()
        assert OMAR in page, path
        for name in (OMAR, TABLE):
            if found := bare(page, name):
                wrong[path, name] = found
    assert wrong == {}
    found = finished_hand(room.hand.id, None)
    assert found is not None
    said = [line["text"] for line in lines_of(replay(*found), signs=True) if "عمر" in line["text"]]
    assert said
    assert all("\u2068عمر ب\u2069" in text for text in said)


@pytest.mark.django_db
def test_e_mails_isolate_the_name() -> None:
    register_person(name=OMAR, password=PASSWORD, email="omar@example.org")
    client = Client()
    assert client.login(username=OMAR, password=PASSWORD)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    assert MARKED in mail.outbox[-1].body
    context = {"username": OMAR, "password_reset_url": "https://cards.example/x"}
    assert MARKED in render_to_string("account/email/password_reset_key_message.txt", context)
    assert not ChatLine.objects.exists()
