"""The load generator detects a server's errors, and plays hands at a real one."""

import asyncio
import random
import struct
import uuid
from collections import Counter

import msgspec
import pytest

from benchmarks import socket_io
from benchmarks.bench_games import GAMES, TEEN_PATTI, BenchGame, Option, Options
from benchmarks.seats import (
    KEPT,
    BoardgameSeat,
    CardhouseSeat,
    Meter,
    Place,
    Seat,
    Seen,
    Table,
    sit_down,
)
from benchmarks.tables import let_start, open_tables
from benchmarks.thin_socket import ThinSocket
from tests.support.cases import for_each
from tests.support.live import LiveServer
from tests.support.waiting import until

FOLD: Options = {"fold": Option()}


class Quiet(Seat):
    """A seat whose clicks are discarded."""

    def send(self, kind: str, amount: int | None) -> None:
        pass


def seats(count: int = 2) -> tuple[Meter, list[Quiet]]:
    meter, table = Meter(since=0), Table()
    return meter, [Quiet(meter, table, number, None, number) for number in range(count)]


def turn(seat: Seat, at: tuple[int, int], whose: int | None) -> None:
    seat.see(Seen(at, whose, FOLD if whose == seat.number else {}))


# -- frames --------------------------------------------------------------------------------------


@for_each(
    ("frame", "packet"),
    [
        (b'0{"sid":"x"}', ("open", "", b'{"sid":"x"}')),
        (b"2", ("ping", "", b"")),
        (b'40/game,{"sid":"y"}', ("connected", "/game", b'{"sid":"y"}')),
        (b'42/game,["update","m,1",{"G":{}}]', ("event", "/game", b'["update","m,1",{"G":{}}]')),
        (b'42["update"]', ("event", "/", b'["update"]')),
        (b'44/game,{"message":"no"}', ("refused", "/game", b'{"message":"no"}')),
    ],
)
def test_a_packet_of_socket_io_is_read(frame: bytes, packet: tuple) -> None:
    assert socket_io.parse(frame) == packet


@for_each("frame", [b"", b"4", b"7", b"x", b"49/game,[]", b"42/game"])
def test_an_invalid_packet_is_refused(frame: bytes) -> None:
    with pytest.raises(ValueError, match=r"packet|frame|end"):
        socket_io.parse(frame)


def test_a_sent_packet_is_read_as_written() -> None:
    said = socket_io.parse(socket_io.event("/game", "sync", "m", 4, None))
    assert said == ("event", "/game", b'["sync","m",4,null]')
    assert socket_io.parse(socket_io.connect("/game")) == ("connected", "/game", b"")


def test_the_state_of_a_peer_is_the_players_view() -> None:
    """Check that the show needs two players, and no seen player shows against a blind one."""
    meter = Meter()
    seat = BoardgameSeat(meter, Table(), 1, (60, 60), 1, TEEN_PATTI, match="m", key="key")
    received: list[Seen] = []
    seat.see = received.append  # type: ignore[method-assign]
    stack = '{"stack":%d,"status":"%s","blind":%s}'
    state = (
        '{"G":{"hand":3,"seq":7,"turn":1,"stake":20,"seats":[%s,%s]},'
        '"ctx":{"currentPlayer":"1"},"_stateID":%d}'
    )
    for number, (own, other) in enumerate((("false", "true"), ("true", "true"))):
        text = state % (stack % (500, "in", other), stack % (501, "in", own), number)
        seat.hear(b'42/teen_patti,["update","m",' + text.encode() + b",[]]")
    assert received[0] == Seen((3, 7), 1, {"fold": Option(), "bet": Option(40, 80)})
    assert set(received[1].options) == {"fold", "see", "bet", "show"}
    assert received[1].options["bet"] == Option(20, 40)
    assert (meter.frames, meter.wrong) == (2, {})


def test_the_state_of_a_peers_holdem_is_the_players_view() -> None:
    """Check the smallest raise, and that nobody may go all-in."""
    seat = BoardgameSeat(Meter(), Table(), 1, (60, 60), 1, GAMES["holdem"], match="m", key="key")
    received: list[Seen] = []
    seat.see = received.append  # type: ignore[method-assign]
    state = (
        '{"G":{"hand":3,"seq":7,"turn":1,"current":%d,"raise":20,"seats":['
        '{"stack":500,"status":"in","paid":%d},{"stack":90,"status":"in","paid":10}]},'
        '"ctx":{"currentPlayer":"1"},"_stateID":%d}'
    )
    for number, current in enumerate((30, 10, 90)):
        text = state % (current, current, number)
        seat.hear(b'42/holdem,["update","m",' + text.encode() + b",[]]")
    fold = Option()
    assert [seen.options for seen in received] == [
        {"fold": fold, "call": Option(), "raise_to": Option(50, 99)},
        {"fold": fold, "check": Option(), "raise_to": Option(30, 99)},
        {"fold": fold, "call": Option()},
    ]


