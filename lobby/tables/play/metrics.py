"""Metrics of the dealer."""

from core.runtime import metrics

LATENESS = metrics.histogram(
    "dealer_lateness_seconds",
    "How long after it was due a table's timer was run, by a dealer or in its place",
)
BOT_CHOICES = metrics.counter(
    "bot_choices",
    "Choices of bots that need time, by the bot's level and by the level that chose: a lower one "
    "after a long wait for a worker, easy if the worker took too long",
    *("level", "chosen"),
)
BOT_WAITS = metrics.histogram(
    "bot_wait_seconds", "How long the turn of such a bot waited for a worker"
)
ROUNDS = metrics.histogram("dealer_round_seconds", "Rounds of a dealer")
