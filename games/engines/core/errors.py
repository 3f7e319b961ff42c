"""The refusals of the engines, with stable codes (docs/rules/common.md 1.4).

The checks run in a fixed order, so that the same illegal action always gets the same code: hand in
progress, seated, in the hand, not folded, phase, turn, action known, amount well-formed, chips,
bounds, then the conditions of the game.
"""

from typing import Any, Protocol, Self


class SaysRules(Protocol):
    """A rule set that can describe one of its options."""

    def say(self, name: str) -> dict[str, str]:
        """Return an option as players read it: `{name, label, value}`."""


class IllegalAction(Exception):
    """An action that the rules forbid now; the state has not changed.

    `code` is stable, `text` is a sentence for the player, and `limits` holds figures that help
    them. `option` names the option of the rules that forbids the action, if one does.
    """

    def __init__(self, code: str, text: str, **limits: Any) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.limits = limits
        self.option = ""

    def under(self, option: str) -> Self:
        """Return this refusal with the option that causes it; other tables may allow the action."""
        self.option = option
        return self

    def quoting(self, rules: SaysRules, *, in_text: bool = True) -> "IllegalAction":
        """Return the refusal with its house rule: in the text, and as `rule` among the limits."""
        if not self.option:
            return self
        rule = rules.say(self.option)
        text = self.text
        if in_text:
            text = f"{text} House rule: {rule['label']} – {rule['value']}."
        return IllegalAction(self.code, text, **self.limits, rule=rule)


class RulesError(Exception):
    """Invalid options of a rule set; `field` names the invalid option, if there is one."""

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
    """Return a refusal that all games share."""
    return IllegalAction(code, TEXTS[code])


def between(amount: int, least: int, most: int) -> IllegalAction | None:
    """Return the refusal of an amount outside its bounds, or None for an amount inside them."""
    if least <= amount <= most:
        return None
    code = "AMOUNT_TOO_SMALL" if amount < least else "AMOUNT_TOO_LARGE"
    text = f"The amount must be between {least:,} and {most:,}."
    return IllegalAction(code, text, min=least, max=most)
