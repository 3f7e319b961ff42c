"""Connects the begin and end of sessions to the signals of Django and allauth."""

from accounts.people.log_in import sessions

sessions.connect()
