"""Teaching tables: the host sets cards, opens hands, stops a hand and takes actions back."""

import random

import pytest

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from games.engines.core.cards import parse_cards
from games.engines.core.contract import OPEN, Viewer
from games.fair.tfair2.plan import Plan
from games.hands.models import Hand, PlayedAction
from games.hands.queries import live
from games.hands.queries.export import pokerstars_text, record_json
from games.hands.queries.replay import replay
from games.records.formats import NotRepresentable
from games.stats.models import PlayerStats
from lobby.tables.errors import TableRefused
from lobby.tables.hosting import hosting, lessons
from lobby.tables.models import ChatLine, Table
from lobby.tables.play.timers import run_timer
from lobby.tables.view.table_state import state_for
from tests.support.seated_table import audit_findings, seat_table
from tests.support.serial import SERIAL

__all__ = ["seat_table"]

pytestmark = pytest.mark.django_db

GAMES = {
    "teen_patti": {},
    "dealer_teen_patti": {"options": {}, "seats": 3},
    "holdem": {"preset": "cash", "options": {}},
    "dou_dizhu": {"options": {"score_mode": "chips"}, "seats": 3},
    "dou_dizhu_four": {"options": {"score_mode": "chips"}, "seats": 4},
}
STACK = {"min_buy_in": 2_000_000, "max_buy_in": 2_000_000}


@pytest.fixture
def lesson(seat_table):
    def make(people=3, *, game="teen_patti", **plan):
        fields = {**STACK, **GAMES[game], **plan}
        people = fields.get("seats", people)
        for one in User.objects.filter(kind=User.Kind.GUEST):  # of an earlier table
            rename(one)
        room = seat_table(people, buy_in=None, game=game, **{"teaching": True, **fields})
        room.host = create_guest(name="Meera")
        Table.objects.filter(pk=room.table.pk).update(host=room.host)
        return room

    return make


def rename(user):
    user.set_name(f"Pupil {next(SERIAL)}")
    user.save_with_name()


def refused(does, *, by=None, **asked):
    with pytest.raises(TableRefused) as no:
        does(table_id=by.table.pk, user=by.host, **asked)
    return no.value.code


def said(room):
    return list(ChatLine.objects.filter(table=room.table).values_list("message", flat=True))


@pytest.mark.parametrize("game", list(GAMES))
def test_a_hand_begins_with_the_cards_that_were_set_and_the_rest_at_random(lesson, game):
    room = lesson(game=game)
    own = state_for(room.table.pk, room.host, watching=0).you
    common = next((one.place for one in own.next_cards if not one.place.isdigit()), None)
    wanted = {"1": "As Kd", **({common: "7h"} if common else {})}
    lessons.set_cards(table_id=room.table.pk, user=room.host, cards=wanted)
    hand = room.deal()
    deck, game_ = hand.opening.deck, hand.game
    assert sorted(deck) == list(range(game_.deck_size))
    plan = Plan(game, hand.opening.rules.hash(), hand.opening.seats, (hand.opening.button,))
    places = plan.places(hand.opening.button)
    held = {place: [deck[at] for at in positions] for place, positions in places.items()}
    assert held[1][:2] == list(parse_cards("As Kd"))
    if common:
        assert held[common][0] == parse_cards("7h")[0]
    if game != "dealer_teen_patti":  # which deals after the bets
        seat = next(one for one in hand.view(OPEN)["seats"] if one["seat"] == 1)
        assert {"As", "Kd"} <= set(seat["cards"])
    assert (hand.teaching.is_open, hand.teaching.cards_set) == (False, True)
    assert (hand.deal, hand.deck, hand.plays_for) == ({}, None, "unrated")
    assert Table.objects.get(pk=room.table.pk).next_cards == {}, "they are for one hand"


