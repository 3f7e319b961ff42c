"""Sit and go: entries, the start, finishing places, prizes and the next game.

The table's head is locked. Entries go to a prize pool and never touch the table's escrow; the
points at the table are not chips.
"""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import replace

from accounts import ledger
from accounts.people.models import User
from games.engines.core.contract import TableHistory
from games.hands.live_hand import LiveHand
from lobby.tables import errors as refusal
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    SitAndGo,
    SitAndGoPlayer,
    Table,
)
from lobby.tables.prizes import prizes

PLAYING = (Seat.Status.READY, Seat.Status.SITTING_OUT, Seat.Status.LEAVING)


def current(table: Table) -> SitAndGo | None:
    """The sit and go that is open for registration or running; None after the last one."""
    return SitAndGo.objects.filter(
        table=table, state__in=(SitAndGo.State.REGISTERING, SitAndGo.State.RUNNING)
    ).first()


def is_running(table: Table) -> bool:
    """Whether a sit and go is played at the table now."""
    return SitAndGo.objects.filter(table=table, state=SitAndGo.State.RUNNING).exists()


def open_sit_and_go(table: Table) -> SitAndGo:
    """The sit and go that is open for registration; a new one if the last is over.

    Raises `Refused` (`GAME_IS_ON`).
    """
    sit_and_go = current(table)
    if sit_and_go is None:
        return SitAndGo.objects.create(
            table=table,
            number=SitAndGo.objects.filter(table=table).count() + 1,
            entry=table.min_buy_in,
            points=table.sit_and_go_rules.points,
        )
    if sit_and_go.state != SitAndGo.State.REGISTERING:
        raise TableRefused("GAME_IS_ON")
    return sit_and_go


def enter(sit_and_go: SitAndGo, user: User, number: int, *, key: uuid.UUID) -> None:
    """Pay one seat's entry. Raises `KEY_REUSED` or the ledger's `INSUFFICIENT_CHIPS`."""
    uid = f"entry:{sit_and_go.pk}:{key}"
    if ledger.entry_exists(uid):
        raise refusal.key_reused()  # paid once and refunded since
    ledger.pay_entry(user=user, sit_and_go_id=sit_and_go.pk, amount=sit_and_go.entry, uid=uid)
    SitAndGoPlayer.objects.create(sit_and_go=sit_and_go, user=user, seat=number)


def withdraw(sit_and_go: SitAndGo, seat: Seat) -> int:
    """Refund an entry before the start; returns its chips."""
    player = SitAndGoPlayer.objects.select_related("user").get(
        sit_and_go=sit_and_go, user=seat.user
    )
    _give_back(sit_and_go, player)
    player.delete()
    return sit_and_go.entry


def _give_back(sit_and_go: SitAndGo, player: SitAndGoPlayer) -> None:
    ledger.refund_entry(
        user=player.user,
        sit_and_go_id=sit_and_go.pk,
        amount=sit_and_go.entry,
        uid=f"entry-back:{player.pk}",
    )


def cancel(table: Table, *, at: datetime.datetime) -> None:
    """Cancel a running sit and go: every entry is refunded, also of eliminated players."""
    sit_and_go = current(table)
    if sit_and_go is None or sit_and_go.state != SitAndGo.State.RUNNING:
        return
    for player in sit_and_go.players.select_related("user").order_by("seat"):
        _give_back(sit_and_go, player)
    sit_and_go.state, sit_and_go.finished_at = SitAndGo.State.CANCELLED, at
    sit_and_go.save(update_fields=["state", "finished_at"])


def begin(table: Table, sit_and_go: SitAndGo, *, at: datetime.datetime) -> None:
    """Close registration and start to play for the places."""
    count = sit_and_go.players.count()
    sit_and_go.state, sit_and_go.started_at = SitAndGo.State.RUNNING, at
    sit_and_go.hands_before = table.hands_dealt
    sit_and_go.prizes = prizes(
        sit_and_go.entry * count, count, winner_takes_all=table.sit_and_go_rules.winner_takes_all
    )
    sit_and_go.save(update_fields=["state", "started_at", "hands_before", "prizes"])
    table.running = True


