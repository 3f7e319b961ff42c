"""Stakes for quick seats: what a user can choose, what suits their wallet, which table is best."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Prefetch
from django.utils import timezone
from msgspec import structs

from accounts.ledger import wallet_balance
from accounts.people.models import User
from core.messages import catalogue
from games.bots import STRONG_LEVELS
from games.engines.core import registry
from games.rulebook.rule_words import RuleWords
from lobby.tables.models import QuickChoice, Seat, SeatDeparture, Table
from lobby.tables.own_wire import QuickChoiceView, QuickLevel, QuickOptions
from lobby.tables.seats.buy_ins import MODEST_WALLET_RATIO, buy_in_of, departures, modest
from lobby.tables.stakes import kinds, stakes_of
from lobby.tables.turn_clock import AWAY_AFTER

PARTS = ("usual", "min", "half", "max")
"""How much of a buy-in the page offers."""
POINTS_BUDGET_CHIPS = 0
"""The unit of tables for points."""


@dataclass(frozen=True, slots=True)
class QuickOffer:
    """The open tables of a game for one user, and the stakes among which they choose.

    `recommended` suits the wallet: a full buy-in is at most a tenth of it if any table allows, else
    it is the lowest. None without a table. `chosen` is what the user chose now or before.
    """

    game: str
    user_id: uuid.UUID
    wallet: int
    learns: bool
    tables: tuple[Table, ...]
    levels: tuple[QuickLevel, ...]
    recommended: int | None
    chosen: QuickChoiceView | None

    def to_wire(self) -> QuickOptions:
        """The offer as clients get it."""
        return QuickOptions(
            game=self.game,
            levels=list(self.levels),
            recommended=self.recommended,
            chosen=self.chosen,
        )


def _drop_in() -> list[str]:
    """The kinds of tables at which one can sit down at any time."""
    return [stakes.key for stakes in kinds() if stakes.drop_in]


def unit_of(table: Table) -> int:
    """The stakes of a table: its unit in chips, 0 for points."""
    at_risk = stakes_of(table).risk_chips
    return registry.get(table.game).unit(table.parsed_rules) if at_risk else POINTS_BUDGET_CHIPS


def offer_to(user: User, game: str, *, is_new: bool) -> QuickOffer:
    """The tables and stakes of a game for a user now; `is_new`: they may sit with newcomers."""
    wallet = wallet_balance(user.pk)
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    found = (
        Table.objects.filter(
            game=game,
            private=False,
            approval=False,
            state=Table.State.OPEN,
            min_buy_in__lte=wallet,
            plays_for__in=_drop_in(),
            unrated=False,
            head__frozen=False,
        )
        .select_related("sister_of")
        .prefetch_related(seats)
    )
    open_to = [table for table in found if is_new or not table.newcomers]
    tables = tuple(table for table in open_to if table.seats.all())
    levels = tuple(_levels(tables, wallet))
    chosen = QuickChoice.objects.filter(user=user, game=game).first()
    return QuickOffer(
        game=game,
        user_id=user.pk,
        wallet=wallet,
        learns=user.is_guest or is_new,
        tables=tables,
        levels=levels,
        recommended=_recommended(tables, wallet),
        chosen=QuickChoiceView(unit=chosen.unit, buy_in=chosen.buy_in) if chosen else None,
    )


def seated_at(user: User, game: str) -> list[Table]:
    """The tables of this game, without sit and gos, where the user has a seat; the oldest first."""
    seats = (
        Seat.objects.filter(user=user, table__game=game)
        .filter(table__plays_for__in=_drop_in(), table__unrated=False)
        .exclude(table__state=Table.State.CLOSED)
        .select_related("table")
    )
    return [seat.table for seat in seats.order_by("sat_at", "pk")]


def level_of(offer: QuickOffer, unit: str) -> QuickLevel | None:
    """The stakes with a posted unit, None if they are not offered."""
    return next((level for level in offer.levels if str(level.unit) == unit), None)


def choice_of(level: QuickLevel, part: str) -> dict[str, int]:
    """The stakes and chips of a choice on the page, as `quick_seat` takes them."""
    amounts = {
        "min": level.min_buy_in,
        "half": max(level.min_buy_in, level.max_buy_in // 2),
        "max": level.max_buy_in,
    }
    return {"unit": level.unit, "buy_in": amounts.get(part, level.usual)}


def remember(offer: QuickOffer, user: User, unit: int, buy_in: int | None) -> QuickOffer:
    """Store a user's choice for this game; without an amount a modest one."""
    level = next(level for level in offer.levels if level.unit == unit)
    brings = level.usual if buy_in is None else buy_in
    QuickChoice.objects.update_or_create(
        user=user, game=offer.game, defaults={"unit": unit, "buy_in": brings}
    )
    return replace(offer, chosen=QuickChoiceView(unit=unit, buy_in=brings))


