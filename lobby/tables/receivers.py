"""Signal receivers of the tables: sessions and play end, subjects below ask about tables."""

import uuid
from collections import Counter
from collections.abc import Collection
from typing import Any

from django.db.models import F, Sum
from django.dispatch import receiver

from accounts.ledger.signals import hidden_chips_asked
from accounts.people.models import User
from accounts.people.signals import invitations_shown, sessions_ended
from accounts.sanctions.signals import play_stopped
from games.engines.core import registry
from games.hands.signals import closed_tables_asked, table_names_asked, tables_named_asked
from lobby.tables.access.access import find_invited
from lobby.tables.models import Table
from lobby.tables.seats.evict import leave_everywhere
from lobby.tables.stakes.chips import chip_seats
from lobby.tables.ws import hub


@receiver(sessions_ended)
def close_sockets(user_id: uuid.UUID, **_: Any) -> None:
    """Close the user's open sockets."""
    hub.end_sessions(user_id)


@receiver(invitations_shown)
def invitations_of_open_tables(codes: Collection[str], **_: Any) -> list[str]:
    """The slugs of the tables to which the codes are invitations and which have not closed."""
    return [table.slug for code in codes if (table := find_invited(code)) is not None]


@receiver(play_stopped)
def leave_tables(user: User, **_: Any) -> None:
    """Free the user's seats."""
    leave_everywhere(user)


@receiver(table_names_asked)
def names_of_tables(table_ids: Collection[uuid.UUID], **_: Any) -> dict[uuid.UUID, tuple[str, str]]:
    """The names and slugs of tables by id."""
    rows = Table.objects.filter(pk__in=table_ids).values_list("pk", "name", "slug")
    return {table_id: (name, slug) for table_id, name, slug in rows}


@receiver(tables_named_asked)
def tables_named(text: str, most: int, **_: Any) -> list[uuid.UUID]:
    """The latest tables with this text in their names."""
    found = Table.objects.filter(name__icontains=text).order_by("-created_at")
    return list(found.values_list("pk", flat=True)[:most])


@receiver(closed_tables_asked)
def closed_tables(table_ids: Collection[uuid.UUID], **_: Any) -> set[uuid.UUID]:
    """Those of the tables that are closed."""
    closed = Table.objects.filter(pk__in=table_ids, state=Table.State.CLOSED)
    return set(closed.values_list("pk", flat=True))


@receiver(hidden_chips_asked)
def hidden_chips(**_: Any) -> Counter[str]:
    """Chips at tables where stacks are hidden, by the kind of the users who sit there."""
    seats = chip_seats().order_by()
    by_kind = seats.values_list("table_id", "user__kind").annotate(
        chips=Sum(F("stack") + F("pending"))
    )
    sums = list(by_kind)
    tables = Table.objects.in_bulk({table_id for table_id, _kind, _chips in sums})
    found: Counter[str] = Counter()
    for table_id, kind, chips in sums:
        table = tables[table_id]
        if registry.get(table.game).hides_stacks(table.parsed_rules):
            found[kind] += int(chips)
    return found
