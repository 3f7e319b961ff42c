"""Starting and playing matches of registered bots, and rating them.

House bots think in a worker process, outside any transaction; a change is stored if nobody has
changed the match meanwhile. The match that ends and both ratings are written in one transaction.
"""

import datetime
import secrets
import uuid
from collections.abc import Sequence

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from accounts.people.models import User
from core.clock import database_now, to_unix_ms
from core.errors import RequestRefused
from core.runtime.worker_pools import heavy_pool
from games.arena.match import preset_of
from games.engines.core import registry
from games.engines.core.errors import IllegalAction
from games.hands.action_refused import ActionRefused
from games.ladder.clocks import Clock, outcome_of
from games.ladder.course import DEALS_MAX, LadderHand, Move, Terms, advance
from games.ladder.models import LadderMatch, LadderRating
from games.ladder.queries import open_match_of, own_match
from games.stats.skill import Estimate, after_match

MATCH_LIFETIME = datetime.timedelta(hours=1)
TRIES_MAX = 3
_POINTS = {"won": 1, "drawn": 0, "lost": -1}


def start_match(
    *, user: User, game: str, level: str, seed: str | None = None, deals: int = DEALS_MAX
) -> LadderMatch:
    """Start a rated match, or with a `seed` one in the bot's sandbox, in place of its last one.

    Raises `RequestRefused` BOTS_ONLY or MATCH_OPEN, and `Busy`.
    """
    check_is_bot(user)
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
        hands=stored_hands(hands),
        started_at=now,
        ends_at=now + MATCH_LIFETIME,
    )
    with transaction.atomic():
        lock_starts()
        if match.is_sandbox:
            LadderMatch.objects.filter(user=user, game=game, is_sandbox=True).delete()
        elif (open_match := open_match_of(user, game)) is not None:
            raise RequestRefused("MATCH_OPEN", match=str(open_match.pk))
        match.save(force_insert=True)
    return match


def check_is_bot(user: User) -> None:
    """Raises `RequestRefused` BOTS_ONLY."""
    if user.kind != User.Kind.REGISTERED_BOT:
        raise RequestRefused("BOTS_ONLY", status=403)


