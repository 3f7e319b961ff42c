"""The ladder's part of a user's data export."""

from collections.abc import Iterator
from typing import Any

from accounts.people.models import User
from accounts.privacy.export import PARTS
from core.clock import to_unix_ms
from games.ladder.models import LadderMatch
from games.ladder.queries import matches_of, seen_from


def own_matches(user: User) -> Iterator[dict[str, Any]]:
    """A bot's matches, oldest first; the seed of an open one stays secret."""
    for match in matches_of(user).order_by("started_at").iterator():
        side = match.side_of(user.pk)
        is_secret = match.outcome == LadderMatch.Outcome.OPEN and not match.is_sandbox
        yield {
            "id": str(match.pk),
            "game": match.game,
            "level": match.level,
            "duel": match.rival_id is not None,
            "sandbox": match.is_sandbox,
            "seed": None if is_secret else match.seed,
            "outcome": seen_from(side, match.outcome),
            "net": -match.net if side else match.net,
            "started_at": to_unix_ms(match.started_at),
            "finished_at": to_unix_ms(match.finished_at),
        }


PARTS |= {"ladder-matches": own_matches}