def test_an_unknown_event_of_a_peer_is_not_ignored() -> None:
    meter = Meter()
    seat = BoardgameSeat(meter, Table(), 1, None, 1, TEEN_PATTI, match="m", key="key")
    seat.hear(b'42/teen_patti,["matchData","m",[{"id":0}]]')
    assert (meter.frames, meter.wrong) == (1, {})
    with pytest.raises(msgspec.ValidationError):
        seat.hear(b'42/teen_patti,["patch","m",0,1,[]]')
    with pytest.raises(msgspec.DecodeError):
        seat.hear(b'42/teen_patti,["matchData","m",[{"id":0]]')
    seat.hear(b'42/holdem,["matchData","m",[]]')
    assert meter.wrong == {"an event of another namespace": 1}


def test_an_action_is_sent_as_the_protocol_says() -> None:
    said: list[bytes] = []
    seat = CardhouseSeat(Meter(since=0), Table(), 0, None, 7)
    seat.say = said.append  # type: ignore[method-assign]
    seat.hear(
        b'{"type":"hand","hand":{"id":"h","number":1,"seq":14,"view":{"turn":0,"you":'
        b'{"seat":0,"legal":[{"kind":"show"}]}}}}'
    )
    message = msgspec.json.decode(said[0])
    key = message.pop("key")
    assert str(uuid.UUID(key)) == key
    assert message == {
        "type": "act",
        "id": "a",
        "hand": "h",
        "seq": 14,
        "action": "show",
        "amount": None,
    }


# -- what is read from a socket ------------------------------------------------------------------


HANDSHAKE = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"


def framed(*texts: bytes) -> bytes:
    """Return text frames, with a head of two, four or ten bytes."""
    heads = []
    for text in texts:
        size = len(text)
        if size < 126:
            heads.append(struct.pack("!BB", 0x81, size))
        elif size < 65536:
            heads.append(struct.pack("!BBH", 0x81, 126, size))
        else:
            heads.append(struct.pack("!BBQ", 0x81, 127, size))
    return b"".join(head + text for head, text in zip(heads, texts, strict=True))


@pytest.mark.parametrize("step", [1, 3, 7, 1000, 100_000])
async def test_frames_are_read_in_any_pieces(step: int) -> None:
    texts = [b"", b"a" * 125, b"b" * 126, b"c" * 3000, b"d" * 65535, b"e" * 65536, b"f"]
    texts = [text for text in texts if step > 7 or len(text) < 4000]
    heard: list[bytes] = []
    socket = ThinSocket("host", "/", "", heard.append)
    data = HANDSHAKE + framed(*texts)
    for at in range(0, len(data), step):
        socket.data_received(data[at : at + step])
    assert socket.ready.done()
    assert heard == texts


async def test_a_refused_handshake_is_reported() -> None:
    heard: list[bytes] = []
    socket = ThinSocket("host", "/", "", heard.append)
    socket.data_received(b"HTTP/1.1 403 Forbid")
    socket.data_received(b"den\r\n\r\n")
    socket.data_received(b"\x81\x02no")
    with pytest.raises(ConnectionError, match="403 Forbidden"):
        await socket.ready
    assert heard == []


async def test_each_of_several_frames_in_one_read_is_checked() -> None:
    meter = Meter(since=0)
    seat = CardhouseSeat(meter, Table(), 0, None, 0)
    socket = ThinSocket("host", "/", "", seat.hear)
    socket.data_received(HANDSHAKE)
    hand = '{"type":"hand","hand":{"id":"h","number":1,"seq":%d,"view":{"turn":1}}}'
    right = [(hand % seq).encode() for seq in (0, 1, 2)]
    socket.data_received(framed(*right))
    assert (meter.frames, meter.gaps, meter.wrong) == (3, 0, {})
    wrong = (hand % 3).replace('"turn":1', '"turn":0').encode()
    refused = b'{"type":"refused","code":"NOT_YOUR_TURN"}'
    socket.data_received(framed(wrong, refused, (hand % 5).encode()))
    assert meter.wrong == {"options without a turn, or a turn without options": 1}
    assert (meter.frames, meter.gaps, meter.refused) == (6, 1, {"NOT_YOUR_TURN": 1})
    with pytest.raises(msgspec.DecodeError):
        socket.data_received(framed(right[0][:-1]))