def history(
    past: TableHistory, sit_and_go: SitAndGo, hands_dealt: int, now: datetime.datetime
) -> TableHistory:
    """The past of a running sit and go, on which the blinds of its next hand depend."""
    hands = hands_dealt - sit_and_go.hands_before
    if hands == 0:
        return TableHistory()
    assert sit_and_go.started_at is not None
    minutes = int((now - sit_and_go.started_at).total_seconds() // 60)
    return replace(past, hands=hands, minutes=minutes)


def give_up_absent(seats: Sequence[Seat], since: datetime.datetime) -> None:
    """Count people as gone who sit out and were not seen since."""
    for seat in seats:
        out = seat.status == Seat.Status.SITTING_OUT and seat.user.kind != User.Kind.BOT
        if out and seat.seen_at < since:
            seat.status = Seat.Status.LEAVING


def after_hand(
    table: Table, seats: Sequence[Seat], hand: LiveHand, *, at: datetime.datetime
) -> None:
    """Record who was eliminated in this hand, and pay the prizes once one player is left."""
    sit_and_go = SitAndGo.objects.get(table=table, state=SitAndGo.State.RUNNING)
    if table.sit_and_go_rules.leaver_forfeits:
        for seat in seats:
            if seat.status == Seat.Status.LEAVING:
                seat.stack = 0
    broke = [seat for seat in seats if seat.status in PLAYING and seat.stack == 0]
    began = {number: player.stack for number, player in hand.players.items()}
    alive = sum(seat.status in PLAYING for seat in seats) - len(broke)
    _go_out(sit_and_go, broke, began, alive, hand.number)
    settle_if_over(table, sit_and_go, seats, hand_number=hand.number, at=at)


def forfeit(table: Table, seats: Sequence[Seat], leaver: Seat, *, at: datetime.datetime) -> None:
    """Between hands, eliminate a player who left; their points are lost."""
    sit_and_go = SitAndGo.objects.get(table=table, state=SitAndGo.State.RUNNING)
    alive = sum(seat.status in PLAYING for seat in seats) - 1
    _go_out(sit_and_go, [leaver], {}, alive, table.hands_dealt)
    leaver.stack = 0
    settle_if_over(table, sit_and_go, seats, hand_number=table.hands_dealt, at=at)


def _go_out(
    sit_and_go: SitAndGo, broke: Sequence[Seat], began: dict[int, int], alive: int, number: int
) -> None:
    """Rank players eliminated together by their stacks at the start of the hand (rule 4.6).

    Equal stacks share a place.
    """
    for seat in broke:
        more = sum(began.get(other.number, 0) > began.get(seat.number, 0) for other in broke)
        same = sum(began.get(other.number, 0) == began.get(seat.number, 0) for other in broke)
        SitAndGoPlayer.objects.filter(sit_and_go=sit_and_go, user_id=seat.user_id).update(
            place=alive + more + 1, tied=same > 1, out_in=number
        )
        seat.status = Seat.Status.OUT


def settle_if_over(
    table: Table,
    sit_and_go: SitAndGo,
    seats: Sequence[Seat],
    *,
    hand_number: int,
    at: datetime.datetime,
) -> bool:
    """End the sit and go when one player is left, or when everyone left in it is away.

    Returns whether it is over.
    """
    left = [seat for seat in seats if seat.status in PLAYING]
    gone = all(seat.status == Seat.Status.LEAVING for seat in left)
    if len(left) > 1 and not gone:
        return False
    for seat in left:
        more = sum(other.stack > seat.stack for other in left)
        same = sum(other.stack == seat.stack for other in left)
        SitAndGoPlayer.objects.filter(sit_and_go=sit_and_go, user_id=seat.user_id).update(
            place=more + 1, tied=same > 1, out_in=hand_number
        )
        seat.status = Seat.Status.OUT
    _pay(sit_and_go)
    sit_and_go.state, sit_and_go.finished_at = SitAndGo.State.FINISHED, at
    sit_and_go.save(update_fields=["state", "finished_at"])
    table.running = False
    return True


def _pay(sit_and_go: SitAndGo) -> None:
    """Pay the prizes. Players who share a place split its prizes; odd chips go to lower seats."""
    players = list(sit_and_go.players.select_related("user").order_by("place", "seat"))
    awarded: dict[User, int] = {}
    for first in {player.place for player in players}:
        assert first is not None
        sharing = [player for player in players if player.place == first]
        each, odd = divmod(
            sum(sit_and_go.prizes[first - 1 : first - 1 + len(sharing)]), len(sharing)
        )
        for n, player in enumerate(sharing):
            player.prize = each + (1 if n < odd else 0)
            awarded[player.user] = player.prize
    SitAndGoPlayer.objects.bulk_update(players, ["prize"])
    ledger.pay_prizes(sit_and_go_id=sit_and_go.pk, prizes=awarded, uid=f"prizes:{sit_and_go.pk}")
