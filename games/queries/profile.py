"""What the games know about a person, for his profile."""

from typing import Any

from django.db.models import Count, Q, Sum

from accounts.models import User
from accounts.queries import profile
from games.models import HandSeat

LATEST = 10


def summary(user: User) -> dict[str, int]:
    """Hands played, hands won and net chips; points are no chips."""
    chips = Q(plays_for="chips")
    found = HandSeat.objects.filter(user=user).aggregate(
        hands=Count("id"), won=Count("id", filter=Q(won=True)), net=Sum("net", filter=chips)
    )
    return {key: found[key] or 0 for key in ("hands", "won", "net")}


def hands_of(user: User, *, limit: int = LATEST, before: int | None = None) -> list[dict[str, Any]]:
    """The latest finished hands of a person, newest first; `before` pages by `cursor`."""
    rows = HandSeat.objects.filter(user=user).select_related("hand").order_by("-id")
    if before is not None:
        rows = rows.filter(id__lt=before)
    return [
        {
            "cursor": row.pk,
            "id": row.hand_id,
            "game": row.game,
            "number": row.hand.number,
            "table_id": row.hand.table_id,
            "at": row.finished_at,
            "net": row.net,
            "plays_for": row.plays_for,
            "won": row.won,
            "players": len(row.hand.opening["seats"]),
            "ended_by": (row.hand.result or {}).get("ended_by"),
            "pot": sum(pot["amount"] for pot in (row.hand.result or {}).get("pots", [])),
            "void": row.hand.status == "void",
        }
        for row in rows[:limit]
    ]


def register_sections() -> None:
    """Answer for the profile's parts that the games know."""
    profile.register_section("summary", summary)
    profile.register_section("hands", hands_of)
