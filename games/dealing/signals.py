"""Signals about the retention of decks."""

from django.dispatch import Signal

retention_asked = Signal()
"""Sent before decks are purged: `hands`; a receiver returns the ids of those to keep."""
