"""What can be reported from a table; cases about it are `lobby.moderation`'s."""

from django.db import models


class ReportKind(models.TextChoices):
    """What a report is about."""

    CHAT = "chat", "Insults or spam in the chat"
    COLLUSION = "collusion", "Playing together"
    CHEATING = "cheating", "Cheating"
    PROGRAM = "program", "An undeclared bot"
    NAME = "name", "An inappropriate name"
    OTHER = "other", "Something else"
