"""Reading the lobby's list of tables: in two statements whatever its length.

How the tables play is read apart from it, and less often (`lobby.tables.list.pace`).
"""

import uuid
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from msgspec import json

from accounts.people.models import User
from core.runtime.single_flight import SharedCopies
from core.runtime.sql import Statement, run
from games.engines.core import registry
from lobby.tables.list.pace import UNKNOWN, Pace, paces
from lobby.tables.lobby_list import Listing, TableList
from lobby.tables.stakes import kind
from lobby.tables.wire import Sitter, TableRow

_TABLES = """
SELECT t.id, t.host_id, p.live, p.turn_seat, p.frozen, t.state, t.plays_for, t.rules::text, t.slug,
    t.name, t.game, t.preset, t.min_buy_in, t.max_buy_in, t.max_seats, t.spectators, t.private,
    (SELECT count(*) FROM lobby_waitingentry w WHERE w.table_id = t.id)
FROM lobby_tablehead p JOIN lobby_table t ON t.id = p.table_id
WHERE t.state <> 'closed' AND {which} ORDER BY t.created_at, t.id
"""
_SEATS = """
SELECT s.table_id, s.user_id, s.number, u.name, u.avatar, u.kind
FROM lobby_tablehead p JOIN lobby_table t ON t.id = p.table_id
JOIN lobby_seat s ON s.table_id = p.table_id JOIN accounts_user u ON u.id = s.user_id
WHERE t.state <> 'closed' AND {which} ORDER BY s.number
"""
_ALL, _SOME = "TRUE", "p.table_id = ANY(%s)"
_SOME_AND_OWN = """p.table_id IN (
    SELECT id FROM lobby_table WHERE slug = ANY(%s) OR host_id = %s
    UNION SELECT table_id FROM lobby_seat WHERE user_id = %s)"""
_STATEMENTS = {
    which: (_TABLES.format(which=which), _SEATS.format(which=which))
    for which in (_ALL, _SOME, _SOME_AND_OWN)
}
_PROGRAMS = (User.Kind.BOT, User.Kind.REGISTERED_BOT)

Listings = dict[uuid.UUID, Listing]
Watching = Mapping[uuid.UUID, int]
"""The number of spectators by table, as far as it is known."""


def read_tables(watching: Watching, *, only: Iterable[uuid.UUID] | None = None) -> Listings:
    """The open tables by id, oldest first; `only` names those to read instead of all."""
    if only is None:
        return _read(watching, _ALL)
    return _read(watching, _SOME, list(only))


_copies: SharedCopies[TableList] = SharedCopies(lifetime_s=1.0, most=1)


def tables_for(user_id: uuid.UUID | None, watching: Watching) -> TableList:
    """The list for one reader.

    All readers share a reading at most a second old. A user's own tables are read anew, so that
    they see their own changes at once.
    """
    if not settings.SHARED_ANSWERS:
        return TableList(read_tables(watching).values())
    shared = _copies.get((), lambda: TableList(read_tables(watching).values()))
    if user_id is None:
        return shared
    before = shared.slugs_of(user_id)
    own = _read(watching, _SOME_AND_OWN, before, user_id, user_id)
    return shared.for_user(user_id, own.values()) if before or own else shared


def _read(watching: Watching, which: str, *parameters: Any) -> Listings:
    tables, seats = _STATEMENTS[which]
    statements: list[Statement] = [(tables, parameters), (seats, parameters)]
    rows, sitting = run(*statements)
    seats_of: dict[uuid.UUID, list[tuple[Any, ...]]] = {row[0]: [] for row in rows}
    for table_id, *seat in sitting:
        if table_id in seats_of:
            seats_of[table_id].append(tuple(seat))
    known = paces()
    return {
        row[0]: _listing(row, seats_of[row[0]], watching.get(row[0], 0), known.get(row[0], UNKNOWN))
        for row in rows
    }


def _listing(
    row: tuple[Any, ...], seats: list[tuple[Any, ...]], watching: int, pace: Pace
) -> Listing:
    _id, host_id, live, turn_seat, frozen, state, plays_for, rules, *columns = row
    slug, name, game, preset, least, most, max_seats, spectators, private, waiting = columns
    figures, unit, hides_stacks = _of_rules(game, rules)
    return Listing(
        row=TableRow(
            slug=slug,
            name=name,
            game=game,
            preset=preset,
            figures=dict(figures),
            unit=unit,
            format=kind(plays_for).format,
            min_buy_in=least,
            max_buy_in=most,
            seats=max_seats,
            taken=len(seats),
            bots=sum(seat[4] in _PROGRAMS for seat in seats),
            waiting=waiting,
            watching=watching,
            state="frozen" if frozen else state,
            playing=live,
            spectators=spectators,
            private=private,
            hides_stacks=hides_stacks,
            average_pot=pace.average_pot,
            hands_an_hour=pace.hands_an_hour,
            names=[
                Sitter(seat=number, name=name, avatar=avatar, kind=kind)
                for _user_id, number, name, avatar, kind in seats
            ],
        ),
        host_id=host_id,
        turn_seat=turn_seat if live else None,
        seat_of={seat[0]: seat[1] for seat in seats},
    )


@lru_cache(maxsize=1_000)
def _of_rules(game: str, rules: str) -> tuple[Mapping[str, int | None], int, bool]:
    """The stakes, the unit of buy-ins and whether stacks are hidden, under rules as JSON."""
    found = registry.get(game)
    parsed = found.rules_from_json(json.decode(rules))
    return found.stakes(parsed), found.unit(parsed), found.hides_stacks(parsed)
