"""Logging in: pages, passwords, second factors, sessions; mostly allauth with our rules."""
