"""A table: its state, and every command at it, over a socket or over requests."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardhouse_client.actions import Action, new_key
from cardhouse_client.answers import JSON, Acted, State
from cardhouse_client.cutting import Command, Cuts
from cardhouse_client.errors import Refused, Stale, Unreachable
from cardhouse_client.fair import NotFair
from cardhouse_client.fairness import Fairness
from cardhouse_client.http import Http
from cardhouse_client.messages import (
    Asked,
    ChatView,
    DeckChanged,
    Done,
    HandMoved,
    HandNow,
    Hello,
    News,
    Said,
    SeatView,
    TableChanged,
    TableView,
    Watching,
    You,
)
from cardhouse_client.reading import read
from cardhouse_client.shapes import Selection
from cardhouse_client.sockets import GIVE_UP_S, Socket


class AtTable:
    """The last known state of the table, and its commands; each raises `Refused` if refused.

    `fair` checks all that is said about its decks, before it gets here: a card that did not pass is
    never seen. A failed check raises `NotFair`.
    """

    table: TableView
    you: You | None = None
    hand: HandNow | None = None
    chat: list[ChatView]
    watching: int = 0
    fair: Fairness
    fairs: tuple[Fairness, Fairness]
    """Of what is told as it happens, and of what spectators of a delayed table are told later."""
    teaches: bool | None = None
    """Whether this is a teaching table; None before its first message."""
    _acted: tuple[str, int] | None = None

    async def _do(self, verb: str, **fields: Any) -> Any:
        """Send a command and return its answer; fields that are None are left out."""
        raise NotImplementedError

    @property
    def me(self) -> SeatView | None:
        """Return the client's own seat."""
        return self.table.at(self.you.seat) if self.you is not None else None

    @property
    def wallet(self) -> int:
        """Return the user's chips that are at no table."""
        return self.you.wallet if self.you is not None else 0

    @property
    def turn(self) -> HandNow | None:
        """Return the hand if it waits for this client, who has not acted on its present state."""
        hand = self.hand
        if hand is None or not hand.my_turn or (hand.id, hand.seq) == self._acted:
            return None
        return hand

    def note_all(self, heard: Hello | State) -> None:
        """Store a full state."""
        self.table, self.you, self.hand = heard.table, heard.you, heard.hand
        self.chat, self.watching = list(heard.chat), heard.watching

    async def act(self, hand: HandNow, action: Action) -> int:
        """Act in the hand as the player saw it; return the `seq` of the action.

        Raises `Stale` when the hand has moved on, `Refused` when the rules forbid the action.
        """
        answer = await self._do("act", **action.in_hand(hand))
        self._acted = (hand.id, hand.seq)
        return int(answer.seq)

    async def ask(self, cards: Sequence[str]) -> Asked | Selection:
        """Describe a selection of the client's own cards, and why it cannot be played."""
        asked: Asked | Selection = await self._do("ask", cards=list(cards))
        return asked

    async def sit(self, seat: int, buy_in: int | None = None) -> None:
        """Take a seat; without `buy_in`, with the minimum."""
        await self._do("sit", seat=seat, buy_in=buy_in, key=new_key())

    async def leave(self) -> None:
        """Give up the seat; its chips return to the wallet."""
        await self._go("leave", key=new_key())

    async def top_up(self, amount: int) -> None:
        """Add chips from the wallet."""
        await self._do("top_up", amount=amount, key=new_key())

    async def sit_out(self) -> None:
        """Keep the seat without being dealt in."""
        await self._go("sit_out")

    async def _go(self, verb: str, **fields: Any) -> None:
        """Send a command after which this seat may be absent from a hand that is locked already."""
        self.fair.leaves()
        try:
            await self._do(verb, **fields)
        except Refused:
            self.fair.stays()
            raise

    async def check(self, heard: Hello | State, events: Sequence[Any] = ()) -> None:
        """Check a full state; raises `NotFair`.

        Only the first one decides whether this is a teaching table, where nothing is proved.
        """
        if self.teaches is None:
            self.teaches = heard.table.teaching
            if self.teaches and not heard.table.unrated:
                raise NotFair("downgrade", "a table whose chips count cannot teach")
        if self.teaches:
            return
        you = heard.you
        seat = you.seat if you is not None else None
        self._turn_to(heard.table, seat)
        await self.fair.see(
            deck=heard.table.next_deck,
            hand=heard.hand,
            events=events,
            seat=seat,
            is_ready=_is_ready(heard.table, seat),
            whole=True,
        )

    def _turn_to(self, table: TableView, seat: int | None) -> bool:
        """Check what comes now, or what comes late; returns whether that is another history."""
        fair = self.fairs[table.spectators == "delayed" and seat is None]
        if fair is self.fair:
            return False
        self.fair = fair
        fair.offline()
        return True

    async def sit_in(self) -> None:
        """Be dealt in again."""
        await self._do("sit_in")

    async def start(self) -> None:
        """Start the next game, where the table waits for that."""
        await self._do("start")

    async def again(self) -> None:
        """Enter the next sit and go."""
        await self._do("again", key=new_key())

    async def prefer(
        self,
        *,
        post: bool | None = None,
        straddle: bool | None = None,
        top_up_to: int | None = None,
    ) -> None:
        """Set the wishes of the client's seat; others stay. `top_up_to` 0 ends the top-ups."""
        await self._do("prefer", post=post, straddle=straddle, top_up_to=top_up_to)

    async def press_next(self) -> None:
        """Skip the pause after the hand, which ends when all players do so."""
        await self._do("next")

    async def nudge(self) -> None:
        """Remind the player whose turn it is."""
        await self._do("nudge")

    async def add_bots(self, count: int, level: str = "medium") -> None:
        """Let bots fill seats."""
        await self._do("add_bots", count=count, level=level, key=new_key())

    async def remove_bots(self) -> None:
        """Remove the bots."""
        await self._do("remove_bots")

    async def say(self, text: str) -> None:
        """Send a line of chat."""
        await self._do("chat", text=text)

    async def react(self, reaction: str) -> None:
        """Show an emote (`laugh`) or say a quick phrase (`good_luck`) at the seat."""
        await self._do("react", reaction=reaction)


