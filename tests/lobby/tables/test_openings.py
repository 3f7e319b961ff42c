"""Everything a room sends can be verified: a card and its opening come together."""

import json
import random

import pytest
from django.utils import timezone

from cardhouse_client import NotFair
from cardhouse_client.tfair2.deal import Deal
from games.dealing.encryption import Kind, seal
from games.dealing.queries.proofs import cards_shown, openings_of, proof_of
from games.engines.core.contract import OPEN, SPECTATOR, Viewer
from games.fair.deck import new_master, only_dealt, secret_order
from games.hands.live_hand import Record
from games.hands.models import Hand
from games.hands.queries.live import live_hand, players_of
from lobby.tables.seats.seats import sit_out
from tests.games.engines.random_play import random_action
from tests.games.stored import store_hand
from tests.support.owner import as_owner
from tests.support.rooms import scene_of

GAMES = ("teen_patti", "holdem", "dou_dizhu", "dou_dizhu_four", "dealer_teen_patti")


class Checker:
    """A client that knows only what its window was sent."""

    def __init__(self):
        self.proof, self.openings = None, {}

    def receive(self, frame):
        hand = frame.get("hand")
        if not hand:
            return
        fair = hand["fair"]
        if fair is not None:
            if self.proof is None or fair["hand_id"] != self.proof["hand_id"]:
                self.openings = {}
            self.proof, self.deal = fair, Deal(fair)
        assert self.proof["hand_id"] == hand["id"].replace("-", ""), "a hand without its proof"
        self.deal.open(hand["openings"])
        self.openings |= {opening["card"]: opening for opening in hand["openings"]}
        shown = cards_shown([hand["view"], frame.get("events", [])])
        assert shown <= self.openings.keys()
        assert {opening["card"] for opening in hand["openings"]} <= shown, "opened and not shown"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("spectators", ["public", "after_hand"])
async def test_every_card_of_every_frame_can_be_verified(seat_table, spectators):
    scene = await scene_of(
        seat_table, game="holdem", preset="cash", options={}, spectators=spectators
    )
    room, rng = scene.seat_table, random.Random(f"openings {spectators}")
    windows = [await scene.open(user) for user in (*room.people[:2], None)]

    for number in range(3):
        await scene.do(room.deal)
        while (await scene.do(lambda: room.head)).live:
            if number == 2:  # to the showdown, whatever the deck: spectators are shown cards too
                answer = await scene.do(lambda: room.act(room.turn, "check"))
                if answer.seq is None:
                    await scene.do(lambda: room.act(room.turn, "call"))
            else:
                await scene.do(room.act_somehow, rng)
        if number == 1:  # joins meanwhile and gets everything
            windows.append(await scene.open(room.people[2]))
            await scene.room.greet(windows[0].connection)
            await scene.sent()
    for window in windows:
        checker = Checker()
        for frame in window.frames:
            checker.receive(frame)
        assert checker.proof is not None
        assert checker.openings, "cards were shown"
    await scene.close()


@pytest.mark.django_db(transaction=True)
async def test_a_spectator_and_a_player_who_sits_out_each_get_the_proof(seat_table):
    """They see the same of the hand, but are not the same to the table."""
    scene = await scene_of(seat_table)
    room = scene.seat_table
    await scene.do(sit_out, table_id=room.table.pk, user=room.people[2])
    windows = [await scene.open(room.people[2]), await scene.open(None)]
    await scene.do(room.deal)
    await scene.do(lambda: room.act(room.turn, "bet", 10))
    for window in windows:
        checker = Checker()
        for frame in window.frames:
            checker.receive(frame)
        assert checker.proof is not None
    await scene.close()


@pytest.mark.django_db
@pytest.mark.parametrize("key", GAMES)
def test_viewers_get_openings_only_of_cards_they_see(key):
    """Also: everything sent to one viewer opens no card that was hidden from them."""
    rng = random.Random(f"openings {key}")
    for seed in range(3):
        hand, _people = store_hand(key, seed=seed, live=True)
        folded = live_hand(hand, players=players_of(hand), records=())
        proof = proof_of(folded)
        viewers = [SPECTATOR, OPEN, *(Viewer(seat=seat) for seat in folded.opening.seats)]
        given = {viewer: {} for viewer in viewers}
        seen = {viewer: set() for viewer in viewers}
        events = folded.dealt
        while True:
            for viewer in viewers:
                received = [event.to_json() for event in events if event.visible_to(viewer)]
                shown = [folded.view(viewer), received]
                seen[viewer] |= cards_shown(shown)
                openings = openings_of(folded, cards_shown(shown) - given[viewer].keys())
                given[viewer] |= {opening["card"]: opening for opening in openings}
            seat = folded.game.turn(folded.state)
            if seat is None:
                break
            action = random_action(folded.game, folded.state, seat, rng)
            folded, events = folded.advance(_record(folded, action))
        for viewer in viewers:
            assert given[viewer].keys() == seen[viewer]
            Deal(proof).open(list(given[viewer].values()))
        _nothing_else_can_be_opened(folded, proof, given[SPECTATOR], seen[OPEN] - seen[SPECTATOR])


def _record(hand, action):
    return Record(hand.seq + 1, action, timezone.now())


def _nothing_else_can_be_opened(hand, proof, given, hidden):
    """Try each hidden card at its own place with every published salt and path."""
    true = {one.card: one for one in hand.deck.openings(list(hidden))}
    published = json.dumps([proof, list(given.values())])
    for card, opening in true.items():
        assert opening.salt.hex() not in published
        for other in given.values():
            forged = {"p": opening.p, "card": card, "salt": other["salt"]}
            for path in (other["path"], [node.hex() for node in opening.path]):
                with pytest.raises(NotFair, match="path"):
                    Deal(proof).open([forged | {"path": path}])


@pytest.mark.django_db
def test_a_hand_from_before_the_scheme_is_still_read():
    """It has no proof; its master gives the order in which it was dealt."""
    hand, _people = store_hand(seed=3)
    master = new_master()
    with as_owner():
        Hand.objects.filter(pk=hand.pk).update(
            opening={**hand.opening, "deal": {"scheme": "TFAIR1", "n": 52, "commit": None}},
            sealed=seal(bound_to=hand.pk, data=master),
        )
    old = Hand.objects.get(pk=hand.pk)
    folded = live_hand(old, players=players_of(old), records=())
    assert folded.opening.deck == secret_order(master, 52)
    assert folded.bot_key is not None
    assert proof_of(folded) is None
    assert openings_of(folded, [51]) == []
    deck = only_dealt(folded.opening.deck, 9)
    old.sealed = seal(bound_to=hand.pk, data=bytes(deck), kind=Kind.ORDER)
    again = live_hand(old, players=players_of(old), records=())
    assert (again.opening.deck, again.bot_key) == (deck, None)
