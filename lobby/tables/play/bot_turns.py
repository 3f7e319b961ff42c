"""Bots' turns: played like a player's action; a policy that needs time decides elsewhere.

When a due table's timer runs and a bot is to act, `take_turn` asks a quick policy (`is_quick`) at
once. For any other it sets the table's timer to the turn's deadline. A worker process of the dealer
(`lobby.tables.play.bot_workers`) computes the choice from what the bot's seat sees, outside any
transaction. `play` applies it if the hand has not changed. After the deadline the easy policy
decides, so a slow or dead worker never blocks a table.
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
from games.hands.live_hand import LiveHand
from games.hands.queries.bot_moves import chance_of
from lobby.tables.play.hands import finish
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction, lock_tables

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot that is to act, with everything its choice may depend on.

    `ends_at` is a time of `time.monotonic`, in seconds; a later choice is too late. `is_overdue`
    means that an earlier choice was too late, so the easy policy decides at once.
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
        """Return the choice of the bot's own policy."""
        return policies.decide(self.game, self.view, self.rules, self.level, self.rng)

    def decide_easily(self) -> Choice | None:
        """Return the easy policy's choice within a few milliseconds; None if it fails too."""
        try:
            return policies.decide(self.game, self.view, self.rules, policies.EASY, self.rng)
        except Exception:
            log.exception("the easy policy failed", extra={"hand": str(self.hand_id)})
            return None


def take_turn(
    tx: TableTransaction, locked: LockedTable, hand: LiveHand, seat: int
) -> BotTurn | None:
    """Act for a bot with a quick policy at a locked table; the caller plays any other bot's turn.

    The caller settles a finished hand.
    """
    turn = _begin_turn(tx, locked, hand, seat)
    if turn.is_overdue or not policies.is_quick(turn.game, turn.rules, turn.level):
        return turn
    try:
        choice = turn.decide()
    except Exception:
        log.exception("a quick policy failed; a worker tries it", extra={"hand": str(hand.id)})
        return turn
    _play_one(tx, locked, turn, choice)
    return None


def _begin_turn(tx: TableTransaction, locked: LockedTable, hand: LiveHand, seat: int) -> BotTurn:
    """Record a bot's turn at a locked table and set the table's timer to the turn's deadline.

    The deadline is `settings.BOT_THINKING_S` after the longest time a bot seems to think.
    """
    patience = datetime.timedelta(seconds=settings.BOT_THINKING_S)
    longest = datetime.timedelta(milliseconds=policies.LONGEST_THINKING_MS)
    deadline = _turn_began(locked, hand) + longest + patience
    overdue = tx.now >= deadline
    locked.head.next_timer_at = max(deadline, tx.now + patience) if overdue else deadline
    return BotTurn(
        table_id=locked.table_id,
        hand_id=hand.id,
        seq=hand.seq,
        seat=seat,
        game=hand.game.key,
        level=hand.players[seat].bot_level,
        view=hand.view(Viewer(seat=seat, course=True)),
        rules=hand.opening.rules,
        rng=chance_of(hand, seat),
        ends_at=time.monotonic() + (locked.head.next_timer_at - tx.now).total_seconds(),
        is_overdue=overdue,
    )


def _turn_began(locked: LockedTable, hand: LiveHand) -> datetime.datetime:
    """When the current turn began: at the last action, the deal or the end of a freeze."""
    last = hand.records[-1].at if hand.records else hand.started_at
    return max(last, locked.head.turn_at or last)


def play_at_once(turns: Sequence[BotTurn]) -> None:
    """Decide these turns one after the other in this thread, and play them."""
    play([(turn, _decided(turn)) for turn in turns])


def _decided(turn: BotTurn) -> Choice | None:
    if not turn.is_overdue:
        try:
            return turn.decide()
        except Exception:
            log.exception("a bot's policy failed", extra={"hand": str(turn.hand_id)})
    return turn.decide_easily()


def play(choices: Sequence[tuple[BotTurn, Choice | None]]) -> None:
    """Play the bots' choices in one transaction; None does what a time-out would do.

    A choice is dropped if its hand has changed, ended or been paused since. If one table fails, the
    others are played alone, and the failed one runs again at its deadline.
    """
    if not choices:
        return
    try:
        with lock_tables({turn.table_id for turn, _choice in choices}) as tx:
            for turn, choice in choices:
                locked = tx.tables.get(turn.table_id)
                if locked is not None and _is_current(tx, locked, turn):
                    _play_one(tx, locked, turn, choice)
            finish(tx, tx.tables.values())
    except Exception:
        if len(choices) == 1:
            log.exception("a bot cannot act", extra={"table": str(choices[0][0].table_id)})
            return
        for one in choices:
            play([one])


def _is_current(tx: TableTransaction, locked: LockedTable, turn: BotTurn) -> bool:
    head = locked.head
    is_same_turn = (head.hand_id, head.seq, head.turn_seat) == (turn.hand_id, turn.seq, turn.seat)
    return is_same_turn and head.live and not head.frozen and not tx.is_stopped(locked)


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
        log.exception("a bot chose an illegal action", extra={"hand": str(hand.id)})
        tx.act(locked, default, auto="bot")