def _is_ready(table: TableView, seat: int | None) -> bool:
    own = table.at(seat)
    return own is not None and own.status == "ready"


def _checks(
    http: Http, slug: str, memory: Path | None, *, cuts: bool = False
) -> tuple[Fairness, Fairness]:
    late = memory and memory.with_name(f"{memory.name}.late")
    ask = http.asks(f"/tables/{slug}/")
    return Fairness(ask, memory, cuts=cuts), Fairness(ask, late)


class LiveTable(Socket, AtTable):
    """A table over a socket: `async for` yields each message after it was checked and applied.

    With `cut` it cuts each next deck while it has a seat. With a file `memory` it remembers there
    what it saw of the table.
    """

    first = Hello

    def __init__(
        self, http: Http, slug: str, *, cut: bool = True, memory: Path | None = None
    ) -> None:
        super().__init__(http, f"/ws/table/{slug}/")
        self.fairs = _checks(http, slug, memory, cuts=cut)
        self.fair = self.fairs[0]
        self.cuts = Cuts(self.fair) if cut else None
        self._cutting: set[asyncio.Task[None]] = set()

    async def _do(self, verb: str, **fields: Any) -> Any:
        return await self.command(verb, **fields)

    async def close(self) -> None:
        """Close the connection."""
        for task in self._cutting:
            task.cancel()
        await super().close()

    def lost(self) -> None:
        """Note that the connection was lost."""
        self.fair.offline()
        if self.cuts is not None:
            self.cuts.reconnected()

    def heard(self, frame: str | bytes) -> None:
        """Keep a frame for the evidence of a failure."""
        for fair in self.fairs:
            fair.heard(frame if isinstance(frame, str) else frame.decode())

    async def note(self, message: News) -> None:
        """Check a message, store its content, and cut the next deck."""
        match message:
            case Hello():
                await self.check(message, message.events)
                self.note_all(message)
            case HandMoved(hand=hand, events=events):
                seat = self.you.seat if self.you is not None else None
                ready = _is_ready(self.table, seat)
                if not self.teaches:
                    await self.fair.see(hand=hand, events=events, seat=seat, is_ready=ready)
                self.hand = hand
            case TableChanged(table=table, you=you):  # without `you` that did not change
                you = you if you is not None else self.you
                await self._see_table(table, you)
                self.table, self.you = table, you
            case DeckChanged(version=version, next_at=next_at, next_deck=deck):
                table = replace(self.table, version=version, next_at=next_at, next_deck=deck)
                await self._see_table(table, self.you)
                self.table = table
            case Said(lines=lines):
                self.chat += lines
            case Watching(n=n):
                self.watching = n
        if isinstance(message, Hello | TableChanged | DeckChanged):
            self._cut_next()

    async def _see_table(self, table: TableView, you: You | None) -> None:
        seat = you.seat if you is not None else None
        if self.teaches:
            return
        whole, ready = self._turn_to(table, seat), _is_ready(table, seat)
        await self.fair.see(deck=table.next_deck, seat=seat, is_ready=ready, whole=whole)

    def _cut_next(self) -> None:
        deck, seat = self.table.next_deck, self.you.seat if self.you is not None else None
        if self.cuts is None or deck is None or seat is None:
            return
        if command := self.cuts.next_command(deck, seat):
            task = asyncio.create_task(self._cut(command))
            self._cutting.add(task)
            task.add_done_callback(self._cutting.discard)

    async def _cut(self, command: Command) -> None:
        """Send a command about a deck; a refusal cuts nothing, and a lost answer is asked again."""
        kind, no, fields = command
        ack, signature = None, None
        try:
            answer = await self.command(kind, **fields)
            ack, signature = "ok", answer.signature if isinstance(answer, Done) else None
        except Refused as refused:
            if refused.code == "CUT_ALREADY":
                ack = "other"
            elif refused.code == "BOTS_DO_NOT_CUT":
                self.cuts = None
        except (Unreachable, NotFair):
            return  # a failed check has ended the connection
        try:
            await self.fair.acknowledge(kind, no, ack, signature)
        except NotFair as failed:
            self.fail(failed)
            return
        self._cut_next()


