"""Sessions begin and end with the signals of Django and allauth."""

from accounts.people import sessions

sessions.connect()
