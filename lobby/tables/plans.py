"""Table plans: a host's choices for a table, checked and turned into columns."""

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import structs
from typing_extensions import override

from core.messages import Saying
from core.wire import properties
from core.word_filter import queries as words
from games import bots as policies
from games.engines.core import registry
from games.engines.core.contract import RulesError
from games.rulebook.presets import first_preset, presets_of
from games.rulebook.rule_words import RuleWords
from games.stats.counters.registry import counter_of
from lobby.tables.errors import TableRefused
from lobby.tables.models import Table
from lobby.tables.models.table import NAME_CHARS
from lobby.tables.stakes import kind_for
from lobby.tables.wire import CHATS, PlanCheck, TablePlan

SAME = set(TablePlan.__struct_fields__) & {column.name for column in Table._meta.fields}
"""The fields of a plan that are columns of the table's row."""
DELAY_S = (10, 900)
"""The delay of a table with delayed spectators; at other tables it is 0."""
DELAY_S_DEFAULT = 60
MAX_TO_MIN_BUY_IN_RATIO = 10
"""The maximum buy-in in minimum buy-ins, unless the host chooses one."""


Errors = dict[str, Saying | str]
"""The invalid fields of a plan, each with an explanation."""


class PlanErrors(TableRefused):
    """A plan that is not valid."""

    def __init__(self, errors: Errors) -> None:
        super().__init__("BAD_TABLE", status=400)
        self._errors = errors

    @property
    def fields(self) -> dict[str, str]:
        """Each invalid field with an explanation for the present reader."""
        return {field: str(said) for field, said in self._errors.items()}

    @property
    @override
    def data(self) -> dict[str, Any]:
        return {"fields": {field: [text] for field, text in self.fields.items()}}


def name_in_use() -> PlanErrors:
    """The error for a name that another open table has."""
    return PlanErrors({"name": Saying("refusals.plan.name_taken")})


def clean_table_name(name: str) -> str:
    """The name as stored: NFKC, single spaces, no control or invisible characters."""
    text = unicodedata.normalize("NFKC", name)
    seen = "".join(char for char in text if char == " " or unicodedata.category(char)[0] != "C")
    return " ".join(seen.split())


def completed(given: Mapping[str, Any]) -> TablePlan:
    """The plan with the form's first values for all that `given` leaves out.

    They depend on the game: its first preset, its seats, a buy-in that suits the stakes.
    """
    plan = TablePlan(**{"name": "", **given})
    game = registry.find(plan.game)
    if game is None:
        return plan
    first: dict[str, Any] = {"preset": _first_preset(game, plan.options)}
    if plan.spectators == Table.Spectators.DELAYED:
        first["spectator_delay_s"] = DELAY_S_DEFAULT
    try:
        preset = game.presets[given.get("preset", first["preset"])]
        rules = game.rules_from_json({**preset.to_json(), **plan.options})
    except (KeyError, RulesError):  # `check` says what is wrong
        return structs.replace(plan, **{**first, **given})
    most = game.max_players(rules)
    first["seats"] = max(game.min_players(rules), min(plan.seats, most))
    least = least_buy_in(game, rules)
    if least is not None:
        lowest = given.get("min_buy_in", least)
        first |= {"min_buy_in": least, "max_buy_in": MAX_TO_MIN_BUY_IN_RATIO * max(least, lowest)}
    return structs.replace(plan, **{**first, **given})


def _first_preset(game: Any, options: Mapping[str, Any]) -> str:
    """The form's first preset; if the options say what is played for, the first such one."""
    kind = game.manifest.form.plays_for
    for preset in presets_of(game):
        if kind in options and game.presets[preset].to_json()[kind] == options[kind]:
            return preset
    return first_preset(game)


def fitted(plan: TablePlan) -> TablePlan:
    """The plan with its game's number of seats if the game allows only one."""
    game = registry.find(plan.game)
    if game is None or game.min_seats < game.max_seats:
        return plan
    return structs.replace(plan, seats=game.max_seats, bots=min(plan.bots, game.max_seats - 1))


