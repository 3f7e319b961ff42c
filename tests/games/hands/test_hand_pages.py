"""Hand pages: lists with names, search and paging; notes; links without names."""

import base64
import datetime
import functools
import re
import uuid

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from accounts.people.actions.users import create_guest
from core.errors import RequestRefused
from core.templatetags.numbers import signed
from games.engines.core import registry
from games.engines.core.cards import texts_of
from games.engines.core.contract import Viewer
from games.hands.actions.notes import write_hand_note
from games.hands.models import Hand, HandNote, HandSeat
from games.hands.queries import live, record
from games.hands.queries.hand_list import hands_at, results_of
from games.hands.queries.outcome import CARDS_MAX, SENTENCES_MAX, outcome_of
from games.hands.queries.own_cards import NO_CARDS, own_cards
from games.hands.queries.replay import find_finished, replay
from lobby.tables.models import Table
from lobby.tables.seats.seats import leave, sit
from tests.games.stored import store_hand

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


def test_a_list_is_searched_by_time(as_asha, rooms):
    marigold = [("Marigold", 3), ("Marigold", 2), ("Marigold", 1)]
    ago = {"day": 2, "week": 8, "month": 40}
    for time, days in ago.items():
        old = HandSeat.objects.filter(hand__game="holdem")
        old.update(finished_at=timezone.now() - datetime.timedelta(days=days))
        assert listed(as_asha, time=time) == marigold
    assert len(listed(as_asha, time="year")) == len(listed(as_asha)) == 5
    assert listed(as_asha, time="year", game="holdem", q="peacock", result="lost")


def test_a_plot_adds_up_the_results_of_the_hands_that_are_searched(as_asha, rooms):
    asha = rooms[0].people[0]
    nets = list(HandSeat.objects.filter(user=asha).order_by("id").values_list("hand__game", "net"))
    assert [net for _at, net in results_of(asha)] == [net for _game, net in nets]
    for game in ("", "holdem", "teen_patti"):
        plot = as_asha.get(MINE, {"game": game}).context["plot"]
        mine = [net for one, net in nets if game in ("", one)]
        assert plot.words.startswith(f"{len(mine)} hands: {signed(sum(mine))} in all")
        assert len(plot.rows) == len(mine)
        assert plot.title in as_asha.get(MINE, {"game": game}).content.decode()
    assert as_asha.get(MINE, {"q": "Nobody"}).context["plot"] is None
    older = HandSeat.objects.filter(user=asha).latest("id").pk
    assert as_asha.get(MINE, {"before": older}).context["plot"] is None
    Hand.objects.update(status=Hand.Status.VOID)
    assert results_of(asha) == []


def test_a_list_with_a_search_has_few_queries(as_asha):
    as_asha.get(MINE)
    with CaptureQueriesContext(connection) as queries:
        as_asha.get(MINE, {"q": "peacock", "time": "week", "game": "holdem", "result": "lost"})
    assert len(queries) <= 12


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
    (address,) = re.findall(r'href="(/h/[^"]+)"', page)
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
    assert len(address) == 16
    whole = f"http://testserver{address}"
    assert f'rel="canonical" href="{whole}"' in page
    assert f'property="og:url" content="{whole}"' in page
    assert "Play Teen Patti</a>" in page
    assert page.count('class="button primary') == 1, "one thing to do"
    told = answer.context["outcome"].text
    assert re.fullmatch(r"Player \d wins \d+", told)
    assert f"<h1>{told}</h1>" in page
    assert f'property="og:title" content="Teen Patti: {told}"' in page
    assert f'og:image" content="{whole}picture.png?language=en"' in page


def outcome(hand, seat=None):
    shown = replay(find_finished(hand.pk), Viewer(seat=seat))
    return outcome_of(shown, record.page_of(shown), record.lines_of(shown, signs=True))


@pytest.mark.parametrize("key", [game.key for game in registry.all_games()])
def test_every_game_says_in_a_sentence_how_a_hand_ended(key):
    hand, people = store_hand(key, seed=3)
    end = outcome(hand, seat=0)
    assert 1 <= len(end.sentences) <= SENTENCES_MAX
    assert all(any(user.name in told for user in people) for told in end.sentences)
    assert len(end.winners) + len(end.others) == len(hand.opening["seats"])
    assert all(len(player["cards"]) <= CARDS_MAX for player in end.winners)
    with translation.override("zh-hans"):
        assert outcome(hand).sentences != end.sentences


def test_against_the_house_the_own_result_is_told():
    hand, people = store_hand("dealer_teen_patti")
    for seat, user in enumerate(people):
        (told,) = outcome(hand, seat).sentences
        assert user.name in told


def test_a_hand_against_the_dealer_shows_its_players_the_best_play(client):
    hand, people = store_hand("dealer_teen_patti")
    client.force_login(people[0])
    answer = client.get(reverse("games:hand", args=[hand.pk]))
    told = dict(answer.context["advice"])
    assert "antes on average, a fold to −1. The best play is to" in told[people[0].name]
    assert told[people[0].name] in answer.content.decode()
    spectator = Client().get(reverse("games:hand", args=[hand.pk])).context
    seen = {p["name"] for p in spectator["record"]["players"] if "??" not in p["cards"]}
    assert set(dict(spectator["advice"])) == seen


def test_a_void_hand_says_that_the_chips_are_back(rooms, client):
    hand = rooms[0].hand
    Hand.objects.filter(pk=hand.id).update(status=Hand.Status.VOID)
    assert outcome(Hand.objects.get(pk=hand.id)).sentences == ()
    page = Client().get(share_of(client, hand)).content.decode()
    assert "<h1>All chips were returned.</h1>" in page


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
    for n in range(3, 15):
        forged = address[:n] + ("a" if address[n] != "a" else "b") + address[n + 1 :]
        assert as_asha.get(forged).status_code == 404


def test_a_code_of_an_earlier_key_is_valid_until_the_key_is_forgotten(as_asha, rooms, settings):
    address = share_of(as_asha, rooms[0].hand)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "z" * 60, [settings.SECRET_KEY]
    assert Client().get(address).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert Client().get(address).status_code == 404


def test_a_link_from_before_leads_to_the_short_one(as_asha, rooms, settings):
    secret = settings.SECRET_KEY
    key = salted_hmac("games.shared-hand", "", secret=secret, algorithm="sha512").digest()
    for seat, client in ((0, as_asha), (255, Client())):
        plain = rooms[0].hand.id.bytes + bytes([seat])
        code = base64.urlsafe_b64encode(AESSIV(key).encrypt(plain, None)).decode()
        answer = Client().get(f"/s/{code}/")
        assert answer.status_code == 301
        assert answer["Location"] == share_of(client, rooms[0].hand)
    assert Client().get(f"/s/{'a' * 44}/").status_code == 404


def test_the_replay_alone_may_stand_in_a_frame_of_this_site(rooms, as_asha):
    there = Hand.objects.filter(table_id=rooms[0].table.pk).latest("number")
    usual, small = as_asha.get(f"/hands/{there.pk}/"), as_asha.get(f"/hands/{there.pk}/?small")
    assert usual["X-Frame-Options"] == "DENY"
    assert small["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in small["Content-Security-Policy"]
    assert small.context["replay"] == usual.context["replay"]
    assert b'id="replay"' in small.content
    assert b"<table" not in small.content
    Hand.objects.update(private=True)
    assert Client().get(f"/hands/{there.pk}/?small").status_code == 404
