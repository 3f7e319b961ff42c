"""Periodic tasks: when each is due, which process runs it, and its last outcome."""
