"""Players of a load generator, which know only the messages of a server.

A `Seat` is one socket at a table of one of `benchmarks.bench_games`. It acts when the frame says
that it is its turn, after a pause if it has a human's pace. Every frame is decoded and checked:
positions advance without gaps, all seats see the same turn, and only that seat may act.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from benchmarks import socket_io
from benchmarks.bench_games import GAMES, TEEN_PATTI, BenchGame, Option, Options
from benchmarks.thin_socket import ThinSocket, open_socket

KEPT = 300

Position = tuple[int, int]
"""A hand's number at its table and its `seq`: how many actions it has had."""


class Seen(msgspec.Struct, frozen=True):
    """A frame's hand as one seat sees it; `turn` is None once the hand is over."""

    at: Position
    turn: int | None
    options: Options


@dataclass
class Meter:
    """The measurements of all seats of a generator; times are in seconds."""

    moves: int = 0
    """Clicks that the server carried out, seen at the seat that clicked."""
    frames: int = 0
    gaps: int = 0
    """Frames that came after a gap."""
    hands: int = 0
    latency: list[float] = field(default_factory=list)
    """The time from each click to the frame at each other seat."""
    refused: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    """Frames that contradict another or themselves."""
    since: float = float("inf")
    until: float = float("inf")
    """The measurement: a click belongs to it if it and its frame are within."""


@dataclass
class Table:
    """The frames of the seats of one table, and the times of clicks."""

    clicks: dict[Position, tuple[float, int]] = field(default_factory=dict)
    turns: dict[Position, int | None] = field(default_factory=dict)
    moved_at: float = 0.0
    is_dealt: bool = False
    """Whether there is a hand in which somebody has the turn."""

    def forget(self) -> None:
        """Drop old positions."""
        for known in (self.clicks, self.turns):
            while len(known) > KEPT:
                del known[next(iter(known))]


class Seat:
    """One player. Subclasses know the protocol of a server."""

    deals_at_once = False
    """Whether the step that ends a hand also deals the next one."""

    def __init__(
        self,
        meter: Meter,
        table: Table,
        number: int,
        pace: "Pace",
        seed: int,
        game: BenchGame = TEEN_PATTI,
    ) -> None:
        self.meter = meter
        self.table = table
        self.game = game
        self.number = number
        self.rng = random.Random(seed)
        self.socket: ThinSocket | None = None
        self._pace = pace
        self._at: Position | None = None

    def address(self, place: "Place") -> tuple[str, str]:
        """Return the path of the socket, and the cookie to send."""
        raise NotImplementedError

    def begin(self) -> None:
        """Request what the server does not send by itself, once the socket is open."""

    def hear(self, text: bytes) -> None:
        """Process one frame of the server."""
        raise NotImplementedError

    def send(self, kind: str, amount: int | None) -> None:
        """Send one action in the newest known state."""
        raise NotImplementedError

    def see(self, seen: Seen) -> None:
        """Check a frame's hand against everything known, and act if it is this seat's turn."""
        now, before, at, turn = time.perf_counter(), self._at, seen.at, seen.turn
        if at == before:
            return  # the same again, except for its clock
        self._check(seen, before)
        self._at = at
        table, meter = self.table, self.meter
        table.moved_at, table.is_dealt = now, turn is not None
        click = table.clicks.get(before) if before is not None else None
        if click is not None and meter.since <= click[0] and now <= meter.until:
            if click[1] == self.number:
                meter.moves += 1
                meter.hands += at[1] == 0 or turn is None
            else:
                meter.latency.append(now - click[0])
        if turn == self.number:
            if self._pace is None:
                self._act(seen)
            else:
                wait = self.rng.uniform(*self._pace)
                asyncio.get_running_loop().call_later(wait, self._act, seen)

    def _check(self, seen: Seen, before: Position | None) -> None:
        at, turn, turns, wrong = seen.at, seen.turn, self.table.turns, self.meter.wrong
        if before is not None and at != (before[0], before[1] + 1):
            over = self.deals_at_once or turns.get(before) is None
            if at < before:
                wrong["a frame goes back"] += 1
            elif not over or at != (before[0] + 1, 0):
                self.meter.gaps += 1
        if turns.setdefault(at, turn) != turn:
            wrong["two seats see different turns"] += 1
        if (turn == self.number) != bool(seen.options):
            wrong["options without a turn, or a turn without options"] += 1
        if len(turns) > 2 * KEPT:
            self.table.forget()

    def _act(self, seen: Seen) -> None:
        if self._at != seen.at or not seen.options:
            return
        kind, amount = self.game.choose(seen.options, seen.at[1], self.rng)
        self.table.clicks[seen.at] = (time.perf_counter(), self.number)
        self.send(kind, amount)

    def say(self, text: bytes) -> None:
        """Send one frame."""
        assert self.socket is not None
        self.socket.send(text)


