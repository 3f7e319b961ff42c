"""A hand on the staff pages: its players, a log of the hand, and the cards that were shown.

Everything is the spectators' view, with all stacks. Neither a live hand nor a folded one gives a
card away here.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from core.admin.sections import Facts, Grid, Section, chips, link_to, when
from core.messages import SOURCE, catalogue
from games.engines.core import registry
from games.engines.core.contract import ALL_STACKS, Viewer
from games.hands.models import Hand
from games.hands.queries.record import lines_of, page_of
from games.hands.queries.replay import Replay, replay
from games.rulebook.rule_words import RuleWords

CLOSED = "??"
AUTO = {"": "", "timeout": "timed out", "away": "automatic"}
_STAFF = Viewer(stacks=ALL_STACKS)


def facts_of(hand: Hand, table: Any) -> Facts:
    """The facts of a hand's page; `table` is the text or link for its table."""
    game = registry.get(hand.game)
    rules, words = game.rules_from_json(hand.rules), RuleWords(hand.game, catalogue(SOURCE))
    result = hand.result or {}
    return Facts(
        "Hand",
        [
            ("Table", table),
            ("Game", f"{words.name}, {hand.preset}, {words.stakes(game.stakes(rules))}"),
            ("State", hand.get_status_display()),
            ("Began", when(hand.started_at)),
            ("Ended", when(hand.finished_at)),
            ("Ended by", str(result.get("ended_by", "–")).replace("_", " ")),
            ("Pots", chips(sum(pot["amount"] for pot in result.get("pots", [])))),
            ("Spectators", f"{hand.spectators}{', private' if hand.private else ''}"),
        ],
    )


def seen_from_the_spectators(hand: Hand) -> list[Section]:
    """The players and what happened, as far as everybody could see it."""
    return sections_of(replay(hand, _STAFF))


def sections_of(shown: Replay) -> list[Section]:
    """A replay as two grids."""
    return [_players(shown), _story(shown)]


def actions_grid(hand: Hand) -> Grid:
    """The events of a hand that everybody could see."""
    return _story(replay(hand, _STAFF))


def _players(shown: Replay) -> Grid:
    users = {seat["seat"]: seat["user"] for seat in shown.hand.opening["seats"]}
    on = shown.hand.status == Hand.Status.LIVE
    rows = [
        (
            player["seat"],
            link_to("accounts.user", users[player["seat"]], player["name"]),
            player["kind"],
            chips(player["stack"]),
            "–" if on else chips(player["net"], signed=True),
            _cards(player["cards"]),
            player["label"] or "",
            "dealer" if player["button"] else "",
        )
        for player in page_of(shown)["players"]
    ]
    heads = ("Seat", "Who", "Kind", "Starting stack", "Net", "Shown", "Hand", "")
    return Grid("Players", heads, rows)


def _cards(cards: Sequence[str] | int | None) -> str:
    if not isinstance(cards, list | tuple):
        return "–"
    return " ".join(card for card in cards if card != CLOSED) or "–"


def _story(shown: Replay) -> Grid:
    rows = [
        (
            line["seq"],
            f"{datetime.fromtimestamp(line['at'] / 1000, UTC):%H:%M:%S}",
            line["text"],
            AUTO[line["auto"]],
            chips(line["pot"]),
        )
        for line in lines_of(shown)
    ]
    return Grid("Hand history", ("No.", "Time", "Event", "", "Pot"), rows)
