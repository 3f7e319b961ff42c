"""A whole hand of every game by REST alone, played by drivers that know no game.

A driver picks an action from `view.you.legal`, with an amount or cards that are offered there.
The dealer, which deals and runs the timers, is the server's own.
"""

import random
import uuid

import pytest

from games.engines.core import registry
from games.fair.tfair2.hashes import cut_commit_of
from games.hands.models import Hand
from lobby.tables.play.timers import run_due_timers, run_timer
from tests.games.fair.dealing import secret
from tests.support.app import app_of
from tests.support.rest_play import PLANS, choose, dealt, play_hand
from tests.support.seated_table import audit_findings
from tests.support.size import some

SHORT_FIRST = sorted(registry.all_games(), key=lambda game: game.min_seats)
"""Games that need more players have longer hands, too."""


@pytest.mark.parametrize("game", [game.key for game in some(SHORT_FIRST, 3)])
def test_a_whole_hand_is_played_by_rest_alone(guests, game):
    apps = guests(max(3, registry.get(game).min_seats))
    path = dealt(apps, game=game, **PLANS.get(game, {}))
    assert play_hand(apps, path, random.Random(game)) > 0
    state = apps[0].get(f"{path}/state")
    assert state["hand"]["view"]["result"] is not None
    assert audit_findings() == []


def test_a_selection_can_be_named_before_it_is_played(guests):
    *apps, spectator = guests(4)
    path = dealt(apps, game="dou_dizhu")
    own = apps[0].get(f"{path}/state")["hand"]["view"]["seats"][0]["cards"]
    assert apps[0].post(f"{path}/ask", cards=own[:1])["category"] == "solo"
    assert apps[0].refused("post", f"{path}/ask", cards=["Xx"]) == (400, "BAD_MESSAGE")
    assert spectator.refused("post", f"{path}/ask", cards=own[:1]) == (403, "NOT_IN_HAND")


SIGNS = {"s": "♠\ufe0f", "h": "♡", "d": "♦", "c": "♣"}


def test_cards_may_be_written_with_signs(guests):
    apps = guests(3)
    path = dealt(apps, game="dou_dizhu", options={"bidding": "first_call"})
    hand = apps[0].get(f"{path}/state")["hand"]
    while hand["view"]["phase"] != "play":
        app = apps[hand["clock"]["seat"]]
        kind = app.get(f"{path}/state")["hand"]["view"]["you"]["legal"][0]["kind"]
        named = {"hand": hand["id"], "seq": hand["seq"], "key": str(uuid.uuid4())}
        hand = app.post(f"{path}/act", **named, action=kind)["state"]["hand"]
    lead = apps[hand["clock"]["seat"]]
    seats = lead.get(f"{path}/state")["hand"]["view"]["seats"]
    card = next(one for one in seats[hand["clock"]["seat"]]["cards"] if one[1] in SIGNS)
    typed = card[0].replace("T", "10") + SIGNS[card[1]]
    assert lead.post(f"{path}/ask", cards=[typed])["category"] == "solo"
    named = {"hand": hand["id"], "seq": hand["seq"], "key": str(uuid.uuid4())}
    acted = lead.post(f"{path}/act", **named, action="play", cards=[typed])
    assert acted["state"]["hand"]["view"]["last"]["cards"] == [card]


def test_bots_play_on_the_same_table(seat_table):
    room = seat_table(1, bots=2)
    app = app_of(room.people[0])
    path = f"tables/{room.table.slug}"
    room.deal()
    for _ in range(200):
        state = app.get(f"{path}/state")
        hand = state["hand"]
        if hand["clock"] is None:
            break
        if hand["clock"]["seat"] == 0:
            act = choose(hand["view"]["you"], random.Random(1))
            named = {"hand": hand["id"], "seq": hand["seq"], "key": str(uuid.uuid4())}
            app.post(f"{path}/act", **named, **act)
        else:
            run_timer(room.table.pk)
    assert hand["clock"] is None
    assert audit_findings() == []