Pace = tuple[float, float] | None
"""The minimum and maximum seconds of a human's pause; None acts at once."""


# -- Cardhouse -----------------------------------------------------------------------------------


class Legal(msgspec.Struct):
    """A legal action in the frames of Cardhouse."""

    kind: str
    min: int | None = None
    max: int | None = None


class _You(msgspec.Struct):
    seat: int
    legal: list[Legal] = []


class _View(msgspec.Struct):
    turn: int | None
    you: _You | None = None


class Hand(msgspec.Struct):
    """A hand in the frames of Cardhouse."""

    id: str
    number: int
    seq: int
    view: _View


class _Frame(msgspec.Struct):
    type: str
    hand: Hand | None = None
    code: str = ""


class _Act(msgspec.Struct, tag_field="type", tag="act"):
    id: str
    hand: str
    seq: int
    action: str
    amount: int | None
    key: str


_decode = msgspec.json.Decoder(_Frame).decode
_encode = msgspec.json.Encoder().encode


class CardhouseSeat(Seat):
    """A player at a table of Cardhouse."""

    _hand: Hand | None = None

    def address(self, place: "Place") -> tuple[str, str]:
        return f"/ws/table/{place.table}/", place.key

    def hear(self, text: bytes) -> None:
        frame = _decode(text)
        self.meter.frames += 1
        if frame.type == "refused":
            self.meter.refused[frame.code] += 1
        hand = frame.hand
        if hand is None or frame.type not in ("hand", "hello"):
            return
        self._hand = hand
        you = hand.view.you
        legal = you.legal if you is not None else []
        options = {one.kind: Option(one.min, one.max) for one in legal} if legal else {}
        self.see(Seen((hand.number, hand.seq), hand.view.turn, options))

    def send(self, kind: str, amount: int | None) -> None:
        hand = self._hand
        assert hand is not None
        key = _uuid(self.rng.getrandbits(128))
        self.say(_encode(_Act("a", hand.id, hand.seq, kind, amount, key)))


def _uuid(bits: int) -> str:
    """Return the text of a UUID, for which `uuid.UUID` takes several times as long."""
    text = f"{bits:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


# -- boardgame.io --------------------------------------------------------------------------------


class _Stack(msgspec.Struct):
    """A seat in `teen_patti.js`, with `blind`, or in `holdem.js`, with `paid`."""

    stack: int
    status: str
    blind: bool = False
    paid: int = 0


class _Game(msgspec.Struct, rename={"least": "raise"}):
    """The state of `teen_patti.js`, with `stake`, or of `holdem.js`, with `current` and `least`."""

    hand: int
    seq: int
    turn: int
    seats: list[_Stack]
    stake: int = 0
    current: int = 0
    least: int = 0


class _Context(msgspec.Struct, rename="camel"):
    current_player: str


class _State(msgspec.Struct):
    game: _Game = msgspec.field(name="G")
    context: _Context = msgspec.field(name="ctx")
    id: int = msgspec.field(name="_stateID")


class _Update(msgspec.Struct, array_like=True, tag="update"):
    """The event after each action; what was done follows."""

    match: str
    state: _State


class _Whole(msgspec.Struct):
    state: _State


class _Sync(msgspec.Struct, array_like=True, tag="sync"):
    """The answer to "sync"."""

    match: str
    whole: _Whole


class _MatchData(msgspec.Struct, array_like=True, tag="matchData"):
    """The players who are connected."""


_event = msgspec.json.Decoder(_Update | _Sync | _MatchData).decode