def ranked(offer: QuickOffer) -> list[Table]:
    """The tables at the chosen stakes, or at those that suit the wallet; the best one first.

    By these criteria in turn: for newcomers; for guests and newcomers, no strong bots; a full
    buy-in that suits the wallet; more people who are present; not in spectator mode `open`; lower
    minimum buy-in; more bots. Tables to which the user must bring back more than the wallet holds
    come only if there is no other.
    """
    chosen = [t for t in offer.tables if offer.chosen and unit_of(t) == offer.chosen.unit]
    tables = chosen or _suitable(offer.tables, offer.wallet)
    present_since = timezone.now() - AWAY_AFTER

    def company(table: Table) -> tuple[bool, bool, bool, int, bool, int, int]:
        seats = table.seats.all()
        people = [seat for seat in seats if not seat.user.is_bot]
        return (
            not table.newcomers,
            offer.learns and any(seat.user.bot_level in STRONG_LEVELS for seat in seats),
            not _fits(table, offer.wallet),
            -sum(seat.seen_at > present_since for seat in people),
            table.spectators == Table.Spectators.OPEN,
            table.min_buy_in,
            -len(seats),
        )

    took = SeatDeparture.objects.filter(user=offer.user_id, chips__gt=offer.wallet)
    families = {one.table.first_id for one in took.select_related("table")}
    payable = [
        table
        for table in tables
        if table.first_id not in families or buy_in_at(table, offer) <= offer.wallet
    ]
    return sorted(payable or tables, key=company)


def buy_in_at(table: Table, offer: QuickOffer) -> int:
    """The chips that a quick seat brings: as chosen for these stakes, or a modest amount."""
    left = list(departures(table, [offer.user_id]))
    may = buy_in_of(table, offer.user_id, left, offer.wallet)
    if offer.chosen is None or offer.chosen.unit != unit_of(table):
        return may.usual
    return max(may.min, min(offer.chosen.buy_in, may.max, offer.wallet))


def _fits(table: Table, wallet: int) -> bool:
    return not stakes_of(table).risk_chips or table.max_buy_in * MODEST_WALLET_RATIO <= wallet


def _suitable(tables: Sequence[Table], wallet: int) -> list[Table]:
    """The tables at stakes at which some table suits the wallet, else at the lowest stakes."""
    units = {unit_of(table) for table in tables if _fits(table, wallet)}
    if not units and tables:
        units = {min(unit_of(table) for table in tables)}
    return [table for table in tables if unit_of(table) in units]


def _recommended(tables: Sequence[Table], wallet: int) -> int | None:
    """The highest stakes for chips that suit, else points or the lowest stakes."""
    return max((unit_of(table) for table in _suitable(tables, wallet)), default=None)


def _levels(tables: Sequence[Table], wallet: int) -> list[QuickLevel]:
    levels: dict[int, QuickLevel] = {}
    points = catalogue().text("table.points")
    for table in sorted(tables, key=lambda table: (unit_of(table), table.created_at)):
        unit, game, words = unit_of(table), registry.get(table.game), RuleWords(table.game)
        people = sum(not seat.user.is_bot for seat in table.seats.all())
        at_risk = stakes_of(table).risk_chips
        least, most = (table.min_buy_in, table.max_buy_in) if at_risk else (0, 0)
        known = levels.get(unit)
        if known is None:
            levels[unit] = QuickLevel(
                unit=unit,
                stakes=words.stakes(game.stakes(table.parsed_rules)) if at_risk else points,
                min_buy_in=least,
                max_buy_in=most,
                usual=modest(least, most, wallet),
                people=people,
                tables=1,
            )
        else:
            levels[unit] = structs.replace(
                known,
                min_buy_in=min(known.min_buy_in, least),
                max_buy_in=max(known.max_buy_in, most),
                people=known.people + people,
                tables=known.tables + 1,
            )
    return list(levels.values())
