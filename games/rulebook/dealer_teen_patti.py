"""What Teen Patti against the dealer pays, from its standard pay table."""

from typing import Any

from games.engines.dealer_teen_patti.paytable import PayTable
from games.engines.dealer_teen_patti.rules import PRESETS
from games.engines.dealer_teen_patti.view import printed

_BETS = {
    "ante": "Ante and raise",
    "raise": "Ante and raise",
    "bonus": "Ante bonus",
    "pair_plus": "Pair Plus",
    "six_card": "Six-card bonus",
    "tie_bet": "Tie bet",
}


def _pays(pay_table: PayTable) -> list[dict[str, Any]]:
    """Return the printed lines of a pay table under the names of their bets, as `4 to 1`."""
    columns: dict[str, list[tuple[str, str]]] = {}
    for line in printed(pay_table)["lines"]:
        over, _slash, under = line["pays"].partition("/")
        odds = f"{over} to {under or 1}"
        columns.setdefault(_BETS[line["bet"]], []).append((line["label"], odds))
    return [{"title": title, "lines": lines} for title, lines in columns.items()]


COMPUTED = {"pays": _pays(PRESETS["standard"].pay_table)}
