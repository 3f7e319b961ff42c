"""The order of plays in Dou Dizhu for four, as in that for three with the cards of two packs."""

from games.rulebook.dou_dizhu import ranking

__all__ = ["ranking"]
