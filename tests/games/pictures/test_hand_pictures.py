"""Pictures of hands have what a visitor without a session sees of the hand's page, and no more."""

import uuid
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.hands.models import Hand
from games.hands.queries.replay import find_finished, replay
from games.hands.queries.sharing import share_code
from games.hands.viewers import viewer_of_finished
from games.pictures import serving
from games.pictures.drawing import HIDDEN, card
from games.pictures.hand_picture import hand_svg, neutral_svg
from tests.games.stored import store_hand

pytestmark = pytest.mark.django_db
ALL_CARDS = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc"]


@pytest.fixture
def drawn(monkeypatch):
    """Pictures are sent as the SVG from which they are drawn."""
    monkeypatch.setattr(serving, "png_of", lambda svg: svg.encode())
    serving._kept.clear()
    yield lambda path, **query: Client().get(path, query).content.decode()
    serving._kept.clear()


def path_of(hand):
    return reverse("games:hand_picture", args=[hand.pk])


def cards_in(svg):
    """The cards of a picture: their faces, wherever they are."""
    faces = {code: card(code, 0, 0, 200).split(">", 1)[1] for code in ALL_CARDS}
    return {code for code, face in faces.items() if face in svg}


def cards_seen(hand, user_id):
    viewer = viewer_of_finished(hand, user_id, now=timezone.now())
    last = replay(hand, viewer).frames[-1]["view"]
    held = [seat["cards"] for seat in last["seats"]]
    common = last.get("board") or (last.get("dealer") or {}).get("cards") or []
    return {code for cards in [*held, common] for code in cards} - {HIDDEN}


@pytest.mark.parametrize("key", ["holdem", "teen_patti", "dou_dizhu", "dealer_teen_patti"])
def test_a_picture_has_the_result_and_no_card_that_a_stranger_may_not_see(drawn, key):
    hand, people = store_hand(key, seed=3)
    svg = drawn(path_of(hand))
    assert cards_in(svg) <= cards_seen(hand, None)
    assert any(user.name in svg for user in people)


def test_where_spectators_see_all_cards_the_winners_are_drawn(drawn):
    hand, _people = store_hand("holdem", seed=3, spectators="after_hand")
    svg = drawn(path_of(hand))
    assert len(cards_in(svg)) >= 2
    assert cards_in(svg) <= cards_seen(hand, None)


@pytest.mark.parametrize("hidden", ["private", "closed", "delayed", "live", "none"])
def test_a_hand_that_strangers_may_not_see_has_the_neutral_picture(drawn, hidden):
    hand, people = store_hand(
        "holdem",
        seed=3,
        private=hidden == "private",
        live=hidden == "live",
        spectators=hidden if hidden in ("closed", "delayed") else "after_hand",
        delay_s=60 if hidden == "delayed" else 0,
    )
    path = reverse("games:hand_picture", args=[uuid.uuid4() if hidden == "none" else hand.pk])
    assert drawn(path) == neutral_svg()
    as_player = Client()
    as_player.force_login(people[0])
    assert as_player.get(path).content.decode() == neutral_svg(), "whoever asks"
    if hidden == "delayed":
        later = timezone.now() - timedelta(seconds=61)
        Hand.objects.filter(pk=hand.pk).update(finished_at=later)
        assert drawn(path) != neutral_svg()


def test_a_shared_hand_has_the_sharers_cards_and_no_name(drawn):
    hand, people = store_hand("holdem", seed=3, private=True)
    viewer = viewer_of_finished(hand, people[0].pk, now=timezone.now())
    path = reverse("games:shared_picture", args=[share_code(hand, viewer)])
    svg = drawn(path)
    assert cards_in(svg) <= cards_seen(hand, people[0].pk)
    assert not any(user.name in svg for user in people)
    assert "Player " in svg
    assert "खिलाड़ी" in drawn(path, language="hi")
    assert drawn(reverse("games:shared_picture", args=["x"])) == neutral_svg()


def test_a_name_without_letters_in_our_fonts_is_replaced(drawn):
    hand, people = store_hand("holdem", seed=3)
    for user in people:
        type(user).objects.filter(pk=user.pk).update(name=f"عمر{user.name}")
    svg = hand_svg(
        replay(find_finished(hand.pk), viewer_of_finished(hand, None, now=timezone.now()))
    )
    assert not any(user.name in svg for user in people)
    assert "Player " in svg


def test_a_picture_is_sent_once_and_then_only_if_it_has_changed():
    hand, _people = store_hand("holdem", seed=3)
    first = Client().get(path_of(hand))
    assert first["Content-Type"] == "image/png"
    assert first.content.startswith(b"\x89PNG")
    assert first["Cache-Control"] == "public, no-cache"
    again = Client().get(path_of(hand), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.VOID)
    voided = Client().get(path_of(hand), headers={"If-None-Match": first["ETag"]})
    assert voided.status_code == 200


def test_one_network_gets_so_many_pictures_a_minute(drawn, monkeypatch):
    cache.clear()
    monkeypatch.setattr(serving, "PICTURES_PER_MINUTE_MAX", 2)
    hand, _people = store_hand("holdem", seed=3)
    answers = [Client().get(path_of(hand)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    known = Client().get(path_of(hand), headers={"If-None-Match": answers[0]["ETag"]})
    assert known.status_code == 304


def test_the_words_of_a_picture_are_those_of_the_page(drawn):
    hand, _people = store_hand("holdem", seed=3)
    page = (
        Client()
        .get(reverse("games:hand", args=[hand.pk]), headers={"Accept-Language": "zh-hans"})
        .content.decode()
    )
    (url,) = {part.split('"')[0] for part in page.split('og:image" content="')[1:]}
    assert url == f"http://testserver{path_of(hand)}?language=zh-hans"
    with translation.override("zh-hans"):
        assert "德州扑克" in drawn(url)
