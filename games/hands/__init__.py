"""Hands: opening, actions, results, replays, records and files."""
