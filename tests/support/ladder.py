"""Registered bots that play matches of the ladder by API."""

from collections.abc import Sequence
from typing import Any

from accounts.people.actions.users import create_guest, register_bot
from games.ladder.models import LadderRating
from tests.support.app import App, app_of

Shown = dict[str, Any]
"""A match as the API shows it."""


def new_bot(name: str) -> App:
    """An app of a new registered bot."""
    return app_of(register_bot(user=create_guest(name=name)))


def placed_bot(name: str, *, game: str = "teen_patti", mu: float = 25.0, matches: int = 5) -> App:
    """An app of a registered bot that has played on the ladder of a game."""
    bot = new_bot(name)
    LadderRating.objects.create(
        game=game, user=bot.user, mu=mu, sigma=4, matches=matches, won=1, drawn=0
    )
    return bot


def start(app: App, **more: Any) -> Shown:
    """Start a match of Teen Patti against easy house bots."""
    match: Shown = app.post("ladder/matches", game="teen_patti", level="easy", **more)
    return match


def move_in(hand: Shown, kinds: Sequence[str] = ("fold",)) -> Shown:
    """The first of these kinds that is legal in a hand that waits, else any action."""
    legal = {option["kind"]: option for option in hand["view"]["you"]["legal"]}
    kind = next((kind for kind in kinds if kind in legal), next(iter(legal)))
    amount = {"amount": legal[kind]["min"]} if "min" in legal[kind] else {}
    return {"hand": hand["number"], "seq": hand["seq"], "action": kind, **amount}


def play_on(app: App, match: Shown, kinds: Sequence[str] = ("fold",)) -> Shown:
    """Act once in all hands that wait."""
    moves = [move_in(hand, kinds) for hand in match["hands"]]
    after: Shown = app.post(f"ladder/matches/{match['id']}/moves", moves=moves)
    return after


def finish(app: App, match: Shown, kinds: Sequence[str] = ("fold",)) -> Shown:
    """Play a match against house bots to its end."""
    while match["outcome"] == "open":
        match = play_on(app, match, kinds)
    return match


def finish_duel(apps: Sequence[App], match: Shown, kinds: Sequence[Sequence[str]]) -> Shown:
    """Play a duel to its end, each bot by its own kinds of actions.

    Returns it as the first one sees it.
    """
    path = f"ladder/matches/{match['id']}"
    while (match := apps[0].get(path))["outcome"] == "open":
        for app, own in zip(apps, kinds, strict=True):
            seen = app.get(path)
            if seen["hands"]:
                play_on(app, seen, own)
    return match
