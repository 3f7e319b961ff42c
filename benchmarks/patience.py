"""The patience of the dealing: how long hands wait for cuts, and how many decks are thrown away.

python -m benchmarks.patience [--hands 1000] [--seed N]

Six people cut at a table with a pause of 5 s. Hands, lock, cuts and deals are the server's own
(`lobby.tables.play`, on a scratch PostgreSQL); the clock and the network are simulated, so that a
thousand hands take a minute. Lines:

good     each message takes 20 to 200 ms
lossy    and each message of each player is lost with a probability of 1 %; the line is then down
         for 0.5 to 2 s, after which the page gets the whole state and sends again what has no
         answer
sleeper  good lines, but one phone does nothing for 2 minutes of every 3, with its socket open
dozer    the same, for 7 s of every 10
"""

import argparse
import datetime
import heapq
import itertools
import random
import secrets
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.platform import quantile, services

if TYPE_CHECKING:
    from accounts.people.models import User
    from benchmarks.tables import BenchTable

SEATS = 6
PAUSE_MS = 5_000
PLAY_S = (15.0, 35.0)
"""The time that a hand takes."""
DELAY_S, DOWN_S = (0.02, 0.2), (0.5, 2.0)
LOST = 0.01
LATE_S = 0.001
"""A deal after this is delayed."""


class Line(NamedTuple):
    """A kind of network: the share of messages lost, and how long one phone sleeps, how often."""

    name: str
    lost: float = 0.0
    asleep_s: float = 0.0
    each_s: float = 1.0


LINES = (
    Line("good"),
    Line("lossy", LOST),
    Line("sleeper", asleep_s=120, each_s=180),
    Line("dozer", asleep_s=7, each_s=10),
)


@dataclass
class Page:
    """The page of one player: its cut of each deck, and what was answered."""

    user: "User"
    seat: int
    line: Line
    up_at: float = 0.0
    cuts: dict[bytes, bytes] = field(default_factory=dict)
    done: set[tuple[str, bytes]] = field(default_factory=set)
    sent: set[tuple[str, bytes]] = field(default_factory=set)

    def wakes_at(self, now: float) -> float:
        """Return when the page does what it hears now."""
        asleep_s, each_s = self.line.asleep_s, self.line.each_s
        asleep = self.seat == 0 and now % each_s < asleep_s
        return now - now % each_s + asleep_s if asleep else now


@dataclass(frozen=True)
class State:
    """The table as its frames show it."""

    deck: bytes
    lock: tuple[int, ...] | None
    missing: tuple[int, ...]
    not_asked: tuple[str, ...]
    is_live: bool


@dataclass
class Found:
    """The hands of one line."""

    waits: list[float] = field(default_factory=list)
    """How long after the pause each hand was dealt, in seconds."""
    thrown: int = 0
    cuts: list[int] = field(default_factory=list)
    fewer: int = 0
    """Hands with fewer than six cuts."""


