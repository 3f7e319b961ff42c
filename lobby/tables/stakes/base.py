"""`Stakes`: what a table is played for, and all that depends on it."""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from accounts.people.models import User
from core.messages import Saying
from games.engines.core import registry
from games.engines.core.contract import Game, Result, TableHistory
from games.hands.live_hand import LiveHand
from lobby.tables import seating
from lobby.tables.chat_shapes import Sentence
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat, SeatDeparture, Table
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.sit_and_go_shapes import SitAndGoView
from lobby.tables.stakes.idle_seats import held_for, idle_seats


class Vacated(NamedTuple):
    """Seats that are given up between hands: their players left, are away, or sat out too long."""

    left: list[Seat]
    away: list[Seat]
    idle: list[Seat]


@dataclass(frozen=True, slots=True)
class Next:
    """The future of a table between two hands.

    `history` is what the game's next hand depends on; None if none may be dealt.
    """

    history: TableHistory | None
    goes_on: bool = False
    """Whether the next hand is dealt without anybody's doing."""
    over: bool = False
    """Whether the game has just ended; its result stays on the table."""


class TableStatus:
    """The part of a table's view that its stakes add, read with the table."""

    def place_of(self, user_id: uuid.UUID) -> int | None:
        """The finish rank of a user who is out; None for others."""
        return None

    def began_after(self, hand_number: int) -> bool:
        """Whether the competition began after a hand of the table, which belongs to another."""
        return False

    def can_start(self, table: Table, *, live: bool, ready: int, needed: int, asked: bool) -> bool:
        """Whether the start button is shown; `asked`: the last winner is to start the next hand.

        `ready` seats would be dealt in, `needed` are needed.
        """
        return ready >= needed and (asked or not table.autostart) and not (table.running or live)

    def waiting(self, table: Table) -> Sentence | None:
        """Why no hand can follow until players enter; None if one can."""
        return None

    def sit_and_go(self, table: Table) -> SitAndGoView | None:
        """The competition that is played at the table, if one is."""
        return None


