"""The application for a second web process that compares itself with the database more often."""

from config.asgi import application
from lobby.tables.ws import hub
from tests.lobby.tables.hurry import COMPARE_S

__all__ = ["application"]

hub.COMPARE_EVERY_S = COMPARE_S
