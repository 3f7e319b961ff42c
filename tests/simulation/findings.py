"""The checks during a run and after it; each finding is a sentence."""

import asyncio
import datetime
import uuid
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from benchmarks.storm import stored
from benchmarks.storm.checks import Act, Story, faults
from benchmarks.storm.players import Log, Person
from games.engines.core import registry
from games.hands.live_hand import LiveHand
from games.hands.models import Hand
from games.hands.queries import live
from lobby.tables.models import Seat, Table
from tests.simulation.database import Database
from tests.simulation.people import SimulatedPlayer
from tests.simulation.scheduler import Scheduler

STALE_AFTER_S = 12.0
"""So long after a commit every client with an open socket has heard of it."""
LOOK_EVERY_S = 1.0
NO_REFUSALS = {"TRY_AGAIN", "TOO_MANY"}
_HEADS = """
SELECT p.table_id, coalesce(h.number, 0), p.seq, p.live
FROM lobby_tablehead p LEFT JOIN games_hand h ON h.id = p.hand_id
"""
_COMMITTED = """
SELECT h.number, h.table_id,
    coalesce((SELECT max(seq) FROM games_handaction WHERE hand_id = h.id), 0)
FROM games_hand h WHERE h.id = %s
"""


class Watch:
    """The checks while a run goes on, against the rows committed at that moment."""

    def __init__(self, database: Database, scheduler: Scheduler) -> None:
        self.database, self.scheduler = database, scheduler
        self.found: list[str] = []
        self._known: dict[str, tuple[int, int, uuid.UUID]] = {}
        self._heads: list[tuple[float, dict[uuid.UUID, tuple[int, int]]]] = []
        self._slugs: dict[uuid.UUID, str] = {}
        self._expected: dict[uuid.UUID, tuple[int, int]] = {}

    def shown(self, player: SimulatedPlayer, message: Mapping[str, Any]) -> None:
        """Compare a hand that a client was shown with what is committed."""
        id_, seq = message["hand"]["id"], message["hand"]["seq"]
        number, committed, table = self._known.get(id_, (0, -1, None))
        if seq > committed:
            rows = self.database.rows(_COMMITTED, uuid.UUID(id_))
            if not rows:
                self.found.append(f"hand {id_} was shown before it was committed")
                return
            number, table, committed = rows[0]
            self._known[id_] = number, committed, table
            if seq > committed:
                self.found.append(f"hand {id_} was shown at {seq}, committed is {committed}")
        if (number, seq) < player.seen:
            now = f"{(number, seq)} of {message['type']} at {self.scheduler.now:.3f}"
            self.found.append(f"{player.person.name} saw {player.seen}, and then {now}")
        player.seen = number, seq

    async def look(self, players: Sequence[SimulatedPlayer]) -> None:
        """Find clients that do not learn what has happened, again and again."""
        self._slugs = dict(self.database.rows("SELECT id, slug FROM lobby_table"))
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            now = self.scheduler.now
            self._heads.append((now, self._now()))
            old = [heads for at, heads in self._heads if at <= now - STALE_AFTER_S]
            if not old:
                continue
            expected = {self._slugs[table]: head for table, head in old[-1].items()}
            self._heads = [one for one in self._heads if one[0] > now - STALE_AFTER_S - 3]
            for player in players:
                if self._is_stale(player, expected[player.person.slug]):
                    self.found.append(
                        f"{player.person.name} sees {player.seen} at {now:.1f}, after"
                        f" {expected[player.person.slug]} has long been committed"
                    )

    def _is_stale(self, player: SimulatedPlayer, head: tuple[int, int]) -> bool:
        socket, process = player.socket, player.process
        if socket is None or socket.closed or player.seen >= head:
            return False
        rested = max(player.since, process.frozen_until) + STALE_AFTER_S
        return not process.dead and self.scheduler.now > rested

    def _now(self) -> dict[uuid.UUID, tuple[int, int]]:
        return {table: (number, seq) for table, number, seq, _live in self.database.rows(_HEADS)}

    def expect_moves(self) -> None:
        """From now on each table with enough players has to move on without a click."""
        full = {table.pk for table in Table.objects.all() if _can_deal(table)}
        self._expected = {
            table: (number, seq)
            for table, number, seq, is_live in self.database.rows(_HEADS)
            if is_live or table in full
        }

    def all_moved(self) -> bool:
        """Whether each of them has."""
        if self._expected and self.scheduler.steps % 200 == 0:
            now = self._now()
            self._expected = {t: at for t, at in self._expected.items() if now.get(t) == at}
        return not self._expected

    def unmoved(self) -> str:
        """The tables that have not moved."""
        return ", ".join(f"{self._slugs.get(t)} at {at}" for t, at in self._expected.items())


