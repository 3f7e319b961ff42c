"""The lobby's list: filters, pages, and the frames that keep a visitor's page up to date."""

import asyncio
import random
import uuid
from collections.abc import Coroutine
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl

import pytest
from django.test import override_settings
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs, to_builtins

from accounts.people.models import User
from cardhouse_client.messages import Tables, TablesChanged, decode
from cardhouse_client.sockets import list_after
from lobby.tables.lobby_list import Listing, LobbyQuery, TableList, look_of, query_of
from lobby.tables.wire import Sitter, TableRow
from lobby.tables.ws import lobby_room
from lobby.tables.ws.connection import QUEUED_FRAMES_MAX, Connection
from lobby.tables.ws.lobby_room import LobbyRoom
from tests.support.size import times
from tests.support.waiting import until

PEOPLE = [User(id=uuid.UUID(int=number), name=f"Player {number}") for number in range(1, 4)]
SEATS = 3
TABLES = 9
PAGE = 3


def listing(number: int, **changes: Any) -> Listing:
    """An open table without players."""
    row = TableRow(
        slug=f"table{number}",
        name=f"Table {number}",
        game=("holdem", "teen_patti")[number % 2],
        preset="standard",
        figures={"small": 5, "big": 10, "ante": 0},
        unit=10,
        format="cash",
        min_buy_in=200,
        max_buy_in=2_000,
        seats=SEATS,
        taken=0,
        bots=0,
        watching=0,
        state="open",
        playing=False,
        spectators="public",
        private=False,
        hides_stacks=False,
        average_pot=None,
        hands_an_hour=None,
        names=[],
    )
    return Listing(structs.replace(row, **changes), None, None, {})


def seated(before: Listing, seat_of: dict[uuid.UUID, int], *, bots: int = 0) -> Listing:
    """The table with these users in its seats, and some bots."""
    names = [
        Sitter(seat=number, name=user.name, avatar=0, kind="guest")
        for user in PEOPLE
        for number in [seat_of.get(user.pk)]
        if number is not None
    ]
    row = structs.replace(before.row, taken=len(seat_of) + bots, bots=bots, names=names)
    return Listing(row, before.host_id, before.turn_seat, seat_of)


class World:
    """The open tables as the database would have them."""

    def __init__(self) -> None:
        self.tables: dict[uuid.UUID, Listing] = {}
        self.watching: dict[uuid.UUID, int] = {}
        self.opened = 0

    def read(
        self, watching: dict[uuid.UUID, int], *, only: set[uuid.UUID] | None = None
    ) -> dict[uuid.UUID, Listing]:
        return {
            table_id: one.watched_by(watching.get(table_id, 0))
            for table_id, one in self.tables.items()
            if only is None or table_id in only
        }

    def list_now(self) -> TableList:
        return TableList(self.read(self.watching).values())


class Visitor:
    """A lobby page: what the room sends it, applied by the Python client."""

    def __init__(self, user: User | None) -> None:
        self.frames: list[str] = []
        self.whole = 0
        self.list: Tables | None = None
        self.look = LobbyQuery()
        self.line = Connection(self._take, user=user)

    async def _take(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame["text"])
        message = decode(frame["text"])
        if isinstance(message, TablesChanged):
            assert self.list is not None
            self.list = list_after(self.list, message)
        else:
            assert isinstance(message, Tables)
            self.list, self.whole = message, self.whole + 1

    def sees(self) -> dict[str, Any] | None:
        """The visitor's page without the number of people in the lobby."""
        return self.list and plain(self.list)


def plain(shown: Any) -> dict[str, Any]:
    """A page as JSON values, without what frames leave out."""
    rows = [to_builtins(row) for row in shown.tables]
    for row in rows:
        assert not row.pop("stakes", "")
    return {
        "tables": rows,
        **{name: getattr(shown, name) for name in ("page", "pages", "found", "open")},
    }


