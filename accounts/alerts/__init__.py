"""Notifications outside of pages: Web Push and e-mail, when it is a person's turn and the like."""
