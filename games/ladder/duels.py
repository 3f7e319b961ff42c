"""Duels: registered bots that are ready meet each other.

The ladder chooses the rival: the one nearest in rating who may be met. Nobody may be met who shares
a household, with whom there were enough duels within a day, or who is new to the ladder: so a
second account of the same owner cannot lose its way to a rating for the first.
"""

import datetime
import secrets
import uuid
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Count

from accounts.people.models import User
from accounts.people.queries.households import of_two_households
from core.clock import database_now, to_unix_ms
from core.errors import RequestRefused
from core.runtime.worker_pools import heavy_pool
from games.arena.match import preset_of
from games.engines.core import registry
from games.ladder.actions import check_is_bot, clocks_after, lock_starts, stored_hands
from games.ladder.clocks import CLOCK_MS, Clock
from games.ladder.course import DEALS_MAX, Terms, advance
from games.ladder.models import LadderMatch, LadderRating, LadderSeek
from games.ladder.queries import open_match_of

HOUSE_LEVEL = "hard"
"""The house bots that play the rest of the table, and the cards of both once more."""
HOUSE_MATCHES_MIN = 5
"""The matches that a bot needs before its first duel."""
PAIR_DUELS_PER_DAY_MAX = 3
SEEK_LIFETIME = datetime.timedelta(seconds=10)
ASK_AGAIN_MS = 2_000
_DAY = datetime.timedelta(days=1)
_DUEL_LIFETIME = datetime.timedelta(milliseconds=2 * CLOCK_MS)
"""At any time a clock runs, so both have run out by then."""


def seek_duel(*, user: User, game: str) -> LadderMatch | None:
    """Be ready for a duel; returns the bot's open one, or None as long as there is no rival.

    Raises `RequestRefused` BOTS_ONLY, MATCH_OPEN (against house bots) or TOO_FEW_MATCHES, and
    `Busy`.
    """
    check_is_bot(user)
    own = LadderRating.objects.filter(user=user, game=game).first()
    if own is None or own.matches < HOUSE_MATCHES_MIN:
        raise RequestRefused("TOO_FEW_MATCHES", matches=HOUSE_MATCHES_MIN)
    if (duel := _open_duel(user, game)) is not None:
        return duel
    if not _rivals(user, game):
        _note(user, game)
        return None
    terms = Terms(
        game, preset_of(registry.get(game)), HOUSE_LEVEL, DEALS_MAX, secrets.token_hex(16), 2
    )
    hands = heavy_pool().run(advance, terms, (), ())
    with transaction.atomic():
        lock_starts()
        if (duel := _open_duel(user, game)) is not None:
            return duel
        rivals = _rivals(user, game)
        if not rivals:
            _note(user, game)
            return None
        rival = _nearest(rivals, game, own.mu)
        now = database_now()
        LadderSeek.objects.filter(user__in=(user.pk, rival), game=game).delete()
        return LadderMatch.objects.create(
            user=user,
            rival_id=rival,
            game=game,
            preset=terms.preset,
            level=terms.level,
            deals=terms.deals,
            seed=terms.seed,
            is_sandbox=False,
            hands=stored_hands(hands),
            clocks=clocks_after([Clock(), Clock()], hands, to_unix_ms(now)),
            started_at=now,
            ends_at=now + _DUEL_LIFETIME,
        )


def _open_duel(user: User, game: str) -> LadderMatch | None:
    match = open_match_of(user, game)
    if match is not None and match.rival_id is None:
        raise RequestRefused("MATCH_OPEN", match=str(match.pk))
    return match


def _note(user: User, game: str) -> None:
    """Keep the bot ready for a while; those who no longer ask are forgotten."""
    now = database_now()
    LadderSeek.objects.filter(asked_at__lt=now - SEEK_LIFETIME).delete()
    LadderSeek.objects.update_or_create(user=user, game=game, defaults={"asked_at": now})


def _rivals(user: User, game: str) -> list[uuid.UUID]:
    """The bots that are ready and may be met."""
    now = database_now()
    ready = LadderSeek.objects.filter(
        game=game, asked_at__gt=now - SEEK_LIFETIME, user__is_active=True
    ).exclude(user=user)
    busy = LadderMatch.objects.filter(game=game, outcome="open", is_sandbox=False)
    rivals = (
        ready.exclude(user__in=busy.values("user"))
        .exclude(user__in=busy.filter(rival__isnull=False).values("rival"))
        .values_list("user", flat=True)
    )
    met = _duels_of_pairs(user, game, now - _DAY)
    fresh = [rival for rival in rivals if met.get(rival, 0) < PAIR_DUELS_PER_DAY_MAX]
    strangers = of_two_households([(user.pk, rival) for rival in fresh])
    return [rival for rival, is_stranger in zip(fresh, strangers, strict=True) if is_stranger]


def _duels_of_pairs(user: User, game: str, since: datetime.datetime) -> dict[uuid.UUID, int]:
    """How many duels the bot has begun with each rival since then."""
    duels = LadderMatch.objects.filter(game=game, rival__isnull=False, started_at__gt=since)
    met: dict[uuid.UUID, int] = {}
    for own, other in (("user", "rival"), ("rival", "user")):
        counted = duels.filter(**{own: user}).values_list(other).annotate(Count("pk"))
        for rival, count in counted:
            met[rival] = met.get(rival, 0) + count
    return met


def _nearest(rivals: Sequence[uuid.UUID], game: str, mu: float) -> uuid.UUID:
    """The rival whose rating is nearest."""
    rows = LadderRating.objects.filter(game=game, user__in=rivals).values_list("user", "mu")
    return min(rows, key=lambda row: (abs(row[1] - mu), row[0]))[0]
