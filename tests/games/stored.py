"""Hands of four guests, played to the end and stored as tables store them."""

import random
import uuid

from django.db import transaction
from django.utils import timezone

from accounts.people.actions.users import create_guest
from core.runtime.sql import run
from games.dealing.actions import decks
from games.engines.core import registry
from games.hands.actions.open_hand import HouseRules, NewHand, open_hands, storing
from games.hands.actions.record_action import record_actions
from games.hands.actions.settle import result_of, settling
from games.hands.live_hand import Player, Record
from games.hands.models import Hand
from tests.games.sessions import calm_action
from tests.support.serial import SERIAL

NAMES = ("Asha", "Binod", "Chitra", "Dev")


def four_guests():
    return [create_guest(name=f"{name} {next(SERIAL)}") for name in NAMES]


def store_hand(
    key="holdem",
    seed=1,
    spectators="public",
    private=False,
    live=False,
    people=None,
    table_id=None,
    number=41,
    **options,
):
    """Play and store a hand of a game with four guests: (hand, people)."""
    game = registry.get(key)
    rules = game.rules_from_json(options)
    house = HouseRules(key, "standard", rules.to_json(), rules.hash(), 25_000, spectators, private)
    people = (people or four_guests())[: game.max_seats]
    players = [
        Player(seat, user.pk, user.name, "person", 1_000) for seat, user in enumerate(people)
    ]
    with transaction.atomic():
        table_id = table_id or uuid.uuid4()
        deck = decks.locked(table_id)
        new = NewHand(table_id, number, house, players, len(people) - 1, {}, deck)
        opened = open_hands([new], at=timezone.now())
        run(*storing(opened), *decks.storing(one.next_deck for one in opened))
        hand = opened[0].hand
    rng = random.Random(seed)
    while not live and (seat := hand.game.turn(hand.state)) is not None:
        action = calm_action(hand.game, hand.state, seat, rng)
        hand, _events = hand.advance(Record(hand.seq + 1, action, timezone.now()))
    record_actions([(hand.id, record) for record in hand.records])
    if not live:
        run(*settling([hand], [result_of(hand)], at=timezone.now()))
    return Hand.objects.get(pk=hand.id), people
