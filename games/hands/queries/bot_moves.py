"""The moves of bots in a hand, and recomputing them.

A bot sees what its seat sees, and its random numbers are derived from the hand's master
(`games.fair.bots`). So while the master exists, all moves of bots can be recomputed from the
record, but nobody can predict them without the master.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from games import bots
from games.engines.core.contract import Action, Viewer
from games.engines.core.errors import IllegalAction
from games.fair.bots import CHOICE, bot_chance
from games.hands.live_hand import LiveHand, Record
from games.hands.models import Hand, PlayedAction
from games.hands.queries.live import course_of, live_hand


class BotMove(NamedTuple):
    """A stored move of a bot, and the recomputed one."""

    seq: int
    stored: Action
    computed: Action
    """By the bot's own level, or by a lower one if that alone chooses what is stored."""
    is_lower: bool


def chance_of(hand: LiveHand, seat: int) -> random.Random:
    """The random numbers for the move that the bot in `seat` makes now."""
    return bot_chance(hand.bot_key, hand_id=hand.id, seq=hand.seq, seat=seat, purpose=CHOICE)


def choose(hand: LiveHand, seat: int, level: str) -> Action:
    """The move of a bot of this level in `seat`; raises `IllegalAction` if its policy is faulty."""
    view = hand.view(Viewer(seat=seat, course=True))
    rng = chance_of(hand, seat)
    choice = bots.decide(hand.game.key, view, hand.opening.rules, level, rng)
    return Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)


def computed_again(hand: Hand) -> Iterator[BotMove]:
    """All moves of bots in a stored hand, with the moves that their policies choose now.

    Under load a lower level chooses (`lobby.tables.play.bot_workers`), down to the easy one. A
    policy that has changed since may choose differently. Raises `MasterDestroyed` for a hand of
    which only the dealt cards are left.
    """
    players, records = course_of(hand)
    folded = live_hand(hand, players=players, records=())
    for record in records:
        if record.auto == PlayedAction.Auto.BOT:
            seat = record.action.seat
            yield _move(folded, seat, record)
        folded, _events = folded.advance(record)


def _move(hand: LiveHand, seat: int, record: Record) -> BotMove:
    level = hand.players[seat].bot_level
    own = _chosen(hand, seat, record, level)
    lower = bots.LEVELS[: bots.LEVELS.index(level)] if own != record.action else ()
    for one in reversed(lower):
        if _chosen(hand, seat, record, one) == record.action:
            return BotMove(record.seq, record.action, record.action, is_lower=True)
    return BotMove(record.seq, record.action, own, is_lower=False)


def _chosen(hand: LiveHand, seat: int, record: Record, level: str) -> Action:
    """The move as the dealer makes it: a bot with a faulty policy makes the timeout's move."""
    try:
        action = choose(hand, seat, level)
        hand.advance(record._replace(action=action))
    except IllegalAction:
        return hand.game.timeout(hand.state, seat)
    return action
