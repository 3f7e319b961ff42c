"""A sit and go as the view of its table shows it."""

import datetime
import uuid
from collections.abc import Sequence

from core.clock import to_unix_ms
from games.engines.core.contract import SitAndGoRules
from lobby.tables.chat_shapes import Sentence
from lobby.tables.models import SitAndGo, SitAndGoPlayer, Table
from lobby.tables.prizes import prizes
from lobby.tables.sit_and_go_shapes import (
    BlindLevel,
    FinishRank,
    NextBlindLevel,
    SitAndGoView,
)
from lobby.tables.stakes.base import TableStatus


class SitAndGoStatus(TableStatus):
    """The table's running sit and go, or else its last one, and its players, the last one first."""

    def __init__(self, sit_and_go: SitAndGo | None, players: Sequence[SitAndGoPlayer]) -> None:
        self._state = sit_and_go.state if sit_and_go is not None else SitAndGo.State.REGISTERING
        self._sit_and_go = sit_and_go
        self._players = players
        self._places = {player.user_id: player.place for player in players}

    def place_of(self, user_id: uuid.UUID) -> int | None:
        """The finish rank of a player who is out."""
        return self._places.get(user_id)

    def began_after(self, hand_number: int) -> bool:
        """Whether the hand was one of an earlier sit and go."""
        return self._sit_and_go is not None and self._sit_and_go.hands_before >= hand_number

    def can_start(self, table: Table, *, live: bool, ready: int, needed: int, asked: bool) -> bool:
        """Before the start, with two players, or one where bots fill the table."""
        if self._state != SitAndGo.State.REGISTERING or not ready:
            return False
        return ready >= needed or table.sit_and_go_rules.fill_with_bots

    def waiting(self, table: Table) -> Sentence | None:
        """Before the start the players who have joined."""
        if self._state == SitAndGo.State.REGISTERING:
            return Sentence(
                "waiting.joined", {"players": len(self._players), "size": table.max_seats}
            )
        return None if self._state == SitAndGo.State.RUNNING else Sentence("waiting.over")

    def sit_and_go(self, table: Table) -> SitAndGoView:
        """Entry, prizes, blinds and places."""
        sit_and_go, format_rules = self._sit_and_go, table.sit_and_go_rules
        planned = prizes(
            table.min_buy_in * table.max_seats,
            table.max_seats,
            winner_takes_all=format_rules.winner_takes_all,
        )
        level, blinds, after = _levels(table, sit_and_go, format_rules)
        return SitAndGoView(
            number=sit_and_go.number if sit_and_go is not None else 1,
            state=self._state,
            entry=sit_and_go.entry if sit_and_go is not None else table.min_buy_in,
            starting=sit_and_go.points if sit_and_go is not None else format_rules.points,
            players=len(self._players),
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
                for player in self._players
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
            until = datetime.timedelta(minutes=level * length)
            after.at = to_unix_ms(sit_and_go.started_at + until)
    return level if format_rules.rises else None, BlindLevel(small, big, ante), after