def test_the_host_alone_reads_what_was_set(lesson):
    room = lesson()
    lessons.set_cards(table_id=room.table.pk, user=room.host, cards={"0": "kc 10h"})
    own = state_for(room.table.pk, room.host, watching=0).you.next_cards
    assert [(one.place, one.size, one.cards) for one in own][:2] == [
        ("0", 3, ["Kc", "Th"]),
        ("1", 3, []),
    ]
    for other in (*room.people, None):
        state = state_for(room.table.pk, other, watching=0)
        assert "Kc" not in str(state)
    assert said(room)[-1] == "sets_cards"


def test_a_deck_is_checked(lesson):
    room = lesson()
    for cards, code in (
        ({"9": "As"}, "NO_SUCH_PLACE"),
        ({"board": "As"}, "NO_SUCH_PLACE"),
        ({"0": "Xx"}, "NOT_A_CARD"),
        ({"0": "BJ"}, "NOT_A_CARD"),
        ({"0": "As Ks Qs Js"}, "TOO_MANY_CARDS"),
        ({"0": "As", "1": "As"}, "CARD_TWICE"),
    ):
        assert refused(lessons.set_cards, by=room, cards=cards) == code
    assert Table.objects.get(pk=room.table.pk).next_cards == {}
    two_packs = lesson(game="dou_dizhu_four")
    lessons.set_cards(table_id=two_packs.table.pk, user=two_packs.host, cards={"0": "As As"})
    assert refused(lessons.set_cards, by=two_packs, cards={"0": "As As", "1": "AS"}) == "CARD_TWICE"


@pytest.mark.parametrize("game", list(GAMES))
def test_open_hands_are_open_for_all(lesson, game):
    room = lesson(game=game)
    lessons.open_hands(table_id=room.table.pk, user=room.host, on=True)
    hand = room.deal()
    assert hand.teaching.is_open
    for reader in (*room.people, room.host, None):
        shown = state_for(room.table.pk, reader, watching=0).hand
        seats = {seat["seat"]: seat.get("cards") for seat in shown.view["seats"]}
        openly = {seat["seat"]: seat.get("cards") for seat in hand.view(OPEN)["seats"]}
        assert seats == openly
    own = state_for(room.table.pk, room.turn, watching=0).hand.view["you"]
    assert own["legal"], "an open hand is played like any other"
    _play_to_the_end(room)
    assert audit_findings() == []


def test_a_hand_that_was_dealt_with_secret_cards_stays_secret(lesson):
    room = lesson()
    before = room.deal()
    lessons.open_hands(table_id=room.table.pk, user=room.host, on=True)
    hidden = state_for(room.table.pk, room.people[0], watching=0).hand
    assert (hidden.teaching.is_open, hidden.view) == (False, before.view(Viewer(seat=0)))
    assert said(room)[-1] == "opens_hands"
    _play_to_the_end(room)
    assert room.deal().teaching.is_open
    lessons.open_hands(table_id=room.table.pk, user=room.host, on=False)
    assert state_for(room.table.pk, None, watching=0).hand.teaching.is_open


def _play_to_the_end(room):
    rng = random.Random(7)
    while room.head.live:
        room.act_somehow(rng)


def test_a_stopped_hand_waits_for_its_host(lesson):
    room = lesson()
    room.deal()
    hosting.pause_table(table_id=room.table.pk, user=room.host)
    assert room.act(room.turn, "see").code == "PAUSED"
    assert state_for(room.table.pk, room.people[0], watching=0).hand.clock is None
    with pytest.raises(TableRefused):
        hosting.resume_table(table_id=room.table.pk, user=room.people[0])
    hosting.resume_table(table_id=room.table.pk, user=room.host)
    assert state_for(room.table.pk, room.people[0], watching=0).hand.clock is not None
    assert room.act(room.turn, "see").seq == 1
    hosting.pause_table(table_id=room.table.pk, user=room.host)
    run_timer(room.table.pk)  # fifteen minutes later
    assert Table.objects.get(pk=room.table.pk).state == "open"
    assert room.head.seq == 1, "nobody has acted for the player"


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_is_legal_in_a_stopped_hand_and_the_view_says_why(lesson, game):
    room = lesson(game=game)
    room.deal()
    person = room.turn

    def own():
        return state_for(room.table.pk, person, watching=0).hand.view["you"]

    before = own()
    hosting.pause_table(table_id=room.table.pk, user=room.host)
    assert own()["legal"] == []
    kinds = {one["kind"] for one in (*before["legal"], *before["blocked"])}
    assert {(one["kind"], one["code"]) for one in own()["blocked"]} == {
        (kind, "PAUSED") for kind in kinds
    }
    hosting.resume_table(table_id=room.table.pk, user=room.host)
    assert own() == before


