"""Previews of links in messengers: a title, a sentence and a picture, and nothing private."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.people.actions.users import register_person

pytestmark = pytest.mark.django_db
META = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"')


def preview(path: str) -> dict[str, str]:
    """The tags of a page, as a crawler without a session gets it."""
    return dict(META.findall(Client().get(path, follow=True).content.decode()))


def test_pages_have_a_title_a_sentence_and_a_picture(seat_table) -> None:  # type: ignore[no-untyped-def]
    room = seat_table(people=2, name="Marigold", game="holdem", preset="cash", options={})
    register_person(name="Meera", password="correct-horse-42")
    titles = {
        "/": "Cardhouse",
        f"/t/{room.table.slug}/": "Marigold · Texas Hold&#x27;em",
        "/players/Meera/": "Meera · Cardhouse",
        "/leaderboards/": "Leaderboards · Cardhouse",
        "/rules/holdem/": "Cardhouse",
    }
    for path, title in titles.items():
        tags = preview(path)
        assert tags["og:title"] == title, path
        assert len(tags["og:description"]) > 20
        assert tags["twitter:card"] == "summary_large_image"
        assert tags["og:url"] == f"http://testserver{path}"
        file = finders.find(tags["og:image"].removeprefix("http://testserver/static/"))
        assert file is not None


def test_a_private_tables_link_tells_a_crawler_nothing(seat_table) -> None:  # type: ignore[no-untyped-def]
    room = seat_table(people=2, name="Secret Garden", private=True)
    answer = Client().get(f"/t/{room.table.slug}/")
    assert answer.status_code == 404
    assert "Secret Garden" not in answer.content.decode()
