"""A table as its page sees it: everything except the cards.

Built by allow-list; cards come only from the engines' views.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.urls import reverse

from accounts.people.models import User
from accounts.people.names.likeness import near_copies
from core.clock import to_unix_ms
from core.runtime.sql import Columns, run
from core.wire import shown
from games.dealing.models import NextDeck
from games.engines.core import registry
from games.engines.core.rules import Rules
from games.fair.tfair2.deck import LockedDeck
from games.fair.tfair2.proof import published, published_lock
from games.hands.live_hand import LiveHand
from lobby.tables.chat_shapes import Sentence
from lobby.tables.deck_shapes import EndedDeck, LockView, NextDeckView, SealedDeckView
from lobby.tables.models import (
    Seat,
    SeatRequest,
    Table,
    TableHead,
    WaitingEntry,
)
from lobby.tables.phrases import phrases_of
from lobby.tables.rows.columns import (
    SEAT,
    SEATS,
    TABLE,
    WAITING,
    seat_of,
    waiting_entry_of,
)
from lobby.tables.rows.table_rows import UNSEEN
from lobby.tables.rule_shapes import HouseRule, Restart, Wishes
from lobby.tables.seats.open_requests import requests_at
from lobby.tables.stakes import stakes_of
from lobby.tables.stakes.base import TableStatus
from lobby.tables.wire import (
    SeatView,
    TableView,
    settings_of,
)

_HEAD = Columns(TableHead, "p")
_HOST = Columns(User, "u", "id", "name")
_DECK = Columns(
    NextDeck,
    "d",
    *("table_id", "no", "game", "deck_id", "n", "roots", "chain", "ended_no", "last", "tfair1"),
    *("cut_commits", "locked_at", "line", "asked_again", "not_asked"),
)
_HEAD_OF = f"SELECT {_HEAD.sql} FROM lobby_tablehead p WHERE table_id = %s"  # noqa: S608 -- own names
_TABLE_OF = f"""
SELECT {_HEAD.sql}, {TABLE.sql}, {_HOST.sql} FROM lobby_tablehead p
JOIN lobby_table t ON t.id = p.table_id LEFT JOIN accounts_user u ON u.id = t.host_id
WHERE p.table_id = %s
"""  # noqa: S608 -- own names
_DECK_OF = f"SELECT {_DECK.sql} FROM games_nextdeck d WHERE table_id = %s"  # noqa: S608 -- own names


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """One reading of a table: its row, its head and its seats."""

    table: Table
    head: TableHead
    seats: tuple[Seat, ...]
    status: TableStatus
    next_deck: NextDeck | None = None
    requests: tuple[SeatRequest, ...] = ()
    waiting: tuple[WaitingEntry, ...] = ()

    def seat_of(self, user_id: uuid.UUID | None) -> Seat | None:
        """The user's seat, None if they have none."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def plays_in(self, user_id: uuid.UUID | None, window_id: uuid.UUID | None) -> bool:
        """Whether this window of the page may play the user's seat."""
        seat = self.seat_of(user_id) if window_id is not None else None
        return seat is None or seat.window_id in (None, window_id)

    def knows_invite(self, user_id: uuid.UUID | None) -> bool:
        """Whether to show the invite link: to the host and to seated players."""
        return user_id is not None and (
            self.table.host_id == user_id or self.seat_of(user_id) is not None
        )

    @property
    def stopped_by(self) -> str:
        """The code with which actions are refused while the clock stands; "" while it runs.

        The table is frozen, or its host has stopped a teaching hand.
        """
        if self.head.frozen:
            return "TABLE_FROZEN"
        is_paused = self.table.teaching and self.table.state == Table.State.PAUSED
        return "PAUSED" if is_paused else ""

    @property
    def hides_stacks(self) -> bool:
        """Whether the rules of the next hand hide stacks, so that each seat sees another table."""
        return registry.get(self.table.game).hides_stacks(self.table.parsed_rules)

    def has_other_deck(self, after: "TableSnapshot") -> bool:
        """Whether nothing that viewers see differs from a later reading but its next deck."""
        one, other = self.head, after.head
        if _deck_row(self) == _deck_row(after):
            return False
        if (one.live, one.frozen, one.hand_id) != (other.live, other.frozen, other.hand_id):
            return False
        if self.concerned or after.concerned or stakes_of(after.table).has_status:
            return False
        if [seat.pk for seat in self.seats] != [seat.pk for seat in after.seats]:
            return False
        names = {*TABLE.changed(after.table, TABLE.row_of(self.table))}
        for seat, then in zip(after.seats, self.seats, strict=True):
            names.update(SEAT.changed(seat, SEAT.row_of(then)))
        return names <= UNSEEN

    def skips(self, after: "TableSnapshot", hand: LiveHand | None, dealt: LiveHand | None) -> bool:
        """Whether readers of this state and of `after` alone could take an honest house for false.

        They never see a deck before it is cut, which might be made once its cuts were known, or a
        seat between two times when it is ready, which is absent from a hand. `hand` was the last
        one of this state, `dealt` is that of `after`.
        """
        is_new = dealt is not None and (hand is None or hand.id != dealt.id)
        absent = dealt.deal.get("absent", ()) if dealt is not None and is_new else ()
        if any(seat.number in absent and seat.status == Seat.Status.READY for seat in self.seats):
            return True
        seen, then = self.next_deck, after.next_deck
        if then is None:
            return False
        ahead = then.no - (seen.no if seen is not None else 0)
        return ahead > 1 or (ahead == 1 and then.locked_at is not None and bool(then.cut_commits))

    @property
    def concerned(self) -> frozenset[uuid.UUID | None]:
        """The host where people ask for seats, those who asked, and those who wait for one."""
        asking = {one.user_id for one in self.requests} | {one.user_id for one in self.waiting}
        return frozenset({*asking, self.table.host_id} if self.requests else asking)


