"""A player's action, from the command to the commit.

`play` takes a batch: commands that waited for an earlier commit share the next transaction,
whatever tables they are for. Each gets its own answer.
"""

import logging
import uuid
from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db import DatabaseError, connection

from core.errors import RequestRefused
from games.engines.core.contract import Action, Viewer
from games.engines.core.errors import IllegalAction
from games.hands.live_hand import LiveHand
from games.hands.queries import live
from games.hands.queries.idempotency import acted_with
from lobby.tables import errors as refusal
from lobby.tables.access import permissions, windows
from lobby.tables.bodies import ActBody, cards_of
from lobby.tables.errors import ActionRefused, TableRefused
from lobby.tables.metrics import ACTIONS, NO_GAME
from lobby.tables.models import (
    Seat,
    TableHead,
)
from lobby.tables.play.hands import finish
from lobby.tables.play.timers import pauses_over, run_timers
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction, lock_tables
from lobby.tables.turn_clock import LATENCY_GRACE, clock_end, deadline, is_timed

log = logging.getLogger(__name__)


class PlayedAction(NamedTuple):
    """A player's command: `seq` is the state they saw, `key` the idempotency key.

    `window_id` is the window of the page that sent it, None for apps and bots.
    """

    table_id: uuid.UUID
    user_id: uuid.UUID
    hand_id: uuid.UUID
    seq: int
    kind: str
    key: uuid.UUID
    amount: int | None = None
    cards: tuple[int, ...] = ()
    reading: str = ""
    window_id: uuid.UUID | None = None


def command_of(
    body: ActBody, *, table_id: uuid.UUID, user_id: uuid.UUID, window_id: uuid.UUID | None = None
) -> PlayedAction:
    """The command of a message or request. Raises `Refused` BAD_MESSAGE for an unknown card."""
    return PlayedAction(
        table_id=table_id,
        user_id=user_id,
        hand_id=body.hand,
        seq=body.seq,
        kind=body.action,
        key=body.key,
        amount=body.amount,
        cards=cards_of(body.cards),
        reading=body.reading,
        window_id=window_id,
    )


class Answer(NamedTuple):
    """A command's outcome: the `seq` at which it was recorded, or why it was refused."""

    seq: int | None = None
    no: RequestRefused | None = None

    @property
    def code(self) -> str:
        """The code of the refusal, "" without one."""
        return self.no.code if self.no is not None else ""


def play(
    commands: Sequence[PlayedAction], pausing: Collection[uuid.UUID] | None = None
) -> list[Answer]:
    """Carry out commands in one transaction and return their answers in order.

    With `pausing`, tables whose pause may be over, it also deals the next hands at those, and where
    a hand ends at a table without a pause. A process names the tables of its rooms, because it need
    not read its own changes again; what it fails at is left to the dealer, since the tables' timers
    are due.

    A repeated key gets its first answer, even after its hand is over. If the database refuses the
    whole batch, each command is tried alone, so that a failure stays with its table.
    """
    if pausing is not None:
        try:
            return _play_together(commands, pausing)
        except Exception:
            log.warning("trying again without dealing; the dealer deals what failed", exc_info=True)
    if not commands:
        return []
    try:
        return _play_together(commands)
    except DatabaseError:
        is_lost = connection.connection is None  # each command alone would only wait, too
        if len(commands) == 1 or is_lost:
            log.exception("actions could not be stored")
            failed = Answer(no=RequestRefused("TRY_AGAIN", case="not_saved", status=503))
            ACTIONS.add(NO_GAME, "player", failed.code, amount=len(commands))
            return [failed] * len(commands)
    return [answer for command in commands for answer in play([command])]


def play_line(*, table_id: uuid.UUID, user_id: uuid.UUID, line: str, key: uuid.UUID) -> Answer:
    """Carry out a typed action such as `call`, `raise 40` or `RAISE_40`.

    It applies to the current state; if somebody else acts first, it is refused as stale.
    """
    head = TableHead.objects.filter(pk=table_id).first()
    if head is None:
        raise refusal.no_such_table()
    hand = live.load(head.hand_id, seq=head.seq) if head.hand_id and head.live else None
    if hand is None:
        raise TableRefused("NO_HAND_IN_PROGRESS")
    seat = hand.seat_of.get(user_id)
    if seat is None:
        raise refusal.not_seated()
    words = line.lower().replace("_", " ").split()
    view = hand.view(Viewer(seat=seat))
    typed = hand.game.read(words, view, hand.opening.rules) if words else None
    if typed is None:
        raise TableRefused("UNKNOWN_ACTION", case="typed")
    command = PlayedAction(
        table_id=table_id,
        user_id=user_id,
        hand_id=hand.id,
        seq=hand.seq,
        kind=typed.kind,
        amount=typed.amount,
        reading=typed.reading,
        key=key,
    )
    return play([command])[0]


