"""The words of tables for answers to requests, in the language of the present reader.

Frames of sockets have none: one frame is for readers of all languages.
"""

from collections.abc import Iterable

from msgspec import structs

from games.rulebook.rule_words import RuleWords
from lobby.tables.rule_shapes import HouseRule
from lobby.tables.wire import TableRow, TableView


def table_in_words(table: TableView) -> TableView:
    """The table with its stakes and house rules in words."""
    words = RuleWords(table.game)
    rules = [_rule_in_words(words, rule) for rule in table.house_rules]
    return structs.replace(table, stakes=words.stakes(table.figures), house_rules=rules)


def rows_in_words(rows: Iterable[TableRow]) -> list[TableRow]:
    """Rows of the list of tables with their stakes in words."""
    return [structs.replace(row, stakes=RuleWords(row.game).stakes(row.figures)) for row in rows]


def _rule_in_words(words: RuleWords, rule: HouseRule) -> HouseRule:
    said = words.difference(rule.name, rule.chosen, rule.of_preset)
    return structs.replace(rule, **{**said, "text": words.changed(said)})
