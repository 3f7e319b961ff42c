"""Sit and gos: everyone pays the same entry and plays for the places until one player is left."""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F, Sum

from accounts.people.models import User
from core.messages import Saying
from games.engines.core.contract import Game, Result
from games.hands.live_hand import LiveHand
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat, SitAndGo, SitAndGoPlayer, Table
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.stakes import sit_and_go_games
from lobby.tables.stakes.base import Next, Stakes, TableStatus, Vacated
from lobby.tables.stakes.idle_seats import ABSENT_SEAT_LIFETIME, idle_seats
from lobby.tables.stakes.sit_and_go_status import SitAndGoStatus


class SitAndGos(Stakes):
    """Points that decide the places of a sit and go; its entries are in a prize pool."""

    key = Table.PlaysFor.SIT_AND_GO.value
    format = "sit_and_go"
    drop_in = False
    has_status = True

    def bring(self, table: Table, user: User, number: int, *, chips: int, key: uuid.UUID) -> int:
        """Enter the sit and go that is open for registration."""
        sit_and_go = sit_and_go_games.open_sit_and_go(table)
        sit_and_go_games.enter(sit_and_go, user, number, key=key)
        return sit_and_go.points

    def _return_chips(self, seats: Sequence[Seat], cause: str) -> int:
        """Refund the entries before the start."""
        sit_and_go = sit_and_go_games.current(seats[0].table)
        if sit_and_go is None or sit_and_go.state != SitAndGo.State.REGISTERING:
            return 0
        return sum(sit_and_go_games.withdraw(sit_and_go, seat) for seat in seats)

    def vacated(self, table: Table, seats: Sequence[Seat], now: datetime.datetime) -> Vacated:
        """Before the start and after the end, the seats of absent people; at the end also bots'.

        Seats of eliminated players who only look on are freed too, once the next game waits.
        """
        sit_and_go = sit_and_go_games.current(table)
        if sit_and_go is not None and sit_and_go.state == SitAndGo.State.RUNNING:
            return Vacated([], [], [])
        people = [seat for seat in seats if seat.user.kind != User.Kind.BOT]
        left = [seat for seat in people if seat.status == Seat.Status.LEAVING]
        stay = [seat for seat in people if seat not in left]
        away = [seat for seat in stay if seat.seen_at < now - ABSENT_SEAT_LIFETIME]
        if sit_and_go is None:
            return Vacated([*left, *(seat for seat in seats if seat not in people)], away, [])
        idle = idle_seats([seat for seat in stay if seat not in away], now)
        return Vacated(left, away, idle)

    def may_leave(self, table: Table, seat: Seat, *, in_hand: bool) -> bool:
        """Before the start, after the end, and who is out; others are blinded out or forfeit."""
        return seat.status == Seat.Status.OUT or not sit_and_go_games.is_running(table)

    def leaves_at_once(self, table: Table) -> bool:
        """Whether the rules take a leaver's points away at once."""
        return table.sit_and_go_rules.leaver_forfeits

    def forfeit(self, rows: TableRows, seat: Seat) -> None:
        """Eliminate the player; their points are lost."""
        sit_and_go_games.forfeit(rows.table, rows.seats, seat, at=rows.now)

    def start(self, rows: TableRows) -> None:
        """Start with the players who have entered."""
        sit_and_go = sit_and_go_games.current(rows.table)
        if sit_and_go is None:
            raise TableRefused("GAME_OVER")
        if sit_and_go.players.count() < 2:
            raise TableRefused("NEED_MORE_PLAYERS", case="entered", min=2)
        sit_and_go_games.begin(rows.table, sit_and_go, at=rows.now)

    def after_hand(
        self,
        table: Table,
        seats: Sequence[Seat],
        hand: LiveHand,
        result: Result,
        *,
        at: datetime.datetime,
    ) -> None:
        """Record who is out, and pay the prizes once one player is left."""
        sit_and_go_games.after_hand(table, seats, hand, at=at)

    def comes_next(
        self, table: Table, seats: Sequence[Seat], *, watched: bool, now: datetime.datetime
    ) -> Next:
        """Start the sit and go once all seats are entered, and play it to its end.

        While it runs a long absent player counts as gone, so that the others need not wait; if
        nobody else is left, it ends.
        """
        sit_and_go = sit_and_go_games.current(table)
        if sit_and_go is None:
            return Next(None)
        if sit_and_go.state == SitAndGo.State.REGISTERING:
            if sit_and_go.players.count() < table.max_seats:
                return Next(None)
            sit_and_go_games.begin(table, sit_and_go, at=now)
        sit_and_go_games.give_up_absent(seats, now - ABSENT_SEAT_LIFETIME)
        if sit_and_go_games.settle_if_over(
            table, sit_and_go, seats, hand_number=table.hands_dealt, at=now
        ):
            return Next(None, over=True)
        past = sit_and_go_games.history(self.history(table), sit_and_go, table.hands_dealt, now)
        return Next(past, goes_on=True)

    def status(self, table: Table) -> TableStatus:
        """Read the last sit and go with its players."""
        sit_and_go = SitAndGo.objects.filter(table=table).order_by("number").last()
        players = SitAndGoPlayer.objects.filter(sit_and_go=sit_and_go).select_related("user")
        return SitAndGoStatus(sit_and_go, list(players.order_by("-place")))

    def may_close(self, table: Table) -> bool:
        """Once nothing is played."""
        return not sit_and_go_games.is_running(table)

    def cancel(self, table: Table, *, at: datetime.datetime) -> None:
        """Cancel a running sit and go and refund its entries."""
        sit_and_go_games.cancel(table, at=at)

    def stood_still(self, table: Table, pause: datetime.timedelta) -> None:
        """Let the blinds rise later by as much."""
        SitAndGo.objects.filter(table=table, state=SitAndGo.State.RUNNING).update(
            started_at=F("started_at") + pause
        )

    def check_may_void(
        self, table: Table, hand_number: int, here: Sequence[Seat], net: Mapping[uuid.UUID, int]
    ) -> None:
        """Raises `Refused` SIT_AND_GO_MOVED_ON unless all of the hand's players are still in."""
        sit_and_go = sit_and_go_games.current(table)
        on = sit_and_go is not None and sit_and_go.state == SitAndGo.State.RUNNING
        same = on and sit_and_go is not None and hand_number > sit_and_go.hands_before
        all_in = len(here) == len(net) and all(
            seat.status in sit_and_go_games.PLAYING and seat.stack > net[seat.user_id]
            for seat in here
        )
        if not (same and all_in):
            raise TableRefused("SIT_AND_GO_MOVED_ON")

    def bots_wanted(self, rows: TableRows) -> int | None:
        """Before the start, the number that the host wants.

        A finished sit and go stays on the table until somebody plays again. A house table opens a
        new one by itself once nobody is left to see the result.
        """
        table = rows.table
        sit_and_go = sit_and_go_games.current(table)
        if sit_and_go is None:
            had_one = SitAndGo.objects.filter(table=table).exists()
            if had_one and (rows.seats or not table.is_house_table):
                return None
            sit_and_go = sit_and_go_games.open_sit_and_go(table)
        waits = sit_and_go.state == SitAndGo.State.REGISTERING
        return table.bots_wanted if waits else None

    def fills_up(self, rows: TableRows) -> bool:
        """If the rules say so."""
        return rows.table.sit_and_go_rules.fill_with_bots and self.bots_wanted(rows) is not None

    def bot_brings(self, table: Table) -> int:
        """The entry."""
        return table.min_buy_in

    def suits(self, game: Game, rules: Any) -> bool:
        """If the rules are those of a sit and go."""
        return game.sit_and_go(rules) is not None

    def buy_ins(self, game: Game, rules: Any, least: int, most: int) -> tuple[int, int]:
        """The entry."""
        return least, least

    def seat_price(self, least: int, most: int) -> Saying:
        """The entry."""
        return Saying("lobby.list.entry", {"amount": least})

    def in_play(self, user_id: uuid.UUID, *, certain: bool = False) -> int:
        """The entries of sit and gos that are not over; those that run may be lost."""
        on = (SitAndGo.State.REGISTERING, *(() if certain else (SitAndGo.State.RUNNING,)))
        entered = SitAndGo.objects.filter(state__in=on, players__user=user_id)
        return entered.aggregate(chips=Sum("entry"))["chips"] or 0
