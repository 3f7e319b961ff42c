"""The games' sections of a user's profile and parts of their data export."""

from typing import Any

from accounts.ledger.queries import bankroll
from accounts.people.models import User
from accounts.people.queries.profile import SECTIONS
from accounts.privacy.export import PARTS
from games.hands.queries.export import opened_hands, own_hands
from games.hands.queries.hand_list import ListedHand, hands_of, with_tables
from games.hands.queries.notes import hand_notes
from games.stats.queries.drawings import bankroll_plot, strength_plot
from games.stats.queries.statistics import statistics_of, totals_of
from games.stats.queries.today import Today, today_of

LATEST_HANDS_MAX = 10


def summary(user: User) -> dict[str, int]:
    """Hands played, hands won and net chips; points are not chips."""
    return totals_of(user.pk)


def statistics(user: User) -> dict[str, Any]:
    """The user's statistics by game, with plots of their bankroll and results by hand strength."""
    games = statistics_of(user.pk)
    return {
        "games": [{"figures": one, "plot": strength_plot(one)} for one in games],
        "bankroll": bankroll_plot(bankroll(user.pk)),
    }


def public_figures(user: User) -> list[dict[str, Any]]:
    """The user's public statistics by game, formatted."""
    return [
        {
            "game": one.game_name,
            "points": one.plays_for == "points",
            "hands": one.hands,
            "small": one.is_small,
            "won": one.won,
            "figures": [
                [figure.label, figure.text] for figure in one.figures if figure.value is not None
            ],
            "rating": one.rating.points if one.rating and not one.rating.provisional else None,
        }
        for one in statistics_of(user.pk)
    ]


def hands(user: User) -> list[ListedHand]:
    """The user's latest finished hands."""
    return with_tables(hands_of(user, limit=LATEST_HANDS_MAX), user)


def today(user: User) -> Today:
    """The user's chips lost and minutes played today."""
    return today_of([user.pk])[user.pk]


SECTIONS |= {
    "summary": summary,
    "hands": hands,
    "public_figures": public_figures,
    "today": today,
    "statistics": statistics,
}
PARTS |= {"hands": own_hands, "opened-hands": opened_hands, "hand-notes": hand_notes}
