"""Searching, sorting and paging the table of all hands, and the data of its plots."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import numpy as np

from core.messages import Catalogue
from games.engines.core.cards import with_letters
from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.counts import OddsTable, table_of
from games.odds.export import TYPES, ranking_json
from games.odds.hands import DEALER_HANDS, HANDS, Ints, cards_of
from games.odds.search import search
from games.odds.summary import by_category, spread
from games.odds.words import name_of

SORTS = ("deck", "rank", "win", "lose", "tie")


def read_table(run_order: str, suits: str) -> OddsTable:
    """Return the table of a ranking from a URL, suits as `s,d,h,c`; raises `RulesError`."""
    return table_of(read_ranking(run_order, suits))


def read_ranking(run_order: str, suits: str) -> Ranking:
    """Return a ranking from a URL; raises `RulesError`."""
    return Ranking(run_order, suits=tuple(filter(None, with_letters(suits).split(","))))


def page_of(
    table: OddsTable,
    text: str,
    words: Catalogue,
    *,
    sort: str,
    down: bool,
    page: int,
    size: int,
) -> dict[str, Any]:
    """Return one page of the hands that match the words, or the nearest existing page.

    Equal hands stay in deck order. Raises `search.NotFound`.
    """
    numbers = np.flatnonzero(search(text, table))
    numbers = numbers[_order(table, numbers, sort, down)]
    pages = max(1, -(-len(numbers) // size))
    page = min(max(page, 1), pages)
    shown = numbers[(page - 1) * size : page * size].tolist()
    return {
        "count": len(numbers),
        "of": HANDS,
        "page": page,
        "pages": pages,
        "average": _average(table, numbers),
        "rows": rows_of(table, shown, words),
    }


def no_page() -> dict[str, Any]:
    """Return the empty page of a search without a meaning."""
    nothing = {"win": 0.0, "lose": 0.0, "tie": 0.0}
    return {"count": 0, "of": HANDS, "page": 1, "pages": 1, "average": nothing, "rows": []}


def rows_of(table: OddsTable, numbers: list[int], words: Catalogue) -> list[dict[str, Any]]:
    """Return hands by number: cards, name, rank, and dealer hands beaten, lost to and tied."""
    ranks = table.rank()
    return [
        {
            "cards": list(cards_of(number)),
            "name": name_of(number, table.ranking, words),
            "type": TYPES[int(table.category[number])],
            "rank": int(ranks[number]),
            "win": int(table.win[number]),
            "lose": int(table.lose[number]),
            "tie": int(table.tie[number]),
            "share": int(table.win[number]) / DEALER_HANDS,
        }
        for number in numbers
    ]


@lru_cache(maxsize=64)
def plots_of(ranking: Ranking, words: Catalogue) -> Mapping[str, Any]:
    """Return the data of the plots, and the table's fingerprint."""
    table = table_of(ranking)
    return {
        "ranking": ranking_json(table.ranking),
        "sha256": table.sha256(),
        "categories": [
            asdict(part) | {"label": words.text(f"statistics.hands.{part.key}")}
            for part in by_category(table)
        ],
        "spread": spread(table),
        "values": int(table.level.max()) + 1,
    }


def _order(table: OddsTable, numbers: Ints, sort: str, down: bool) -> Ints:
    if sort == "deck":
        key = numbers
    else:
        key = {"rank": table.rank(), "win": table.win, "lose": table.lose, "tie": table.tie}[sort]
        key = key[numbers]
    return np.argsort(-key if down else key, kind="stable")


def _average(table: OddsTable, numbers: Ints) -> dict[str, float]:
    """Return the average shares of dealer hands that the found hands beat, lose to and tie."""
    return {
        name: float(part[numbers].mean()) / DEALER_HANDS if len(numbers) else 0.0
        for name, part in (("win", table.win), ("lose", table.lose), ("tie", table.tie))
    }
