"""The form for a new table: its choices, and the plan made from the posted fields.

It knows the fields' names and turns text into numbers; `lobby.tables.plans` decides whether a plan
is valid.
"""

from dataclasses import fields
from typing import Any

from games import bots
from games.engines.core import registry
from games.engines.core.contract import RulesError
from games.rulebook.presets import PRESETS, first_preset
from lobby.tables.models import Table
from lobby.tables.plans import BANK_S, CLOCK_S, DELAY_S, PlanErrors, TablePlan

_NUMBERS = (
    "seats",
    "min_buy_in",
    "max_buy_in",
    "clock_s",
    "bank_s",
    "spectator_delay_s",
    "bots",
)
_SWITCHES = ("private", "newcomers", "approval", "phrases_only", "autostart")
_WORDS = ("name", "game", "preset", "spectators", "households", "bot_level")


def table_spec() -> dict[str, Any]:
    """Games with their presets and options, and the other choices of the form."""
    return {
        "games": [
            {
                "key": game.key,
                "name": game.name,
                "min_seats": game.min_seats,
                "max_seats": game.max_seats,
                "presets": {
                    name: {o.name: o.field(getattr(rules, o.name)) for o in game.Rules.OPTIONS}
                    for name, rules in game.presets.items()
                },
                "for_points": [name for name, r in game.presets.items() if game.scores(r)],
                "options": [option.to_json() for option in game.Rules.OPTIONS],
            }
            for game in registry.all_games()
        ],
        "spectator_modes": [
            {"value": value, "label": label, "help": help_}
            for value, label, help_ in (
                (
                    Table.Spectators.PUBLIC,
                    "As an opponent",
                    "Spectators see what an opponent sees.",
                ),
                (
                    Table.Spectators.AFTER_HAND,
                    "Cards after the hand",
                    "Spectators see all cards once a hand is over.",
                ),
                (
                    Table.Spectators.DELAYED,
                    "Delayed, like TV",
                    "Spectators see the hands with all cards, after a delay.",
                ),
                (
                    Table.Spectators.OPEN,
                    "All cards, live",
                    "Spectators see every card; only if no chips are at stake.",
                ),
                (Table.Spectators.CLOSED, "No spectators", "Only players see the hands."),
            )
        ],
        "households": [
            {"value": "usual", "label": "Not at the same public table for chips"},
            {"value": Table.Households.APART, "label": "Not at this table"},
            {"value": Table.Households.TOGETHER, "label": "May play together here"},
        ],
        "bot_levels": list(bots.LEVELS),
    }


def page_spec() -> dict[str, Any]:
    """More data for the form's page: the presets in words and in order, and the bounds."""
    return {
        **table_spec(),
        "words": {
            game: [[key, *words] for key, words in presets.items()]
            for game, presets in PRESETS.items()
        },
        "bounds": {"clock_s": CLOCK_S, "bank_s": BANK_S, "spectator_delay_s": DELAY_S},
    }


def first_values(given: dict[str, Any]) -> dict[str, Any]:
    """The form's first values; values from a link override the defaults."""
    games = {game.key: game for game in registry.all_games()}
    plan = TablePlan(name="")
    game = games.get(str(given.get("game")), games[plan.game])
    values: dict[str, Any] = {name: getattr(plan, name) for name in (*_WORDS, *_NUMBERS)}
    values |= {name: "on" for name in _SWITCHES if getattr(plan, name)}
    values["preset"] = first_preset(game.key)
    return values | {"seats": min(plan.seats, game.max_seats)} | given


def plan_like(table: Table) -> TablePlan:
    """The plan that would open a table like this one, with all of its options."""
    return TablePlan(
        name=table.name,
        game=table.game,
        preset=table.preset,
        options=table.parsed_rules.to_json(),
        seats=table.max_seats,
        min_buy_in=table.min_buy_in,
        max_buy_in=table.max_buy_in,
        clock_s=table.clock_ms // 1000,
        bank_s=table.bank_ms // 1000,
        spectators=table.spectators,
        spectator_delay_s=table.spectator_delay_s,
        private=table.private,
        households=table.households,
        newcomers=table.newcomers,
        approval=table.approval,
        phrases_only=table.phrases_only,
        autostart=table.autostart,
        bots=table.bots_wanted,
        bot_level=table.bot_level,
    )


def values_of(table: Table) -> dict[str, Any]:
    """The form's values for an existing table."""
    plan = plan_like(table)
    values: dict[str, Any] = {name: getattr(plan, name) for name in (*_WORDS, *_NUMBERS)}
    values |= {name: "on" for name in _SWITCHES if getattr(plan, name)}
    game = registry.get(table.game)
    rules = game.rules_from_json(plan.options)
    for option in game.Rules.OPTIONS:
        value = option.field(getattr(rules, option.name))
        values[f"option_{option.name}"] = str(value).lower() if option.kind == "bool" else value
    return values


def plan_of(values: dict[str, Any]) -> TablePlan:
    """The plan made from posted values. Raises `PlanErrors` for values that are not numbers."""
    errors: dict[str, str] = {}
    plan: dict[str, Any] = {}
    for name in _WORDS:
        if isinstance(values.get(name), str):
            plan[name] = values[name]
    for name in _NUMBERS:
        text = str(values.get(name, "")).strip().replace(",", "")
        if text.isascii() and text.isdigit() and len(text) <= 12:
            plan[name] = int(text)
        elif text:
            errors[name] = "Enter a whole number."
    for name in _SWITCHES:
        plan[name] = values.get(name) == "on"
    plan.setdefault("name", "")
    plan["options"] = _options(plan, values, errors)
    if errors:
        raise PlanErrors(errors)
    known = {field.name for field in fields(TablePlan)}
    return TablePlan(**{name: value for name, value in plan.items() if name in known})


def _options(
    plan: dict[str, Any], values: dict[str, Any], errors: dict[str, str]
) -> dict[str, Any]:
    game = next((g for g in registry.all_games() if g.key == plan.get("game")), None)
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
            errors[field] = error.text
    return chosen
