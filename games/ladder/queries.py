"""A bot's match as its author sees it, and the ladder."""

import uuid
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.people.models import User
from core.clock import database_now, to_unix_ms
from core.errors import RequestRefused
from games.ladder import course, wire
from games.ladder.models import LadderMatch, LadderRating
from games.stats.skill import Estimate

PLACED_MATCHES_MIN = 5
"""Matches that a player needs for a place on the ladder."""
DUELS_SHOWN_MAX = 10


def matches_of(user: User) -> QuerySet[LadderMatch]:
    """The matches of the user's, among them those in which the user is the rival."""
    return LadderMatch.objects.filter(Q(user=user) | Q(rival=user))


def own_match(user: User, match_id: uuid.UUID) -> LadderMatch:
    """A match of the user's. Raises `RequestRefused` NOT_FOUND."""
    match = matches_of(user).filter(pk=match_id).select_related("user", "rival").first()
    if match is None:
        raise RequestRefused("NOT_FOUND", case="ladder_match", status=404)
    return match


def open_match_of(user: User, game: str) -> LadderMatch | None:
    """The rated match of a game that the bot has to finish first."""
    return matches_of(user).filter(game=game, is_sandbox=False, outcome="open").first()


def shown_match(match: LadderMatch, user: User) -> wire.LadderMatch:
    """The match with the hands that wait for the bot; the seed of a rated one once it is over."""
    is_open = match.outcome == LadderMatch.Outcome.OPEN
    hands, side = match.course(), match.side_of(user.pk)
    rival = match.user if side else match.rival
    now_ms = to_unix_ms(database_now())
    clocks = [clock.left_at(now_ms) for clock in match.both_clocks] if is_open else []
    return wire.LadderMatch(
        id=str(match.pk),
        game=match.game,
        preset=match.preset,
        level=match.level,
        rival=rival.name if rival else None,
        sandbox=match.is_sandbox,
        seed=match.seed if match.is_sandbox or not is_open else None,
        deals=match.deals,
        played=sum(hand.net is not None for hand in hands),
        net=-match.net if side else match.net,
        outcome=seen_from(side, match.outcome),
        ends_at=to_unix_ms(match.ends_at),
        clock_ms=clocks[side] if clocks else None,
        rival_clock_ms=clocks[1 - side] if clocks else None,
        hands=[
            wire.LadderHand(
                id=f"{match.pk}-{number}",
                number=number,
                seq=len(hand.actions),
                view=course.view_of(match.terms, number, hand, side),
            )
            for number, hand in enumerate(hands)
            if is_open and hand.waits_for(side) and match.has_time(side, now_ms)
        ],
    )


def seen_from(side: int, outcome: str) -> str:
    """An outcome as the bot of this side sees it."""
    return {"won": "lost", "lost": "won"}.get(outcome, outcome) if side else outcome


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the ladder: a registered bot, or a level of house bots (`name` is empty)."""

    place: int | None
    name: str
    avatar: int
    level: str
    matches: int
    won: int
    drawn: int
    rating: int
    margin: int
    """Half of the 95 % interval of the rating."""


def ladder_of(game: str) -> list[Place]:
    """The ladder of a game, best first; those without a place, who have few matches, at the end."""
    rows = LadderRating.objects.filter(game=game).select_related("user")
    shown = [row for row in rows if row.user is None or row.user.is_active]
    shown.sort(key=lambda row: (row.matches < PLACED_MATCHES_MIN, -row.mu, row.pk))
    return [_place(row, number) for number, row in enumerate(shown, 1)]


@dataclass(frozen=True, slots=True)
class Duel:
    """A finished duel; `outcome` and `net` (chips) are those of `name`, times in Unix ms."""

    name: str
    rival: str
    outcome: str
    net: int
    finished_at: int


def last_duels(game: str) -> list[Duel]:
    """The last rated duels of a game, the newest first."""
    duels = LadderMatch.objects.filter(
        game=game, rival__isnull=False, outcome__in=("won", "drawn", "lost")
    ).filter(user__is_active=True, rival__is_active=True)
    return [
        Duel(
            duel.user.name,
            duel.rival.name,
            duel.outcome,
            duel.net,
            to_unix_ms(duel.finished_at),
        )
        for duel in duels.select_related("user", "rival").order_by("-finished_at")[:DUELS_SHOWN_MAX]
        if duel.rival is not None and duel.finished_at is not None
    ]


def _place(row: LadderRating, number: int) -> Place:
    skill = Estimate(row.mu, row.sigma, row.matches)
    return Place(
        place=number if row.matches >= PLACED_MATCHES_MIN else None,
        name=row.user.name if row.user else "",
        avatar=row.user.avatar if row.user else 0,
        level=row.level,
        matches=row.matches,
        won=row.won,
        drawn=row.drawn,
        rating=skill.points,
        margin=skill.margin,
    )
