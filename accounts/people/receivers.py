"""Connects the begin and end of sessions to the signals of Django and allauth."""

from accounts.people import sessions

sessions.connect()
