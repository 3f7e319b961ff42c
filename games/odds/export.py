"""The table as text: CSV and JSON for people and programs, and the notebook's own file.

All writers yield chunks of text, so that a file or a response can be streamed.
"""

import json
from collections.abc import Callable, Iterator

import numpy as np

from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.counts import OddsTable
from games.odds.hands import DEALER_HANDS, DECK, HANDS, hands
from games.odds.strength import SEQUENCE

COLUMNS = ("1st", "2nd", "3rd", "rank", "type", "combinations", "win", "lose", "tie")
"""The columns of the notebook that the table reproduces."""
TYPES = ("high_card", "pair", "color", "sequence", "pure_sequence", "trail")
"""The notebook's names of the categories, in the order of `CATEGORIES`."""
_PIECE = 2_000

Row = tuple[str, str, str, int, str, int, int, int, int]


def rows(table: OddsTable) -> Iterator[Row]:
    """Yield the 22,100 rows in deck order with the values of `COLUMNS`; cards as `Ad`, `Ts`."""
    columns = zip(
        hands().tolist(),
        table.rank().tolist(),
        table.category.tolist(),
        table.win.tolist(),
        table.lose.tolist(),
        table.tie.tolist(),
        strict=True,
    )
    for (first, second, third), rank, category, win, lose, tie in columns:
        cards = DECK[first], DECK[second], DECK[third]
        yield *cards, rank, TYPES[category], 1, win, lose, tie


def csv_pieces(table: OddsTable) -> Iterator[str]:
    """Yield the table as CSV with a header and LF line ends."""
    yield ",".join(COLUMNS) + "\n"
    yield from _joined(
        f"{a},{b},{c},{rank},{kind},{n},{win},{lose},{tie}\n"
        for a, b, c, rank, kind, n, win, lose, tie in rows(table)
    )


def json_pieces(table: OddsTable) -> Iterator[str]:
    """Yield the table as one JSON object: the ranking, `columns`, and `rows` in deck order."""
    head = json.dumps(
        ranking_json(table.ranking)
        | {
            "player_hands": HANDS,
            "dealer_hands": DEALER_HANDS,
            "columns": list(COLUMNS),
        }
    )
    yield head[:-1] + ', "rows": [\n'
    lines = (
        f'["{a}","{b}","{c}",{rank},"{kind}",{n},{win},{lose},{tie}]'
        for a, b, c, rank, kind, n, win, lose, tie in rows(table)
    )
    first = next(lines)
    yield first
    yield from _joined(f",\n{line}" for line in lines)
    yield "\n]}\n"


def ranking_json(ranking: Ranking) -> dict[str, object]:
    """Return the options of a ranking as JSON values."""
    return {
        "run_order": ranking.run_order,
        "category_order": ranking.category_order,
        "suits": list(ranking.suits),
        "suit_scope": list(ranking.suit_scope),
        "suit_pair_basis": ranking.suit_pair_basis,
        "best_trail": ranking.best_trail,
    }


def notebook_pieces(table: OddsTable) -> Iterator[str]:
    """Yield the table as the notebook's last cell writes `TeenPatti.csv`, byte for byte.

    Rows go from trails down to high cards: runs and trails in deck order, the others from high to
    low; pairs have their odd card last. Cards are printed as the notebook's tuples, and the three
    counts as the decimals that pandas makes of them.
    """
    yield "," + ",".join(COLUMNS) + "\n"
    listed = list(rows(table))
    category, level = table.category.astype(int), table.level.astype(int)
    by_level = np.where(category >= SEQUENCE, 0, -level)
    order = np.lexsort((by_level, -category))
    yield from _joined(
        f"{line},{_tuples(listed[number])}\n" for line, number in enumerate(order.tolist())
    )


def _tuples(row: Row) -> str:
    first, second, third, *values, win, lose, tie = row
    if row[4] == "pair" and second[0] == third[0]:
        first, second, third = second, third, first
    cards = (
        f"\"('{_notebook_rank(card)}', '{card[1].upper()}')\"" for card in (first, second, third)
    )
    return f"{','.join(cards)},{','.join(map(str, values))},{win}.0,{lose}.0,{tie}.0"


def _notebook_rank(card: str) -> str:
    return "10" if card[0] == "T" else card[0]


def _joined(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines in chunks of a few thousand, which is faster to write."""
    piece: list[str] = []
    for line in lines:
        piece.append(line)
        if len(piece) == _PIECE:
            yield "".join(piece)
            piece = []
    yield "".join(piece)


FORMATS: dict[str, Callable[[OddsTable], Iterator[str]]] = {
    "csv": csv_pieces,
    "json": json_pieces,
    "notebook": notebook_pieces,
}