def _can_deal(table: Table) -> bool:
    """Whether a hand may be dealt at a table without anybody asking for it."""
    game, rules = registry.get(table.game), table.parsed_rules
    ready = Seat.objects.filter(table=table, status=Seat.Status.READY)
    able = [seat for seat in ready if seat.stack + seat.pending >= game.entry_price(rules)]
    return game.restart_by(rules) == "auto" and len(able) >= game.min_players(rules)


def after(
    people: Sequence[Person], log: Log, wallets: Mapping[str, int | None], database: Database
) -> list[str]:
    """The findings after a run: answers against rows, chips, the platform's audit, clocks."""
    story = stored.story(people, log, {person.id: wallets.get(person.id) for person in people})
    found = [f"{name}: {one}" for name, many in faults(story).items() for one in many]
    found += [f"audit: {one}" for one in stored.audit()]
    found += _answers(story)
    for hand in Hand.objects.order_by("started_at", "id"):
        folded = live.load(hand.pk)
        if folded is not None:
            found += [f"hand {hand.pk}: {one}" for one in (*_clocks(folded), *_prices(folded))]
    found += _short_bots(database)
    return found


def _answers(story: Story) -> Iterator[str]:
    """Yield actions that are stored although refused, or that hit another state."""
    rows = {row.key: row for row in story.rows if row.key}
    for act in story.acts:
        row = rows.get(act.key)
        if row is not None and act.refused:
            yield f"hand {act.hand}: {act.kind} is stored at {row.seq}, and was refused"
        if row is not None and row.seq != act.seq + 1:
            yield f"hand {act.hand}: {act.kind} for {act.seq} is stored at {row.seq}"


def turns(hand: LiveHand) -> Iterator[tuple[Any, datetime.datetime]]:
    """Each action of a hand with the time at which its turn had begun."""
    states = [hand]
    while states[-1].before is not None:
        states.append(states[-1].before)
    states.reverse()
    began = hand.started_at
    for before, now in pairwise(states):
        record = now.records[-1]
        yield record, began
        limit = hand.game.turn_seconds
        turn = hand.game.turn(before.state), hand.game.turn(now.state)
        if turn[0] != turn[1] or limit(before.state) != limit(now.state):
            began = record.at


def _clocks(hand: LiveHand) -> Iterator[str]:
    """Yield time-outs before the clock had run out."""
    for record, began in turns(hand):
        took = (record.at - began).total_seconds() * 1000
        if record.auto == "timeout" and took < hand.clock_ms:
            yield f"{record.seq} timed out after {took:.0f} ms of {hand.clock_ms}"


def _prices(hand: LiveHand) -> Iterator[str]:
    """Yield seats that were dealt in with fewer chips than a hand may cost."""
    price = hand.game.entry_price(hand.opening.rules)
    for seat, player in hand.players.items():
        if player.stack < price:
            yield f"seat {seat} was dealt in with {player.stack} chips, a hand costs {price}"


def _short_bots(database: Database) -> Iterator[str]:
    """Yield bots that were left with fewer chips than a hand costs."""
    for seat in Seat.objects.filter(user__kind="bot").select_related("table", "user"):
        price = registry.get(seat.table.game).entry_price(seat.table.parsed_rules)
        if seat.stack + seat.pending < price and not seat.table.head.live:
            yield f"{seat.user.name} sits with {seat.stack} chips, a hand costs {price}"


__all__ = ["STALE_AFTER_S", "Act", "Watch", "after", "turns"]
