"""Reading besides tables: lists and neighbours of hands, shared hands, texts, names."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.people.models import User
from accounts.people.names import spelling
from accounts.sanctions import code_of_conduct
from core.http.throttles import RATES
from games.engines.core import registry
from games.hands.models import Hand
from lobby.moderation.actions import void as voids
from lobby.tables.models import Table
from tests.games.room import play_hands
from tests.support.app import App, app_of
from tests.support.staff import REASON, member

pytestmark = pytest.mark.django_db


def ids(page: Any) -> list[str]:
    return [one["id"] for one in page["items"]]


def test_hands_are_searched_as_on_the_page(seat_table: Any, client: Any) -> None:
    room = seat_table(people=2, name="Riverside")
    play_hands(room, 3)
    asha, binod = (app_of(user) for user in room.people)
    rows = asha.get("hands")["items"]
    assert {(row["table_name"], row["table_slug"]) for row in rows} == {
        ("Riverside", room.table.slug)
    }
    won, lost = asha.get("hands?result=won"), asha.get("hands?result=lost")
    assert ids(won) == [row["id"] for row in rows if row["won"]]
    assert ids(lost) == [row["id"] for row in rows if row["net"] < 0]
    assert len(won["items"]) + len(lost["items"]) == 3
    assert ids(binod.get("hands?result=won")) == ids(lost)
    for words, count in (("river", 3), (room.people[1].name, 3), ("marigold", 0), ("nobody", 0)):
        assert len(asha.get(f"hands?q={words}")["items"]) == count
    client.force_login(room.people[0])
    for query in ("result=won", "result=lost", "q=river", "q=nobody", "result=won&q=river"):
        listed = client.get(reverse("games:hands") + f"?{query}").context["hands"]
        assert ids(asha.get(f"hands?{query}")) == [str(hand.id) for hand in listed]
    assert asha.refused("get", "hands?result=drawn") == (400, "BAD_REQUEST")


def test_a_table_lists_its_hands_with_its_name(seat_table: Any) -> None:
    room = seat_table(people=2, name="Riverside")
    play_hands(room, 1)
    (row,) = App().get(f"tables/{room.table.slug}/hands")["items"]
    assert (row["table_name"], row["table_slug"]) == ("Riverside", room.table.slug)


def test_a_hand_names_its_table_and_its_neighbours(seat_table: Any) -> None:
    room = seat_table(people=2, name="Riverside")
    play_hands(room, 3)
    first, second, third = Hand.objects.filter(table_id=room.table.pk).order_by("number")
    asha = app_of(room.people[0])
    received = asha.get(f"hands/{second.pk}")
    assert (received["table_name"], received["table_slug"]) == ("Riverside", room.table.slug)
    assert (received["previous"], received["next"]) == (str(first.pk), str(third.pk))
    assert asha.get(f"hands/{first.pk}")["previous"] is None
    assert asha.get(f"hands/{third.pk}")["next"] is None
    assert received["moderation"] == []
    assert received["dealt"]["players"] == 2
    Table.objects.filter(pk=room.table.pk).update(private=True)
    Hand.objects.filter(pk=first.pk).update(private=True)
    assert App().get(f"hands/{second.pk}")["previous"] is None  # only its players may see it


def test_a_voided_hand_says_what_staff_did(seat_table: Any) -> None:
    room = seat_table(people=2)
    play_hands(room, 1)
    hand = Hand.objects.get(table_id=room.table.pk)
    by = member("Table moderator", "Floor")
    voids.void_hand(by=by, hand_id=hand.pk, reason=REASON)
    (note,) = App().get(f"hands/{hand.pk}")["moderation"]
    assert (note["action"], note["by"], note["reason"]) == ("hand.void", "Floor", REASON)


def test_a_shared_hand_has_no_names_and_leads_nowhere(seat_table: Any, client: Any) -> None:
    room = seat_table(people=2, name="Riverside")
    play_hands(room, 1)
    hand = Hand.objects.get(table_id=room.table.pk)
    asha, stranger = app_of(room.people[0]), App()
    url = asha.get(f"hands/{hand.pk}/share")["url"]
    code = url.strip("/").split("/")[-1]
    received, replay = (
        stranger.get(f"shared-hands/{code}"),
        stranger.get(f"shared-hands/{code}/replay"),
    )
    assert [one["name"] for one in received["players"]] == ["Player 1", "Player 2"]
    page = client.get(url).context
    assert received["pot"] == page["record"]["pot"]
    assert [one["cards"] for one in received["players"]] == [
        one["cards"] for one in page["record"]["players"]
    ]
    assert [one["text"] for one in received["lines"]] != []
    for answer in (received, replay):
        text = str(answer)
        for secret in (*(user.name for user in room.people), "Riverside", str(hand.pk)):
            assert secret not in text
        assert room.table.slug not in text
    for wrong in ("x", code[:-4] + "AAAA", "x" * 201):
        assert stranger.refused("get", f"shared-hands/{wrong}") == (404, "NOT_FOUND")
        assert stranger.refused("get", f"shared-hands/{wrong}/replay") == (404, "NOT_FOUND")


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{4,}", text))


@pytest.mark.parametrize("key", [game.key for game in registry.all_games()])
def test_the_text_of_rules_says_what_the_page_says(key: str, client: Any) -> None:
    received = App().get(f"games/{key}/rules/text")
    html = client.get(reverse("games:rules", args=[key])).content.decode()
    main = re.sub(r"<svg.*?</svg>|<nav.*?</nav>|<script.*?</script>", "", html, flags=re.DOTALL)
    main = main[main.index("<h1") : main.index("</main>")]
    text = " ".join(f"{one['title']} {one['text']}" for one in received["sections"])
    sections = re.findall(r'<section id="([\w-]+)"', main)
    assert [one["id"] for one in received["sections"]] == sections
    assert len(sections) > 3
    for part in re.findall(r"<p>(.*?)</p>|<li>(.*?)</li>", main.split("<section", 1)[1], re.DOTALL):
        missing = words(re.sub("<[^>]+>", " ", "".join(part))) - words(text)
        assert not missing, missing
    assert not re.search(r"</?(p|div|b|table|section|ch-cards)\b", text)
    assert received["title"]


def test_unknown_games_have_no_text() -> None:
    assert App().refused("get", "games/bridge/rules/text") == (404, "NOT_FOUND")


def test_the_rules_of_conduct_are_those_of_the_page() -> None:
    received = App().get("conduct")
    usual = code_of_conduct.usual()
    assert [(one["breach"], one["steps"]) for one in received["usual"]] == usual
    text = " ".join(one["text"] for one in received["sections"])
    page = render_to_string("accounts/conduct.html", {"usual": usual})
    for sentence in re.findall(r"<dd>(.*?)</dd>", page):
        assert words(strip_tags(sentence)) <= words(text)
    assert "| Flooding the chat. | Muted, 1 hour |" in text
    assert received["sections"][0]["title"] == "What is not allowed"


def test_a_guest_gets_a_suggestion_that_can_be_taken(settings: Any) -> None:
    visitor, before = App(), User.objects.count()
    received = visitor.get("guest")
    assert spelling.check(received["name"]) == received["name"]
    assert len(received["avatars"]) > 1
    assert User.objects.count() == before
    taken = visitor.post("guest", name=received["name"], avatar=received["avatars"][1])
    assert (taken["you"]["name"], taken["you"]["avatar"]) == (
        received["name"],
        received["avatars"][1],
    )
    assert "enter" in RATES


def test_play_today_is_what_the_lobby_shows(seat_table: Any, client: Any) -> None:
    room = seat_table(people=2)
    play_hands(room, 2)
    for user in room.people:
        received = app_of(user).get("me/today")
        client.force_login(user)
        shown = client.get(reverse("lobby:home")).context["today"]
        assert received == {"lost": shown.lost, "minutes": shown.minutes}
    assert received["lost"] != 0
