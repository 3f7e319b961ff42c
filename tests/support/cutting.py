"""Players who cut their table's deck, as browsers do."""

import datetime
import uuid

from accounts.people.models import User
from games.dealing.models import NextDeck
from games.fair.tfair2.hashes import cut_commit_of
from lobby.tables.models import Seat, TableHead
from lobby.tables.play import cut_commands
from lobby.tables.play.timers import look_between_hands
from tests.games.fair.dealing import secret
from tests.support.seated_table import SeatedTable


def next_deck(room: SeatedTable) -> NextDeck:
    return NextDeck.objects.get(pk=room.table.pk)


def seat_of(room: SeatedTable, user: User) -> int | None:
    seats = Seat.objects.filter(table=room.table, user=user)
    return seats.values_list("number", flat=True).first()


def cut_of(user: User, commit: bytes) -> bytes:
    """Return the cut of a user for a deck."""
    return secret("cut", user.name, commit.hex())


def promise(room: SeatedTable, user: User) -> None:
    """Commit to a cut of the table's next deck."""
    commit, seat = bytes(next_deck(room).commit), seat_of(room, user)
    assert seat is not None
    hashed = cut_commit_of(commit, seat, cut_of(user, commit)).hex()
    cut_commands.promise_cut(table_id=room.table.pk, user=user, deck=commit.hex(), commit=hashed)


def show(room: SeatedTable, user: User) -> None:
    """Show the cut."""
    commit = bytes(next_deck(room).commit)
    cut_commands.show_cut(
        table_id=room.table.pk,
        user=user,
        deck=commit.hex(),
        cut=cut_of(user, commit).hex(),
        seat=seat_of(room, user),
    )


def locked_users(room: SeatedTable) -> dict[int, uuid.UUID]:
    """Return the users whose cuts of the next deck are locked, by seat."""
    listed = next_deck(room).cut_commits.items()
    return {int(seat): uuid.UUID(one["user"]) for seat, one in listed}


def let_pass(room: SeatedTable, ms: int) -> None:
    """Let this time pass at a table between two hands, and look at it."""
    earlier = datetime.timedelta(milliseconds=ms)
    rows = (TableHead, ("next_timer_at", "deal_at")), (NextDeck, ("locked_at", "commits_until"))
    for model, names in rows:
        row = model._default_manager.get(pk=room.table.pk)
        times = {name: getattr(row, name) for name in names}
        moved = {name: at - earlier for name, at in times.items() if at is not None}
        model._default_manager.filter(pk=row.pk).update(**moved)
    look_between_hands(room.table.pk)
