"""The refusals of the engines, with stable codes (docs/rules/common.md 1.4).

The checks run in a fixed order, so that the same illegal action always gets the same code: hand in
progress, seated, in the hand, not folded, phase, turn, action known, amount well-formed, chips,
bounds, then the conditions of the game.
"""

from functools import partial
from typing import Any, Protocol, Self


class ShowsRules(Protocol):
    """A rule set that can show the value of one of its options."""

    def shown(self, name: str) -> Any:
        """Return the value of an option as JSON."""


class IllegalAction(Exception):
    """An action that the rules forbid now; the state has not changed.

    `code` is stable, and `limits` holds codes and figures that explain it. `option` names the
    option of the rules that forbids the action, if one does.
    """

    def __init__(self, code: str, **limits: Any) -> None:
        super().__init__(code)
        self.code = code
        self.limits = limits
        self.option = ""

    def under(self, option: str) -> Self:
        """Return this refusal with the option that causes it; other tables may allow the action."""
        self.option = option
        return self

    def quoting(self, rules: ShowsRules) -> Self:
        """Return this refusal with its house rule, if it has one, as `rule` among the limits."""
        if self.option:
            self.limits["rule"] = {"name": self.option, "value": rules.shown(self.option)}
        return self

    def to_json(self) -> dict[str, Any]:
        """Return the refusal as views tell it; without `limits` where there are none."""
        return {"code": self.code, **({"limits": self.limits} if self.limits else {})}


class RulesError(Exception):
    """Invalid options of a rule set; `field` names the invalid option, if there is one.

    `limits` holds codes and figures that explain the code. Their `part` is the invalid part of an
    option whose value has parts.
    """

    def __init__(self, code: str, field: str, **limits: Any) -> None:
        super().__init__(code, field, limits)
        self.code = code
        self.field = field
        self.limits = limits

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.code, self.field, **self.limits), ()

    def within(self, option: str) -> "RulesError":
        """Return this error of a part as that of the whole option."""
        return RulesError(self.code, option, **{"part": self.field, **self.limits})


def between(amount: int, least: int, most: int) -> IllegalAction | None:
    """Return the refusal of an amount outside its bounds, or None for an amount inside them."""
    if least <= amount <= most:
        return None
    code = "AMOUNT_TOO_SMALL" if amount < least else "AMOUNT_TOO_LARGE"
    return IllegalAction(code, min=least, max=most)
