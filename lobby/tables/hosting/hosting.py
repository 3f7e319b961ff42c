"""Hosts' commands for their own tables: pause, new rules, a new link, hand over, remove a player.

Closing is `lobby.tables.hosting.tables.close_table`. Each command locks the table and posts a house
message. None of them changes a hand in progress.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from accounts.people.models import User
from core.bidi import isolated
from core.messages import Saying
from games.engines.core import registry
from lobby.tables import errors as refusal
from lobby.tables.access import table_limits
from lobby.tables.bodies import NamedBody
from lobby.tables.chat.chat import announce
from lobby.tables.commands import command
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import named_once
from lobby.tables.models import Table
from lobby.tables.models.table import new_code
from lobby.tables.plans import PlanErrors, columns_of
from lobby.tables.play.cuts import is_locked
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.seats.seats import send_away
from lobby.tables.stakes import stakes_of
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction, lock_tables
from lobby.tables.wire import TablePlan

SENT_AWAY_MAX = 100
"""How many removed players a table remembers."""
_OF_THE_GAME = ("game", "plays_for", "unrated", "teaching")
"""Columns that cannot change after opening: what the table's seats play for depends on them."""


@dataclass(frozen=True, slots=True)
class Hosted:
    """A locked table and the host's access to it."""

    tx: TableTransaction
    locked: LockedTable
    rows: TableRows

    def tell(self, code: str, user: User, **args: Any) -> None:
        """Post the message `house.<code>` about a user."""
        announce(self.locked, code, name=isolated(user.name), **args)


@contextmanager
def as_host(table_id: uuid.UUID, user: User, *, stands_in: bool = False) -> Iterator[Hosted]:
    """Lock a table for its host; with `stands_in`, for a player if the host has no seat.

    Nobody stands in at a teaching table, whose host need not play.

    Raises `Refused` NO_SUCH_TABLE, NOT_THE_HOST.
    """
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        rows = tx.rows(locked)
        stands_in = stands_in and not rows.table.teaching
        if rows.table.host_id != user.pk and not (stands_in and _stands_in(user, rows)):
            raise refusal.not_the_host()
        yield Hosted(tx, locked, rows)


def _stands_in(user: User, rows: TableRows) -> bool:
    seated = {seat.user_id for seat in rows.seats}
    return rows.table.host_id not in seated and user.pk in seated


@command("pause", chapter="Tables")
def pause_table(*, table_id: uuid.UUID, user: User) -> None:
    """Pause your table: no new hand is dealt, a hand in progress is played out.

    At a teaching table a hand in progress stops, too: nobody acts, and no clock runs.

    Raises `Refused` NO_SUCH_TABLE, NOT_THE_HOST, NOT_HERE (a sit and go), TABLE_CLOSING.
    """
    with as_host(table_id, user) as at:
        if not stakes_of(at.rows.table).drop_in:
            raise TableRefused("NOT_HERE", case="pause")
        if at.rows.table.state == Table.State.PAUSED:
            return
        if at.rows.table.state != Table.State.OPEN:
            raise TableRefused("TABLE_CLOSING")
        at.rows.table.state = Table.State.PAUSED
        at.tx.restart_turn(at.locked)
        at.tell("paused", user)


@command("resume", chapter="Tables")
def resume_table(*, table_id: uuid.UUID, user: User) -> None:
    """Resume a paused table; if the host has no seat, any player may.

    Raises `Refused` NO_SUCH_TABLE, NOT_THE_HOST.
    """
    with as_host(table_id, user, stands_in=True) as at:
        if at.rows.table.state != Table.State.PAUSED:
            return
        at.rows.table.state = Table.State.OPEN
        at.tx.restart_turn(at.locked)
        if not at.locked.head.live and not at.locked.head.frozen:
            at.locked.head.next_timer_at = at.tx.now
        at.tell("resumed", user)


