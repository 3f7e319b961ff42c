"""Table plans: a host's choices for a table, checked and turned into columns."""

import unicodedata
from dataclasses import dataclass, field, replace
from typing import Any

from core.word_filter import queries as words
from games import bots as policies
from games.engines.core import registry
from games.engines.core.contract import RulesError
from games.stats.counters.registry import counter_of
from lobby.tables.errors import TableRefused
from lobby.tables.models import Table

NAME_LENGTH = (2, 40)
CLOCK_S = (5, 120)
BANK_S = (0, 300)
DELAY_S = (10, 900)
CHIPS = (1, 1_000_000_000)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A host's choices for a table; times are in seconds.

    `households` is `apart`, `together` or `usual` (`_households`).
    """

    name: str
    game: str = "teen_patti"
    preset: str = "standard"
    options: dict[str, Any] = field(default_factory=dict)
    seats: int = 6
    min_buy_in: int = 200
    max_buy_in: int = 2_000
    clock_s: int = 25
    bank_s: int = 30
    spectators: str = Table.Spectators.PUBLIC
    spectator_delay_s: int = 0
    private: bool = False
    households: str = "usual"
    newcomers: bool = False
    approval: bool = False
    phrases_only: bool = False
    autostart: bool = True
    bots: int = 0
    bot_level: str = "medium"


class PlanErrors(TableRefused):
    """A plan that is not valid; `fields` maps each invalid field to an explanation."""

    def __init__(self, fields: dict[str, str]) -> None:
        super().__init__("BAD_TABLE", "Please check the marked fields.", fields=fields)
        self.fields = fields


def name_in_use() -> PlanErrors:
    """The error for a name that another open table has."""
    return PlanErrors({"name": "An open table already has that name."})


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """The errors of a plan, by field; `least_buy_in` is None if the table is not for chips."""

    errors: dict[str, str]
    least_buy_in: int | None


def clean_table_name(name: str) -> str:
    """The name as stored: NFKC, single spaces, no control or invisible characters."""
    text = unicodedata.normalize("NFKC", name)
    seen = "".join(char for char in text if char == " " or unicodedata.category(char)[0] != "C")
    return " ".join(seen.split())


def fitted(plan: TablePlan) -> TablePlan:
    """The plan with its game's number of seats if the game allows only one."""
    game = next((game for game in registry.all_games() if game.key == plan.game), None)
    if game is None or game.min_seats < game.max_seats:
        return plan
    return replace(plan, seats=game.max_seats, bots=min(plan.bots, game.max_seats - 1))


def _between(errors: dict[str, str], name: str, value: int, limits: tuple[int, int]) -> None:
    if not limits[0] <= value <= limits[1]:
        errors[name] = f"Choose between {limits[0]:,} and {limits[1]:,}."


def check_plan(plan: TablePlan) -> PlanCheck:
    """Check a plan without opening its table; a name in use is not detected."""
    errors, rules = check(fitted(plan))
    least = None if rules is None else _least_buy_in(registry.get(plan.game), rules)
    return PlanCheck(errors, least)


def _least_buy_in(game: Any, rules: Any) -> int | None:
    """At least 20 units: a very short stack would play almost free of risk (rule 2.6).

    It is enough for one hand in any case. None for a sit and go and for points, where nobody brings
    chips.
    """
    if game.sit_and_go(rules) is not None or game.scores(rules):
        return None
    least: int = max(20 * game.unit(rules), game.entry_price(rules))
    return least


