"""Refusals of pay tables and designs in the language of the present reader."""

from core.errors import RequestRefused
from games.engines.core.errors import RulesError
from games.rulebook.rule_words import RuleWords

GAME = "dealer_teen_patti"
_CASES = {"NAME_TAKEN": "design", "NAME_WORDS": "", "TOO_MANY_DESIGNS": ""}
"""The refusals of saving, each with its case: their messages are those of all requests."""


def refusal_text(no: RulesError) -> str:
    """The sentence that explains a refusal."""
    return request_refused(no).text if no.code in _CASES else RuleWords(GAME).error(no)


def request_refused(no: RulesError) -> RequestRefused:
    """The refusal of a request to save a design."""
    return RequestRefused(no.code, case=_CASES[no.code], **no.limits)
