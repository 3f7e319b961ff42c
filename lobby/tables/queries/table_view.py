"""A table as its page sees it: everything except the cards.

Built by allow-list; cards come only from the engines' views.
"""

import uuid
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache

from django.urls import reverse

from accounts.people.models import User
from core.clock import to_unix_ms
from core.runtime.sql import Columns, run
from games.dealing.models import NextDeck
from games.engines.core import registry
from games.engines.core.contract import SitAndGoRules
from games.engines.core.rules import Rules
from games.fair.proof import published
from lobby.tables.columns import SEATS, TABLE, seat_of
from lobby.tables.models import (
    Seat,
    SeatRequest,
    SitAndGo,
    SitAndGoPlayer,
    Table,
    TableHead,
)
from lobby.tables.phrases import PHRASES
from lobby.tables.prizes import prizes
from lobby.tables.queries.seat_requests import requests_at
from lobby.tables.stakes import stakes_of
from lobby.tables.stakes.sit_and_go_shapes import (
    BlindLevel,
    FinishRank,
    NextBlindLevel,
    SitAndGoView,
)
from lobby.tables.wire import (
    FORMATS,
    HouseRule,
    NextDeckView,
    Restart,
    SeatView,
    TableView,
    Wishes,
    settings_of,
)

_HEAD = Columns(TableHead, "p")
_HOST = Columns(User, "u", "id", "name")
_DECK = Columns(
    NextDeck,
    "d",
    *("table_id", "number", "deck_id", "n", "roots", "chain", "cut_commits", "locked_at"),
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
    sit_and_go: SitAndGo | None = None
    players: tuple[SitAndGoPlayer, ...] = ()
    next_deck: NextDeck | None = None
    requests: tuple[SeatRequest, ...] = ()

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
    def hides_stacks(self) -> bool:
        """Whether the rules of the next hand hide stacks, so that each seat sees another table."""
        return registry.get(self.table.game).hides_stacks(self.table.parsed_rules)

    def concerns(self, user_id: uuid.UUID | None) -> bool:
        """Whether the requests for seats concern a user: the host, and those who asked."""
        if not self.requests or user_id is None:
            return False
        return user_id == self.table.host_id or any(one.user_id == user_id for one in self.requests)


def read_table(table_id: uuid.UUID) -> TableSnapshot | None:
    """The table now, None if it is closed."""
    heads, rows, decks = run((_TABLE_OF, [table_id]), (SEATS, [[table_id]]), (_DECK_OF, [table_id]))
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
    return _snapshot(head, seats, _DECK.make(decks[0]) if decks else None)


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
    if not table.sit_and_go:
        return TableSnapshot(table, head, seats, next_deck=deck, requests=requests_at(table))
    sit_and_go = SitAndGo.objects.filter(table=table).order_by("number").last()
    players = (
        SitAndGoPlayer.objects.filter(sit_and_go=sit_and_go)
        .select_related("user")
        .order_by("-place")
    )
    requests = requests_at(table)
    return TableSnapshot(table, head, seats, sit_and_go, tuple(players), deck, requests)


def house_rules(table: Table) -> list[HouseRule]:
    """The options that differ from the chosen preset, each with its sentence."""
    return list(_house_rules(table.game, table.preset, table.parsed_rules))


@lru_cache(maxsize=500)
def _house_rules(key: str, preset: str, rules: Rules) -> tuple[HouseRule, ...]:
    presets = registry.get(key).presets
    return tuple(
        HouseRule(
            name=entry["name"],
            label=entry["label"],
            value=entry["value"],
            text=f"{_capital(entry['value'])} instead of {entry['usual']}. {entry['text']}",
            usual=entry["usual"],
        )
        for entry in rules.differences_from(presets.get(preset, presets["standard"]))
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def render_table(
    snapshot: TableSnapshot, *, invite: bool, reader: uuid.UUID | None = None
) -> TableView:
    """Render the TABLE message; `invite` adds the link for those who may pass it on.

    Where stacks are hidden it has only the one of the user who reads it.
    """
    table, head = snapshot.table, snapshot.head
    needed = stakes_of(table).players_needed(table)
    ready = _ready(snapshot)
    game = registry.get(table.game)
    rules = table.parsed_rules
    wishes = game.wishes(rules)
    hidden = snapshot.hides_stacks
    places = {player.user_id: player.place for player in snapshot.players}
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
        stakes=game.stakes(rules),
        unit=game.unit(rules),
        format=FORMATS[table.plays_for],
        restart=_restart(snapshot),
        sit_and_go=_sit_and_go(snapshot),
        can_prefer=Wishes(
            post="post" in wishes,
            straddle="straddle" in wishes,
            top_up_to=table.plays_for == Table.PlaysFor.CHIPS,
        ),
        rules=table.rules,
        house_rules=house_rules(table),
        phrases=list(PHRASES) if table.phrases_only else [],
        host=table.host.name if table.host else None,
        version=head.version,
        seats=[
            _seat(
                seat,
                snapshot,
                places.get(seat.user_id),
                shows_stack=not hidden or seat.user_id == reader,
            )
            for seat in snapshot.seats
        ],
        min_players=needed,
        can_start=_can_start(snapshot, ready, needed),
        waiting=_waiting(snapshot, needed - ready),
        next_at=None
        if head.live or head.frozen or waits_for_start(snapshot)
        else to_unix_ms(head.next_timer_at),
        next_deck=_next_deck(snapshot),
        invite=invite_link(table) if invite else None,
    )


def invite_link(table: Table) -> str:
    """The path of the table's invite link."""
    return _invite_path(table.invite)


@lru_cache(maxsize=2_000)
def _invite_path(code: str) -> str:
    return reverse("lobby:invite", args=[code])


def _next_deck(snapshot: TableSnapshot) -> NextDeckView | None:
    deck = snapshot.next_deck
    if deck is None:
        return None
    promised = sorted((int(seat), made["hash"]) for seat, made in deck.cut_commits.items())
    locked = promised if deck.locked_at else None
    shown = published(deck.published_part)
    return NextDeckView(number=deck.number, **shown, locked=locked)


def _ready(snapshot: TableSnapshot) -> int:
    """The number of seats that are ready for the next hand, or entered in the sit and go."""
    return len(stakes_of(snapshot.table).ready(snapshot.table, snapshot.seats))


def _can_start(snapshot: TableSnapshot, ready: int, needed: int) -> bool:
    table, head = snapshot.table, snapshot.head
    if table.state == Table.State.PAUSED:
        return False
    if not table.sit_and_go:
        waits = not table.autostart or _restart(snapshot).needed
        return ready >= needed and waits and not (table.running or head.live)
    sit_and_go = snapshot.sit_and_go
    if sit_and_go is None or sit_and_go.state != SitAndGo.State.REGISTERING or not ready:
        return False
    return ready >= 2 or table.sit_and_go_rules.fill_with_bots


def waits_for_start(snapshot: TableSnapshot) -> bool:
    """Whether the next hand needs somebody to start it or to sit down."""
    table, sit_and_go = snapshot.table, snapshot.sit_and_go
    if snapshot.head.live:
        return False
    if table.sit_and_go and (sit_and_go is None or sit_and_go.state != SitAndGo.State.RUNNING):
        return True
    needed = stakes_of(table).players_needed(table)
    return _waiting(snapshot, needed - _ready(snapshot)) is not None


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


def _sit_and_go(snapshot: TableSnapshot) -> SitAndGoView | None:
    """The table's running sit and go, or else its last one."""
    table, sit_and_go = snapshot.table, snapshot.sit_and_go
    if not table.sit_and_go:
        return None
    format_rules = table.sit_and_go_rules
    entered = len(snapshot.players)
    state = sit_and_go.state if sit_and_go is not None else SitAndGo.State.REGISTERING
    planned = prizes(
        table.min_buy_in * table.max_seats,
        table.max_seats,
        winner_takes_all=format_rules.winner_takes_all,
    )
    level, blinds, after = _levels(table, sit_and_go, format_rules)
    return SitAndGoView(
        number=sit_and_go.number if sit_and_go is not None else 1,
        state=state,
        entry=sit_and_go.entry if sit_and_go is not None else table.min_buy_in,
        starting=sit_and_go.points if sit_and_go is not None else format_rules.points,
        players=entered,
        size=table.max_seats,
        prizes=sit_and_go.prizes if sit_and_go is not None and sit_and_go.prizes else planned,
        level=level,
        blinds=blinds,
        next=after,
        places=[
            FinishRank(
                place=player.place,
                seat=player.seat,
                name=player.user.name,
                avatar=player.user.avatar,
                kind=player.user.kind,
                prize=player.prize,
                tied=player.tied,
            )
            for player in snapshot.players
            if player.place is not None
        ],
    )


def _levels(
    table: Table, sit_and_go: SitAndGo | None, format_rules: SitAndGoRules
) -> tuple[int | None, BlindLevel, NextBlindLevel | None]:
    """The level and blinds of the hand in progress (or the first one), and the next level."""
    running = sit_and_go is not None and sit_and_go.state == SitAndGo.State.RUNNING
    level = table.last_terms.get("level") or 1 if running else 1
    small, big, ante = format_rules.levels[level - 1]
    after = None
    if level < len(format_rules.levels):
        next_small, next_big, next_ante = format_rules.levels[level]
        after = NextBlindLevel(next_small, next_big, next_ante, in_hands=None, at=None)
        length = format_rules.level_length
        if format_rules.level_unit == "hands":
            dealt = table.hands_dealt - sit_and_go.hands_before if running and sit_and_go else 0
            after.in_hands = max(1, level * length - dealt + 1)
        elif running and sit_and_go is not None and sit_and_go.started_at is not None:
            after.at = to_unix_ms(sit_and_go.started_at + timedelta(minutes=level * length))
    return level if format_rules.rises else None, BlindLevel(small, big, ante), after


def _seat(seat: Seat, snapshot: TableSnapshot, place: int | None, *, shows_stack: bool) -> SeatView:
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
    )


