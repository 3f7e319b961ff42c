"""Access to a table's page and to what happens there."""

import uuid

from django.utils.translation import gettext as _

from lobby.tables import errors as refusal
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat, Table


def find_table(slug: str) -> Table | None:
    """The open table at a page address, None if there is none."""
    return Table.objects.filter(slug=slug).exclude(state=Table.State.CLOSED).first()


def find_invited(code: str) -> Table | None:
    """The open table of an invitation, None if it is closed or for its host alone."""
    found = Table.objects.filter(invite=code, clock_ms__gt=0)
    return found.exclude(state=Table.State.CLOSED).first()


def why_not_invited(code: str) -> str:
    """The sentence that says why a code opens nothing: its table has closed, or none has it now."""
    if Table.objects.filter(invite=code).exists():
        return _("This invite link is for a table that has closed.")
    return _("This invite link is wrong, or the host has replaced it. Ask for the new one.")


def may_open(table: Table, user_id: uuid.UUID | None, invites: list[str]) -> bool:
    """Whether a user or visitor may open the table's page.

    A private table opens for its seated players, its host and those who used its link (`invites`,
    stored in their session or with their device).
    """
    if not table.private:
        return True
    if table.invite in invites:
        return True
    return user_id is not None and (
        table.host_id == user_id or Seat.objects.filter(table=table, user_id=user_id).exists()
    )


def check_may_open(table: Table, user_id: uuid.UUID | None, invites: list[str]) -> Table:
    """Return the table. Raises `Refused` PRIVATE_TABLE."""
    if not may_open(table, user_id, invites):
        raise TableRefused("PRIVATE_TABLE", status=403)
    return table


def anybody_may_watch(table: Table) -> bool:
    """Whether anybody may watch an open table."""
    return not table.private and table.spectators != Table.Spectators.CLOSED


def is_closer(table: Table, before: Table) -> bool:
    """Whether some who could watch a table before may not watch it any more."""
    closed = Table.Spectators.CLOSED
    return (table.private and (not before.private or table.invite != before.invite)) or (
        table.spectators == closed and before.spectators != closed
    )


def table_to_watch(slug: str, user_id: uuid.UUID | None, invites: list[str]) -> Table:
    """The table at an address, for users and visitors who may watch it.

    Raises `Refused` NO_SUCH_TABLE, PRIVATE_TABLE or NO_WATCHERS.
    """
    table = find_table(slug)
    if table is None:
        raise refusal.no_such_table()
    check_may_open(table, user_id, invites)
    if table.spectators == Table.Spectators.CLOSED and user_id is None:
        raise TableRefused("NO_WATCHERS", status=403)
    return table
