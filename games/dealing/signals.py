"""Signals about decks that are kept."""

from django.dispatch import Signal

retention_asked = Signal()
"""Before decks are purged: gives `hands`; a receiver answers the ids of those to keep."""