class BoardgameSeat(Seat):
    """A player in a match of boardgame.io, whose clients compute their legal actions."""

    deals_at_once = True

    def __init__(
        self,
        meter: Meter,
        table: Table,
        number: int,
        pace: Pace,
        seed: int,
        game: BenchGame,
        *,
        match: str,
        key: str,
    ) -> None:
        super().__init__(meter, table, number, pace, seed, game)
        self.namespace = f"/{game.key}"
        self._event_head = socket_io.event_head(self.namespace)
        self._match = match
        self._key = key
        self._state_id = -1

    def address(self, place: "Place") -> tuple[str, str]:
        return socket_io.PATH, ""

    def begin(self) -> None:
        self.say(socket_io.connect(self.namespace))

    def hear(self, text: bytes) -> None:
        if text.startswith(self._event_head):
            self.meter.frames += 1
            event = _event(text[len(self._event_head) :])
            if isinstance(event, _Update):
                self._take(event.state)
            elif isinstance(event, _Sync):
                self._take(event.whole.state)
            return
        packet = socket_io.parse(text)
        if packet.kind == "event":
            self.meter.wrong["an event of another namespace"] += 1
        elif packet.kind == "connected":
            sync = ("sync", self._match, str(self.number), self._key, self.game.seats)
            self.say(socket_io.event(self.namespace, *sync))
        elif packet.kind == "ping":
            self.say(socket_io.PONG)
        elif packet.kind == "refused":
            self.meter.refused["connect"] += 1

    def _take(self, state: _State) -> None:
        game = state.game
        if state.id < self._state_id:
            self.meter.wrong["a state goes back"] += 1
        if state.context.current_player != str(game.turn):
            self.meter.wrong["the server's turn is not the game's"] += 1
        self._state_id = state.id
        options = _OPTIONS[self.game.key](game) if game.turn == self.number else {}
        self.see(Seen((game.hand, game.seq), game.turn, options))

    def send(self, kind: str, amount: int | None) -> None:
        payload = {
            "type": kind,
            "args": [amount] if amount is not None else [],
            "playerID": str(self.number),
            "credentials": self._key,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        asked = ("update", action, self._state_id, self._match, str(self.number))
        self.say(socket_io.event(self.namespace, *asked))


def _teen_patti_options(game: _Game) -> Options:
    """Return the legal actions of the seat to act, by the rules of `teen_patti.js`."""
    own = game.seats[game.turn]
    least = game.stake if own.blind else 2 * game.stake
    options = {"fold": Option()}
    if own.blind:
        options["see"] = Option()
    if own.stack >= least:
        most = min(2 * least, own.stack)
        options["bet"] = Option(least, most if own.blind else most - most % 2)
        others = [seat for seat in game.seats if seat.status == "in" and seat is not own]
        if len(others) == 1 and (own.blind or not others[0].blind):
            options["show"] = Option()
    return options


def _holdem_options(game: _Game) -> Options:
    """Return the legal actions of the seat to act, by the rules of `holdem.js`."""
    own = game.seats[game.turn]
    options = {"fold": Option(), "call" if own.paid < game.current else "check": Option()}
    least, most = game.current + game.least, own.stack + own.paid - 1
    if least <= most:
        options["raise_to" if game.current else "bet"] = Option(least, most)
    return options


_OPTIONS = {"teen_patti": _teen_patti_options, "holdem": _holdem_options}


# -- opening ---------------------------------------------------------------------------------------


class Place(msgspec.Struct, frozen=True):
    """Where one seat plays: its server, and its credentials."""

    kind: str
    host: str
    table: str
    number: int
    key: str
    """A session cookie, or the credentials of a match."""
    game: str = TEEN_PATTI.key


MakeSeat = Callable[[Meter, Table, Pace, int, Place], Seat]


def _cardhouse(meter: Meter, table: Table, pace: Pace, seed: int, place: Place) -> Seat:
    return CardhouseSeat(meter, table, place.number, pace, seed, GAMES[place.game])


def _boardgame(meter: Meter, table: Table, pace: Pace, seed: int, place: Place) -> Seat:
    game = GAMES[place.game]
    return BoardgameSeat(
        meter, table, place.number, pace, seed, game, match=place.table, key=place.key
    )


KINDS: dict[str, MakeSeat] = {"cardhouse": _cardhouse, "boardgame.io": _boardgame}


async def sit_down(meter: Meter, table: Table, pace: Pace, seed: int, place: Place) -> Seat:
    """Return a seat with its socket open."""
    seat = KINDS[place.kind](meter, table, pace, seed, place)
    path, cookie = seat.address(place)
    seat.socket = await open_socket(place.host, path, cookie, seat.hear)
    seat.begin()
    return seat
