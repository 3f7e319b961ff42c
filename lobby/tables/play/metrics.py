"""Metrics of the dealer."""

from core.runtime import metrics

LATENESS = metrics.histogram(
    "dealer_lateness_seconds", "How long after it was due a table's timer was run by a dealer"
)
ROUNDS = metrics.histogram("dealer_round_seconds", "Rounds of a dealer")
