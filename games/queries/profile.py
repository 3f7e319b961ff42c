"""What the games know about a person, for his profile."""

from typing import Any

from accounts.models import User
from accounts.queries import profile
from accounts.queries.ledger import bankroll
from games.models import HandSeat
from games.queries.drawings import bankroll_plot, strength_plot
from games.queries.statistics import statistics_of, totals_of

LATEST = 10


def summary(user: User) -> dict[str, int]:
    """Hands played, hands won and net chips; points are no chips."""
    return totals_of(user.pk)


def statistics(user: User) -> dict[str, Any]:
    """His figures by game, and his bankroll and what his hands brought, drawn."""
    games = statistics_of(user.pk)
    return {
        "games": [{"figures": one, "plot": strength_plot(one)} for one in games],
        "bankroll": bankroll_plot(bankroll(user.pk)),
    }


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
    profile.register_section("statistics", statistics)
