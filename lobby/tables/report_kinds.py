"""The kinds of reports from a table; `lobby.moderation` handles them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ReportKind(models.TextChoices):
    """The subject of a report."""

    CHAT = "chat", _("Insults or spam in the chat")
    COLLUSION = "collusion", _("Playing together")
    CHEATING = "cheating", _("Cheating")
    UNDECLARED_BOT = "undeclared_bot", _("An undeclared bot")
    NAME = "name", _("An inappropriate name")
    OTHER = "other", _("Something else")