def _deck_row(snapshot: TableSnapshot) -> tuple[Any, ...] | None:
    deck = snapshot.next_deck
    return None if deck is None else _DECK.row_of(deck)


def read_table(table_id: uuid.UUID) -> TableSnapshot | None:
    """The table now, None if it is closed."""
    heads, rows, decks, waiting = run(
        (_TABLE_OF, [table_id]),
        (SEATS, [[table_id]]),
        (_DECK_OF, [table_id]),
        (WAITING, [[table_id]]),
    )
    if not heads:
        return None
    row = heads[0]
    at, end = len(_HEAD), len(_HEAD) + len(TABLE)
    head, table, host = _HEAD.make(row[:at]), TABLE.make(row[at:end]), row[end:]
    table.host = _HOST.make(host) if table.host_id is not None else None
    head.table = table
    seats = tuple(map(seat_of, rows))
    for seat in seats:
        seat.table = table
    found = _snapshot(head, seats, _DECK.make(decks[0]) if decks else None)
    return replace(found, waiting=tuple(map(waiting_entry_of, waiting)))


def read_again(known: TableSnapshot) -> TableSnapshot | None:
    """The table now; if its version is unchanged, only the head is read."""
    (rows,) = run((_HEAD_OF, [known.table.pk]))
    if not rows:
        return None
    head = _HEAD.make(rows[0])
    if head.version != known.head.version or head.frozen != known.head.frozen:
        return read_table(known.table.pk)
    return replace(known, head=head)


def closed_snapshot(table: Table) -> TableSnapshot:
    """A closed table, which no longer has a head or seats."""
    return _snapshot(TableHead(table=table), (), None)


def _snapshot(head: TableHead, seats: tuple[Seat, ...], deck: NextDeck | None) -> TableSnapshot:
    table = head.table
    status = stakes_of(table).status(table)
    return TableSnapshot(table, head, seats, status, deck, requests_at(table))


