"""The order of hands or plays under the rules of a table, for a card beside the game.

The names, the drawn cards and the texts are those of the game's rule book; their order, and which
of them there are, come from its engine. The module `games.rulebook.<key>` has `ranking(card)`,
which completes the card of its game.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import Game
from games.rulebook.book import Book, Record, book_of
from games.rulebook.prose import plain
from games.rulebook.rule_words import RuleWords

Hand = tuple[int, ...]


@dataclass(slots=True)
class RankingCard:
    """The card of a rule set, with the shape of `games.hands.wire.GameRanking`.

    `hands` are from high to low, `order` is that of single cards or of runs, `notes` are the
    options that change the order, `pays` the columns of a pay table.
    """

    game: Game
    rules: Any
    book: Book
    hands: list[Record] = field(default_factory=list)
    order: list[list[str]] = field(default_factory=list)
    notes: list[Record] = field(default_factory=list)
    pays: list[Record] = field(default_factory=list)

    def decided_by(self, *options: str) -> None:
        """Note those of these options that differ from the standard rules."""
        words = RuleWords(self.game.key)
        for found in words.differences(self.rules, self.game.presets["standard"]):
            if found["name"] in options:
                option = self.game.Rules.option(found["name"])
                about = {key: text for key, _label, text in words.choices(option)}
                own = about.get(self.rules.shown(option.name)) if option.kind == "choice" else ""
                note = {"label": found["label"], "value": found["value"]}
                self.notes.append(note | {"text": own or found["text"]})

    def list_hands(self, records: Iterable[Record], kind_of: Callable[[Record], str]) -> None:
        """List these hands of the book with their kinds.

        The book's texts describe the standard rules, so they are left out beside notes.
        """
        self.hands = [
            {
                "kind": kind_of(one),
                "name": plain(one["name"]),
                "cards": one["cards"].main.split(),
                "beside": one["cards"].rest.split(),
                "text": "" if self.notes else plain(one.get("text", "")),
            }
            for one in records
        ]


def high_to_low(records: Iterable[Record], key: Callable[[Hand], Any]) -> list[Record]:
    """Return records in the order of their cards."""
    return sorted(records, key=lambda one: key(cards_of(one)), reverse=True)


def cards_of(record: Record) -> Hand:
    """Return the cards of a record as an engine takes them."""
    return parse_cards(record["cards"].all)


def ranking_of(game: Game, rules: Any) -> RankingCard | None:
    """Return the card of a game under these rules in the reader's language; None without a book."""
    book, module = book_of(game.key), registry.module_of("games.rulebook", game.key)
    if book is None or module is None:
        return None
    card = RankingCard(game, rules, book)
    module.ranking(card)
    return card