@cache
def bounds() -> Mapping[str, tuple[int, int]]:
    """The least and the greatest value of each number in a plan, as its shape declares them."""
    return {
        name: (field["minimum"], field["maximum"])
        for name, field in properties(TablePlan).items()
        if field.get("type") == "integer"
    }


def _check_bounds(errors: Errors, plan: TablePlan, *names: str) -> None:
    for name in names:
        _between(errors, name, getattr(plan, name), bounds()[name])


def _between(errors: Errors, name: str, value: int, limits: tuple[int, int]) -> None:
    least, most = limits
    if not least <= value <= most:
        errors[name] = Saying("refusals.plan.between", {"min": least, "max": most})


def check_plan(plan: TablePlan) -> PlanCheck:
    """Check a plan without opening its table; a name in use is not detected."""
    errors, rules = check(fitted(plan))
    least = None if rules is None else least_buy_in(registry.get(plan.game), rules)
    said = {field: str(error) for field, error in errors.items()}
    return PlanCheck(errors=said, least_buy_in=least)


def least_buy_in(game: Any, rules: Any) -> int | None:
    """At least 20 units: a very short stack would play almost free of risk (rule 2.6).

    It is always enough to be dealt in. None for a sit and go and for points, where nobody brings
    chips.
    """
    if not kind_for(game, rules).are_chips:
        return None
    least: int = max(20 * game.unit(rules), game.entry_price(rules))
    return least


def check(plan: TablePlan) -> tuple[Errors, Any]:
    """The invalid fields of a plan with explanations, and its rules if they are valid."""
    errors: Errors = {}
    game = registry.find(plan.game)
    if game is None:
        return {"game": Saying("refusals.UNKNOWN_GAME")}, None
    rules = None
    if plan.preset not in game.presets:
        errors["preset"] = Saying("refusals.plan.no_such_preset")
    else:
        try:
            rules = game.rules_from_json({**game.presets[plan.preset].to_json(), **plan.options})
        except RulesError as error:
            field = f"option_{error.field}" if error.field else "preset"
            errors[field] = RuleWords(game.key).error(error)
    name = clean_table_name(plan.name)
    if not NAME_CHARS[0] <= len(name) <= NAME_CHARS[1]:
        bounds_of_name = dict(zip(("min", "max"), NAME_CHARS, strict=True))
        errors["name"] = Saying("refusals.plan.name_length", bounds_of_name)
    elif words.current_filter().find(name):
        errors["name"] = Saying("refusals.NAME_WORDS")
    _check_seats(errors, plan, game, rules)
    _check_bounds(errors, plan, "clock_s", "bank_s", "min_buy_in")
    least = None if rules is None else least_buy_in(game, rules)
    if least is not None:
        _check_buy_in(errors, plan, least)
        everybody = game.fixed_buy_in(rules)
        if everybody is not None and everybody < least:
            field = f"option_{game.manifest.form.buy_in}"
            errors[field] = Saying("refusals.plan.everybody_brings", {"min": least})
    stakes = None if rules is None else kind_for(game, rules, unrated=_is_unrated(plan))
    if _is_unrated(plan) and stakes is not None and stakes.risk_chips:
        errors["teaching" if plan.teaching else "unrated"] = Saying("refusals.plan.unrated")
    _check_company(errors, plan, at_risk=stakes is None or stakes.risk_chips)
    return errors, rules


def _is_unrated(plan: TablePlan) -> bool:
    """Whether nothing counts at the table: where cards can be set, nothing may."""
    return plan.unrated or plan.teaching


def _check_seats(errors: Errors, plan: TablePlan, game: Any, rules: Any) -> None:
    """Enough seats for a hand, and no more than the rules allow."""
    least = game.min_seats if rules is None else max(game.min_seats, game.min_players(rules))
    most = game.max_seats if rules is None else game.max_players(rules)
    if least > most:
        errors["seats"] = Saying("refusals.plan.too_few_seats", {"needed": least, "max": most})
    else:
        _between(errors, "seats", plan.seats, (least, most))