def house_rules(table: Table) -> list[HouseRule]:
    """The options that differ from the chosen preset."""
    return list(_house_rules(table.game, table.preset, table.parsed_rules))


@lru_cache(maxsize=500)
def _house_rules(key: str, preset: str, rules: Rules) -> tuple[HouseRule, ...]:
    presets = registry.get(key).presets
    usual = presets.get(preset, presets["standard"])
    return tuple(
        HouseRule(option.name, rules.shown(option.name), usual.shown(option.name))
        for option in rules.differences_from(usual)
    )


def render_table(
    snapshot: TableSnapshot, *, invite: bool, reader: uuid.UUID | None = None
) -> TableView:
    """Render the TABLE message; `invite` adds the link for those who may pass it on.

    Where stacks are hidden it has only the one of the user who reads it.
    """
    table, head = snapshot.table, snapshot.head
    stakes, status = stakes_of(table), snapshot.status
    needed = stakes.players_needed(table)
    ready = len(stakes.ready(table, snapshot.seats))
    restart = _restart(snapshot)
    game = registry.get(table.game)
    rules = table.parsed_rules
    wishes = game.wishes(rules)
    hidden = snapshot.hides_stacks
    marks = _marks(snapshot.seats)
    return TableView(
        **settings_of(table),
        slug=table.slug,
        state="frozen" if head.frozen else table.state,
        households=table.households,
        chat=table.chat,
        max_seats=table.max_seats,
        clock_ms=table.clock_ms,
        bank_ms=table.bank_ms,
        running=table.running or table.autostart,
        is_house_table=table.is_house_table,
        figures=dict(game.stakes(rules)),
        unit=game.unit(rules),
        format=stakes.format,
        restart=restart,
        sit_and_go=status.sit_and_go(table),
        can_prefer=Wishes(
            post="post" in wishes,
            straddle="straddle" in wishes,
            top_up_to=stakes.are_chips,
        ),
        rules=table.rules,
        house_rules=house_rules(table),
        open_hands=table.open_hands,
        phrases=list(phrases_of(table.game)) if table.phrases_only else [],
        host=table.host.name if table.host else None,
        version=head.version,
        waiting_list=len(snapshot.waiting),
        seats=[
            _seat(
                seat,
                snapshot,
                status.place_of(seat.user_id),
                mark=marks.get(seat.number, ""),
                shows_stack=not hidden or seat.user_id == reader,
            )
            for seat in snapshot.seats
        ],
        min_players=needed,
        can_start=table.state != Table.State.PAUSED
        and status.can_start(
            table, live=head.live, ready=ready, needed=needed, asked=restart.needed
        ),
        waiting=_waiting(snapshot, needed - ready),
        next_at=None
        if head.live or head.frozen or waits_for_start(snapshot)
        else to_unix_ms(head.next_at),
        next_deck=_next_deck(snapshot),
        invite=invite_link(table) if invite and not table.is_practice else None,
    )


def invite_link(table: Table) -> str:
    """The path of the table's invite link."""
    return _invite_path(table.invite)


@lru_cache(maxsize=2_000)
def _invite_path(code: str) -> str:
    return reverse("lobby:invite", args=[code])


def _next_deck(snapshot: TableSnapshot) -> NextDeckView | None:
    deck = snapshot.next_deck
    if deck is None or deck.is_tfair1:
        return None
    locked, sealed = deck.locked_part, deck.published_part
    ended = EndedDeck(no=deck.ended_no, chain=bytes(deck.chain).hex())
    ended.tfair1 = deck.tfair1 and deck.ended_no == 0
    resting = {seat.number for seat in snapshot.seats if str(seat.user_id) in deck.not_asked}
    return NextDeckView(
        game=deck.game,
        deck=shown(SealedDeckView, published(sealed)),
        lock=None if locked is None else _lock(deck, locked),
        missing=deck.asked_again,
        not_asked=sorted(resting),
        ended=ended,
        last=deck.last,
    )