def lock_starts() -> None:
    """Let no other transaction start a match or a duel; this one must be short."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_ladderseek IN EXCLUSIVE MODE")


def play(*, user: User, match_id: uuid.UUID, moves: Sequence[Move]) -> LadderMatch:
    """Play these moves, all of them or none; returns the match with the house bots' answers.

    If a rival moves meanwhile, they are tried again. Raises `RequestRefused` NOT_FOUND, MATCH_OVER
    (also for a bot without time) or STALE_ACTION, `ActionRefused` for a move that the rules forbid,
    and `Busy`.
    """
    for _ in range(TRIES_MAX):
        match = own_match(user, match_id)
        side, now = match.side_of(user.pk), database_now()
        if (
            match.outcome != LadderMatch.Outcome.OPEN
            or _end_if_late(match, now, side)
            or not match.has_time(side, to_unix_ms(now))
        ):
            raise RequestRefused("MATCH_OVER")
        own_moves = [move._replace(side=side) for move in moves]
        try:
            hands = heavy_pool().run(advance, match.terms, match.course(), own_moves)
        except IllegalAction as no:
            if no.code == "STALE_ACTION":
                raise RequestRefused("STALE_ACTION", **no.limits) from None
            raise ActionRefused(no, match.terms.engine, match.terms.rules) from None
        if _keep(match, hands):
            return match
        if match.rival_id is None:
            break
    raise RequestRefused("STALE_ACTION")


def _keep(match: LadderMatch, hands: Sequence[LadderHand]) -> bool:
    """Store the hands; rates the match if the last one is over.

    Returns False if the match has changed since it was read.
    """
    before, match.hands = match.version, stored_hands(hands)
    match.version += 1
    if match.clocks is not None:
        match.clocks = clocks_after(match.both_clocks, hands, to_unix_ms(database_now()))
    if len(hands) == match.deals and all(hand.net is not None for hand in hands):
        match.outcome = "won" if match.net > 0 else "lost" if match.net < 0 else "drawn"
    return _store(match, before)


def _end_if_late(match: LadderMatch, now: datetime.datetime, mover: int | None = None) -> bool:
    """End a match if its time is over; returns whether it is.

    In a duel a bot that moves (`mover`) wins if the rival has no time left.
    """
    late: str | None = "lost" if match.ends_at < now else None
    if match.clocks is not None:
        late = outcome_of(match.both_clocks, to_unix_ms(now), mover)
    if late is None:
        return False
    before, match.outcome = match.version, late
    match.version += 1
    _store(match, before)
    return True


def _store(match: LadderMatch, before: int) -> bool:
    """Store a match that still has the version `before`; rates it if it is over.

    Matches end one after the other, so that the order of their times is that of the ratings.
    Returns whether it had that version.
    """
    is_over = match.outcome != LadderMatch.Outcome.OPEN
    rated = is_over and match.outcome != LadderMatch.Outcome.VOID and not match.is_sandbox
    with transaction.atomic():
        if rated:
            _lock_ratings()
        changed = LadderMatch.objects.filter(
            pk=match.pk, version=before, outcome=LadderMatch.Outcome.OPEN
        ).update(
            hands=match.hands,
            clocks=match.clocks,
            version=match.version,
            outcome=match.outcome,
            finished_at=Now() if is_over else None,
        )
        if changed and rated:
            _rate(match)
    return bool(changed)


def end_late_matches() -> int:
    """End the matches whose time is over; returns their number.

    Against house bots they are lost. A duel is lost by the bot whose clock has run out, and void if
    both have.
    """
    now, ended = database_now(), 0
    matches = LadderMatch.objects.filter(outcome="open", is_sandbox=False)
    late = matches.filter(Q(ends_at__lt=now) | Q(rival__isnull=False))
    for match in late.order_by("ends_at"):
        ended += _end_if_late(match, now)
    return ended


def rate_all() -> int:
    """Compute all ratings anew from the finished matches, in their order; returns their number."""
    with transaction.atomic():
        _lock_ratings()
        LadderRating.objects.all().delete()
        done = LadderMatch.objects.filter(is_sandbox=False, outcome__in=_POINTS)
        matches = list(done.defer("hands", "seed").order_by("finished_at", "pk"))
        for match in matches:
            _rate(match)
        return len(matches)


def _lock_ratings() -> None:
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_ladderrating IN EXCLUSIVE MODE")


def _rate(match: LadderMatch) -> None:
    """Rate the bot and the level or the rival that it met; the ratings are locked."""
    new = {"mu": Estimate().mu, "sigma": Estimate().sigma, "matches": 0, "won": 0, "drawn": 0}
    rows = [
        LadderRating.objects.get_or_create(game=match.game, user=user, level=level, defaults=new)[0]
        for user, level in ((match.user, ""), (match.rival, "" if match.rival else match.level))
    ]
    points = _POINTS[match.outcome]
    before = [Estimate(row.mu, row.sigma, row.matches) for row in rows]
    skills = after_match(before, [points, -points])
    for row, skill, result in zip(rows, skills, (points, -points), strict=True):
        row.mu, row.sigma, row.matches = skill
        row.won += result > 0
        row.drawn += result == 0
        row.save(update_fields=["mu", "sigma", "matches", "won", "drawn"])


def stored_hands(hands: Sequence[LadderHand]) -> list[dict[str, object]]:
    """Return the hands as `LadderMatch.hands` has them."""
    return [
        {"actions": [list(one) for one in hand.actions], "net": hand.net, "side": hand.side}
        for hand in hands
    ]


def clocks_after(clocks: Sequence[Clock], hands: Sequence[LadderHand], now_ms: int) -> list[Clock]:
    """Return both clocks of a duel from this time on, as `LadderMatch.clocks` has them."""
    return [
        clock.after(waits=any(hand.waits_for(side) for hand in hands), now_ms=now_ms)
        for side, clock in enumerate(clocks)
    ]
