"""The form for a new table: its choices, and the plan made from the posted fields.

The fields and their bounds are those of `lobby.tables.wire.TablePlan`; `lobby.tables.plans` decides
whether a plan is valid.
"""

from dataclasses import asdict
from typing import Any

import msgspec

from core.messages import Saying, catalogue
from core.wire import properties, shown
from games import bots
from games.engines.core import registry
from games.engines.core.contract import RulesError
from games.rulebook.presets import presets_of
from games.rulebook.rule_words import RuleWords
from lobby.tables.hosting.form_shapes import (
    FormChoice,
    FormDefaults,
    FormGame,
    FormOption,
    Options,
    SpectatorMode,
)
from lobby.tables.models import Table
from lobby.tables.models.table import NEWCOMER_HANDS_MAX
from lobby.tables.plans import (
    DELAY_S,
    DELAY_S_DEFAULT,
    MAX_TO_MIN_BUY_IN_RATIO,
    Errors,
    PlanErrors,
    completed,
    plan_like,
)
from lobby.tables.wire import HOUSEHOLDS, TablePlan

_FIELDS = properties(TablePlan)
_WORDS, _NUMBERS, _SWITCHES = (
    [name for name, field in _FIELDS.items() if field.get("type") == kind]
    for kind in ("string", "integer", "boolean")
)
_SPECTATOR_MODES = (
    Table.Spectators.PUBLIC,
    Table.Spectators.AFTER_HAND,
    Table.Spectators.DELAYED,
    Table.Spectators.OPEN,
    Table.Spectators.CLOSED,
)
_CHATS = ("usual", Table.Chat.SHARED, Table.Chat.APART)


def table_spec() -> Options:
    """Games with their presets and options, and the other choices of the form."""
    text = catalogue().text
    return Options(
        games=[
            FormGame(
                key=game.key,
                name=words.name,
                min_seats=game.min_seats,
                max_seats=game.max_seats,
                presets={name: rules.fields() for name, rules in game.presets.items()},
                for_points=[name for name, r in game.presets.items() if game.scores(r)],
                options=[FormOption(**words.option(option)) for option in game.Rules.OPTIONS],
                defaults=shown(FormDefaults, first_plan(game.key)),
            )
            for game in registry.all_games()
            for words in [RuleWords(game.key)]
        ],
        spectator_modes=[
            SpectatorMode(
                value=mode,
                label=text(f"lobby.spectator_mode.{mode}"),
                help=text(f"lobby.spectator_mode_help.{mode}"),
            )
            for mode in _SPECTATOR_MODES
        ],
        households=[
            FormChoice(choice, text(f"lobby.household_choice.{choice}")) for choice in HOUSEHOLDS
        ],
        chats=[FormChoice(choice, text(f"lobby.chat_choice.{choice}")) for choice in _CHATS],
        bot_levels=list(bots.LEVELS),
    )


def page_spec() -> dict[str, Any]:
    """More data for the form's page: the presets in words, the roles of options, the fields.

    `fields` has the bounds of each field, and other figures of its explanation; `switches` has the
    names of those that are on or off. Their labels are the messages `lobby.field.<name>`.
    """
    fields = {
        name: {
            "min": field.get("minimum"),
            "max": field.get("maximum", field.get("maxLength")),
        }
        for name, field in _FIELDS.items()
    }
    fields["spectator_delay_s"]["min"] = DELAY_S[0]
    fields["newcomers"]["hands"] = NEWCOMER_HANDS_MAX
    games = registry.all_games()
    return {
        **msgspec.to_builtins(table_spec()),
        "words": {
            game.key: [
                [key, words.preset(key), words.preset_about(key)] for key in presets_of(game)
            ]
            for game in games
            for words in [RuleWords(game.key)]
        },
        "forms": {game.key: asdict(game.manifest.form) for game in games},
        "fields": fields,
        "switches": _SWITCHES,
        "usual_delay_s": DELAY_S_DEFAULT,
        "max_to_min_buy_in": MAX_TO_MIN_BUY_IN_RATIO,
    }


def first_values(given: dict[str, Any]) -> dict[str, Any]:
    """The form's first values; values from a link override the defaults."""
    game = registry.find(str(given.get("game"))) or registry.first()
    return _values(first_plan(game.key)) | given


def first_plan(game: str) -> TablePlan:
    """The plan that the form for a table of this game begins with."""
    return completed({"game": game})


def _values(plan: TablePlan) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(plan, name) for name in (*_WORDS, *_NUMBERS)}
    return values | {name: "on" for name in _SWITCHES if getattr(plan, name)}


def values_of(table: Table) -> dict[str, Any]:
    """The form's values for an existing table."""
    plan = plan_like(table)
    values = _values(plan)
    game = registry.get(table.game)
    fields_of_rules = game.rules_from_json(plan.options).fields()
    for option in game.Rules.OPTIONS:
        value = fields_of_rules[option.name]
        values[f"option_{option.name}"] = str(value).lower() if option.kind == "bool" else value
    return values


def plan_of(values: dict[str, Any]) -> TablePlan:
    """The plan made from posted values. Raises `PlanErrors` for values that are not numbers."""
    errors: Errors = {}
    plan: dict[str, Any] = {}
    for name in _WORDS:
        if isinstance(values.get(name), str):
            plan[name] = values[name]
    for name in _NUMBERS:
        text = str(values.get(name, "")).strip().replace(",", "")
        if text.isascii() and text.isdigit() and len(text) <= 12:
            plan[name] = int(text)
        elif text:
            errors[name] = Saying("refusals.plan.whole_number")
    for name in _SWITCHES:
        plan[name] = values.get(name) == "on"
    plan.setdefault("name", "")
    plan["options"] = _options(plan, values, errors)
    if errors:
        raise PlanErrors(errors)
    return TablePlan(**plan)


def _options(plan: dict[str, Any], values: dict[str, Any], errors: Errors) -> dict[str, Any]:
    game = registry.find(str(plan.get("game")))
    if game is None:
        return {}
    chosen = {}
    for option in game.Rules.OPTIONS:
        field = f"option_{option.name}"
        # An empty limit means no limit; any other empty field keeps the preset's value.
        if field not in values or (values[field] == "" and option.kind != "limit"):
            continue
        try:
            chosen[option.name] = option.parse(values[field])
        except RulesError as error:
            errors[field] = RuleWords(game.key).error(error)
    return chosen
