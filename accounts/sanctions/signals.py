"""Signals about users who may not play."""

from django.dispatch import Signal

play_stopped = Signal()
"""After the commit: a user was suspended or banned, or takes a break. Gives `user`."""
