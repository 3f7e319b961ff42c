"""Who may look at a table."""

import uuid

from lobby.models import Seat, Table


def find_table(slug: str) -> Table | None:
    """The table of a page address, None when it is closed or never was."""
    return Table.objects.filter(slug=slug).exclude(state=Table.State.CLOSED).first()


def may_open(table: Table, user_id: uuid.UUID | None, invites: list[str]) -> bool:
    """Whether a person may open the table's page at all.

    A private table opens for those who sit there, its host and those who came by its link
    (`invites`, kept in their session).
    """
    if not table.private:
        return True
    if table.invite in invites:
        return True
    return user_id is not None and (
        table.host_id == user_id or Seat.objects.filter(table=table, user_id=user_id).exists()
    )