class World:
    """One table, six pages, a clock and a network."""

    def __init__(self, line: Line, table: "BenchTable", rng: random.Random) -> None:
        self.line, self.table, self.rng = line, table, rng
        self.now = 0.0
        self.began = datetime.datetime.now(datetime.UTC)
        self.pages = [Page(user, seat, line) for seat, user in enumerate(table.people)]
        self.found = Found()
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._shown: State | None = None
        self._timer: datetime.datetime | None = None

    @contextmanager
    def clock(self) -> Iterator[None]:
        """Let every transaction of tables happen at the time of this world."""
        from lobby.tables.transaction import transaction

        plain = transaction.TableTransaction.__init__

        def at(tx: Any, *args: Any) -> None:
            plain(tx, *args)
            tx.now = self.began + datetime.timedelta(seconds=self.now)

        transaction.TableTransaction.__init__ = at  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            transaction.TableTransaction.__init__ = plain  # type: ignore[method-assign]

    def at(self, when: float, work: Callable[[], None]) -> None:
        """Do something at a time."""
        heapq.heappush(self._events, (when, next(self._order), work))

    def play(self, hands: int) -> Found:
        """Play so many hands."""
        with self.clock():
            self.look()
            while not self.head.live:
                self.step()
            for _ in range(hands):
                self.now += self.rng.uniform(*PLAY_S)
                self._fold_down()
                due = self.head.deal_at
                before = self.state().deck
                self.changed()
                while not self.head.live:
                    self.step()
                self._note(before, due)
        return self.found

    def step(self) -> None:
        """Do what comes next: a message arrives, or a timer of the table is due."""
        self.now, _order, work = heapq.heappop(self._events)
        work()

    # -- the table ------------------------------------------------------------------------------

    @property
    def head(self) -> Any:
        from lobby.tables.models import TableHead

        return TableHead.objects.get(pk=self.table.id)

    def state(self) -> State:
        from games.dealing.actions import decks
        from games.dealing.models import NextDeck

        deck = NextDeck.objects.get(pk=self.table.id)
        lock = None if deck.locked_at is None else tuple(map(int, deck.cut_commits))
        missing = tuple(decks.missing(deck)) if deck.asked_again else ()
        return State(bytes(deck.commit), lock, missing, tuple(deck.not_asked), self.head.live)

    def look(self) -> None:
        """Run the table's timer."""
        from lobby.tables.play.timers import look_between_hands

        look_between_hands(self.table.id)
        self.changed()

    def changed(self) -> None:
        """Send a frame to all if there is news, and note the table's timer."""
        head, state = self.head, self.state()
        if head.next_timer_at != self._timer and not head.live:
            self._timer = head.next_timer_at
            if self._timer is not None:
                at = (self._timer - self.began).total_seconds()
                self.at(max(at, self.now), lambda: None if self.head.live else self.look())
        if state != self._shown:
            self._shown = state
            for page in self.pages:
                self.send(page, lambda page=page, state=state: self.hear(page, state))  # type: ignore[misc]

    def _fold_down(self) -> None:
        from games.hands.queries import live
        from lobby.tables.play.play import PlayedAction, play

        while (head := self.head).live:
            hand = live.load(head.hand_id, seq=head.seq)
            seat = head.turn_seat
            person = hand.players[seat].user_id
            key = uuid.uuid4()
            fold = PlayedAction(self.table.id, person, hand.id, head.seq, "fold", key)
            (answer,) = play([fold])
            assert answer.seq is not None, answer

    def _note(self, before: bytes, due: datetime.datetime) -> None:
        from games.hands.models import Hand

        hand = Hand.objects.get(pk=self.head.hand_id)
        deal = hand.opening["deal"]
        late = self.now - (due - self.began).total_seconds()
        self.found.waits.append(max(0.0, late))
        self.found.cuts.append(len(deal["cuts"]))
        thrown = self._first_no
        self._first_no = deal["no"] + 1
        self.found.thrown += deal["no"] - thrown if thrown else 0
        self.found.fewer += len(deal["cuts"]) < SEATS

    _first_no = 0

    # -- the network and the pages --------------------------------------------------------------

    def send(self, page: Page, arrives: Callable[[], None]) -> None:
        """Let a message arrive, if it is not lost; a line that is down loses all."""
        if self.now < page.up_at:
            return
        if self.rng.random() < self.line.lost:
            page.up_at = self.now + self.rng.uniform(*DOWN_S)
            self.at(page.up_at, lambda: self.reconnected(page))
            return
        up_at = page.up_at
        delay = self.rng.uniform(*DELAY_S)
        self.at(self.now + delay, lambda: arrives() if page.up_at == up_at else None)

    def reconnected(self, page: Page) -> None:
        """Show the whole state, and let the page send again what has no answer."""
        page.sent.clear()
        self.send(page, lambda: self.hear(page, self.state()))

    def hear(self, page: Page, state: State) -> None:
        """Let a page do what is due, once it is awake."""
        wakes = page.wakes_at(self.now)
        if wakes > self.now:
            self.at(wakes, lambda: self.hear(page, state))
        elif state.is_live or str(page.user.pk) in state.not_asked:
            pass
        elif state.lock is None:
            self._tell(page, "commit", state.deck)
        elif page.seat in state.lock and state.deck in page.cuts:
            if page.seat in state.missing:
                page.sent.discard(("cut", state.deck))
            self._tell(page, "cut", state.deck)

    def _tell(self, page: Page, what: str, deck: bytes) -> None:
        if (what, deck) in page.done | page.sent:
            return
        page.sent.add((what, deck))
        page.cuts.setdefault(deck, secrets.token_bytes(32))
        self.send(page, lambda: self.take(page, what, deck))

    def take(self, page: Page, what: str, deck: bytes) -> None:
        """Let the server take a command, and answer it."""
        from games.dealing.actions.decks import hash_of
        from lobby.tables.errors import TableRefused
        from lobby.tables.play import cut_commands

        cut, person = page.cuts[deck], page.user
        try:
            if what == "commit":
                promised = hash_of(deck, page.seat, cut)
                cut_commands.promise_cut(
                    table_id=self.table.id, user=person, deck=deck.hex(), commit=promised
                )
            else:
                cut_commands.show_cut(
                    table_id=self.table.id, user=person, deck=deck.hex(), cut=cut.hex()
                )
        except TableRefused:
            return
        self.send(page, lambda: page.done.add((what, deck)))
        self.changed()


def measure(line: Line, hands: int, seed: int) -> Found:
    """Play so many hands at a new table with this kind of network."""
    from django.utils import timezone

    from benchmarks.tables import open_tables
    from lobby.tables.models import Seat, Table

    (table,) = open_tables(1, SEATS, SEATS, pause_ms=PAUSE_MS, name=line.name.capitalize())
    years = timezone.now() + datetime.timedelta(days=999)
    Seat.objects.filter(table=table.id).update(seen_at=years, stack=10**9)
    Table.objects.filter(pk=table.id).update(autostart=True, max_buy_in=10**9)
    return World(line, table, random.Random(f"{line.name} {seed}")).play(hands)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(
        "| line | hands | decks thrown away in 1,000 hands | hands delayed | mean wait | p99 "
        "| most | cuts a hand | hands with fewer than six cuts |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    with services():
        from django.conf import settings

        settings.DEBUG = False  # otherwise Django logs each statement
        for line in LINES:
            one = measure(line, options.hands, options.seed)
            hands = len(one.waits)
            print(
                f"| {line.name} | {hands:,} | {one.thrown * 1000 / hands:.1f} "
                f"| {sum(wait > LATE_S for wait in one.waits)} | {sum(one.waits) / hands:.3f} s "
                f"| {quantile(one.waits, 0.99):.2f} s | {max(one.waits):.2f} s "
                f"| {sum(one.cuts) / hands:.2f} | {one.fewer} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
