"""Signals about users and their sessions."""

from django.dispatch import Signal

sessions_ended = Signal()
"""After the commit: sessions of a user ended. Gives `user_id`; open sockets are closed."""