def test_a_deck_is_cut_by_rest_alone(guests, settings):
    settings.CUT_COMMITS_WAIT_MS = settings.CUTS_WAIT_MS = 60_000
    apps = guests(2)
    table = apps[0].post("tables", name="Marigold", seats=2, game="teen_patti", autostart=False)
    path = f"tables/{table['slug']}"
    for number, app in enumerate(apps):
        app.post(f"{path}/sit", seat=number)
    apps[0].post(f"{path}/start")

    def next_deck():
        return apps[0].get(f"{path}/state")["table"]["next_deck"]

    commit, cuts = next_deck()["deck"]["commit"], [secret("cut", number) for number in (0, 1)]
    hashes = [cut_commit_of(bytes.fromhex(commit), n, cut).hex() for n, cut in enumerate(cuts)]
    for wrong in ({"commit": "x", "hash": hashes[0]}, {"commit": commit, "hash": hashes[0][:-1]}):
        assert apps[0].refused("post", f"{path}/cut_commit", **wrong) == (400, "BAD_REQUEST")
    apps[0].post(f"{path}/cut_commit", commit=commit, hash=hashes[0])
    again = {"commit": commit, "hash": "0" * 64}
    assert apps[0].refused("post", f"{path}/cut_commit", **again) == (409, "CUT_ALREADY")
    early = {"commit": commit, "cut": cuts[0].hex()}
    assert apps[0].refused("post", f"{path}/cut", **early) == (409, "CUTS_OPEN")
    before = apps[0].get(f"{path}/state")["at"]
    run_due_timers()
    apps[1].post(f"{path}/cut_commit", commit=commit, hash=hashes[1])
    # The deck is locked and the deal waits: a poll that waited has its answer now.
    state = apps[1].get(f"{path}/state?after={before}&wait=0")
    assert state["at"] != before
    assert state["table"]["next_deck"]["lock"]["cut_commits"] == [[0, hashes[0]], [1, hashes[1]]]
    false = {"commit": commit, "cut": "0" * 64}
    assert apps[0].refused("post", f"{path}/cut", **false) == (409, "CUT_NOT_PROMISED")
    for app, cut in zip(apps, cuts, strict=True):
        assert apps[0].get(f"{path}/state")["hand"] is None
        app.post(f"{path}/cut", commit=commit, cut=cut.hex())
    hand = apps[0].get(f"{path}/state")["hand"]
    assert hand["fair"]["cuts"] == [[0, cuts[0].hex()], [1, cuts[1].hex()]]


def test_the_turn_is_nudged_the_next_hand_asked_for_and_what_was_missed_is_told(
    seat_table, settings
):
    settings.NUDGE_AFTER_S = 0
    room = seat_table(2)
    apps = {user.pk: app_of(user) for user in room.people}
    path = f"tables/{room.table.slug}"
    room.deal()
    turn, other = apps[room.turn.pk], next(apps[u.pk] for u in room.people if u != room.turn)
    assert turn.refused("post", f"{path}/nudge") == (409, "NOBODY_TO_NUDGE")
    other.post(f"{path}/nudge")
    assert [line["nudges"] for line in turn.get(f"{path}/chat")["items"]][-1] is not None
    room.fold_down()
    number = Hand.objects.get(table_id=room.table.pk).number
    state = other.post(f"{path}/next")
    assert [seat["pressed_next"] for seat in state["table"]["seats"]].count(True) == 1
    missed = other.get(f"{path}/missed?after={number - 1}")
    assert missed["hands"] == 1
    assert other.get(f"{path}/missed?after={number}")["hands"] == 0


def test_a_preference_is_kept(guests):
    apps = guests(2)
    path = dealt(apps, game="holdem", preset="cash", options={"straddle": True})
    state = apps[0].post(f"{path}/prefer", straddle=True, top_up_to=0)
    assert state["table"]["seats"][0]["straddles"] is True
