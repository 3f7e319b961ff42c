"""Responsible play: limits, breaks and reminders that users set for themselves."""