def check(plan: TablePlan) -> tuple[dict[str, str], Any]:
    """The invalid fields of a plan with explanations, and its rules if they are valid."""
    errors: dict[str, str] = {}
    if plan.game not in {game.key for game in registry.all_games()}:
        return {"game": "There is no such game."}, None
    game = registry.get(plan.game)
    rules = None
    if plan.preset not in game.presets:
        errors["preset"] = "There is no such preset."
    else:
        try:
            rules = game.rules_from_json({**game.presets[plan.preset].to_json(), **plan.options})
        except RulesError as error:
            errors[f"option_{error.field}" if error.field else "preset"] = error.text
    name = clean_table_name(plan.name)
    if not NAME_LENGTH[0] <= len(name) <= NAME_LENGTH[1]:
        errors["name"] = f"A name has {NAME_LENGTH[0]} to {NAME_LENGTH[1]} characters."
    elif words.current_filter().find(name):
        errors["name"] = words.WORDS_TEXT
    most = min(game.max_seats, getattr(rules, "max_players", game.max_seats))
    _between(errors, "seats", plan.seats, (game.min_seats, most))
    _between(errors, "clock_s", plan.clock_s, CLOCK_S)
    _between(errors, "bank_s", plan.bank_s, BANK_S)
    _between(errors, "min_buy_in", plan.min_buy_in, CHIPS)
    least = None if rules is None else _least_buy_in(game, rules)
    if least is not None:
        _check_buy_in(errors, plan, least)
        everybody = getattr(rules, "starting_chips", None)
        if everybody is not None and everybody < 20 * game.unit(rules):
            errors["option_starting_chips"] = f"At least {20 * game.unit(rules):,} chips."
    _check_company(errors, plan, for_points=rules is not None and game.scores(rules))
    return errors, rules


def _check_buy_in(errors: dict[str, str], plan: TablePlan, least: int) -> None:
    _between(errors, "max_buy_in", plan.max_buy_in, CHIPS)
    if plan.max_buy_in < plan.min_buy_in:
        errors["max_buy_in"] = "The maximum buy-in is below the minimum."
    if plan.min_buy_in < least:
        errors["min_buy_in"] = f"At these stakes, at least {least:,} chips."


def _check_company(errors: dict[str, str], plan: TablePlan, *, for_points: bool) -> None:
    if plan.spectators not in Table.Spectators.values:
        errors["spectators"] = "Choose what spectators may see."
    if plan.spectators == Table.Spectators.OPEN and not for_points:
        errors["spectators"] = "Live open cards are only possible if no chips are at stake."
    if plan.spectators == Table.Spectators.DELAYED:
        _between(errors, "spectator_delay_s", plan.spectator_delay_s, DELAY_S)
    if plan.households not in ("usual", *Table.Households.values):
        errors["households"] = "Choose whether players of one household may sit here together."
    _between(errors, "bots", plan.bots, (0, max(0, plan.seats - 1)))
    if plan.bot_level not in policies.LEVELS:
        errors["bot_level"] = "Choose one of the bot levels."


def columns_of(plan: TablePlan) -> dict[str, Any]:
    """The columns of the table's row that a plan sets. Raises `PlanErrors`."""
    plan = fitted(plan)
    errors, rules = check(plan)
    if errors:
        raise PlanErrors(errors)
    # The minimum buy-in of a sit and go is the entry. House rules of a chip game may fix
    # everybody's buy-in (seed 000: 1,000).
    game = registry.get(plan.game)
    sit_and_go = game.sit_and_go(rules)
    everybody = plan.min_buy_in if sit_and_go else getattr(rules, "starting_chips", None)
    plays_for = Table.PlaysFor.SIT_AND_GO if sit_and_go else Table.PlaysFor.CHIPS
    if game.scores(rules):
        plays_for, everybody = Table.PlaysFor.POINTS, 1  # nobody brings chips
    return {
        "name": clean_table_name(plan.name),
        "game": plan.game,
        "preset": plan.preset,
        "rules": rules.to_json(),
        "rules_hash": rules.hash(),
        "max_seats": plan.seats,
        "min_buy_in": everybody or plan.min_buy_in,
        "max_buy_in": everybody or plan.max_buy_in,
        "clock_ms": plan.clock_s * 1000,
        "bank_ms": plan.bank_s * 1000,
        "spectators": plan.spectators,
        "spectator_delay_s": plan.spectator_delay_s
        if plan.spectators == Table.Spectators.DELAYED
        else 0,
        "private": plan.private,
        "households": _households(plan, plays_for),
        "newcomers": plan.newcomers,
        "approval": plan.approval,
        "phrases_only": plan.phrases_only,
        "autostart": plan.autostart,
        "bots_wanted": plan.bots,
        "bot_level": plan.bot_level,
        "plays_for": plays_for,
    }


def _households(plan: TablePlan, plays_for: str) -> str:
    """The host's choice; by default apart where strangers play against each other for chips."""
    if plan.households != "usual":
        return plan.households
    friends = plan.private or plays_for == Table.PlaysFor.POINTS
    if friends or not counter_of(plan.game).between_players:
        return Table.Households.TOGETHER
    return Table.Households.APART
