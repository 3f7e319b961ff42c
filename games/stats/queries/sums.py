"""Sums over finished hands before they are stored: the same code for one hand and for all.

Settlement sums the hands of one transaction, a rebuild all hands; voiding a hand adds it with a
negative sign. All numbers are exact, so the three always agree.
"""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, combinations, zip_longest
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from accounts.people.models import User
from core.audit.parts import WHOLE
from games.hands.live_hand import UNRATED, LiveHand
from games.hands.models import Hand
from games.hands.queries.live import live_hand, players_of, record_of
from games.hands.queries.stored import HANDS, StoredHand
from games.stats.counters.base import (
    Counted,
    Counter,
    count_played,
)
from games.stats.counters.flows import flow
from games.stats.counters.registry import counter_of
from games.stats.models import (
    PairFlow,
    PlayerStats,
    Tally,
    WithheldHand,
)

ALL_TIME = datetime.date(1970, 1, 1)
SHARDS_COUNT = 8
DAY, WEEK, MONTH, ALL = PERIODS = tuple(period.value for period in PlayerStats.Period)


class StatsKey(NamedTuple):
    """The key of player stats: user, game, chips or points, and period."""

    game: str
    plays_for: str
    period: str
    start: datetime.date
    user_id: uuid.UUID


class PairKey(NamedTuple):
    """Two users, the lower id first, at one game in one month."""

    low_id: uuid.UUID
    high_id: uuid.UUID
    game: str
    month: datetime.date


class TallyKey(NamedTuple):
    """A shard of a game's tally of deals."""

    game: str
    shard: int


class Figures(NamedTuple):
    """The statistics under one key."""

    hands: int
    won: int
    net: int
    best_pot: int
    counts: list[int]
    ranked_hands: int = 0
    ranked_won: int = 0
    ranked_net: int = 0
    ranked_best_pot: int = 0
    ranked_centi_bb: int = 0

    def plus(self, other: "Figures") -> "Figures":
        """The statistics of both."""
        return Figures(
            self.hands + other.hands,
            self.won + other.won,
            self.net + other.net,
            max(self.best_pot, other.best_pot),
            added(self.counts, other.counts),
            self.ranked_hands + other.ranked_hands,
            self.ranked_won + other.ranked_won,
            self.ranked_net + other.ranked_net,
            max(self.ranked_best_pot, other.ranked_best_pot),
            self.ranked_centi_bb + other.ranked_centi_bb,
        )

    def as_ranked(self, centi_bb: int) -> "Figures":
        """The same, all counted by leaderboards; `centi_bb` is one of `counts`."""
        return Figures(*self[:5], *self[:4], centi_bb)


@dataclass(slots=True)
class Deals:
    """A tally's hands, those that were classified, and their classes."""

    hands: int = 0
    waiting: int = 0
    counts: list[int] = field(default_factory=list)


@lru_cache(maxsize=64)
def start_of(period: str, day: datetime.date) -> datetime.date:
    """The first day of the period that a day lies in; weeks begin on Monday."""
    if period == DAY:
        return day
    if period == WEEK:
        return day - datetime.timedelta(days=day.weekday())
    return day.replace(day=1) if period == MONTH else ALL_TIME


