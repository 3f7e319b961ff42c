"""What Teen Patti against the dealer pays, from its standard pay table."""

from typing import Any

from core.messages import catalogue
from games.engines.dealer_teen_patti.paytable import PayTable
from games.engines.dealer_teen_patti.rules import PRESETS
from games.engines.dealer_teen_patti.view import printed

_OWN_LINES = {
    ("ante", "wins"): "rules.pays.ante_wins",
    ("ante", "not_qualified"): "rules.pays.not_qualified",
    ("raise", "wins"): "rules.pays.raise_wins",
    ("tie_bet", "equal"): "rules.pays.equal",
}
"""The messages of lines that are no hands."""


def _pays(pay_table: PayTable) -> list[dict[str, Any]]:
    """Return the printed lines of a pay table under the names of their bets, as `4 to 1`."""
    text = catalogue().text
    columns: dict[str, list[tuple[str, str]]] = {}
    for line in printed(pay_table)["lines"]:
        bet, name = line["bet"], line["line"]
        over, _slash, under = line["pays"].partition("/")
        odds = text("rules.pays.odds", {"over": over, "under": under or "1"})
        label = text(_OWN_LINES.get((bet, name), f"dealer_teen_patti.line.{name}"))
        columns.setdefault("ante" if bet == "raise" else bet, []).append((label, odds))
    return [
        {
            "title": text(
                "rules.pays.ante_and_raise" if bet == "ante" else f"dealer_teen_patti.title.{bet}"
            ),
            "lines": lines,
        }
        for bet, lines in columns.items()
    ]


COMPUTED = {"pays": lambda: _pays(PRESETS["standard"].pay_table)}
