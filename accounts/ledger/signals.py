"""Questions about chips, which the subjects above answer."""

from django.dispatch import Signal

hidden_chips_asked = Signal()
"""Sent when all chips are counted; receivers return the chips at tables where stacks are hidden, by
the kind of their owners."""
