"""Wiring only: settings, URLs, ASGI, services, health. It handles no cards and no chips."""

import sys

# structlog loads Twisted wherever it is installed, and `runserver` alone needs it.
sys.modules.setdefault("structlog.twisted", None)  # type: ignore[arg-type]
