"""The names of tables, and which are closed, for hands. The subject above answers.

Without an answer a table has no name and is open.
"""

import uuid
from collections.abc import Collection
from typing import Any, NamedTuple

from games.engines.core import registry
from games.engines.core.contract import ALL_STACKS, Viewer
from games.hands.models import Hand
from games.hands.signals import closed_tables_asked, table_names_asked, tables_named_asked


class TableName(NamedTuple):
    """A table's name, and its slug, which is the end of its address."""

    name: str
    slug: str


def names_of_tables(table_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, TableName]:
    """The names of tables; empty ones for tables of before. One query."""
    names = dict.fromkeys(table_ids, TableName("", ""))
    answers: Any = table_names_asked.send(sender=None, table_ids=table_ids)
    for _receiver, found in answers:
        names |= {table_id: TableName(*name) for table_id, name in found.items()}
    return names


def tables_named(text: str, most: int) -> set[uuid.UUID]:
    """The latest tables with this text in their names."""
    answers: Any = tables_named_asked.send(sender=None, text=text, most=most)
    return {table_id for _receiver, found in answers for table_id in found}


def hides_stacks(hand: Hand) -> bool:
    """Whether a hand's stacks are hidden now: its rules hide them, and its table is open."""
    game = registry.get(hand.game)
    if not game.hides_stacks(game.rules_from_json(hand.rules)):
        return False
    answers: Any = closed_tables_asked.send(sender=None, table_ids={hand.table_id})
    return all(hand.table_id not in closed for _receiver, closed in answers)


def with_stacks(hand: Hand, viewer: Viewer) -> Viewer:
    """The viewer of a finished hand who sees all of its stacks unless they are hidden now."""
    return viewer if hides_stacks(hand) else viewer._replace(stacks=ALL_STACKS)
