"""Lists of finished hands, newest first: a user's own, and those of a table.

Both have the same rows: the hand, and its result for the viewer.
"""

import datetime
import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.people.models import User
from accounts.people.queries.profile import find_player
from games.hands.models import Hand, HandSeat
from games.hands.models.hand import NEWEST
from games.hands.queries.own_cards import NO_CARDS, OwnCards, own_cards
from games.hands.queries.tables import names_of_tables, tables_named
from games.hands.viewers import viewer_of_finished
from games.rulebook.rule_words import names_of_games

_BULKY = ("sealed",)
TABLES_MAX = 200
"""The most tables that a search matches."""
RESULTS_MAX = 500
"""The hands of which results are added up, the latest ones."""
RESULTS = {"won": Q(won=True), "lost": Q(net__lt=0)}
"""The results that a search can select."""


@dataclass(frozen=True, slots=True)
class ListedHand:
    """A hand as a page lists it; `net` is the viewer's result, None if they did not play it."""

    id: uuid.UUID
    game_name: str
    table_name: str
    number: int
    players: int
    plays_for: str
    at: datetime.datetime
    pot: int
    net: int | None
    won: bool
    void: bool
    cards: OwnCards = NO_CARDS


_ADDED = ("game_name", "table_name", "cards")
_LISTED = [field.name for field in fields(ListedHand) if field.name not in _ADDED]


def with_tables(rows: list[dict[str, Any]], player: User | None = None) -> list[ListedHand]:
    """Rows of this module with the names of their game and their table; one query.

    `player`: with the cards of this user too, in hands that they played.
    """
    played = [row["id"] for row in rows if row["net"] is not None]
    cards = own_cards(player, played) if player is not None else {}
    names = names_of_tables({row["table_id"] for row in rows})
    games = names_of_games()
    return [
        ListedHand(
            game_name=games[row["game"]],
            table_name=names[row["table_id"]].name,
            cards=cards.get(row["id"], NO_CARDS),
            **{name: row[name] for name in _LISTED},
        )
        for row in rows
    ]


def hands_of(
    user: User,
    *,
    limit: int,
    before: int | None = None,
    game: str | None = None,
    games: Collection[str] | None = None,
    table_id: uuid.UUID | None = None,
    since: datetime.datetime | None = None,
    until: datetime.datetime | None = None,
    result: str | None = None,
    words: str = "",
) -> list[dict[str, Any]]:
    """The latest finished hands of a user; `before` pages by a row's `cursor`.

    `game` or `games`, `table_id`, `since` (inclusive), `until` (exclusive) and `result` (of
    `RESULTS`) filter them; so do `words`: part of a table's name, or the name of another player.
    """
    chosen = {
        "id__lt": before,
        "hand__game__in": games,
        "hand__table_id": table_id,
        "finished_at__lt": until,
    }
    rows = (
        _searched(user, game=game, since=since, result=result, words=words)
        .filter(**_given(chosen))
        .order_by(*NEWEST)[:limit]
    )
    # A join would read the hands of whole blocks.
    hands = Hand.objects.defer(*_BULKY).in_bulk([row.hand_id for row in rows])
    return [
        _row(hands[row.hand_id], cursor=row.pk, net=row.net, won=row.won) | {"at": row.finished_at}
        for row in rows
        if row.hand_id in hands
    ]


def results_of(
    user: User,
    *,
    limit: int = RESULTS_MAX,
    game: str | None = None,
    since: datetime.datetime | None = None,
    result: str | None = None,
    words: str = "",
) -> list[tuple[datetime.datetime, int]]:
    """When the latest of these hands for chips ended, and what each won or lost; oldest first.

    The filters are those of `hands_of`; void hands count as nothing and are left out. One query,
    or three with `words`.
    """
    rows = (
        _searched(user, game=game, since=since, result=result, words=words)
        .filter(hand__plays_for="chips")
        .exclude(hand__status=Hand.Status.VOID)
        .order_by(*NEWEST)
        .values_list("finished_at", "net")[:limit]
    )
    return list(rows)[::-1]


def _searched(
    user: User,
    *,
    game: str | None,
    since: datetime.datetime | None,
    result: str | None,
    words: str,
) -> QuerySet[HandSeat]:
    chosen = _given({"hand__game": game, "finished_at__gte": since})
    return HandSeat.objects.filter(
        RESULTS.get(result or "", Q()), _about(words), user=user, **chosen
    )


def _given(chosen: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in chosen.items() if value is not None}


def _about(words: str) -> Q:
    """Hands at tables with such a name, or with the player of that name."""
    if not words.strip():
        return Q()
    there = Q(hand__table_id__in=tables_named(words.strip(), TABLES_MAX))
    player = find_player(words)
    if player is None:
        return there
    theirs = HandSeat.objects.filter(user=player).values("hand_id")
    return there | Q(hand__in=theirs)


def hands_at(
    table_id: uuid.UUID, user_id: uuid.UUID | None, *, limit: int = 50, before: int | None = None
) -> tuple[list[dict[str, Any]], int | None]:
    """The hands among a table's latest `limit` that a user may see, and the next cursor.

    `before` pages by that cursor, which is None on the last page. `net` is the user's own result,
    None for hands they did not play.
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
    """The ids of the previous (-1) and next (1) hand at the table that a user may see."""
    numbers = (hand.number - 1, hand.number + 1)
    rows = Hand.objects.filter(table_id=hand.table_id, number__in=numbers)
    now = timezone.now()
    return {
        row.number - hand.number: row.pk
        for row in rows.exclude(status=Hand.Status.LIVE).defer(*_BULKY)
        if viewer_of_finished(row, user_id, now=now) is not None
    }


def _row(hand: Hand, *, cursor: int, net: int | None, won: bool) -> dict[str, Any]:
    """A void hand keeps its result for reading, but counts as 0."""
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


def last_game_of(user_id: uuid.UUID) -> str | None:
    """The game of the last hand that a user finished; None before the first one."""
    seats = HandSeat.objects.filter(user=user_id).order_by(*NEWEST)
    last = seats.values_list("hand_id", flat=True)[:1]
    return Hand.objects.filter(pk__in=list(last)).values_list("game", flat=True).first()
