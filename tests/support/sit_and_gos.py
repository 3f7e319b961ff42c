"""A sit and go, played until it is over."""

from lobby.tables.models import (
    SitAndGo,
)


def sit_and_go_of(room) -> SitAndGo:
    return SitAndGo.objects.filter(table=room.table).latest("number")


def all_in_until_over(room):
    """Let everyone go all-in or call until one player has all the points."""
    for _ in range(400):
        if sit_and_go_of(room).state == SitAndGo.State.FINISHED:
            return
        room.deal()
        while room.head.live:
            kind = "call" if room.act(room.turn, "all_in").seq is None else None
            if kind is not None and room.head.live:
                room.act(room.turn, kind)
    raise AssertionError("the sit and go does not end")
