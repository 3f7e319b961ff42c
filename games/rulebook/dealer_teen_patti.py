"""The order of hands against the dealer, and what a pay table pays."""

from functools import partial
from typing import Any

from core.messages import catalogue
from games.engines.dealer_teen_patti.paytable import PayTable
from games.engines.dealer_teen_patti.ranking import hand_key, hand_value_of
from games.engines.dealer_teen_patti.rules import PRESETS
from games.engines.dealer_teen_patti.view import printed
from games.rulebook.ranking import RankingCard
from games.rulebook.teen_patti import list_three_cards

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


def ranking(card: RankingCard) -> None:
    """Complete the card with the order and the payments of the table's pay table."""
    pay_table = card.rules.pay_table
    order = pay_table.ranking()
    if order != PRESETS["standard"].pay_table.ranking():
        card.decided_by("pay_table")
    list_three_cards(card, partial(hand_key, ranking=order), partial(hand_value_of, ranking=order))
    card.pays = [
        {"title": one["title"], "lines": [list(line) for line in one["lines"]]}
        for one in _pays(pay_table)
    ]


COMPUTED = {"pays": lambda: _pays(PRESETS["standard"].pay_table)}
