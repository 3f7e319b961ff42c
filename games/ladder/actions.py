"""Starting and playing matches of registered bots, and rating them.

House bots think in a worker process, outside any transaction; a change is stored if nobody has
changed the match meanwhile. The match that ends and both ratings are written in one transaction.
"""

import datetime
import secrets
import uuid
from collections.abc import Sequence

from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now

from accounts.people.models import User
from core.clock import database_now
from core.errors import RequestRefused
from core.runtime.worker_pools import heavy_pool
from games.arena.match import preset_of
from games.engines.core import registry
from games.engines.core.errors import IllegalAction
from games.hands.action_refused import ActionRefused
from games.ladder.course import DEALS_MAX, LadderHand, Move, Terms, advance
from games.ladder.models import LadderMatch, LadderRating
from games.ladder.queries import own_match
from games.stats.skill import Estimate, after_match

MATCH_LIFETIME = datetime.timedelta(hours=1)
_POINTS = {"won": 1, "drawn": 0, "lost": -1}


def start_match(
    *, user: User, game: str, level: str, seed: str | None = None, deals: int = DEALS_MAX
) -> LadderMatch:
    """Start a rated match, or with a `seed` one in the bot's sandbox, in place of its last one.

    Raises `RequestRefused` BOTS_ONLY or MATCH_OPEN, and `Busy`.
    """
    if user.kind != User.Kind.REGISTERED_BOT:
        raise RequestRefused("BOTS_ONLY", status=403)
    terms = Terms(game, preset_of(registry.get(game)), level, deals, seed or secrets.token_hex(16))
    hands = heavy_pool().run(advance, terms, (), ())
    now = database_now()
    match = LadderMatch(
        user=user,
        game=game,
        preset=terms.preset,
        level=level,
        deals=deals,
        seed=terms.seed,
        is_sandbox=seed is not None,
        hands=_stored(hands),
        started_at=now,
        ends_at=now + MATCH_LIFETIME,
    )
    try:
        with transaction.atomic():
            if match.is_sandbox:
                LadderMatch.objects.filter(user=user, game=game, is_sandbox=True).delete()
            match.save(force_insert=True)
    except IntegrityError:
        open_match = LadderMatch.objects.filter(
            user=user, game=game, is_sandbox=match.is_sandbox, outcome="open"
        ).first()
        if open_match is None:
            raise
        raise RequestRefused("MATCH_OPEN", match=str(open_match.pk)) from None
    return match


def play(*, user: User, match_id: uuid.UUID, moves: Sequence[Move]) -> LadderMatch:
    """Play these moves, all of them or none; returns the match with the house bots' answers.

    Raises `RequestRefused` NOT_FOUND, MATCH_OVER or STALE_ACTION, `ActionRefused` for a move that
    the rules forbid, and `Busy`.
    """
    match = own_match(user, match_id)
    if match.outcome != LadderMatch.Outcome.OPEN or match.ends_at < database_now():
        raise RequestRefused("MATCH_OVER")
    try:
        hands = heavy_pool().run(advance, match.terms, match.course(), moves)
    except IllegalAction as no:
        if no.code == "STALE_ACTION":
            raise RequestRefused("STALE_ACTION", **no.limits) from None
        raise ActionRefused(no, match.terms.engine, match.terms.rules) from None
    _keep(match, hands)
    return match


def _keep(match: LadderMatch, hands: Sequence[LadderHand]) -> None:
    """Store the hands; rates the match if the last one is over. Raises `RequestRefused`."""
    before, match.hands = match.version, _stored(hands)
    match.version += 1
    if len(hands) == match.deals and all(hand.net is not None for hand in hands):
        match.outcome = "won" if match.net > 0 else "lost" if match.net < 0 else "drawn"
    with transaction.atomic():
        if not _store(match, before):
            raise RequestRefused("STALE_ACTION")


def _store(match: LadderMatch, before: int) -> bool:
    """Store a match that still has the version `before`; rates it if it is over.

    Matches end one after the other, so that the order of their times is that of the ratings.
    """
    rated = match.outcome != LadderMatch.Outcome.OPEN and not match.is_sandbox
    if rated:
        _lock_ratings()
    changed = LadderMatch.objects.filter(
        pk=match.pk, version=before, outcome=LadderMatch.Outcome.OPEN
    ).update(
        hands=match.hands,
        version=match.version,
        outcome=match.outcome,
        finished_at=None if match.outcome == LadderMatch.Outcome.OPEN else Now(),
    )
    if changed and rated:
        _rate(match)
    return bool(changed)


def end_late_matches() -> int:
    """End the matches whose time is over: they are lost. Returns their number."""
    late = LadderMatch.objects.filter(outcome="open", is_sandbox=False, ends_at__lt=database_now())
    ended = 0
    for match in late.order_by("ends_at"):
        before, match.outcome = match.version, "lost"
        match.version += 1
        with transaction.atomic():
            ended += _store(match, before)
    return ended


def rate_all() -> int:
    """Compute all ratings anew from the finished matches, in their order; returns their number."""
    with transaction.atomic():
        _lock_ratings()
        LadderRating.objects.all().delete()
        done = LadderMatch.objects.filter(is_sandbox=False).exclude(outcome="open")
        matches = list(done.defer("hands", "seed").order_by("finished_at", "pk"))
        for match in matches:
            _rate(match)
        return len(matches)


def _lock_ratings() -> None:
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_ladderrating IN EXCLUSIVE MODE")


def _rate(match: LadderMatch) -> None:
    """Rate the bot and the level that it met; the ratings are locked."""
    new = {"mu": Estimate().mu, "sigma": Estimate().sigma, "matches": 0, "won": 0, "drawn": 0}
    rows = [
        LadderRating.objects.get_or_create(game=match.game, user=user, level=level, defaults=new)[0]
        for user, level in ((match.user, ""), (None, match.level))
    ]
    points = _POINTS[match.outcome]
    before = [Estimate(row.mu, row.sigma, row.matches) for row in rows]
    skills = after_match(before, [points, -points])
    for row, skill, result in zip(rows, skills, (points, -points), strict=True):
        row.mu, row.sigma, row.matches = skill
        row.won += result > 0
        row.drawn += result == 0
        row.save(update_fields=["mu", "sigma", "matches", "won", "drawn"])


def _stored(hands: Sequence[LadderHand]) -> list[dict[str, object]]:
    return [{"actions": [list(one) for one in hand.actions], "net": hand.net} for hand in hands]
