"""The words for the codes of engines."""

from core.messages import catalogue
from games.records.refusals import in_words


def said(game, state, no):
    """The sentence of a refusal at a table with the rules of this state."""
    return in_words(catalogue(), game, state.rules, no)[0]


def combination(category):
    """The name of a combination of Dou Dizhu on its own."""
    return catalogue().text(f"dou_dizhu.category.{category}").capitalize()