def _lock(deck: NextDeck, locked: LockedDeck) -> LockView:
    assert deck.line is not None
    return shown(LockView, published_lock(locked) | {"signature": deck.line["signature"]})


def waits_for_start(snapshot: TableSnapshot) -> bool:
    """Whether the next hand needs somebody to start it or to sit down."""
    table, stakes = snapshot.table, stakes_of(snapshot.table)
    if snapshot.head.live:
        return False
    missing = stakes.players_needed(table) - len(stakes.ready(table, snapshot.seats))
    return _waiting(snapshot, missing) is not None


def _restart(snapshot: TableSnapshot) -> Restart:
    """The players who may start the next game; `needed` if it waits for one of `seats`."""
    table = snapshot.table
    game = registry.get(table.game)
    allowed = stakes_of(table).starters(table, snapshot.seats)
    waits = bool(allowed) and not (snapshot.head.live or table.running)
    return Restart(
        by=game.restart_by(table.parsed_rules),
        seats=allowed,
        needed=waits,
    )


def _marks(seats: Sequence[Seat]) -> dict[int, str]:
    """The marks of seats by number: of staff, and of near copies of an older account's name."""
    by_age = sorted(seats, key=lambda seat: (not seat.user.is_staff, seat.user.date_joined))
    copies = near_copies(tuple(seat.user.name for seat in by_age))
    return {
        seat.number: "staff" if seat.user.is_staff else "near"
        for at, seat in enumerate(by_age)
        if seat.user.is_staff or at in copies
    }


def _seat(
    seat: Seat,
    snapshot: TableSnapshot,
    place: int | None,
    *,
    mark: str,
    shows_stack: bool,
) -> SeatView:
    between, number = not snapshot.head.live, snapshot.table.hands_dealt
    return SeatView(
        seat=seat.number,
        name=seat.user.name,
        avatar=seat.user.avatar,
        kind=seat.user.kind,
        stack=seat.stack if shows_stack else None,
        pending=seat.pending if shows_stack else None,
        status=seat.status,
        bank_ms=seat.bank_ms,
        missed_blinds=seat.missed_blinds,
        for_points=seat.for_points,
        posts=seat.posts,
        straddles=seat.straddles,
        pressed_next=between and number > 0 and seat.next_after == number,
        place=place,
        mark=mark,
    )


def _waiting(snapshot: TableSnapshot, missing: int) -> Sentence | None:
    table, head = snapshot.table, snapshot.head
    if head.frozen:
        return Sentence("waiting.frozen")
    if head.live:
        return None
    if table.state == Table.State.PAUSED:
        return Sentence("waiting.paused")
    if table.state == Table.State.DRAINING:
        return Sentence("waiting.draining")
    if said := snapshot.status.waiting(table):
        return said
    if missing > 0:
        return _waiting_for_players(snapshot, missing)
    if _restart(snapshot).needed:
        return Sentence("waiting.winner")
    if not (table.autostart or table.running):
        return Sentence("waiting.start")
    return None


def _waiting_for_players(snapshot: TableSnapshot, missing: int) -> Sentence:
    """The players that a hand lacks: new ones, or those of the taken seats if none is free."""
    table = snapshot.table
    if table.max_seats - len(snapshot.seats) >= missing:
        return Sentence("waiting.players", {"missing": missing})
    stakes = stakes_of(table)
    ready = {seat.pk for seat in stakes.ready(table, snapshot.seats)}
    away = [seat for seat in snapshot.seats if seat.pk not in ready]
    if len(away) > 1:
        return Sentence("waiting.back", {"missing": missing, "away": len(away)})
    is_short = bool(stakes.missing(table, away[0])) and not snapshot.hides_stacks
    code = "waiting.chips" if is_short else "waiting.return"
    return Sentence(code, {"name": away[0].user.name})
