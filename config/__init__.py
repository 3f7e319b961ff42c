"""Wiring only: settings, URLs, ASGI, services, health. Cards and chips are not handled here."""
