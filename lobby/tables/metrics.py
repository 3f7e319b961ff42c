"""Metrics of tables: actions, the stages of their way, and hands."""

from collections.abc import Sequence
from time import perf_counter

from core.runtime import metrics, tracing
from core.runtime.tracing import Span
from lobby.tables.transaction.changes import Change

ACTIONS = metrics.counter(
    "actions",
    "Actions at tables, by game, by what acts (a player, a bot, or the house for a player who is "
    "late or gone), and by outcome: accepted, or the code of the refusal",
    *("game", "by", "outcome"),
)
HANDS = metrics.counter("hands_dealt", "Hands dealt", "game")
STAGES = metrics.histogram(
    "action_stage_seconds",
    "Stages of the way of actions: wait and total are counted for each command of a socket; lock, "
    "rules, commit and views for each transaction",
    "stage",
)
NO_GAME = "none"
"""The game of a refused command whose hand is not known."""


def count_changes(changes: Sequence[Change]) -> None:
    """Count the actions and deals of committed changes."""
    for change in changes:
        for step in change.steps:
            game, records = step.hand.game.key, step.hand.records
            if records:
                ACTIONS.add(game, _by(records[-1].auto), "accepted")
            else:
                HANDS.add(game)


def _by(auto: str) -> str:
    return "house" if auto and auto != "bot" else auto or "player"


def note_transaction(began: float, locked: float, played: float) -> None:
    """Note the stages of a transaction that was committed just now."""
    stages = (
        Span("lock", began, locked),
        Span("rules", locked, played),
        Span("commit", played, perf_counter()),
    )
    for name, start, end in stages:
        STAGES.observe(end - start, name)
    tracing.note(*stages)