def _check_buy_in(errors: Errors, plan: TablePlan, least: int) -> None:
    _check_bounds(errors, plan, "max_buy_in")
    if plan.max_buy_in < plan.min_buy_in:
        errors["max_buy_in"] = Saying("refusals.plan.max_below_min")
    if plan.min_buy_in < least:
        errors["min_buy_in"] = Saying("refusals.plan.least_buy_in", {"min": least})


def _check_company(errors: Errors, plan: TablePlan, *, at_risk: bool) -> None:
    if plan.spectators not in Table.Spectators.values:
        errors["spectators"] = Saying("refusals.plan.spectators")
    if plan.spectators == Table.Spectators.OPEN and at_risk:
        errors["spectators"] = Saying("refusals.plan.open_cards")
    if plan.spectators == Table.Spectators.DELAYED:
        _between(errors, "spectator_delay_s", plan.spectator_delay_s, DELAY_S)
    if plan.households not in ("usual", *Table.Households.values):
        errors["households"] = Saying("refusals.plan.households")
    if plan.chat not in CHATS:
        errors["chat"] = Saying("refusals.plan.chat")
    public = plan.spectators == Table.Spectators.PUBLIC
    if plan.chat == Table.Chat.SHARED and at_risk and not public:
        errors["chat"] = Saying("refusals.plan.chat_apart")
    _between(errors, "bots", plan.bots, (0, max(0, plan.seats - 1)))
    if plan.bot_level not in policies.LEVELS:
        errors["bot_level"] = Saying("refusals.UNKNOWN_LEVEL")


def columns_of(plan: TablePlan) -> dict[str, Any]:
    """The columns of the table's row that a plan sets. Raises `PlanErrors`."""
    plan = fitted(plan)
    errors, rules = check(plan)
    if errors:
        raise PlanErrors(errors)
    game = registry.get(plan.game)
    stakes = kind_for(game, rules, unrated=_is_unrated(plan))
    least, most = stakes.buy_ins(game, rules, plan.min_buy_in, plan.max_buy_in)
    return {
        **{name: getattr(plan, name) for name in SAME},
        "unrated": _is_unrated(plan),
        "name": clean_table_name(plan.name),
        "rules": rules.to_json(),
        "rules_hash": rules.hash(),
        "max_seats": plan.seats,
        "min_buy_in": least,
        "max_buy_in": most,
        "clock_ms": plan.clock_s * 1000,
        "bank_ms": plan.bank_s * 1000,
        "spectator_delay_s": plan.spectator_delay_s
        if plan.spectators == Table.Spectators.DELAYED
        else 0,
        "households": _households(plan, at_risk=stakes.risk_chips),
        "chat": _chat(plan, at_risk=stakes.risk_chips),
        "bots_wanted": plan.bots,
        "plays_for": stakes.key,
    }


def plan_like(table: Table) -> TablePlan:
    """The plan that would open a table like this one, with all of its options."""
    return TablePlan(
        **{name: getattr(table, name) for name in SAME},
        options=table.parsed_rules.to_json(),
        seats=table.max_seats,
        clock_s=table.clock_ms // 1000,
        bank_s=table.bank_ms // 1000,
        bots=table.bots_wanted,
    )


def _chat(plan: TablePlan, *, at_risk: bool) -> str:
    """The host's choice; by default shared at teaching tables, and where spectators see all cards.

    Where chips are at stake it is apart.
    """
    if plan.chat != "usual":
        return plan.chat
    nothing_hidden = plan.teaching or plan.spectators == Table.Spectators.OPEN
    shared = nothing_hidden and not at_risk
    return Table.Chat.SHARED if shared else Table.Chat.APART


def _households(plan: TablePlan, *, at_risk: bool) -> str:
    """The host's choice; by default apart where strangers play against each other for chips."""
    if plan.households != "usual":
        return plan.households
    friends = plan.private or not at_risk
    if friends or not counter_of(plan.game).between_players:
        return Table.Households.TOGETHER
    return Table.Households.APART
