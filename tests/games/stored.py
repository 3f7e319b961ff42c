"""Hands of four guests, played to the end and stored as tables store them."""

import random
import uuid
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.people.actions.users import create_guest
from core.runtime.sql import run
from games.dealing.actions import decks
from games.dealing.encryption import seal
from games.dealing.models import NextDeck
from games.engines.core import registry
from games.engines.core.contract import NextHand
from games.fair.deck import Candidates
from games.fair.proof import deal_of
from games.fair.scheme import NO_CHAIN
from games.fair.tfair2.hashes import rules_hash_of
from games.fair.tfair2.plan import Plan
from games.hands.actions.open_hand import HouseRules, NewHand, open_hands, storing
from games.hands.actions.record_action import record_actions
from games.hands.actions.settle import Settled, end_deck, result_of, settling
from games.hands.live_hand import LiveHand, Player, Record
from games.hands.models import Hand, RuleSet
from games.hands.queries.live import live_hand
from tests.games.sessions import calm_action
from tests.support.serial import SERIAL

NAMES = ("Asha", "Binod", "Chitra", "Dev")


def stored_rules(rules: Mapping[str, Any]) -> str:
    """Store the rules of hands, unless they are; returns their hash."""
    row, _new = RuleSet.objects.get_or_create(hash=rules_hash_of(rules), defaults={"rules": rules})
    return str(row.hash)


def four_guests():
    return [create_guest(name=f"{name} {next(SERIAL)}") for name in NAMES]


def locked_deck(
    table_id: uuid.UUID, house: HouseRules, players: Mapping[int, uuid.UUID], button: int
) -> NextDeck:
    """Return the next deck of a table, locked for these players without any cut."""
    game = registry.get(house.game)
    deck = decks.locked(table_id) or decks.first(table_id=table_id, game=game.key, n=game.deck_size)
    seats, step = tuple(sorted(players)), game.rules_from_json(house.rules).step
    plan = Plan(game.key, house.rules_hash, seats, (button,), step)
    line = NextHand(seats, button, {}, {})
    decks.lock(deck, at=timezone.now(), plan=plan, line=line, users=players, cutters=())
    return deck


def open_hand(new: Mapping[str, Any]) -> tuple[LiveHand, NextDeck]:
    """Open a hand and store it; return it with the deck after it, which is stored too."""
    players = {player.seat: player.user_id for player in new["players"]}
    deck = locked_deck(new["table_id"], new["house"], players, new["button"])
    (opened,) = open_hands([NewHand(**new, deck=deck, cut=decks.cut(deck))], at=timezone.now())
    run(*storing([opened]), *decks.storing([opened.next_deck]))
    return opened.hand, opened.next_deck


def open_tfair1(new: Mapping[str, Any]) -> LiveHand:
    """Open a hand as TFAIR1 dealt it, without a next deck, and store it."""
    house, players, hand_id = new["house"], new["players"], uuid.uuid4()
    before = Hand.objects.filter(table_id=new["table_id"], number=new["number"] - 1).first()
    known = (before.opening.get("deal") or {}).get("chain") if before is not None else None
    made = Candidates.fresh(registry.get(house.game).deck_size)
    cut = made.seal().cut({})
    deal = deal_of(
        cut,
        hand_id=hand_id.bytes,
        masters=made.masters,
        cut_commits={},
        cuts={},
        chain=bytes.fromhex(known) if known else NO_CHAIN,
    )
    stored_rules(house.rules)
    row = Hand.objects.create(
        id=hand_id,
        **{name: new[name] for name in ("table_id", "number")},
        **{name: getattr(house, name) for name in house.__slots__ if name != "rules"},
        opening={
            "seats": [
                {
                    "seat": player.seat,
                    "user": str(player.user_id),
                    "kind": player.kind,
                    "stack": player.stack,
                    "bank_ms": player.bank_ms,
                    "away": player.away,
                }
                for player in players
            ],
            "button": new["button"],
            "terms": dict(new["terms"]),
            "deal": deal,
        },
        sealed=seal(bound_to=hand_id, data=made.masters[cut.pick]),
        started_at=timezone.now(),
    )
    return live_hand(row, players=players, records=())


def store_hand(
    key="holdem",
    seed=1,
    spectators="public",
    private=False,
    live=False,
    people=None,
    table_id=None,
    number=41,
    tfair1=False,
    delay_s=0,
    **options,
):
    """Play and store a hand of a game with four guests: (hand, people).

    `tfair1`: it is dealt by the scheme before TFAIR2.
    """
    game = registry.get(key)
    rules = game.rules_from_json(options)
    house = HouseRules(
        *(key, "standard", rules.to_json(), rules.hash(), 25_000, spectators, private),
        spectator_delay_s=delay_s,
    )
    people = (people or four_guests())[: game.max_seats]
    players = [
        Player(seat, user.pk, user.name, "person", 1_000) for seat, user in enumerate(people)
    ]
    new = {
        "table_id": table_id or uuid.uuid4(),
        "number": number,
        "house": house,
        "players": players,
        "button": 0 if game.deal_map.in_seat_order else len(people) - 1,
        "terms": {},
    }
    after = None
    with transaction.atomic():
        if tfair1:
            hand = open_tfair1(new)
        else:
            hand, after = open_hand(new)
    rng = random.Random(seed)
    while not live and (seat := hand.game.turn(hand.state)) is not None:
        action = calm_action(hand.game, hand.state, seat, rng)
        hand, _events = hand.advance(Record(hand.seq + 1, action, timezone.now()))
    record_actions([(hand.id, record) for record in hand.records])
    if not live:
        result = result_of(hand)
        end = end_deck(hand, result, after) if after is not None else None
        run(*settling([Settled(hand, result, end)], at=timezone.now()))
        run(*decks.storing([after] if after is not None else []))
    return Hand.objects.get(pk=hand.id), people


store_tfair1 = partial(store_hand, tfair1=True)
"""`store_hand`, dealt by the scheme before TFAIR2."""