@pytest.mark.parametrize("game", list(GAMES))
def test_actions_are_taken_back_one_by_one_and_played_again(lesson, game):
    room = lesson(game=game)
    hand, rng = room.deal(), random.Random(11)
    views = [hand.view(OPEN)]
    for _ in range(2):
        room.act_somehow(rng)
        views.append(room.hand.view(OPEN))
    assert room.head.live
    for expected in reversed(views[:-1]):
        head = room.head
        asked = {"hand": head.hand_id, "seq": head.seq}
        lessons.step_back(table_id=room.table.pk, user=room.host, **asked)
        assert room.hand.view(OPEN) == expected
        assert refused(lessons.step_back, by=room, **asked) == "STALE_ACTION"
    head = room.head
    asked = {"hand": head.hand_id, "seq": head.seq}
    assert refused(lessons.step_back, by=room, **asked) == "NOTHING_TO_TAKE_BACK"
    assert said(room)[-1] == "steps_back"
    live.cache.clear()
    assert live.load(head.hand_id).view(OPEN) == views[0], "any process folds the same"
    shown = state_for(room.table.pk, room.people[0], watching=0)
    assert (shown.table.state, shown.hand.clock) == ("paused", None)
    assert shown.hand.teaching.taken_back == len(views) - 1
    hosting.resume_table(table_id=room.table.pk, user=room.host)
    _play_to_the_end(room)
    stored = Hand.objects.get(pk=head.hand_id)
    assert stored.status == "finished"
    assert PlayedAction.objects.filter(hand=stored, kind="step_back").count() == len(views) - 1
    record = record_json(stored, OPEN)
    assert record["teaching"]["taken_back"] == len(views) - 1
    assert "fair" not in record
    assert len(replay(stored, OPEN).frames) == stored.actions.count() + 1
    assert PlayerStats.objects.count() == 0
    assert audit_findings() == []


def test_no_file_for_trackers_is_made_of_a_teaching_hand(lesson):
    room = lesson(game="holdem")
    room.deal()
    _play_to_the_end(room)
    with pytest.raises(NotRepresentable):
        pokerstars_text(Hand.objects.get(table_id=room.table.pk), OPEN)


def test_nobody_but_the_host_of_a_teaching_table_may_do_any_of_it(lesson, seat_table):
    room = lesson()
    hand = room.deal()
    plain = lesson(teaching=False, min_buy_in=200, max_buy_in=2_000)
    plain.deal()
    does = (
        (lessons.open_hands, {"on": True}),
        (lessons.set_cards, {"cards": {"0": "As"}}),
        (lessons.step_back, {"hand": hand.id, "seq": 0}),
    )
    for action, asked in does:
        assert refused(action, by=plain, **asked) == "NOT_TEACHING"
        room.host, host = room.people[0], room.host
        assert refused(action, by=room, **asked) == "NOT_THE_HOST"
        room.host = host
    hosting.pause_table(table_id=plain.table.pk, user=plain.host)
    assert plain.act(plain.turn, "see").seq == 1, "an ordinary hand is played out"


def test_bots_play_along_and_wait_while_the_hand_is_stopped(lesson):
    room = lesson(people=1, bots=2)
    room.deal()
    while (turn := room.head.turn_seat) == 0:
        room.act_somehow(random.Random(3))
    hosting.pause_table(table_id=room.table.pk, user=room.host)
    before = room.head.seq
    assert room.hand.players[turn].kind == "bot"
    run_timer(room.table.pk)  # goes on by itself
    run_timer(room.table.pk)
    assert room.head.seq > before
