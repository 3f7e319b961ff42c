"""The order of hands at a table of hold'em: the same at every table."""

from games.engines.holdem.ranking import hand_value_of
from games.rulebook.ranking import RankingCard, cards_of


def ranking(card: RankingCard) -> None:
    """Complete the card."""
    card.list_hands(card.book.records("ranking"), lambda one: hand_value_of(cards_of(one))["kind"])
