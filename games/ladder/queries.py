"""A bot's match as its author sees it, and the ladder."""

import uuid
from dataclasses import dataclass

from accounts.people.models import User
from core.clock import to_unix_ms
from core.errors import RequestRefused
from games.ladder import course, wire
from games.ladder.models import LadderMatch, LadderRating
from games.stats.skill import Estimate

PLACED_MATCHES_MIN = 5
"""Matches that a player needs for a place on the ladder."""


def own_match(user: User, match_id: uuid.UUID) -> LadderMatch:
    """A match of the user's. Raises `RequestRefused` NOT_FOUND."""
    match = LadderMatch.objects.filter(user=user, pk=match_id).first()
    if match is None:
        raise RequestRefused("NOT_FOUND", case="ladder_match", status=404)
    return match


def shown_match(match: LadderMatch) -> wire.LadderMatch:
    """The match with the hands that wait for the bot; the seed of a rated one once it is over."""
    is_open = match.outcome == LadderMatch.Outcome.OPEN
    hands = match.course()
    return wire.LadderMatch(
        id=str(match.pk),
        game=match.game,
        preset=match.preset,
        level=match.level,
        sandbox=match.is_sandbox,
        seed=match.seed if match.is_sandbox or not is_open else None,
        deals=match.deals,
        played=sum(hand.net is not None for hand in hands),
        net=match.net,
        outcome=match.outcome,
        ends_at=to_unix_ms(match.ends_at),
        hands=[
            wire.LadderHand(
                id=f"{match.pk}-{number}",
                number=number,
                seq=len(hand.actions),
                view=course.view_of(match.terms, number, hand),
            )
            for number, hand in enumerate(hands)
            if is_open and hand.net is None
        ],
    )


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