class Lobby:
    """A room over a world, with its visitors."""

    def __init__(self) -> None:
        self.world = World()
        self.room = LobbyRoom(self._in_thread, lambda: self.world.watching)
        self.visitors: list[Visitor] = []

    async def _in_thread(self, _job: Any, *args: Any, **named: Any) -> Any:
        await asyncio.sleep(0)  # as a thread would, it lets others run
        return self.world.read(*args, **named)

    async def visit(self, user: User | None = None, look: LobbyQuery | None = None) -> Visitor:
        visitor = Visitor(user)
        visitor.look = look or visitor.look
        self.visitors.append(visitor)
        await self.room.join(visitor.line, visitor.look)
        return visitor

    def expected(self, visitor: Visitor) -> dict[str, Any]:
        page = self.world.list_now().page(visitor.look, visitor.line.user_id, size=PAGE)
        return plain(page)

    async def settle(self) -> None:
        """Let the room send everything; each visitor then has what a fresh one gets."""
        for _ in range(200):
            if all(one.sees() == self.expected(one) for one in self.visitors):
                return
            await asyncio.sleep(0)
        for one in self.visitors:
            assert one.sees() == self.expected(one)

    async def close(self) -> None:
        for visitor in self.visitors:
            self.room.leave(visitor.line)
            await visitor.line.finished()


LOOKS = st.builds(
    LobbyQuery,
    page=st.integers(1, 4),
    game=st.sampled_from([None, "holdem"]),
    free=st.sampled_from([None, True]),
    people=st.sampled_from([None, True]),
    bots=st.sampled_from([None, False]),
    search=st.sampled_from(["", "table 1", "PLAYER 2"]),
)
NUMBERS = st.integers(0, TABLES - 1)
EVENTS = st.one_of(
    st.tuples(st.just("open"), st.booleans()),
    st.tuples(st.just("close"), NUMBERS),
    st.tuples(st.just("sit"), NUMBERS, st.sampled_from(PEOPLE), st.integers(0, SEATS - 1)),
    st.tuples(st.just("leave"), NUMBERS, st.sampled_from(PEOPLE)),
    st.tuples(st.just("bots"), NUMBERS, st.integers(0, SEATS)),
    st.tuples(st.just("turn"), NUMBERS, st.integers(0, SEATS - 1)),
    st.tuples(st.just("host"), NUMBERS, st.sampled_from(PEOPLE)),
    st.tuples(st.just("watch"), NUMBERS, st.integers(0, 3)),
    st.tuples(st.just("look"), st.integers(0, 5), LOOKS),
    st.tuples(st.just("visit"), st.sampled_from([None, *PEOPLE]), LOOKS),
    st.tuples(st.just("part"), st.integers(0, 5)),
    st.tuples(st.just("settle")),
)


def change_table(lobby: Lobby, event: tuple[Any, ...]) -> None:
    """Apply an event of a table and tell the room which table it was."""
    world, (kind, *args) = lobby.world, event
    if kind == "open":
        table_id = uuid.UUID(int=1_000 + world.opened)
        world.tables[table_id] = listing(world.opened, private=args[0])
        world.opened += 1
        lobby.room.schedule_update([table_id])
        return
    table_id = uuid.UUID(int=1_000 + args[0])
    before = world.tables.get(table_id)
    if before is None:
        return
    if kind == "close":
        del world.tables[table_id]
    elif kind == "sit":
        world.tables[table_id] = seated(before, before.seat_of | {args[1].pk: args[2]})
    elif kind == "leave":
        left = {user: seat for user, seat in before.seat_of.items() if user != args[1].pk}
        world.tables[table_id] = seated(before, left)
    elif kind == "bots":
        world.tables[table_id] = seated(before, before.seat_of, bots=args[1])
    elif kind == "turn":
        world.tables[table_id] = Listing(before.row, before.host_id, args[1], before.seat_of)
    elif kind == "host":
        world.tables[table_id] = Listing(before.row, args[1].pk, before.turn_seat, before.seat_of)
    else:
        world.watching = world.watching | {table_id: args[1]}
    lobby.room.schedule_update([table_id])


async def run_events(events: list[tuple[Any, ...]]) -> None:
    lobby = Lobby()
    try:
        for number in range(4):
            change_table(lobby, ("open", number == 3))
        for user in (None, *PEOPLE):
            await lobby.visit(user)
        for kind, *args in events:
            if kind == "settle":
                await lobby.settle()
            elif kind == "visit":
                await lobby.visit(*args)
            elif kind in ("look", "part"):
                if args[0] < len(lobby.visitors):
                    visitor = lobby.visitors[args[0]]
                    if kind == "part":
                        lobby.visitors.remove(visitor)
                        lobby.room.leave(visitor.line)
                        await visitor.line.finished()
                    else:
                        visitor.look = args[1]
                        lobby.room.look(visitor.line, args[1])
            else:
                change_table(lobby, (kind, *args))
        await lobby.settle()
        for visitor in list(lobby.visitors):
            fresh = await lobby.visit(visitor.line.user, visitor.look)
            await lobby.settle()
            assert fresh.sees() == visitor.sees()
    finally:
        await lobby.close()


