"""Lists of finished hands, newest first: a person's own, and those of a table.

A row is the same in both: what hand it was, and what it brought to who asks.
"""

import datetime
import uuid
from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.people.models import User
from accounts.people.queries.profile import find_player
from games.engines.core import registry
from games.hands.models import Hand, HandSeat
from games.hands.queries.viewers import viewer_of_finished

_BULKY = ("rules", "sealed")
MOST_TABLES = 200
"""Tables that a search looks at."""
RESULTS = {"won": Q(won=True), "lost": Q(net__lt=0)}
"""How a person's hands may have ended for them, as a search names it."""

NamesOfTables = Callable[[Collection[uuid.UUID]], Mapping[uuid.UUID, str]]
TablesCalled = Callable[[str, int], Collection[uuid.UUID]]


class _Tables:
    """What the lobby tells of tables, which this app does not know."""

    names: NamesOfTables = staticmethod(lambda _ids: {})
    called: TablesCalled = staticmethod(lambda _text, _most: ())


def register_tables(*, names: NamesOfTables, called: TablesCalled) -> None:
    """Let `names(ids)` name tables, and `called(text, most)` find those with a text in the name."""
    _Tables.names, _Tables.called = staticmethod(names), staticmethod(called)


def with_tables(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of this module with the names of their game and their table; one query."""
    names = _Tables.names({row["table_id"] for row in rows})
    games = {game.key: game.name for game in registry.all_games()}
    return [
        {**row, "game_name": games[row["game"]], "table_name": names.get(row["table_id"], "")}
        for row in rows
    ]


def hands_of(
    user: User,
    *,
    limit: int,
    before: int | None = None,
    game: str | None = None,
    table_id: uuid.UUID | None = None,
    since: datetime.datetime | None = None,
    until: datetime.datetime | None = None,
    result: str | None = None,
    words: str = "",
) -> list[dict[str, Any]]:
    """The latest finished hands of a person; `before` pages by a row's `cursor`.

    `game`, `table_id`, `since` (and later), `until` (not itself) and `result` (of `RESULTS`)
    choose among them; so do `words`: part of a table's name, or the name of another player.
    """
    chosen = {
        "id__lt": before,
        "game": game,
        "hand__table_id": table_id,
        "finished_at__gte": since,
        "finished_at__lt": until,
    }
    rows = (
        HandSeat.objects.filter(user=user)
        .filter(**{key: value for key, value in chosen.items() if value is not None})
        .filter(RESULTS.get(result or "", Q()), _about(words))
        .select_related("hand")
        .defer(*(f"hand__{name}" for name in _BULKY))
        .order_by("-id")[:limit]
    )
    return [
        _row(row.hand, cursor=row.pk, net=row.net, won=row.won) | {"at": row.finished_at}
        for row in rows
    ]


def _about(words: str) -> Q:
    """Hands at tables that are called so, or with the player of that name."""
    if not words.strip():
        return Q()
    there = Q(hand__table_id__in=_Tables.called(words.strip(), MOST_TABLES))
    player = find_player(words)
    if player is None:
        return there
    theirs = HandSeat.objects.filter(user=player).values("hand_id")
    return there | Q(hand__in=theirs)


def hands_at(
    table_id: uuid.UUID, user_id: uuid.UUID | None, *, limit: int = 50, before: int | None = None
) -> tuple[list[dict[str, Any]], int | None]:
    """Those of the latest `limit` hands of a table that a person may see, and where to go on.

    `before` pages by the second part of the answer, None when there are no more. `net` is his own
    result, None for hands that he did not play.
    """
    rows = Hand.objects.filter(table_id=table_id).exclude(status=Hand.Status.LIVE)
    if before is not None:
        rows = rows.filter(number__lt=before)
    latest = list(rows.defer(*_BULKY).order_by("-number")[: limit + 1])
    hands, now = [], timezone.now()
    for hand in latest[:limit]:
        if viewer_of_finished(hand, user_id, now=now) is None:
            continue
        seats = {seat["user"]: seat["seat"] for seat in hand.opening["seats"]}
        seat, result = seats.get(str(user_id)), hand.result or {}
        won = any(seat in pot["winners"] for pot in result.get("pots", []))
        net = dict(result.get("net", [])).get(seat)
        hands.append(_row(hand, cursor=hand.number, net=net, won=won))
    return hands, latest[limit - 1].number if len(latest) > limit else None


def beside(hand: Hand, user_id: uuid.UUID | None) -> dict[int, uuid.UUID]:
    """The hands before (-1) and after (1) this one at its table that a person may see, by id."""
    numbers = (hand.number - 1, hand.number + 1)
    rows = Hand.objects.filter(table_id=hand.table_id, number__in=numbers)
    now = timezone.now()
    return {
        row.number - hand.number: row.pk
        for row in rows.exclude(status=Hand.Status.LIVE).defer(*_BULKY)
        if viewer_of_finished(row, user_id, now=now) is not None
    }


def _row(hand: Hand, *, cursor: int, net: int | None, won: bool) -> dict[str, Any]:
    """A void hand keeps its result to be read, but brought nobody anything."""
    result, void = hand.result or {}, hand.status == Hand.Status.VOID
    return {
        "cursor": cursor,
        "id": hand.pk,
        "table_id": hand.table_id,
        "number": hand.number,
        "game": hand.game,
        "preset": hand.preset,
        "plays_for": hand.plays_for,
        "at": hand.finished_at,
        "players": len(hand.opening["seats"]),
        "pot": sum(pot["amount"] for pot in result.get("pots", [])),
        "net": 0 if void and net is not None else net,
        "won": won and not void,
        "ended_by": result.get("ended_by"),
        "void": void,
    }
