"""The ladder's part of a user's data export."""

from collections.abc import Iterator
from typing import Any

from accounts.people.models import User
from accounts.privacy.export import PARTS
from core.clock import to_unix_ms
from games.ladder.models import LadderMatch


def own_matches(user: User) -> Iterator[dict[str, Any]]:
    """A bot's matches, oldest first; the seed of an open one stays secret."""
    for match in LadderMatch.objects.filter(user=user).order_by("started_at").iterator():
        is_secret = match.outcome == LadderMatch.Outcome.OPEN and not match.is_sandbox
        yield {
            "id": str(match.pk),
            "game": match.game,
            "level": match.level,
            "sandbox": match.is_sandbox,
            "seed": None if is_secret else match.seed,
            "outcome": match.outcome,
            "net": match.net,
            "started_at": to_unix_ms(match.started_at),
            "finished_at": to_unix_ms(match.finished_at),
        }


PARTS |= {"ladder-matches": own_matches}
