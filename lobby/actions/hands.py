"""Between the hands: settling the one that ended, and opening the next.

Called with the table's pulse locked. Chips change seats here and nowhere else: during a hand the
seats keep what they had at its start.
"""

import datetime
import json
from collections.abc import Sequence

from django.db import connection

from accounts import ledger
from accounts.models import User
from games.actions.open_hand import HouseRules, open_hand
from games.actions.settle import settle
from games.engines.core import registry
from games.queries.live import LiveHand, Player
from lobby.actions.desk import Desk, Place
from lobby.models import Seat, Table

_WRITE_SEATS = """
UPDATE lobby_seat AS s SET stack = r.stack, pending = r.pending, status = r.status,
    timeouts = r.timeouts, bank_ms = r.bank_ms
FROM jsonb_to_recordset(%s::jsonb) AS r(id bigint, stack bigint, pending bigint, status text,
    timeouts smallint, bank_ms int)
WHERE s.id = r.id
"""

SITS_OUT_AFTER = 2
"""Time-outs in a row, as in rules.md 1.5."""
BANK_REFILL_MS = 1_000
"""Time bank that a seat gets back for each hand it plays."""
SHOWN_MORE = datetime.timedelta(seconds=2)
"""Extra pause when cards were shown: people want to read them."""


def finish(desk: Desk, place: Place) -> None:
    """If the table's hand is over, settle it, move its chips to the seats and set the pause."""
    hand = place.hand
    if hand is None or not place.pulse.live or hand.game.result(hand.state) is None:
        return
    result = settle(hand=hand, at=desk.now)
    table = Table.objects.get(pk=place.table_id)
    stacks = dict(result.chips)
    seats = list(Seat.objects.filter(table=table).select_related("user"))
    for seat in seats:
        player = hand.players.get(seat.number)
        if player is None or player.user_id != seat.user_id:
            continue
        seat.stack = stacks[seat.number]
        _judge_clock(seat, hand, table)
    _write_seats(seats)
    leaving = [seat for seat in seats if seat.status == Seat.Status.LEAVING]
    free_seats(leaving, cause=str(hand.id))
    winner = result.pots[0].winners[0] if result.pots else None
    if winner != table.winner:
        Table.objects.filter(pk=table.pk).update(winner=winner)
    pulse = place.pulse
    pulse.live, pulse.turn_seat, pulse.turn_at = False, None, None
    pause = datetime.timedelta(milliseconds=table.pause_ms)
    if result.shown and table.pause_ms:
        pause += SHOWN_MORE
    pulse.wake_at = desk.now + pause
    desk.touch(place)


def _write_seats(seats: Sequence[Seat]) -> None:
    """Store what changed between hands, for all seats in one statement."""
    rows = [
        {
            "id": seat.pk,
            "stack": seat.stack,
            "pending": seat.pending,
            "status": seat.status,
            "timeouts": seat.timeouts,
            "bank_ms": seat.bank_ms,
        }
        for seat in seats
    ]
    with connection.cursor() as cursor:
        cursor.execute(_WRITE_SEATS, [json.dumps(rows)])


def _judge_clock(seat: Seat, hand: LiveHand, table: Table) -> None:
    own = [record for record in hand.records if record.action.seat == seat.number]
    if any(record.auto == "timeout" for record in own):
        seat.timeouts += 1
        if seat.timeouts >= SITS_OUT_AFTER and seat.status == Seat.Status.READY:
            seat.status = Seat.Status.SITTING_OUT
    elif any(not record.auto for record in own):
        seat.timeouts = 0
    seat.bank_ms = min(table.bank_ms, hand.bank_left(seat.number) + BANK_REFILL_MS)


def free_seats(seats: Sequence[Seat], *, cause: str) -> None:
    """Give the seats' chips back to their wallets and remove the seats. Never during their hand.

    `cause` names why, once: with the seat's own id it makes the entry's unique id.
    """
    if len(seats) > 1:
        wallets = [ledger.wallet(seat.user) for seat in seats]
        ledger.hold([*wallets, ledger.escrow(seats[0].table_id)])
    for seat in seats:
        chips = seat.stack + seat.pending
        if chips:
            ledger.cash_out(
                user=seat.user,
                table_id=seat.table_id,
                amount=chips,
                uid=f"leave:{cause}:{seat.pk}",
            )
        seat.delete()


def ready_seats(table: Table, seats: list[Seat]) -> list[Seat]:
    """Who would be dealt in now, in ascending order of seats."""
    game = registry.get(table.game)
    price = game.entry_price(game.rules_from_json(table.rules))
    return sorted(
        (
            seat
            for seat in seats
            if seat.status == Seat.Status.READY and seat.stack + seat.pending >= price
        ),
        key=lambda seat: seat.number,
    )


def players_needed(table: Table) -> int:
    """How many ready seats a hand needs at this table."""
    game = registry.get(table.game)
    rules = game.rules_from_json(table.rules)
    return max(game.min_seats, getattr(rules, "min_players_to_start", game.min_seats))


def deal_next(desk: Desk, place: Place, table: Table, seats: list[Seat]) -> None:
    """Open the next hand with the seats that are ready; the caller saw that they are enough."""
    game = registry.get(table.game)
    rules = game.rules_from_json(table.rules)
    dealt_in = ready_seats(table, seats)
    for seat in dealt_in:
        seat.stack, seat.pending = seat.stack + seat.pending, 0
    _write_seats(dealt_in)
    numbers = tuple(seat.number for seat in dealt_in)
    table.button = game.next_button(rules, numbers, table.button, table.winner)
    table.hands_dealt += 1
    table.running = True
    table.save(update_fields=["button", "hands_dealt", "running"])
    hand = open_hand(
        table_id=table.pk,
        number=table.hands_dealt,
        house=HouseRules(
            game=table.game,
            preset=table.preset,
            rules=table.rules,
            rules_hash=table.rules_hash,
            clock_ms=table.clock_ms,
            rail=table.rail,
            private=table.private,
        ),
        players=[_player(seat) for seat in dealt_in],
        button=table.button,
        at=desk.now,
    )
    desk.new_hand(place, hand)
    finish(desk, place)  # a hand may be over once it is dealt


def _player(seat: Seat) -> Player:
    user: User = seat.user
    return Player(
        seat=seat.number,
        user_id=user.pk,
        name=user.name,
        kind=user.kind,
        stack=seat.stack,
        bank_ms=seat.bank_ms,
        bot_level=user.bot_level,
        avatar=user.avatar,
    )
