"""Sentences for the refusals of actions, made of the catalogue's messages.

The message of a refusal has the key `<subject>.refusal.<CODE>`, or `refusals.<CODE>` for codes that
games share; one for special cases has the name of a limit in addition. Its arguments are the
refusal's limits. `static/js/table/refusals.js` does the same for the table's page.
"""

from collections.abc import Mapping
from typing import Any

from core.messages import Catalogue, Named
from games.engines.core.contract import Game
from games.engines.core.errors import IllegalAction
from games.engines.core.rules import Rules
from games.records.sentences import subject_of
from games.rulebook.rule_words import RuleWords


def in_words(
    catalogue: Catalogue, game: Game, rules: Rules, no: IllegalAction
) -> tuple[str, dict[str, Any]]:
    """Return the sentence of a refusal, and its limits with the house rule in words.

    The sentence quotes the house rule, unless the table words its refusals in its own way.
    """
    text, limits = refusal_text(catalogue, game.key, no.code, no.limits), dict(no.limits)
    rule = limits.get("rule")
    if rule is None:
        return text, limits
    limits["rule"] = said = RuleWords(game.key, catalogue).quoted(rules, rule["name"])
    if "wording" not in limits:
        text = catalogue.text("refusals.rule", said | {"text": text})
    return text, limits


def refusal_text(catalogue: Catalogue, game: str, code: str, limits: Mapping[str, Any]) -> str:
    """Return the sentence of a refusal without its house rule."""
    subject = subject_of(game)
    keys = [
        key
        for base in (f"{subject}.refusal.{code}", f"refusals.{code}")
        for key in (*(f"{base}.{name}" for name in limits), base)
        if key in catalogue
    ]
    args = _arguments(catalogue, subject, limits)
    text = catalogue.text(next(iter(keys), code), args)
    wording = f"refusals.wording.{limits.get('wording')}"
    if wording not in catalogue or code == "UNKNOWN_ACTION":
        return text
    return catalogue.text(wording, {"text": text})


def _arguments(catalogue: Catalogue, subject: str, limits: Mapping[str, Any]) -> dict[str, Any]:
    args = dict(limits)
    for name, value in limits.items():
        named = f"{subject}.{name}.{value}"
        if named in catalogue:
            args[name] = Named(str(value), catalogue.text(named))
    return args
