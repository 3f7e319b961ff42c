"""Bots' turns: thought about outside of every transaction, then played like a person's action.

A look at a due table only notes that a bot is to act (`take_up`) and sets the table's timer to the
turn's deadline. The choice is computed from what the bot's seat sees, in a worker process of the
dealer (`lobby.tables.bot_workers`), and `play` folds it in if the hand still stands where it stood.
A turn whose deadline has passed is the easy policy's: no table hangs because a worker is slow or
dead.
"""

import datetime
import logging
import random
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from games import bots as policies
from games.bots import Choice
from games.engines.core.contract import Action, Viewer
from games.engines.core.errors import IllegalAction
from games.hands.queries.bot_moves import chance_of
from games.hands.queries.live import LiveHand
from lobby.tables.actions.hands import finish
from lobby.tables.actions.transaction import (
    LockedTable,
    TableTransaction,
    lock_tables,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot that is to act, and all that its choice may depend on.

    `ends_at`, of `time.monotonic`: after it the choice comes too late. `is_overdue`: it came too
    late once, so the easy policy decides at once.
    """

    table_id: uuid.UUID
    hand_id: uuid.UUID
    seq: int
    seat: int
    game: str
    level: str
    view: dict[str, Any]
    rules: Any
    rng: random.Random
    ends_at: float
    is_overdue: bool

    def decide(self) -> Choice:
        """The choice of the bot's own policy."""
        return policies.decide(self.game, self.view, self.rules, self.level, self.rng)

    def decide_easily(self) -> Choice | None:
        """The easy policy's choice, in a few milliseconds; None if it fails too."""
        try:
            return policies.decide(self.game, self.view, self.rules, policies.EASY, self.rng)
        except Exception:
            log.exception("the easy policy failed", extra={"hand": str(self.hand_id)})
            return None


def take_up(tx: TableTransaction, locked: LockedTable, hand: LiveHand, seat: int) -> BotTurn:
    """Note the turn of a bot at a locked table, which rings again when its deadline has passed.

    The deadline lies `settings.BOT_THINKING_S` after the longest time a bot seems to think.
    """
    patience = datetime.timedelta(seconds=settings.BOT_THINKING_S)
    longest = datetime.timedelta(milliseconds=policies.LONGEST_THINKING_MS)
    deadline = _stands_since(locked, hand) + longest + patience
    overdue = tx.now >= deadline
    locked.head.next_timer_at = max(deadline, tx.now + patience) if overdue else deadline
    locked.changed = True
    return BotTurn(
        table_id=locked.table_id,
        hand_id=hand.id,
        seq=hand.seq,
        seat=seat,
        game=hand.game.key,
        level=hand.players[seat].bot_level,
        view=hand.view(Viewer(seat=seat)),
        rules=hand.opening.rules,
        rng=chance_of(hand, seat),
        ends_at=time.monotonic() + (locked.head.next_timer_at - tx.now).total_seconds(),
        is_overdue=overdue,
    )


def _stands_since(locked: LockedTable, hand: LiveHand) -> datetime.datetime:
    """When the present seat's time to act began: at the last action, the deal, or a thaw."""
    last = hand.records[-1].at if hand.records else hand.started_at
    return max(last, locked.head.turn_at or last)


def play_at_once(turns: Sequence[BotTurn]) -> None:
    """Decide these turns in this thread, one after the other, and play them."""
    play([(turn, _decided(turn)) for turn in turns])


def _decided(turn: BotTurn) -> Choice | None:
    if not turn.is_overdue:
        try:
            return turn.decide()
        except Exception:
            log.exception("a bot's policy failed", extra={"hand": str(turn.hand_id)})
    return turn.decide_easily()


def play(choices: Sequence[tuple[BotTurn, Choice | None]]) -> None:
    """Fold bots' choices into their hands, in one transaction; None does what the clock would.

    A choice is dropped when its hand has gone on, ended or been paused since. If one table fails,
    the others are played alone, and the failing one comes again at its deadline.
    """
    if not choices:
        return
    try:
        with lock_tables({turn.table_id for turn, _choice in choices}) as tx:
            for turn, choice in choices:
                locked = tx.tables.get(turn.table_id)
                if locked is not None and _still_stands(locked, turn):
                    _play_one(tx, locked, turn, choice)
            finish(tx, tx.tables.values())
    except Exception:
        if len(choices) == 1:
            log.exception("a bot cannot act", extra={"table": str(choices[0][0].table_id)})
            return
        for one in choices:
            play([one])


def _still_stands(locked: LockedTable, turn: BotTurn) -> bool:
    head = locked.head
    stands = (head.hand_id, head.seq, head.turn_seat) == (turn.hand_id, turn.seq, turn.seat)
    return stands and head.live and not head.frozen


def _play_one(
    tx: TableTransaction, locked: LockedTable, turn: BotTurn, choice: Choice | None
) -> None:
    hand = tx.hand(locked)
    assert hand is not None
    default = hand.game.timeout(hand.state, turn.seat)
    action = default
    if choice is not None:
        action = Action(turn.seat, choice.kind, choice.amount, choice.cards, choice.reading)
    try:
        tx.act(locked, action, auto="bot")
    except IllegalAction:
        log.exception("a bot chose what the rules forbid", extra={"hand": str(hand.id)})
        tx.act(locked, default, auto="bot")
