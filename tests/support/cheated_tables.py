"""Tables of the false server: a player, and the house's friends in the other seats."""

import uuid
from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from examples.load import CHIP_PRESETS
from games.engines.core import registry
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Table
from lobby.tables.seats.seats import sit
from tests.support.cheats import ALL_IN, FIRST, FLOP
from tests.support.false_house import FalseServer, House
from tests.support.seated_table import SeatedTable
from tests.support.serial import SERIAL
from tests.support.waiting import until

HOUR_MS = 3_600_000
FRIENDS = ("Farid", "Gita")


def friends_table(house: House) -> SeatedTable:
    """Open a table for the house; its friends have all seats but one."""
    game = registry.get(house.game)
    seats = max(2, game.min_seats)
    twice = {"options": {"run_it_twice": True}} if game.key == "holdem" else {}
    plan = TablePlan(
        name=f"False {next(SERIAL)}",
        game=game.key,
        preset=CHIP_PRESETS.get(game.key, "standard"),
        seats=seats,
        min_buy_in=200,
        max_buy_in=1_000,
        **twice,
    )
    table = open_table(plan=plan, host=None)
    Table.objects.filter(pk=table.pk).update(clock_ms=HOUR_MS, pause_ms=0)
    friends = [create_guest(name=f"{name}{next(SERIAL)}") for name in FRIENDS[: seats - 1]]
    for number, user in enumerate(friends, 1):
        sit(table_id=table.pk, user=user, number=number, buy_in=_buy_in(table), key=uuid.uuid4())
    # The real table waits for no cut of theirs.
    User.objects.filter(pk__in=[one.pk for one in friends]).update(kind=User.Kind.REGISTERED_BOT)
    return SeatedTable(table, friends)


def _buy_in(table: Table) -> int | None:
    return 500 if table.game == "holdem" else None  # the others are played for points


def sit_down(room: SeatedTable, user: User) -> None:
    """Give the player the free seat."""
    buy_in = _buy_in(room.table)
    sit(table_id=room.table.pk, user=user, number=0, buy_in=buy_in, key=uuid.uuid4())
    room.people.append(user)


async def play(room: SeatedTable, plays: str, runs: int = 1) -> None:
    """Play the table's next hand: not at all, given up, or all in, with so many boards."""
    if plays == FIRST:
        return
    await until(sync_to_async(lambda: room.head.live), "the deal")
    if plays == FLOP:
        await sync_to_async(_to_the_flop)(room)
    elif plays == ALL_IN:
        await sync_to_async(to_the_end)(room, runs)
    else:
        await sync_to_async(_give_up)(room)


def _give_up(room: SeatedTable) -> None:
    for _turn in _turns(room):
        answer = room.act(room.turn, "fold")
        assert answer.seq is not None, answer


def _turns(room: SeatedTable) -> Iterator[int]:
    """Count the turns of this hand; the next one follows at once."""
    hand, turn = room.head.hand_id, 0
    while (head := room.head).live and head.hand_id == hand:
        yield turn
        turn += 1


def _to_the_flop(room: SeatedTable) -> None:
    for kind in ("call", "check"):
        answer = room.act(room.turn, kind)
        assert answer.seq is not None, answer


def to_the_end(room: SeatedTable, runs: int = 1) -> None:
    """Let all go all in."""
    vote = "run_twice" if runs == 2 else "run_once"
    for _turn in _turns(room):
        done = any(room.act(room.turn, kind).seq is not None for kind in (vote, "all_in", "call"))
        assert done, "the hand does not go on"


@pytest.fixture
def false_server(monkeypatch: pytest.MonkeyPatch, settings: object) -> FalseServer:
    """A false server in the place of the real one; ask for it before `live`."""
    server = FalseServer()
    monkeypatch.setattr("tests.support.live.APPLICATION", server)
    # The real table waits for the house, and the house for its player.
    settings.CUT_COMMITS_WAIT_MS = settings.CUTS_WAIT_MS = HOUR_MS  # type: ignore[attr-defined]
    return server
