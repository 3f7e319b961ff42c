"""The usual sanction for each breach of the code of conduct, and the texts of durations.

One table for the public page and for the staff forms. It is a guideline: staff decide each case and
give a reason.
"""

from accounts.sanctions.models import Sanction
from core.messages import catalogue

Kind, Template = Sanction.Kind, Sanction.Template

SPANS = {1: "1 hour", 24: "1 day", 72: "3 days", 168: "1 week", 720: "30 days", 8760: "1 year"}
"""Texts of durations for staff, by hours."""
_FOR_CHEATS = ((Kind.SUSPEND, 168), (Kind.SUSPEND, 720), (Kind.BAN, None))

USUAL: dict[Sanction.Template, tuple[tuple[Sanction.Kind, int | None], ...]] = {
    Template.INSULTS: ((Kind.MUTE, 24), (Kind.MUTE, 168), (Kind.SUSPEND, 720)),
    Template.SPAM: ((Kind.MUTE, 1), (Kind.MUTE, 24), (Kind.MUTE, 168)),
    Template.CARDS: ((Kind.MUTE, 24), (Kind.SUSPEND, 72), (Kind.SUSPEND, 720)),
    Template.COLLUSION: _FOR_CHEATS,
    Template.DUMPING: _FOR_CHEATS,
    Template.ACCOUNTS: ((Kind.SUSPEND, 72), (Kind.SUSPEND, 720), (Kind.BAN, None)),
    Template.UNDECLARED_BOT: _FOR_CHEATS,
    Template.NAME: ((Kind.SUSPEND, 24), (Kind.SUSPEND, 168), (Kind.BAN, None)),
    Template.OTHER: ((Kind.MUTE, 24), (Kind.SUSPEND, 72), (Kind.SUSPEND, 720)),
}
"""By breach: the first time, the second time, and after that (hours; None: permanent)."""


def usual() -> list[tuple[str, list[str]]]:
    """Each breach as the user reads it, with the usual sanction in three steps."""
    return [
        (template.sentence, [_in_words(*step) for step in steps])
        for template, steps in USUAL.items()
    ]


def suggestions() -> list[tuple[str, str]]:
    """The choices of a staff form, each with the usual sanction."""
    return [
        (template.value, f"{template.label} Usually: {', then '.join(steps).lower()}")
        for template, (_sentence, steps) in zip(USUAL, usual(), strict=True)
    ]


def _in_words(kind: Sanction.Kind, hours: int | None) -> str:
    return catalogue().text(f"moderation.usual.{kind.value}", {"hours": hours or 0})
