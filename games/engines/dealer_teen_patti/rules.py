"""The house rules of a table against the dealer (rule 3.1): limits, and the pay table."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from games.engines.core.errors import RulesError
from games.engines.core.rules import Option, Rules
from games.engines.dealer_teen_patti.designs import PRESETS as DESIGNS
from games.engines.dealer_teen_patti.designs import from_text, to_text
from games.engines.dealer_teen_patti.paytable import PayTable

STANDARD = "teen_patti"
"""The design of the standard rules: Three Card Poker's payments with Teen Patti's ranks."""


@dataclass(frozen=True, slots=True)
class PayTableOption(Option):
    """An option whose value is a whole pay table, of the kind `pay_table`.

    Read from the text of `designs.to_text`, such as `tcp~dealer_qualifies=jack_high`, or from the
    JSON object of the pay table. Rules store the whole object, so that a record still folds after
    the named designs change.
    """

    def field(self, value: PayTable) -> str:
        """Return the short text of the pay table."""
        return design_of(value)

    def _check_pay_table(self, value: Any) -> PayTable:
        try:
            if isinstance(value, PayTable):
                return value
            if isinstance(value, str):
                return from_text(value)
            if isinstance(value, Mapping) and value:
                return PayTable.from_json(value)
        except RulesError as no:
            raise no.within(self.name) from None
        raise self._wrong("NOT_A_PAY_TABLE")


@lru_cache(maxsize=256)
def design_of(pay_table: PayTable) -> str:
    """Return the short text of a pay table."""
    return to_text(pay_table)


OPTIONS = (
    Option("ante_min", "int", min=1, max=1_000_000, default=10),
    Option("ante_max", "int", min=1, max=10_000_000, default=100),
    Option("side_bet_max", "int", min=0, max=10_000_000, default=50),
    PayTableOption(
        "pay_table",
        "pay_table",
        tuple(DESIGNS),
        default=DESIGNS[STANDARD].table,
    ),
    Option("starting_chips", "limit", min=20, max=1_000_000_000),
    Option("max_players", "int", min=1, max=5, default=5),
    Option("timeout_action", "choice", ("fold",), default="fold"),
)


@dataclass(frozen=True, slots=True)
class DealerRules(Rules):
    """One set of house rules; amounts in chips."""

    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS

    ante_min: int = 10
    ante_max: int = 100
    side_bet_max: int = 50
    pay_table: PayTable = DESIGNS[STANDARD].table
    starting_chips: int | None = None
    max_players: int = 5
    timeout_action: str = "fold"

    def __post_init__(self) -> None:
        Rules.__post_init__(self)
        if self.ante_max < self.ante_min:
            raise RulesError("ANTES_CROSSED", "ante_max")

    def to_json(self) -> dict[str, Any]:
        """Return every option with its value; for the pay table every line."""
        return {**Rules.to_json(self), "pay_table": self.pay_table.to_json()}

    def cost(self, ante: int) -> int:
        """Return the chips of an ante and its raise: no player must fold for lack of chips."""
        return ante + self.pay_table.raise_for(ante)


PRESETS = {
    "standard": DealerRules(),
    **{
        key: DealerRules(pay_table=design.table)
        for key, design in DESIGNS.items()
        if key != STANDARD
    },
}