def _play_together(
    commands: Sequence[PlayedAction], pausing: Collection[uuid.UUID] | None = None
) -> list[Answer]:
    """Carry out commands in one transaction; with `pausing`, also deal what is due."""
    answers = []
    table_ids = {command.table_id for command in commands}.union(pausing or ())
    questions = [permissions.locked_out({command.user_id for command in commands})]
    if from_windows := {(c.table_id, c.user_id) for c in commands if c.window_id is not None}:
        questions.append(windows.windows_of(from_windows))
    with lock_tables(table_ids, *questions) as tx:
        locked_out = {user_id for (user_id,) in tx.answers[0]}
        playing = {(table, user): window for rows in tx.answers[1:] for table, user, window in rows}
        for command in commands:
            try:
                if command.user_id in locked_out:
                    raise permissions.suspended()
                window_id = playing.get((command.table_id, command.user_id))
                answers.append(Answer(seq=_play_one(tx, command, window_id)))
            except (TableRefused, IllegalAction) as no:
                answers.append(_refused(tx, command, no))
        tables = tx.tables.values()
        due = pauses_over(tx) if pausing is not None else []
        tx.read([*(locked for locked in tables if locked.is_over), *due])
        finish(tx, tables)
        if pausing is not None:
            run_timers(tx, pauses_over(tx))
    return answers


def _refused(
    tx: TableTransaction, command: PlayedAction, no: TableRefused | IllegalAction
) -> Answer:
    """The answer to a command that the table or the game's rules refuse."""
    no = no.with_traceback(None)  # which would hold the transaction
    locked = tx.tables.get(command.table_id)
    game = locked.hand.game.key if locked is not None and locked.hand is not None else NO_GAME
    ACTIONS.add(game, "player", no.code)
    if isinstance(no, IllegalAction):
        hand = tx.hand(tx.locked(command.table_id))
        assert hand is not None  # its engine refused the action
        no = ActionRefused(no, hand.game, hand.opening.rules)
    return Answer(no=no)


def _play_one(tx: TableTransaction, command: PlayedAction, window_id: uuid.UUID | None) -> int:
    """Return the `seq` of the command's action; the first one if it was carried out before.

    `window_id` is the window that plays the seat, None if any may.

    While the hand is on the table this needs no query. A command that would be refused is looked up
    by its key, because an earlier answer may have been lost and its hand may be over.
    """
    try:
        if command.window_id is not None and window_id not in (None, command.window_id):
            raise windows.played_elsewhere()
        return _carry_out(tx, command)
    except (TableRefused, IllegalAction):
        known = acted_with(command.hand_id, command.key)
        if known is None or known.user_id != command.user_id:
            raise
    if known.action != _as_action(known.action.seat, command):
        raise refusal.key_reused()
    return known.seq


def _carry_out(tx: TableTransaction, command: PlayedAction) -> int:
    locked = tx.locked(command.table_id)
    hand = tx.hand(locked)
    if hand is None:
        raise TableRefused("NO_HAND_IN_PROGRESS")
    if hand.id != command.hand_id:
        raise refusal.stale()
    action = _action(hand, command)
    known = hand.record_with(command.key)
    if known is not None:
        if known.action != action:
            raise refusal.key_reused()
        return known.seq
    if not locked.head.live or locked.is_over:
        raise TableRefused("NO_HAND_IN_PROGRESS")
    if locked.head.frozen:
        raise refusal.frozen()
    if tx.is_stopped(locked):
        raise TableRefused("PAUSED", case="hand")
    if command.seq != hand.seq:
        raise refusal.stale()
    _check_clock(tx, locked, hand, action.seat)
    step = tx.act(locked, action, key=command.key)
    if hand.players[action.seat].away or hand.game.plays_on(hand.opening.rules):
        _is_back(tx, locked, action.seat)
    return step.hand.seq


def _is_back(tx: TableTransaction, locked: LockedTable, seat: int) -> None:
    """Return a player who acts to the game: their seat no longer plays automatically."""
    own = tx.rows(locked).seat_at(seat)
    if own is not None and own.status == Seat.Status.SITTING_OUT:
        own.status, own.timeouts = Seat.Status.READY, 0


def _action(hand: LiveHand, command: PlayedAction) -> Action:
    seat = hand.seat_of.get(command.user_id)
    if seat is None:
        raise refusal.not_seated()
    if command.kind not in hand.game.action_kinds:
        # Players may not send system actions ("leave").
        raise TableRefused("UNKNOWN_ACTION")
    return _as_action(seat, command)


def _as_action(seat: int, command: PlayedAction) -> Action:
    return Action(seat, command.kind, command.amount, command.cards, command.reading)


def _check_clock(tx: TableTransaction, locked: LockedTable, hand: LiveHand, seat: int) -> None:
    """Refuse an action after the deadline, by the database's clock: the time-out comes first."""
    head = locked.head
    if seat != head.turn_seat or head.turn_at is None or not is_timed(hand):
        return
    if tx.now <= clock_end(hand, head.turn_at):
        return  # as nearly always: the time bank need not be added up
    if tx.now > deadline(hand, seat, head.turn_at, head.held_until) + LATENCY_GRACE:
        raise TableRefused("TIMED_OUT")