def change_table(*, table_id: uuid.UUID, user: User, plan: TablePlan) -> None:
    """Change a table's name, rules and limits from its next hand on.

    The game stays the same, so does what it is played for (chips or points), and hidden stacks
    stay hidden. Raises
    `PlanErrors`, and `Refused` NO_SUCH_TABLE, NOT_THE_HOST, NOT_HERE (a sit and go, practice),
    HAND_IN_PROGRESS.
    """
    with named_once(), as_host(table_id, user) as at:
        table = at.rows.table
        if not stakes_of(table).drop_in:
            raise TableRefused("NOT_HERE", case="rules")
        if table.is_practice:
            raise TableRefused("NOT_HERE", case="practice")
        if at.locked.head.live or is_locked(at.rows):
            raise TableRefused(
                "HAND_IN_PROGRESS",
            )
        columns = columns_of(plan)
        if any(columns[name] != getattr(table, name) for name in _OF_THE_GAME):
            raise PlanErrors({"preset": Saying("refusals.plan.another_game")})
        _check_hidden_stacks(table, columns["rules"])
        highest = max((seat.number for seat in at.rows.seats), default=-1)
        if columns["max_seats"] <= highest:
            taken = Saying("refusals.plan.seat_taken", {"seat": highest + 1})
            raise PlanErrors({"seats": taken})
        if not at.locked.head.frozen:
            at.locked.head.next_timer_at = at.tx.now
        changes = _changes(table, columns["rules"])
        at.tell("changed", user, game=table.game, changes=changes or None)
        for name, value in columns.items():
            setattr(table, name, value)


def _check_hidden_stacks(table: Table, rules: dict[str, Any]) -> None:
    """Raises `PlanErrors` if hidden stacks would be shown: the players sat down for hidden ones."""
    game = registry.get(table.game)
    shown = not game.hides_stacks(game.rules_from_json(rules))
    if shown and game.hides_stacks(table.parsed_rules):
        raise PlanErrors({"preset": Saying("refusals.plan.hidden_stacks")})


def _changes(table: Table, rules: dict[str, Any]) -> dict[str, Any]:
    """The options that differ from now on, by name, with their new values as forms show them."""
    game = registry.get(table.game)
    before, after = game.rules_from_json(table.rules), game.rules_from_json(rules)
    return {option.name: after.shown(option.name) for option in after.differences_from(before)}


@command("new_invite", chapter="Tables")
def replace_invite(*, table_id: uuid.UUID, user: User) -> None:
    """Replace your table's invite link: the old one opens nothing any more.

    A private table is closed to those who came by the old link and have no seat.

    Raises `Refused` NO_SUCH_TABLE, NOT_THE_HOST, NOT_HERE (practice).
    """
    with as_host(table_id, user) as at:
        if at.rows.table.is_practice:
            raise TableRefused("NOT_HERE", case="invite")
        at.rows.table.invite = new_code()
        at.tell("new_invite", user)


@command("hand_over", NamedBody, chapter="Tables")
def hand_over(*, table_id: uuid.UUID, user: User, name: str) -> None:
    """Make another player the host of your table.

    Raises `Refused` NO_SUCH_TABLE, NOT_THE_HOST, NOT_SEATED, NO_BOT or TOO_MANY_TABLES.
    """
    with as_host(table_id, user) as at:
        heir = _player(at.rows, name)
        if heir == user:
            return
        if heir.is_any_bot:
            raise TableRefused("NO_BOT")
        table_limits.check_tables(heir)
        at.rows.table.host = heir
        at.tell("new_host", heir)


@command("send_away", NamedBody, chapter="Tables")
def send_player_away(*, table_id: uuid.UUID, user: User, name: str) -> None:
    """Remove a player from your table after the hand; they can't sit there again.

    Their chips go back to their wallet. Raises `Refused` NO_SUCH_TABLE, NOT_THE_HOST, NOT_SEATED,
    NOT_YOURSELF.
    """
    with as_host(table_id, user) as at:
        player = _player(at.rows, name)
        if player == user:
            raise TableRefused("NOT_YOURSELF")
        others = [one for one in at.rows.table.sent_away if one != str(player.pk)]
        at.rows.table.sent_away = [*others, str(player.pk)][-SENT_AWAY_MAX:]
        send_away(at.tx, at.locked, player)
        at.tell("removed", player)


def _player(rows: TableRows, name: str) -> User:
    seat = next((seat for seat in rows.seats if seat.user.name == name.strip()), None)
    if seat is None:
        raise TableRefused("NOT_SEATED", case="other", status=403)
    return seat.user
