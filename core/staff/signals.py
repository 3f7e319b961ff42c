"""Signals about staff at work."""

from django.dispatch import Signal

conflict_asked = Signal()
"""Before each staff action: gives `user`, `kind` and `target`; a receiver answers whether the
member of staff is too close to the target to act."""