def run(scene: Coroutine[Any, Any, None]) -> None:
    """Run a scene with small pages and without pauses between frames."""
    with override_settings(LOBBY_PAGE=PAGE), patch.object(lobby_room, "PAUSE_S_MIN", 0):
        asyncio.run(scene)


@settings(max_examples=times(40, 2_000))
@given(st.lists(EVENTS, max_size=25))
def test_a_client_that_applies_changes_has_what_a_fresh_visitor_gets(events: Any) -> None:
    run(run_events(events))


def test_a_frame_has_only_what_changed_on_the_visitors_page() -> None:
    async def scene() -> None:
        lobby = Lobby()
        for _ in range(5):
            change_table(lobby, ("open", False))
        first, second = await lobby.visit(), await lobby.visit(look=LobbyQuery(page=2))
        await lobby.settle()
        assert [row["slug"] for row in first.sees()["tables"]] == ["table0", "table1", "table2"]
        change_table(lobby, ("turn", 0, 1))  # shown to nobody
        change_table(lobby, ("bots", 4, 1))  # from the second page to the top of the first
        await lobby.settle()
        (change,) = [decode(frame) for frame in first.frames[1:]]
        assert isinstance(change, TablesChanged)
        assert [row.slug for row in change.rows] == ["table4"]
        assert change.order == ["table4", "table0", "table1"]
        change_table(lobby, ("watch", 4, 2))
        await lobby.settle()
        change = decode(first.frames[-1])
        assert isinstance(change, TablesChanged)
        assert ([row.watching for row in change.rows], change.order) == ([2], None)
        assert len(second.frames) == 2, "nothing changed on the second page"
        assert (first.whole, second.whole) == (1, 1)
        await lobby.close()

    run(scene())


def test_visitors_who_see_the_same_share_one_text() -> None:
    async def scene() -> None:
        lobby = Lobby()
        change_table(lobby, ("open", False))
        change_table(lobby, ("open", False))
        visitors = [await lobby.visit(user) for user in (None, None, *PEOPLE)]
        await lobby.settle()
        with patch.object(lobby_room, "changed", wraps=lobby_room.changed) as compared:
            change_table(lobby, ("bots", 1, 1))
            await lobby.settle()
            assert compared.call_count == 1
            change_table(lobby, ("sit", 0, PEOPLE[0], 0))
            await lobby.settle()
            assert compared.call_count == 3, "once for the player, once for all others"
        assert len({one.frames[-1] for one in visitors}) == 2
        await lobby.close()

    run(scene())


def test_a_slow_reader_gets_the_whole_page_again() -> None:
    async def scene() -> None:
        lobby = Lobby()
        change_table(lobby, ("open", False))
        visitor = await lobby.visit()
        await lobby.settle()
        for _ in range(QUEUED_FRAMES_MAX + 1):
            visitor.line.push(b"{}")
        assert visitor.line.lost
        visitor.list = None
        change_table(lobby, ("bots", 0, 1))
        await lobby.settle()
        assert visitor.whole == 2
        await lobby.close()

    run(scene())


def test_a_reading_from_before_the_room_was_empty_is_not_used() -> None:
    async def scene() -> None:
        lobby = Lobby()
        change_table(lobby, ("open", False))
        begun = asyncio.create_task(lobby.visit())
        await asyncio.sleep(0)  # it is being read
        (first,) = lobby.visitors
        lobby.room.leave(first.line)
        lobby.visitors.remove(first)
        change_table(lobby, ("open", False))  # nobody is there to note it
        late = await lobby.visit()
        await begun
        await lobby.settle()
        assert late.sees()["open"] == 2
        await first.line.finished()
        await lobby.close()

    run(scene())


