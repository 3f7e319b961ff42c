"""Hand pages: lists with names, search and paging; notes; links without names."""

import base64
import functools
import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from accounts.people.actions.users import create_guest
from core.errors import RequestRefused
from games.engines.core.cards import texts_of
from games.engines.core.contract import Viewer
from games.hands.actions.notes import write_hand_note
from games.hands.models import HandNote
from games.hands.queries import live
from games.hands.queries.hand_list import hands_at
from games.hands.queries.own_cards import NO_CARDS, own_cards
from games.hands.queries.replay import find_finished, replay
from lobby.tables.models import Table
from lobby.tables.seats.seats import leave, sit

pytestmark = pytest.mark.django_db
MINE = "/me/hands/"


@pytest.fixture
def rooms(seat_table):
    """Two tables of Asha, who plays three hands at the first and two at the second."""
    first = seat_table(people=3, name="Marigold")
    for _ in range(3):
        first.deal()
        first.fold_down()
    asha = first.people[0]
    leave(table_id=first.table.pk, user=asha)
    second = seat_table(people=0, name="Peacock Room", game="holdem", preset="cash", options={})
    second.people = [asha, *first.people[1:]]
    for number, user in enumerate(second.people):
        _sit(second, user, number)
    for _ in range(2):
        second.deal()
        second.fold_down()
    return first, second


def _sit(room, user, number):
    sit(table_id=room.table.pk, user=user, number=number, buy_in=500, key=uuid.uuid4())


@pytest.fixture
def as_asha(rooms, client):
    client.force_login(rooms[0].people[0])
    return client


def listed(client, **query):
    return [(row.table_name, row.number) for row in client.get(MINE, query).context["hands"]]


def test_a_list_names_game_and_table(as_asha):
    page = as_asha.get(MINE).content.decode()
    for words in ("Texas Hold'em", "Teen Patti", "Marigold", "Peacock Room"):
        assert words.replace("'", "&#x27;") in page
    assert "Marigold" in as_asha.get("/me/").content.decode()


def test_my_hands_show_my_cards_and_the_board_and_nobody_elses(as_asha, rooms):
    asha, binod = rooms[0].people[:2]
    rows = as_asha.get(MINE).context["hands"]
    for row in rows:
        hand = live.load(row.id)
        seat = hand.seat_of[asha.pk]
        own = texts_of(hand.state.hands[seat]) if row.game_name == "Teen Patti" else row.cards.own
        assert row.cards.own in ((), tuple(own))
    poker = [row for row in rows if row.game_name == "Texas Hold'em"]
    dealt = [find_finished(row.id) for row in poker]
    for row, hand in zip(poker, dealt, strict=True):
        seats = replay(hand, Viewer(seat=0)).frames[0]["view"]["seats"]
        assert row.cards.own == tuple(next(s["cards"] for s in seats if s["seat"] == 0))
        assert len(row.cards.own) == 2
        assert f'codes="{" ".join(row.cards.own)}"' in as_asha.get(MINE).content.decode()
    as_binod = Client()
    as_binod.force_login(binod)
    theirs = {row.id: row.cards.own for row in as_binod.get(MINE).context["hands"]}
    assert all(theirs[row.id] != row.cards.own for row in poker)


def test_a_board_is_shown_with_my_cards(seat_table):
    room = seat_table(people=2, game="holdem", preset="cash", options={})
    hand = room.deal()
    while hand.game.result(hand.state) is None:
        view = hand.view(Viewer(seat=hand.game.turn(hand.state)))
        kinds = {one["kind"] for one in view["you"]["legal"]}
        room.act(room.turn, "check" if "check" in kinds else "call")
        hand = live.load(hand.id)
    cards = own_cards(room.people[0], [hand.id])[hand.id]
    assert len(cards.board) == 5
    assert cards.board == tuple(hand.view(Viewer(seat=0))["board"])
    assert own_cards(create_guest(), [hand.id])[hand.id] == NO_CARDS


def test_a_list_is_searched_by_game_table_player_and_result(as_asha, rooms):
    marigold = [("Marigold", 3), ("Marigold", 2), ("Marigold", 1)]
    peacock = [("Peacock Room", 2), ("Peacock Room", 1)]
    assert listed(as_asha) == peacock + marigold
    assert listed(as_asha, game="teen_patti") == marigold
    assert listed(as_asha, q="peacock") == peacock
    assert listed(as_asha, q="BINOD") == peacock + marigold
    assert listed(as_asha, q="Nobody") == []
    won, lost = listed(as_asha, result="won"), listed(as_asha, result="lost")
    assert won
    assert lost
    assert not {*won} & {*lost}
    assert listed(as_asha, game="chess", q="\x00") == listed(as_asha), (
        "an invalid filter is ignored"
    )


def test_a_list_is_paged_through_to_its_end_with_its_search(as_asha, monkeypatch):
    monkeypatch.setattr("games.hands.views.PAGE_ROWS_MAX", 2)
    seen, address = [], f"{MINE}?q=marigold"
    while address:
        answer = as_asha.get(address)
        seen += [row.number for row in answer.context["hands"]]
        older = answer.context["older"]
        address = MINE + older if older else None
    assert seen == [3, 2, 1]
    assert answer.context["newest"] == "?q=marigold"


def test_the_hands_of_a_table_are_paged_through_too(as_asha, rooms, monkeypatch):
    monkeypatch.setattr("lobby.tables.views.hands_at", functools.partial(hands_at, limit=2))
    page = reverse("lobby:table_hands", args=[rooms[0].table.slug])
    first = as_asha.get(page)
    second = as_asha.get(page + first.context["older"])
    numbers = [[row.number for row in one.context["hands"]] for one in (first, second)]
    assert (numbers, second.context["older"]) == ([[3, 2], [1]], None)
    assert second.context["newest"]


