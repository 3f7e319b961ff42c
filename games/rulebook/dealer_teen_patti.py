"""What Teen Patti against the dealer pays, from its standard pay table."""

from typing import Any

from games.engines.dealer_teen_patti.payouts import LINE_LABELS
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


_LINES = {
    ("ante", "wins"): "Ante wins",
    ("ante", "not_qualified"): "Dealer does not qualify",
    ("raise", "wins"): "Raise wins",
    ("tie_bet", "equal"): "Equal hands",
    **{
        (bet, name): label
        for bet in ("bonus", "pair_plus", "six_card")
        for name, label in LINE_LABELS.items()
    },
}


def _pays(pay_table: PayTable) -> list[dict[str, Any]]:
    """Return the printed lines of a pay table under the names of their bets, as `4 to 1`."""
    columns: dict[str, list[tuple[str, str]]] = {}
    for line in printed(pay_table)["lines"]:
        over, _slash, under = line["pays"].partition("/")
        odds = f"{over} to {under or 1}"
        columns.setdefault(_BETS[line["bet"]], []).append((_LINES[line["bet"], line["line"]], odds))
    return [{"title": title, "lines": lines} for title, lines in columns.items()]


COMPUTED = {"pays": _pays(PRESETS["standard"].pay_table)}
