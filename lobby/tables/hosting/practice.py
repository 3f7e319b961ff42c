"""Practice tables: a player's own table with easy bots, where nothing counts and no clock runs.

Nobody else can open it or sit there, so nobody waits for the player. It has no clock for as long as
it exists: its rules do not change, and no plan can ask for a table without a clock. A player has at
most one in each game; once their page has been closed for long, the dealer leaves for them and the
table closes as other deserted tables do.
"""

from django.db import IntegrityError, transaction

from accounts.people.models import User
from games.engines.core import registry
from lobby.tables.access import table_limits
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import free_name, open_table, vacant_seats
from lobby.tables.models import Table
from lobby.tables.seats.seats import sit
from lobby.tables.wire import TablePlan

SEATS_MAX = 4
"""The seats of a practice table, where the game leaves a choice."""
STACK_STAKES = 100
"""Everybody's stack in boots, big blinds or bases."""


def practise(*, game: str, user: User) -> Table:
    """Seat a user at their open practice table of a game, or at a new one full of easy bots.

    Raises `Refused` TOO_MANY_TABLES, TOO_MANY_SEATS or one of `sit`.
    """
    table = _open_one(game, user) or _new_one(game, user)
    if not table.seats.filter(user=user).exists():
        try:
            sit(table_id=table.pk, user=user, number=vacant_seats(table)[0], buy_in=None)
        except TableRefused as no:
            if no.code != "ALREADY_SEATED":  # a second click was quicker
                raise
    return table


def _open_one(game: str, user: User) -> Table | None:
    states = (Table.State.OPEN, Table.State.PAUSED)
    return Table.objects.filter(host=user, game=game, clock_ms=0, state__in=states).first()


def _new_one(game: str, user: User) -> Table:
    with transaction.atomic():
        table_limits.check_seats(user)  # otherwise the table would be left without its host
    try:
        return open_table(plan=_plan(game, user), host=user, practice=True)
    except IntegrityError:
        table = _open_one(game, user)
        if table is None:
            raise
        return table


def _plan(key: str, user: User) -> TablePlan:
    game = registry.get(key)
    preset = game.manifest.quick.preset
    stack = STACK_STAKES * game.unit(game.presets[preset])
    return TablePlan(
        name=free_name(user, practice=True),
        game=key,
        preset=preset,
        min_buy_in=stack,
        max_buy_in=stack,
        private=True,
        unrated=True,
        seats=SEATS_MAX,
        bots=SEATS_MAX - 1,
        bot_level="easy",
    )
