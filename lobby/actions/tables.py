"""Opening tables and finding a seat."""

import unicodedata
import uuid
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import IntegrityError, transaction

from accounts import ledger
from accounts.models import User
from accounts.queries import words
from games import bots as policies
from games.engines.core import registry
from games.engines.core.contract import RulesError
from games.statistics.books import book_of
from lobby.actions import conduct, receipts, refusal, table_limits
from lobby.actions.desk import at_tables
from lobby.actions.refusal import Refused
from lobby.actions.seats import sit
from lobby.models import Pulse, Seat, Table

NAME_LENGTH = (2, 40)
CLOCK_S = (5, 120)
BANK_S = (0, 300)
DELAY_S = (10, 900)
CHIPS = (1, 1_000_000_000)


_CHIP_GAMES = {
    "teen_patti": ("standard", "boot", 1),
    "holdem": ("cash", "small_blind", 2),
    "dou_dizhu": ("standard", "base_score", 1),
    "dealer_teen_patti": ("standard", "ante_min", 1),
}
"""What a new table of a quick seat plays: preset, the option of the stakes, units it makes."""
_TRY_ANOTHER = {"TABLE_CLOSING", "NO_SUCH_TABLE", "TABLE_FROZEN", "ONE_HOUSEHOLD", "FOR_NEWCOMERS"}
"""Refusals of a table that say nothing about the next one."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Everything a person chooses when he opens a table; times in seconds.

    `households`: apart, together, or as usual (`_usual_households`).
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
    rail: str = Table.Rail.PUBLIC
    rail_delay_s: int = 0
    private: bool = False
    households: str = "usual"
    newcomers: bool = False
    phrases_only: bool = False
    autostart: bool = True
    bots: int = 0
    bot_level: str = "medium"


class PlanErrors(Refused):
    """A plan that cannot be a table; `fields` names each wrong field with a sentence."""

    def __init__(self, fields: dict[str, str]) -> None:
        super().__init__("BAD_TABLE", "Please check the marked fields.", fields=fields)
        self.fields = fields


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """What would be refused of a plan, by field; `least_buy_in` None where nobody brings chips."""

    errors: dict[str, str]
    least_buy_in: int | None


def clean_table_name(name: str) -> str:
    """The name as it is kept: NFKC, single spaces, no control or invisible characters."""
    text = unicodedata.normalize("NFKC", name)
    seen = "".join(char for char in text if char == " " or unicodedata.category(char)[0] != "C")
    return " ".join(seen.split())


def _fitted(plan: TablePlan) -> TablePlan:
    """The plan with as many seats as its game has, where there is no choice."""
    game = next((game for game in registry.all_games() if game.key == plan.game), None)
    if game is None or game.min_seats < game.max_seats:
        return plan
    return replace(plan, seats=game.max_seats, bots=min(plan.bots, game.max_seats - 1))


def _between(errors: dict[str, str], name: str, value: int, limits: tuple[int, int]) -> None:
    if not limits[0] <= value <= limits[1]:
        errors[name] = f"Choose between {limits[0]:,} and {limits[1]:,}."


def check_plan(plan: TablePlan) -> PlanCheck:
    """Judge a plan without opening its table; a name that is in use shows only then."""
    errors, rules = _check(_fitted(plan))
    least = None if rules is None else _least_buy_in(registry.get(plan.game), rules)
    return PlanCheck(errors, least)


def _least_buy_in(game: Any, rules: Any) -> int | None:
    """At least 20 units: a very short stack would ride almost free (rules.md 2.6).

    Enough for a hand in any case. None for a sit and go and for points, which nobody brings.
    """
    if game.contest(rules) is not None or game.scores(rules):
        return None
    return max(20 * game.unit(rules), game.entry_price(rules))


def _check(plan: TablePlan) -> tuple[dict[str, str], Any]:
    """The wrong fields of a plan with a sentence each, and its rules when they are right."""
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
    elif words.standing().find(name):
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
    if plan.rail not in Table.Rail.values:
        errors["rail"] = "Choose what spectators may see."
    if plan.rail == Table.Rail.OPEN and not for_points:
        errors["rail"] = "Live open cards are only possible where no chips are at stake."
    if plan.rail == Table.Rail.DELAYED:
        _between(errors, "rail_delay_s", plan.rail_delay_s, DELAY_S)
    if plan.households not in ("usual", *Table.Households.values):
        errors["households"] = "Choose whether players of one household may sit here together."
    _between(errors, "bots", plan.bots, (0, max(0, plan.seats - 1)))
    if plan.bot_level not in policies.LEVELS:
        errors["bot_level"] = "Choose one of the bot levels."


def open_table(*, plan: TablePlan, host: User | None, standing: bool = False) -> Table:
    """Open a table and let its bots sit down; the host still chooses his seat himself.

    Raises `PlanErrors` naming every wrong field, among them a name that is in use, and `Refused`
    TOO_MANY_TABLES. A house table (`standing`) counts for nobody.
    """
    plan = _fitted(plan)
    errors, rules = _check(plan)
    if errors:
        raise PlanErrors(errors)
    # Of a sit and go the smallest buy-in is the entry. Of a chip game house rules may say what
    # everybody sits down with (seed 000: 1,000).
    game = registry.get(plan.game)
    contest = game.contest(rules)
    everybody = plan.min_buy_in if contest else getattr(rules, "starting_chips", None)
    plays_for = Table.PlaysFor.SIT_AND_GO if contest else Table.PlaysFor.CHIPS
    if game.scores(rules):
        plays_for, everybody = Table.PlaysFor.POINTS, 1  # nobody brings anything
    households = plan.households
    if households == "usual":
        households = _usual_households(plan, plays_for)
    try:
        with transaction.atomic():
            if host is not None and not standing:
                table_limits.check_tables(host)
            table = Table.objects.create(
                name=clean_table_name(plan.name),
                game=plan.game,
                preset=plan.preset,
                rules=rules.to_json(),
                rules_hash=rules.hash(),
                max_seats=plan.seats,
                min_buy_in=everybody or plan.min_buy_in,
                max_buy_in=everybody or plan.max_buy_in,
                clock_ms=plan.clock_s * 1000,
                bank_ms=plan.bank_s * 1000,
                rail=plan.rail,
                rail_delay_s=plan.rail_delay_s if plan.rail == Table.Rail.DELAYED else 0,
                private=plan.private,
                households=households,
                newcomers=plan.newcomers,
                phrases_only=plan.phrases_only,
                autostart=plan.autostart,
                bots_wanted=plan.bots,
                bot_level=plan.bot_level,
                standing=standing,
                plays_for=plays_for,
                host=host,
            )
            Pulse.objects.create(table=table)
            ledger.escrow(table.pk)
    except IntegrityError as error:
        if "open_table_name_once" not in str(error):
            raise
        raise PlanErrors({"name": "An open table already has that name."}) from None
    with at_tables([table.pk]) as desk:
        for place in desk.places.values():
            place.pulse.wake_at = desk.now
            desk.touch(place)
    return table


def _usual_households(plan: TablePlan, plays_for: str) -> str:
    """Apart where strangers play against each other for chips, together everywhere else."""
    friends = plan.private or plays_for == Table.PlaysFor.POINTS
    if friends or not book_of(plan.game).between_players:
        return Table.Households.TOGETHER
    return Table.Households.APART


def close_table(*, table_id: uuid.UUID, user: User) -> None:
    """Deal no new hand at one's own table; it closes when its last person has left.

    Raises `Refused` (`NO_SUCH_TABLE`, `NOT_THE_HOST`).
    """
    with at_tables([table_id]) as desk:
        place = desk.places.get(table_id)
        if place is None:
            raise refusal.no_such_table()
        table = Table.objects.get(pk=table_id)
        if table.host_id != user.pk:
            raise Refused("NOT_THE_HOST", "Only the host can close this table.")
        if table.state == Table.State.OPEN:
            Table.objects.filter(pk=table_id).update(state=Table.State.DRAINING)
        if not place.pulse.live:
            place.pulse.wake_at = desk.now
        desk.touch(place)


def free_name(host: User) -> str:
    """A name for a table whose host gave none."""
    plain = f"{host.name}'s table"
    return plain if find_open(plain) is None else f"{plain} {uuid.uuid4().hex[:4]}"


def find_open(name: str) -> Table | None:
    """The open table of that name, without regard to case."""
    return (
        Table.objects.exclude(state=Table.State.CLOSED)
        .filter(name__iexact=clean_table_name(name))
        .first()
    )


def quick_seat(*, game: str, user: User, key: uuid.UUID) -> Table:
    """Seat a person at the best public table of a game, or at a new one with three bots.

    Best: is for newcomers as they are one; then has people already, then, for guests and
    newcomers, no hard bots; then hides its cards from spectators, then is cheap, then has bots;
    within what the wallet can buy in. A person who sits at a table of this game already is brought
    back there.
    Asked again with its key it leads back to the table where it found a seat the first time.
    Raises `Refused` (TOO_MANY_SEATS, TOO_MANY_TABLES and those of `sit`).
    """
    first = receipts.find(user, "sit", key)
    if first is not None:
        if first.table.game != game:
            raise refusal.key_reused()
        return first.table
    seated = (
        Seat.objects.filter(user=user, table__game=game)
        .exclude(table__plays_for=Table.PlaysFor.SIT_AND_GO)
        .exclude(table__state=Table.State.CLOSED)
        .select_related("table")
        .first()
    )
    if seated is not None:
        return seated.table
    wallet = ledger.balance(ledger.wallet(user))
    for table in _candidates(game, wallet, learns=user.is_guest or conduct.is_newcomer(user)):
        for number in _free_seats(table):
            try:
                sit(
                    table_id=table.pk,
                    user=user,
                    number=number,
                    buy_in=_comfortable(table, wallet),
                    key=key,
                )
            except Refused as no:
                if no.code == "SEAT_TAKEN":
                    continue
                if no.code in _TRY_ANOTHER:
                    break
                raise
            return table
    with transaction.atomic():
        table_limits.check_seats(user)  # or the new table would stand there without its host
    table = open_table(plan=_private_company(game, user, wallet), host=user)
    sit(
        table_id=table.pk,
        user=user,
        number=0,
        buy_in=_comfortable(table, wallet),
        key=key,
    )
    return table


def _candidates(game: str, wallet: int, *, learns: bool) -> list[Table]:
    tables = list(
        Table.objects.filter(
            game=game,
            private=False,
            state=Table.State.OPEN,
            min_buy_in__lte=wallet,
        )
        .exclude(plays_for=Table.PlaysFor.SIT_AND_GO)
        .prefetch_related("seats__user")
    )
    free = [table for table in tables if len(table.seats.all()) < table.max_seats]

    def company(table: Table) -> tuple[bool, int, bool, bool, int, int]:
        sitters = [seat.user for seat in table.seats.all()]
        people = sum(not user.is_bot for user in sitters)
        too_hard = learns and any(user.bot_level == "hard" for user in sitters)
        shown = table.rail == Table.Rail.OPEN
        return (
            not table.newcomers,
            -people,
            too_hard,
            shown,
            table.min_buy_in,
            -len(sitters),
        )

    return sorted((table for table in free if table.seats.all()), key=company)


def _free_seats(table: Table) -> list[int]:
    taken = {seat.number for seat in table.seats.all()}
    return [number for number in range(table.max_seats) if number not in taken]


def _comfortable(table: Table, wallet: int) -> int:
    """What a quick seat brings without asking: the middle, and of a small wallet a quarter."""
    middle = (table.min_buy_in + table.max_buy_in) // 2
    return max(table.min_buy_in, min(middle, wallet // 4))


def _private_company(game: str, user: User, wallet: int) -> TablePlan:
    preset, option, units = _CHIP_GAMES[game]
    rules = registry.get(game).presets[preset]
    if registry.get(game).scores(rules):
        return TablePlan(name=free_name(user), game=game, preset=preset, seats=3, bots=2)
    if wallet < 40:
        raise Refused(
            "INSUFFICIENT_CHIPS",
            f"You have only {wallet:,} chips. Take your free refill on your profile.",
        )
    least = 20 * registry.get(game).unit(rules)
    return TablePlan(
        name=free_name(user),
        game=game,
        preset=preset,
        min_buy_in=min(least, wallet),
        max_buy_in=10 * least,
        seats=min(6, registry.get(game).max_seats),
        options={} if wallet >= least else {option: max(1, wallet // (20 * units))},
        bots=3,
    )