class Stakes:
    """One kind of stakes; the defaults are those of a table whose stacks are not chips.

    Its methods are called with the table's head locked, unless they only read.
    """

    key: ClassVar[str]
    """The value of `Table.plays_for`."""
    format: ClassVar[str]
    """How the wire calls it (`lobby.tables.wire.Format`)."""
    are_chips: ClassVar[bool] = False
    """Whether the stacks are chips, which are in the table's escrow."""
    risk_chips: ClassVar[bool] = True
    """Whether a player can lose chips here."""
    drop_in: ClassVar[bool] = True
    """Whether players come, rest and go between hands.

    If not, all start together, and who is away is dealt in until they are out (rules 4.4, 4.7)."""

    has_status: ClassVar[bool] = False
    """Whether the view shows more than the table's own rows have (`status`)."""

    # -- chips come and go --------------------------------------------------------------------

    def take_seat(
        self, rows: TableRows, user: User, number: int, *, chips: int, key: uuid.UUID
    ) -> Seat:
        """Seat a user or bot with `chips` from their wallet; raises what `bring` does."""
        return rows.take(
            user,
            number,
            self.bring(rows.table, user, number, chips=chips, key=key),
            for_points=self.keeps_score(rows.table),
            missed_blinds="new" if self.drop_in else "",
            bank_ms=0 if user.kind == User.Kind.BOT else rows.table.bank_ms,
        )

    def bring(self, table: Table, user: User, number: int, *, chips: int, key: uuid.UUID) -> int:
        """Take what a seat costs from a wallet; returns the stack for it.

        Raises `Refused` KEY_REUSED, GAME_IS_ON or the ledger's `INSUFFICIENT_CHIPS`.
        """
        return 0

    def keeps_score(self, table: Table) -> bool:
        """Whether stacks are a score, which may be negative."""
        return not self.risk_chips

    def top_up(self, table: Table, user: User, amount: int, *, uid: str, memo: str = "") -> None:
        """Bring more chips from a wallet to the table. Raises `Refused` NO_TOP_UP."""
        raise no_top_up()

    def take_back(
        self,
        rows: TableRows,
        seats: Sequence[Seat],
        *,
        cause: str,
        reason: SeatDeparture.Reason = SeatDeparture.Reason.LEFT,
    ) -> int:
        """Free seats of a locked table; returns the chips that went to the wallets.

        Never call it during a hand in which they play. `cause` is unique for each departure; with
        the seat's id it forms the ledger entry's id. `reason` says why people lose their seats.
        """
        if not seats:
            return 0
        if people := [seat for seat in seats if seat.user.kind != User.Kind.BOT]:
            self._note_chips(people, reason)
        chips = self._return_chips(seats, cause)
        rows.give_up(seats)
        return chips

    def _return_chips(self, seats: Sequence[Seat], cause: str) -> int:
        """Return the chips of seats that are given up, and their number."""
        return 0

    def may_leave(self, table: Table, seat: Seat, *, in_hand: bool) -> bool:
        """Whether a player who leaves now gives their seat up at once."""
        return not in_hand

    def leaves_at_once(self, table: Table) -> bool:
        """Whether others are dealt with at their next turn, or now."""
        return registry.get(table.game).leaves_at_once(table.parsed_rules)

    def forfeit(self, rows: TableRows, seat: Seat) -> None:
        """Between hands, let a player go whose seat stays."""

    def vacated(self, table: Table, seats: Sequence[Seat], now: datetime.datetime) -> Vacated:
        """The seats to be given up between hands."""
        left = [seat for seat in seats if seat.status == Seat.Status.LEAVING]
        out = (seat for seat in seats if seat.status == Seat.Status.SITTING_OUT)
        people = (seat for seat in out if seat.user.kind != User.Kind.BOT)
        away = [seat for seat in people if seat.seen_at < now - held_for(seat, table)]
        idle = idle_seats(seats, now, hands_dealt=table.hands_dealt)
        return Vacated(left, away, [seat for seat in idle if seat not in (*left, *away)])

    def _note_chips(self, people: Sequence[Seat], reason: SeatDeparture.Reason) -> None:
        """Record what people take away from their table now and why; see `seats.buy_ins`."""
        SeatDeparture.objects.bulk_create(
            [
                SeatDeparture(
                    table_id=seat.table_id,
                    user_id=seat.user_id,
                    chips=seat.stack + seat.pending if self.are_chips else 0,
                    reason=reason,
                )
                for seat in people
            ],
            update_conflicts=True,
            unique_fields=["table", "user"],
            update_fields=["chips", "reason", "left_at"],
        )

    # -- who may play -------------------------------------------------------------------------

    def price(self, table: Table) -> int:
        """The chips that a seat needs to be dealt in: a boot, the largest possible loss, a chip."""
        return 0

    def missing(self, table: Table, seat: Seat) -> int:
        """The chips that a seat must add to be dealt in; 0 if it has enough."""
        return seating.chips_missing(self.price(table), seat.stack, seat.pending)

    def ready(self, table: Table, seats: Sequence[Seat]) -> list[Seat]:
        """The seats that would be dealt in now, in ascending order."""
        ready = (seat for seat in seats if seat.status == Seat.Status.READY)
        able = (seat for seat in ready if not self.missing(table, seat))
        return sorted(able, key=lambda seat: seat.number)

    def players_needed(self, table: Table) -> int:
        """How many ready seats a hand needs."""
        return registry.get(table.game).min_players(table.parsed_rules)

    def starters(self, table: Table, seats: Sequence[Seat]) -> list[int]:
        """The seats whose players may start the next hand (`seating.starters`)."""
        by = registry.get(table.game).restart_by(table.parsed_rules)
        people = (seat for seat in seats if seat.user.kind != User.Kind.BOT)
        present = [seat.number for seat in people if seat.status == Seat.Status.READY]
        return seating.starters(by, table.last_result.get("winners", ()), present)

    def start(self, rows: TableRows) -> None:
        """Start a table that waits for it. Raises `Refused` NEED_MORE_PLAYERS or GAME_OVER."""
        needed = self.players_needed(rows.table)
        if len(self.ready(rows.table, rows.seats)) < needed:
            raise TableRefused("NEED_MORE_PLAYERS", min=needed)
        rows.table.running = True

    # -- hands --------------------------------------------------------------------------------

    def after_hand(
        self,
        table: Table,
        seats: Sequence[Seat],
        hand: LiveHand,
        result: Result,
        *,
        at: datetime.datetime,
    ) -> None:
        """Draw the conclusions of a hand; may change the seats."""

    def comes_next(
        self, table: Table, seats: Sequence[Seat], *, watched: bool, now: datetime.datetime
    ) -> Next:
        """The next step between two hands; may change the table and the seats.

        Bots play among themselves only if somebody has `watched`.
        """
        people = (seat for seat in seats if seat.user.kind != User.Kind.BOT)
        wanted = watched or any(seat.status == Seat.Status.READY for seat in people)
        started = table.running or (table.autostart and not self.starters(table, seats))
        return Next(
            self.history(table), goes_on=table.state == Table.State.OPEN and started and wanted
        )

    def history(self, table: Table) -> TableHistory:
        """The past on which the next hand depends."""
        return TableHistory(
            button=table.button,
            winners=tuple(table.last_result.get("winners", ())),
            ended_by=table.last_result.get("ended_by", ""),
            terms=table.last_terms,
            hands=table.hands_dealt,
        )

    def may_close(self, table: Table) -> bool:
        """Whether a table that takes no new players may close between two hands."""
        return True

    def status(self, table: Table) -> TableStatus:
        """Read the part of the table's view that its stakes add."""
        return TableStatus()

    # -- moderators ---------------------------------------------------------------------------

    def cancel(self, table: Table, *, at: datetime.datetime) -> None:
        """Undo what is played for, because the table is closed before its end."""

    def stood_still(self, table: Table, pause: datetime.timedelta) -> None:
        """Let what depends on time go on later, because the table was frozen."""

    def check_may_void(
        self, table: Table, hand_number: int, here: Sequence[Seat], net: Mapping[uuid.UUID, int]
    ) -> None:
        """Raises `Refused` if a finished hand can be undone no more.

        `net` are its chips won or lost by user, `here` the seats of those who are still seated.
        """

    # -- plans and sums -----------------------------------------------------------------------

    def suits(self, game: Game, rules: Any) -> bool:
        """Whether tables with these rules of the game are played for this."""
        return False

    def buy_ins(self, game: Game, rules: Any, least: int, most: int) -> tuple[int, int]:
        """The least and the most chips of a seat, from those that the host chose."""
        return 1, 1

    def seat_price(self, least: int, most: int) -> Saying:
        """The price of a seat in the lobby's list."""
        return Saying("lobby.list.points")

    def in_play(self, user_id: uuid.UUID, *, certain: bool = False) -> int:
        """A user's chips in this kind of stakes; `certain`: without those that may be lost now."""
        return 0

    # -- bots ---------------------------------------------------------------------------------

    def bots_wanted(self, rows: TableRows) -> int | None:
        """How many bots are to be seated now; None if no bot may come or go.

        Once two people are seated, one seat is left free. Bots leave for those who wait for a seat.
        """
        waiting = sum(not one.passed_until or one.passed_until <= rows.now for one in rows.waiting)
        table, people = rows.table, len(rows.people) + waiting
        keeps_one = people >= 2 and table.max_seats > self.players_needed(table)
        room = table.max_seats - people - (1 if keeps_one else 0)
        return max(0, min(table.bots_wanted, room))

    def fills_up(self, rows: TableRows) -> bool:
        """Whether bots take all free seats when somebody starts the table."""
        return False

    def bot_brings(self, table: Table) -> int:
        """The chips with which a bot takes a seat."""
        return 0

    def bot_adds(self, table: Table, stack: int) -> int:
        """The chips that a bot with this stack adds between two hands; 0 if it plays on."""
        return 0


def no_top_up() -> TableRefused:
    """The refusal at a table whose stacks are not chips."""
    return TableRefused("NO_TOP_UP")
