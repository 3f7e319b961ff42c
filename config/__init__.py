"""Wiring only: settings, URLs, ASGI, services, health. It handles no cards and no chips."""