# -- what is checked -----------------------------------------------------------------------------


def test_a_click_is_timed_until_all_players_see_it() -> None:
    meter, (first, second) = seats()
    for seat in (first, second):
        turn(seat, (1, 0), 0)
    for seat in (first, second):
        turn(seat, (1, 1), 1)
    assert (meter.moves, len(meter.latency), meter.gaps, meter.wrong) == (1, 1, 0, {})
    turn(first, (1, 2), None)
    turn(first, (2, 0), 0)
    assert (meter.gaps, meter.wrong) == (0, {})


@pytest.mark.parametrize("at", [(1, 2), (2, 0), (3, 0), (2, 1)])
def test_a_missing_frame_is_a_gap(at: tuple[int, int]) -> None:
    meter, (seat, _other) = seats()
    turn(seat, (1, 0), 1)
    turn(seat, at, 1)
    assert meter.gaps == 1


def test_frames_that_contradict_each_other_are_counted() -> None:
    meter, (first, second) = seats()
    turn(first, (1, 0), 1)
    turn(second, (1, 0), 0)
    assert sum(meter.wrong.values()) == 1
    turn(first, (0, 5), 1)
    assert meter.wrong["a frame goes back"] == 1
    first.see(Seen((0, 6), 0, {}))
    second.see(Seen((0, 6), 0, FOLD))
    assert meter.wrong["options without a turn, or a turn without options"] == 2


def test_old_frames_are_discarded() -> None:
    meter, (seat, _other) = seats()
    for seq in range(5 * KEPT):
        turn(seat, (1, seq), 0)
    assert meter.gaps == 0
    assert len(seat.table.turns) <= 2 * KEPT
    assert len(seat.table.clicks) <= 2 * KEPT


def test_simulated_hands_are_long_and_end() -> None:
    rng = random.Random(1)
    options = {"fold": Option(), "bet": Option(10, 20), "show": Option()}
    early = {TEEN_PATTI.choose(options, 3, rng) for _ in range(200)}
    assert early == {("bet", 10), ("bet", 20)}
    late = [TEEN_PATTI.choose(options, 30, rng)[0] for _ in range(200)]
    assert 60 < late.count("show") < 140


def test_players_of_holdem_mostly_call_and_never_go_all_in() -> None:
    rng, choose = random.Random(1), GAMES["holdem"].choose
    facing = {"fold": Option(), "call": Option(), "raise_to": Option(20, 900), "all_in": Option()}
    chosen = Counter(choose(facing, 3, rng) for _ in range(1_000))
    assert set(chosen) == {("fold", None), ("call", None), ("raise_to", 20)}
    assert chosen["call", None] > 700
    free = {"fold": Option(), "check": Option(), "bet": Option(10, 900), "all_in": Option()}
    assert {choose(free, 3, rng)[0] for _ in range(200)} == {"check", "bet"}


# -- a real server -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
async def test_the_generator_plays_hands_at_a_server(live: LiveServer, game: BenchGame) -> None:
    from benchmarks.platform import session_of

    def opened() -> tuple[list[Place], list]:
        (table,) = open_tables(1, game.seats, game.seats, name="Load", game=game)
        host = live.url.removeprefix("http://")
        return [
            Place("cardhouse", host, table.slug, number, session_of(guest), game.key)
            for number, guest in enumerate(table.people)
        ], [table.id]

    places, ids = await asyncio.to_thread(opened)
    meter, table = Meter(since=0), Table()
    seated = [await sit_down(meter, table, None, place.number, place) for place in places]
    await asyncio.to_thread(let_start, ids)
    await until(
        lambda: (
            meter.hands >= 2 and len(meter.latency) >= (game.seats - 1) * (meter.moves - game.seats)
        ),
        "two hands, seen by everyone",
    )
    for seat in seated:
        assert seat.socket is not None
        seat.socket.close()
    assert (meter.gaps, meter.wrong, meter.refused) == (0, {}, {})
