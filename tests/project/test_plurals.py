"""The names of models, as staff pages show them: in plurals that English has."""

import re

from django.apps import apps

OURS = ("accounts", "core", "games", "lobby")


def plural(noun: str) -> str:
    """The regular plural."""
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(?:s|x|z|ch|sh)$", noun) else "s")


def test_plurals_of_all_models_are_english() -> None:
    names = {
        str(model._meta.verbose_name): str(model._meta.verbose_name_plural)
        for model in apps.get_models()
        if model._meta.app_label in OURS
    }
    assert len(names) > 30
    assert plural("entry") == "entries"
    wrong = {
        one: many for one, many in names.items() if many != plural(one) and one != "player stats"
    }
    assert wrong == {}
