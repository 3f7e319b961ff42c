"""The words for a game and its house rules, in the language of a reader.

Engines hold keys and values. `locale/<language>/house_rules.json` has the words of a game under its
key: `<game>.name`, `<game>.preset.<preset>`, and for an option `<game>.<option>`, its choices
`<game>.<option>.<choice>`, each with an explanation as `.about` where it needs one. Words that a
game does not have are those of the game whose messages it uses, and then those of `any` game.
"""

from collections.abc import Mapping
from typing import Any

from core.messages import Catalogue, catalogue
from games.engines.core import registry
from games.engines.core.contract import Figures, Option, Rules, RulesError
from games.rulebook.design_words import design_text, field_label

Words = dict[str, str]


class RuleWords:
    """The words for one game in one language, by default that of the present reader."""

    def __init__(self, game: str, words: Catalogue | None = None) -> None:
        self.game = registry.get(game)
        self.catalogue = words or catalogue()
        self._places = (game, self.game.manifest.messages or game, "any")

    @property
    def name(self) -> str:
        """Return the name of the game."""
        return self._text("name")

    @property
    def tagline(self) -> str:
        """Return the line under the name of the game."""
        return self._text("tagline")

    @property
    def family(self) -> str:
        """Return how the site introduces the game; "" where it does not."""
        return self._if_any("family")

    @property
    def menu(self) -> str:
        """Return the text of the link to the game's menu; "" for a game without one."""
        return self._text("menu") if self.game.manifest.menu is not None else ""

    def preset(self, preset: str) -> str:
        """Return the title of a preset, or its key in words if the preset no longer exists."""
        if preset not in self.game.presets:
            return in_words(preset)
        return self._text(self._preset(preset))

    def preset_about(self, preset: str) -> str:
        """Return the description of a preset; "" if the preset no longer exists."""
        known = preset in self.game.presets
        return self._if_any(f"{self._preset(preset)}.about") if known else ""

    def _preset(self, preset: str) -> str:
        named_by = self.game.manifest.presets_named_by
        if named_by:
            return f"{named_by}.{self.game.presets[preset].shown(named_by)}"
        return f"preset.{preset}"

    @property
    def stakes_key(self) -> str:
        """Return the key of the message of the stakes, for scripts."""
        return self._key("stakes")

    def stakes(self, figures: Figures) -> str:
        """Return the stakes of a table: `Boot 10`, `Blinds 5/10`."""
        return self._text("stakes", figures)

    def hand_stakes(self, rules: Rules, terms: Mapping[str, Any]) -> str:
        """Return the stakes of one hand, which may differ from those of its table."""
        figures = self.game.stakes_of_hand(terms)
        return (
            self._text("hand_stakes", figures) if figures else self.stakes(self.game.stakes(rules))
        )

    def label(self, option: str) -> str:
        """Return the name of an option."""
        return self._text(option)

    def about(self, option: str) -> str:
        """Return the explanation of an option."""
        return self._text(f"{option}.about")

    def choices(self, option: Option) -> list[list[str]]:
        """Return the choices of an option, each as value, label and explanation."""
        named = ((choice, f"{option.name}.{choice}") for choice in option.choices)
        return [[choice, self._text(key), self._if_any(f"{key}.about")] for choice, key in named]

    def value(self, option: Option, value: Any) -> str:
        """Return the value of an option, given as forms show it, in words."""
        if value is None or value == []:
            return self.catalogue.text("house_rules.none")
        if isinstance(value, bool):
            return self.catalogue.text("house_rules.yes" if value else "house_rules.no")
        if isinstance(value, list):
            separator = self.catalogue.text("common.list_separator")
            return separator.join(self.value(option, part) for part in value)
        if isinstance(value, int):
            return self.catalogue.number(value)
        if option.kind == "pay_table":
            title, *changes = value.split("~")
            named = self._text(f"{option.name}.{title}")
            return design_text(self.catalogue, self.game.key, named, changes)
        return self._text(f"{option.name}.{value}") if value in option.choices else str(value)

    def option(self, option: Option) -> dict[str, Any]:
        """Return an option as forms and apps read it."""
        return {
            "name": option.name,
            "label": self.label(option.name),
            "help": self.about(option.name),
            "kind": option.kind,
            "choices": self.choices(option),
            "min": option.min,
            "max": option.max,
            "default": option.field(option.default),
        }

    def quoted(self, rules: Rules, name: str) -> Words:
        """Return an option of a rule set: `{name, label, value}`. Raises `KeyError`."""
        value = self.value(rules.option(name), rules.shown(name))
        return {"name": name, "label": self.label(name), "value": value}

    def differences(self, rules: Rules, usual: Rules) -> list[Words]:
        """Return the options that differ from the usual rules.

        Each is `{name, label, value, text, usual}`; `text` explains the option.
        """
        return [
            self.difference(option.name, rules.shown(option.name), usual.shown(option.name))
            for option in rules.differences_from(usual)
        ]

    def difference(self, name: str, value: Any, usual: Any) -> Words:
        """Return an option with its value and the usual one, both given as forms show them."""
        option = self.game.Rules.option(name)
        return {
            "name": name,
            "label": self.label(name),
            "value": self.value(option, value),
            "text": self.about(name),
            "usual": self.value(option, usual),
        }

    def changed(self, difference: Words) -> str:
        """Return one of `differences` as the card with the house rules explains it."""
        value, usual = difference["value"], difference["usual"]
        args = {"value": value[:1].upper() + value[1:], "usual": usual, "about": difference["text"]}
        return self.catalogue.text("house_rules.changed", args)

    def error(self, no: RulesError) -> str:
        """Return why a rule set is invalid."""
        field = no.limits.get("part", no.field)
        known = any(option.name == field for option in self.game.Rules.OPTIONS)
        label = self.label(field) if known else field_label(self.catalogue, self.game.key, field)
        listed = self.catalogue.text("common.list_separator").join(no.limits.get("choices", ()))
        args = {**no.limits, "label": label, "field": field, "choices": listed}
        keys = [f"{subject}.error.{no.code}" for subject in ("house_rules", "designer")]
        return self.catalogue.text(next(filter(self.catalogue.__contains__, keys), keys[0]), args)

    def _text(self, end: str, args: Mapping[str, Any] | None = None) -> str:
        return self.catalogue.text(self._key(end), args)

    def _if_any(self, end: str) -> str:
        """Return a text that a game may do without."""
        key = self._key(end)
        return self.catalogue.text(key) if key in self.catalogue else ""

    def _key(self, end: str) -> str:
        keys = [f"house_rules.{place}.{end}" for place in self._places]
        return next((key for key in keys if key in self.catalogue), keys[0])


def names_of_games(words: Catalogue | None = None) -> Words:
    """Return the names of all games by their keys, in the order of the lobby."""
    return {game.key: RuleWords(game.key, words).name for game in registry.all_games()}


def in_words(key: str) -> str:
    """Return a key that has no words in words of its own: `Low aces` for `low_aces`."""
    return key.replace("_", " ").capitalize()
