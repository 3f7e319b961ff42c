"""Signals about staff actions."""

from django.dispatch import Signal

conflict_asked = Signal()
"""Sent before each staff action with `user`, `kind` and `target`; a receiver returns True if the
member of staff has a conflict of interest."""