def _waiting(snapshot: TableSnapshot, missing: int) -> str | None:
    table, head, sit_and_go = snapshot.table, snapshot.head, snapshot.sit_and_go
    if head.frozen:
        return "This table is paused"
    if head.live:
        return None
    if table.state == Table.State.PAUSED:
        return "The host has paused this table"
    if table.state == Table.State.DRAINING:
        return "This table will close after this hand"
    if table.sit_and_go and sit_and_go is not None and sit_and_go.state == SitAndGo.State.FINISHED:
        return "This game is over"
    if table.sit_and_go and (sit_and_go is None or sit_and_go.state == SitAndGo.State.REGISTERING):
        entered = len(snapshot.players)
        return f"{entered} of {table.max_seats} players have joined"
    if missing > 0:
        return _waiting_for_players(snapshot, missing)
    if _restart(snapshot).needed:
        return "Waiting for a winner to start the next game"
    if not (table.autostart or table.running):
        return "Waiting for a player to start the game"
    return None


def _waiting_for_players(snapshot: TableSnapshot, missing: int) -> str:
    """The players that a hand lacks: new ones, or those of the taken seats if none is free."""
    table = snapshot.table
    if table.max_seats - len(snapshot.seats) >= missing:
        return (
            f"Waiting for {missing} more players" if missing > 1 else "Waiting for one more player"
        )
    stakes = stakes_of(table)
    ready = {seat.pk for seat in stakes.ready(table, snapshot.seats)}
    away = [seat for seat in snapshot.seats if seat.pk not in ready]
    if len(away) > 1:
        return f"Waiting for {missing} of {len(away)} players to come back"
    is_short = bool(stakes.missing(table, away[0])) and not snapshot.hides_stacks
    return f"Waiting for {away[0].user.name} to {'add chips' if is_short else 'come back'}"