def test_a_note_about_a_hand_is_private_to_its_writer(as_asha, rooms):
    asha, binod = rooms[0].people[:2]
    hand = rooms[0].hand
    page = reverse("games:hand", args=[hand.id])
    as_asha.post(reverse("games:hand_note", args=[hand.id]), {"text": "Too loose"})
    assert "Too loose" in as_asha.get(page).content.decode()
    as_binod = Client()
    as_binod.force_login(binod)
    for other in (as_binod, Client()):
        assert "Too loose" not in other.get(page).content.decode()
    write_hand_note(user=asha, hand_id=hand.id, text="")
    assert not HandNote.objects.exists()


def test_a_note_needs_the_right_to_see_the_hand(rooms, seat_table):
    hidden = seat_table(people=0, name="Secret")
    hidden.people = rooms[0].people[1:]
    Table.objects.filter(pk=hidden.table.pk).update(private=True)
    for number, user in enumerate(hidden.people):
        _sit(hidden, user, number)
    hidden.deal()
    hidden.fold_down()
    with pytest.raises(RequestRefused) as no:
        write_hand_note(user=rooms[0].people[0], hand_id=hidden.hand.id, text="hm")
    assert no.value.code == "NO_SUCH_HAND"
    assert not HandNote.objects.exists()


def test_the_page_of_a_hand_names_cards_as_people_write_them(seat_table, client):
    room = seat_table(people=2)
    room.deal()
    room.act(room.turn, "see")
    room.act(room.turn, "bet", 20)
    room.act(room.turn, "see")
    room.act(room.turn, "show")
    client.force_login(room.people[0])
    page = client.get(f"/hands/{room.hand.id}/").content.decode()
    lines = re.findall(r"(?:Asha|Binod) (?:shows|holds) [^<]*", page)
    card = r"(?:10|[2-9JQKA])[♠♥♦♣]"
    assert len(lines) >= 2
    assert all(re.search(rf" (shows|holds) {card} {card} {card}(:|$)", line) for line in lines), (
        lines
    )
    assert not [line for line in lines if re.search(r": [A-Z]", line)]
    lines = client.get(f"/api/v1/hands/{room.hand.id}").json()["lines"]
    shown = next(line for line in lines if line["kind"] == "reveal")
    assert " ".join(shown["cards"]) in shown["text"]


def share_of(client, hand):
    page = client.get(reverse("games:hand", args=[hand.id])).content.decode()
    (address,) = re.findall(r'href="(/s/[^"]+)"', page)
    return address


def test_a_shared_hand_shows_its_sharers_view_and_no_name(seat_table, client):
    room = seat_table(people=3)
    Table.objects.update(private=True)
    room.deal()
    first = room.turn
    room.act(first, "see")
    cards = set(texts_of(room.hand.state.hands[room.head.turn_seat]))
    room.fold_down()
    client.force_login(first)
    address = share_of(client, room.hand)
    stranger = Client()
    assert stranger.get(reverse("games:hand", args=[room.hand.id])).status_code == 404
    answer = stranger.get(address)
    page = answer.content.decode()
    shown = {c for p in answer.context["record"]["players"] for c in p["cards"]} - {"??"}
    assert shown == cards
    assert [p["name"] for p in answer.context["record"]["players"]] == [
        "Player 1",
        "Player 2",
        "Player 3",
    ]
    in_hindi = stranger.get(address, headers={"Accept-Language": "hi"})
    names = [player["name"] for player in in_hindi.context["record"]["players"]]
    assert names == ["खिलाड़ी 1", "खिलाड़ी 2", "खिलाड़ी 3"]
    assert in_hindi.context["replay"]["table"]["name"] == f"बाज़ी {room.hand.number}"
    for user in room.people:
        assert user.name not in page
        assert str(user.pk) not in page
        assert f'seed="{user.avatar}"' not in page
    for text in (page, address, str(base64.urlsafe_b64decode(address.split("/")[3] + "==="))):
        assert str(room.hand.id) not in text
        assert room.hand.id.hex not in text
    assert 'content="noindex"' in page
    assert len(address) <= 50
    assert "Play Teen Patti</a>" in page
    assert 'property="og:title" content="Teen Patti: replay of a hand"' in page
    assert re.search(r'og:image" content="http://testserver/static/img/share', page)


def test_a_spectators_link_shows_only_the_spectators_view(rooms, client):
    hand = rooms[0].hand
    answer = Client().get(share_of(Client(), hand))
    assert all(set(p["cards"]) == {"??"} for p in answer.context["record"]["players"])


@pytest.mark.parametrize("code", ["x", "a:b:c", "ü", "x" * 300])
def test_a_forged_link_shows_nothing(client, code):
    assert client.get(reverse("games:shared_hand", args=[code])).status_code == 404


def test_a_page_that_does_not_exist_says_so_in_the_language_of_the_reader(client):
    address = reverse("games:shared_hand", args=["x"])
    answer = client.get(address, headers={"Accept-Language": "hi"})
    assert answer.status_code == 404
    assert "बाज़ी का यह लिंक मान्य नहीं है।" in answer.content.decode()


def test_a_changed_code_shows_nothing(as_asha, rooms):
    address = share_of(as_asha, rooms[0].hand)
    # Not the last character, of which two bits mean nothing.
    forged = address[:-9] + ("a" if address[-9] != "a" else "b") + address[-8:]
    assert as_asha.get(forged).status_code == 404
