"""Previews of links in messengers: a title, a sentence and a picture, and nothing private."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.people.actions.users import register_person
from games.pictures import serving
from games.pictures.hand_picture import neutral_svg
from lobby.tables.models import Table

pytestmark = pytest.mark.django_db
META = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"')


def preview(path: str) -> dict[str, str]:
    """The tags of a page, as a crawler without a session gets it."""
    return dict(META.findall(Client().get(path, follow=True).content.decode()))


def test_pages_have_a_title_a_sentence_and_a_picture(seat_table) -> None:  # type: ignore[no-untyped-def]
    room = seat_table(people=2, name="Marigold", game="holdem", preset="cash", options={})
    register_person(name="Meera", password="correct-horse-42")
    titles = {
        "/": "Cardhouse: card tables that are always open",
        f"/t/{room.table.slug}/": "Marigold · Texas Hold&#x27;em",
        "/players/Meera/": "Meera · Cardhouse",
        "/leaderboards/": "Leaderboards · Cardhouse",
        "/rules/holdem/": "Rules of Texas Hold&#x27;em · Cardhouse",
    }
    for path, title in titles.items():
        tags = preview(path)
        assert tags["og:title"] == title, path
        assert len(tags["og:description"]) > 20
        assert tags["twitter:card"] == "summary_large_image"
        assert tags["og:url"] == f"http://testserver{path}"
        picture = tags["og:image"].removeprefix("http://testserver")
        if path.startswith("/t/"):
            assert picture == f"{path}picture.png?language=en"
            assert Client().get(picture)["Content-Type"] == "image/png"
        else:
            assert finders.find(picture.removeprefix("/static/")) is not None


def test_a_private_tables_link_tells_a_crawler_nothing(seat_table) -> None:  # type: ignore[no-untyped-def]
    room = seat_table(people=2, name="Secret Garden", private=True)
    answer = Client().get(f"/t/{room.table.slug}/")
    assert answer.status_code == 404
    assert "Secret Garden" not in answer.content.decode()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Pictures are sent as the SVG from which they are drawn."""
    monkeypatch.setattr(serving, "png_of", lambda svg: svg.encode())
    serving._kept.clear()
    yield lambda path, **query: Client().get(path, query).content.decode()
    serving._kept.clear()


def letters(svg: str) -> list[str]:
    """The letters in the discs of players."""
    return re.findall(r"<circle[^>]*/><text[^>]*>(?:<tspan>(.?)</tspan>)?</text>", svg)


def test_a_tables_picture_names_it_with_stakes_and_people(seat_table, drawn) -> None:  # type: ignore[no-untyped-def]
    room = seat_table(people=3, name="Marigold", game="holdem", preset="cash", options={})
    svg = drawn(f"/t/{room.table.slug}/picture.png")
    assert "Marigold" in svg
    assert "Blinds 5/10" in svg
    assert f"3 of {room.table.max_seats} seats taken" in svg
    assert letters(svg) == [user.name[0] for user in room.people]
    assert "德州扑克" in drawn(f"/t/{room.table.slug}/picture.png", language="zh-hans")


def test_a_table_without_spectators_has_a_picture_without_names(seat_table, drawn) -> None:  # type: ignore[no-untyped-def]
    room = seat_table(people=3, name="Marigold")
    Table.objects.update(spectators="closed")
    svg = drawn(f"/t/{room.table.slug}/picture.png")
    assert "Marigold" in svg
    assert letters(svg) == ["", "", ""]


def test_a_private_table_has_a_picture_for_those_who_know_its_invite_link(
    seat_table, drawn
) -> None:  # type: ignore[no-untyped-def]
    room = seat_table(people=2, name="Secret Garden", private=True)
    table, invite = f"/t/{room.table.slug}/picture.png", f"/i/{room.table.invite}/picture.png"
    assert drawn(table) == neutral_svg()
    tags = preview(f"/i/{room.table.invite}/")
    assert tags["og:title"] == "Secret Garden · Teen Patti"
    assert tags["og:url"] == f"http://testserver/i/{room.table.invite}/"
    assert tags["og:image"] == f"http://testserver{invite}?language=en"
    svg = drawn(invite)
    assert "Secret Garden" in svg
    assert letters(svg) == ["", ""]
    for closed in ("/t/nothing/picture.png", "/i/nothing/picture.png"):
        assert drawn(closed) == neutral_svg()
    Table.objects.update(state="closed")
    assert drawn(invite) == neutral_svg()
