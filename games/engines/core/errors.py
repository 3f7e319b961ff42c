"""What the engines refuse, with stable codes (rules.md 1.4).

The order in which the checks are made is fixed, so that the same wrong action always gets the
same code: hand in progress, seated, in the hand, not folded, phase, turn, action known, amount
well-formed, chips, bounds, then the game's own conditions.
"""

from typing import Any, Protocol, Self


class SaysRules(Protocol):
    """A rule set that can name one of its options."""

    def say(self, name: str) -> dict[str, str]:
        """An option as people read it: `{name, label, value}`."""


class IllegalAction(Exception):
    """An action that the rules forbid now; the state has not changed.

    `code` is stable, `text` is a sentence for the player, `limits` are figures that help them.
    `option` names the option of the rules that is the cause, if one is.
    """

    def __init__(self, code: str, text: str, **limits: Any) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.limits = limits
        self.option = ""

    def under(self, option: str) -> Self:
        """The same refusal, caused by an option of the rules: another table might allow it."""
        self.option = option
        return self

    def quoting(self, rules: SaysRules, *, in_text: bool = True) -> "IllegalAction":
        """The refusal with its house rule: in the text, and as `rule` among the limits."""
        if not self.option:
            return self
        rule = rules.say(self.option)
        text = self.text
        if in_text:
            text = f"{text} House rule: {rule['label']} – {rule['value']}."
        return IllegalAction(self.code, text, **self.limits, rule=rule)


class RulesError(Exception):
    """A set of options that is no rule set; `field` names the wrong option, if it is one."""

    def __init__(self, code: str, field: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.field = field
        self.text = text

    def __reduce__(self) -> tuple[type["RulesError"], tuple[str, str, str]]:
        return type(self), (self.code, self.field, self.text)


TEXTS = {
    "NO_HAND_IN_PROGRESS": "There is no hand in progress.",
    "NOT_IN_HAND": "You are not in this hand.",
    "ALREADY_FOLDED": "You have folded.",
    "NOT_YOUR_TURN": "It is not your turn.",
    "WRONG_PHASE": "That action is not possible now.",
    "UNKNOWN_ACTION": "Invalid option!",
    "BAD_AMOUNT": "The amount must be a whole number of chips.",
}


def refusal(code: str) -> IllegalAction:
    """A refusal that every game shares."""
    return IllegalAction(code, TEXTS[code])


def between(amount: int, least: int, most: int) -> IllegalAction | None:
    """The refusal of an amount outside its bounds, None for one within them."""
    if least <= amount <= most:
        return None
    code = "AMOUNT_TOO_SMALL" if amount < least else "AMOUNT_TOO_LARGE"
    text = f"The amount must be between {least:,} and {most:,}."
    return IllegalAction(code, text, min=least, max=most)