_ROUTES = {"add_bots": ("POST", "bots"), "remove_bots": ("DELETE", "bots")}
_ANSWERS: dict[str, type] = {"act": Acted, "ask": Selection, "chat": JSON}
"""Commands whose path or response differs from the usual one."""
LONGEST_WAIT_S = 20


class PolledTable(AtTable):
    """A table over requests: `async for` yields its state each time it has changed.

    A server that stops to answer is asked again for `GIVE_UP_S` seconds, as on a socket.
    """

    latest: State | None = None

    def __init__(self, http: Http, slug: str, *, memory: Path | None = None) -> None:
        self._http = http
        self._path = f"/tables/{slug}"
        self.fairs = _checks(http, slug, memory)
        self.fair = self.fairs[0]

    async def state(self, *, wait: int = 0) -> State:
        """Return the table now; with `wait`, once it has changed, or after that many seconds."""
        after = self.latest.at if self.latest is not None and wait else None
        answer = await self._http.get(
            f"{self._path}/state", after=after, wait=wait or None, wait_s=float(wait)
        )
        return await self._note(answer)

    async def __aiter__(self) -> AsyncIterator[State]:
        given: State | None = None
        give_up = 0.0
        while True:
            if self.latest is None or self.latest is given:
                try:
                    await self.state(wait=LONGEST_WAIT_S)
                    give_up = time.monotonic() + GIVE_UP_S
                except Unreachable:
                    if time.monotonic() > give_up:
                        raise
                    continue  # `get` has paused already
                except Refused as no:
                    if no.code == "NO_SUCH_TABLE" and given is not None:
                        return  # the table was closed
                    raise
            state, before = self.latest, given
            assert state is not None
            given = state
            if before is None or state.at != before.at:
                yield state

    async def _do(self, verb: str, **fields: Any) -> Any:
        method, end = _ROUTES.get(verb, ("POST", verb))
        try:
            answer = await self._http.send(method, f"{self._path}/{end}", **fields)
        except Stale as no:
            await self._note(no.data["state"])
            raise
        kind = _ANSWERS.get(verb, State)
        if kind in (State, Acted):
            await self._note(answer if kind is State else answer["state"])
        return read(kind, answer)

    async def _note(self, answer: Any) -> State:
        """Check a state and store it: others may have been missed since the last one."""
        state = read(State, answer)
        self.fair.heard(answer)
        self.fair.offline()
        await self.check(state)
        self.latest = state
        self.note_all(state)
        return state
