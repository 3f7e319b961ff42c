"""Signals about users who may not play."""

from django.dispatch import Signal

play_stopped = Signal()
"""Sent after the commit when a user is suspended or banned, or takes a break: `user`."""