@dataclass(slots=True)
class Sums:
    """The sums of some hands, by the keys under which they are stored."""

    player_stats: dict[StatsKey, Figures] = field(default_factory=dict)
    pairs: dict[PairKey, list[int]] = field(default_factory=dict)
    """Common hands, and the chips that the lower id won from the other."""
    tallies: dict[TallyKey, Deals] = field(default_factory=dict)

    def add(self, hand: LiveHand, *, at: datetime.datetime, sign: int = 1) -> None:
        """Add a finished hand, or with `sign` -1 subtract it (its best pot then stays)."""
        counter = counter_of(hand.game.key)
        counted = count_played(counter, hand.opening, hand.played())
        day = at.astimezone(datetime.UTC).date()
        self._add_player_stats(hand, counter, counted, day, sign)
        if counter.between_players and hand.plays_for == "chips":
            self._add_pairs(hand, counted, day, sign)
        self._add_deal(hand, counter, counted, sign)

    def merge(self, other: "Sums") -> None:
        """Add the sums of other hands."""
        for key, row in other.player_stats.items():
            mine = self.player_stats.get(key)
            self.player_stats[key] = mine.plus(row) if mine else row
        for pair, numbers in other.pairs.items():
            self.pairs[pair] = added(self.pairs.get(pair, []), numbers)
        for tally, deals in other.tallies.items():
            known = self.tallies.setdefault(tally, Deals())
            known.hands += deals.hands
            known.waiting += deals.waiting
            known.counts = added(known.counts, deals.counts)

    def rows(self) -> dict[tuple[Any, ...], Any]:
        """All rows under their keys, for comparison.

        Zeros at the end of `counts` are left out: a hand that was subtracted leaves them behind.
        """
        stats = (
            (key, row._replace(counts=_cut(row.counts))) for key, row in self.player_stats.items()
        )
        tallies = (
            (key, replace(row, counts=_cut(row.counts))) for key, row in self.tallies.items()
        )
        return dict(chain(stats, self.pairs.items(), tallies))

    def _add_player_stats(
        self, hand: LiveHand, counter: Counter, counted: Counted, day: datetime.date, sign: int
    ) -> None:
        game, plays_for = hand.game.key, hand.plays_for
        starts = [(period, start_of(period, day)) for period in PERIODS]
        centi_bb = counter.counters.index("centi_bb") if "centi_bb" in counter.counters else None
        for seat, count in counted.seats.items():
            player = hand.players[seat]
            strengths = count.strengths(len(counter.categories))
            counters = [sign * n for n in count.counters]
            best_pot = count.pot if sign > 0 else 0
            recent = Figures(sign, sign * count.won, sign * count.net, best_pot, counters)
            if hand.ranked:
                recent = recent.as_ranked(0 if centi_bb is None else counters[centi_bb])
            ever = recent._replace(counts=counters + [sign * n for n in strengths])
            for period, start in starts[-1:] if player.kind == User.Kind.BOT else starts:
                key = StatsKey(game, plays_for, period, start, player.user_id)
                more = ever if period == ALL else recent
                row = self.player_stats.setdefault(key, more)
                if row is not more:  # the user played in another of the hands
                    self.player_stats[key] = row.plus(more)

    def _add_pairs(self, hand: LiveHand, counted: Counted, day: datetime.date, sign: int) -> None:
        people = [
            (player.user_id, counted.seats[seat].net)
            for seat, player in hand.players.items()
            if player.kind != User.Kind.BOT
        ]
        people.sort(key=itemgetter(0))
        lost = -sum(min(0, count.net) for count in counted.seats.values())
        month = start_of(MONTH, day)
        for (low, won), (high, other) in combinations(people, 2):
            row = self.pairs.setdefault(PairKey(low, high, hand.game.key, month), [0, 0])
            row[0] += sign
            row[1] += sign * flow(won, other, lost)

    def _add_deal(self, hand: LiveHand, counter: Counter, counted: Counted, sign: int) -> None:
        key = TallyKey(hand.game.key, hand.table_id.int % SHARDS_COUNT)
        row = self.tallies.setdefault(key, Deals())
        row.hands += sign
        if counted.dealt is not None:
            one = [0] * len(counter.categories)
            one[counted.dealt] = sign
            row.waiting += sign
            row.counts = added(row.counts, one)


def added(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The sum of two rows of numbers; a shorter one is padded with zeros."""
    return [a + b for a, b in zip_longest(one, other, fillvalue=0)] if one else list(other)


def public_hands() -> QuerySet[Hand]:
    """The finished hands whose results are part of the public figures: no unrated ones."""
    withheld = WithheldHand.objects.filter(pk=OuterRef("pk"))
    finished = Hand.objects.filter(~Exists(withheld), status=Hand.Status.FINISHED)
    return finished.exclude(plays_for=UNRATED)


def _cut(counts: Sequence[int]) -> list[int]:
    """Numbers without the zeros at their end."""
    end = len(counts)
    while end and not counts[end - 1]:
        end -= 1
    return list(counts[:end])


def sums_of_record() -> tuple[Sums, int]:
    """The sums of all public finished hands, from their records, and the number of hands."""
    sums, hands = Sums(), 0
    for part in HANDS.parts(WHOLE):
        hands += add_stored(sums, HANDS.read(part))
    return sums, hands


def add_stored(sums: Sums, hands: Sequence[StoredHand]) -> int:
    """Add those of some stored hands that are public and finished; returns their number."""
    ids = [stored.hand.pk for stored in hands]
    public = {
        hand.pk: hand.finished_at for hand in public_hands().filter(pk__in=ids).only("finished_at")
    }
    for stored in hands:
        if (at := public.get(stored.hand.pk)) is not None:
            sums.add(stored.replayed, at=at)
    return len(public)


def folded(hand: Hand) -> LiveHand:
    """A stored hand with all its actions."""
    rows = sorted(hand.actions.all(), key=lambda row: row.seq)
    return live_hand(hand, players=players_of(hand), records=[record_of(row) for row in rows])


def stored_sums() -> Sums:
    """The stored sums; rows that are all zero (everything was subtracted) are omitted."""
    sums = Sums()
    for row in PlayerStats.objects.exclude(hands=0).iterator():
        sums.player_stats[StatsKey(*row.pk)] = Figures(
            *(getattr(row, name) for name in Figures._fields)
        )
    for pair in PairFlow.objects.exclude(hands=0).iterator():
        sums.pairs[PairKey(*pair.pk)] = [pair.hands, pair.net]
    for tally in Tally.objects.exclude(hands=0).iterator():
        counts = added(tally.published, tally.filling)
        sums.tallies[TallyKey(*tally.pk)] = Deals(tally.hands, sum(counts), counts)
    return sums
