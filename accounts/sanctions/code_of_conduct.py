"""What usually follows a breach of the rules of conduct, and the words for how long.

One table for the page of the rules and for the forms of staff. It binds nobody: staff weigh each
case, and say why.
"""

from accounts.sanctions.models import Sanction

Kind, Template = Sanction.Kind, Sanction.Template

SPANS = {1: "1 hour", 24: "1 day", 72: "3 days", 168: "1 week", 720: "30 days", 8760: "1 year"}
"""How long, by hours."""
_FOR_CHEATS = ((Kind.SUSPEND, 168), (Kind.SUSPEND, 720), (Kind.BAN, None))

USUAL: dict[Sanction.Template, tuple[tuple[Sanction.Kind, int | None], ...]] = {
    Template.INSULTS: ((Kind.MUTE, 24), (Kind.MUTE, 168), (Kind.SUSPEND, 720)),
    Template.SPAM: ((Kind.MUTE, 1), (Kind.MUTE, 24), (Kind.MUTE, 168)),
    Template.CARDS: ((Kind.MUTE, 24), (Kind.SUSPEND, 72), (Kind.SUSPEND, 720)),
    Template.COLLUSION: _FOR_CHEATS,
    Template.DUMPING: _FOR_CHEATS,
    Template.ACCOUNTS: ((Kind.SUSPEND, 72), (Kind.SUSPEND, 720), (Kind.BAN, None)),
    Template.PROGRAM: _FOR_CHEATS,
    Template.NAME: ((Kind.SUSPEND, 24), (Kind.SUSPEND, 168), (Kind.BAN, None)),
    Template.OTHER: ((Kind.MUTE, 24), (Kind.SUSPEND, 72), (Kind.SUSPEND, 720)),
}
"""By what somebody did: the first time, the second time, and after that (hours; None: for good)."""


def usual() -> list[tuple[str, list[str]]]:
    """Each breach in the words its person reads, with what follows it in three steps."""
    return [
        (template.label, [_in_words(*step) for step in steps]) for template, steps in USUAL.items()
    ]


def suggestions() -> list[tuple[str, str]]:
    """The choices of a form of staff, each with what is usual."""
    return [
        (template.value, f"{label} Usually: {', then '.join(steps).lower()}")
        for template, (label, steps) in zip(USUAL, usual(), strict=True)
    ]


def _in_words(kind: Sanction.Kind, hours: int | None) -> str:
    return f"{kind.label}, {SPANS[hours]}" if hours else f"{kind.label} permanently"
