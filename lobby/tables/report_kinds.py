"""The kinds of reports from a table; `lobby.moderation` handles them."""

from django.db import models


class ReportKind(models.TextChoices):
    """The subject of a report."""

    CHAT = "chat", "Insults or spam in the chat"
    COLLUSION = "collusion", "Playing together"
    CHEATING = "cheating", "Cheating"
    UNDECLARED_BOT = "undeclared_bot", "An undeclared bot"
    NAME = "name", "An inappropriate name"
    OTHER = "other", "Something else"