def test_lost_notifications_are_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_room, "READ_ALL_EVERY_S", 0.01)

    async def scene() -> None:
        lobby = Lobby()
        change_table(lobby, ("open", False))
        visitor = await lobby.visit()
        lobby.world.tables[uuid.UUID(int=1_000)] = listing(0, playing=True)  # and no word of it
        await until(lambda: visitor.sees() == lobby.expected(visitor), "the table as it is")
        await lobby.close()

    run(scene())


def test_filters_and_pages_of_the_list() -> None:
    tables = [listing(number) for number in range(4)]
    tables[1] = seated(tables[1], {PEOPLE[0].pk: 0})
    tables[2] = seated(tables[2], {}, bots=SEATS)
    tables[3] = Listing(structs.replace(tables[3].row, private=True), PEOPLE[1].pk, None, {})
    lists = TableList(tables)

    def shown(user: User | None = None, **look: Any) -> list[str]:
        page = lists.page(LobbyQuery(**look), user and user.pk, size=2)
        return [row.slug for row in page.tables]

    assert shown() == ["table1", "table2"]
    assert shown(page=2) == ["table0"] == shown(page=99)
    assert shown(PEOPLE[1]) == ["table3", "table1", "table2"]
    assert shown(PEOPLE[0], page=1) == ["table1", "table2", "table0"]
    assert shown(free=True) == ["table1", "table0"]
    assert shown(free=False) == ["table2"]
    assert shown(people=True) == ["table1"]
    assert shown(bots=False) == ["table1", "table0"]
    assert shown(game="holdem") == ["table2", "table0"]
    assert shown(search="PLAYER 1") == ["table1"]
    assert shown(search="table 3") == [], "a private table is not searched"
    page = lists.page(LobbyQuery(people=True), PEOPLE[1].pk, size=2)
    assert (page.page, page.pages, page.found, page.open) == (1, 1, 1, 4)


@pytest.mark.parametrize("seed", range(40))
def test_a_users_own_tables_are_put_into_the_shared_list(seed: int) -> None:
    """As if the whole list had been read later; only tables that are equally full may swap."""
    rng, user = random.Random(seed), PEOPLE[0].pk

    def random_table(number: int) -> Listing:
        hosted = Listing(
            listing(number, private=rng.random() < 0.3).row,
            rng.choice([None, None, user, PEOPLE[1].pk]),
            None,
            {},
        )
        players = rng.sample(PEOPLE, rng.randrange(SEATS))
        return seated(hosted, {one.pk: seat for seat, one in enumerate(players)}, bots=1)

    before = {number: random_table(number) for number in range(8)}
    shared = TableList(before.values())
    own = {number for number, one in before.items() if user in one.users}
    after = before | {number: random_table(number) for number in own if rng.random() < 0.8}
    for number in {*own} - {*rng.sample(range(8), 4)}:
        del after[number]  # closed
    opened = random_table(8)
    if user in opened.users:
        after[8] = opened
    newer = [one for number, one in after.items() if number in own or number == 8]
    seen, expected = shared.for_user(user, newer), TableList(after.values())

    def received(one: TableRow) -> tuple[int, int, str]:
        return one.bots - one.taken, -one.taken, one.slug

    assert sorted(seen.own(user), key=received) == sorted(expected.own(user), key=received)
    others = [row for row in seen.rows(user) if not row.mine]
    assert [received(row)[:2] for row in others] == sorted(received(row)[:2] for row in others)
    wanted = [row for row in expected.rows(user) if not row.mine]
    assert sorted(others, key=received) == sorted(wanted, key=received)
    assert shared.rows(None) == TableList(before.values()).rows(None), "the shared list stays"


@pytest.mark.parametrize(
    ("query", "look"),
    [
        ({}, LobbyQuery()),
        ({"page": "3", "bots": "false"}, LobbyQuery(page=3, bots=False)),
        ({"search": "a & b", "free": "true"}, LobbyQuery(search="a & b", free=True)),
    ],
)
def test_an_address_says_what_is_looked_at(query: dict[str, str], look: LobbyQuery) -> None:
    assert look_of(query) == look
    assert dict(parse_qsl(query_of(look))) == query


def test_invalid_parts_of_an_address_are_ignored() -> None:
    wrong = {"page": "0", "free": "maybe", "search": "x" * 41, "quick": "holdem", "game": "holdem"}
    assert look_of(wrong) == LobbyQuery(game="holdem")
