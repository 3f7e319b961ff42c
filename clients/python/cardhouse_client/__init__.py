"""A client of a Cardhouse card room: typed, async, with tokens that renew themselves.

async with Client("http://127.0.0.1:8000") as client:
    await client.guest()
    seat = await client.quick_seat("teen_patti")
    async with client.table(seat.slug) as table:
        async for message in table:
            ...
"""

from cardhouse_client.actions import Action
from cardhouse_client.answers import Balance, Me, State, Tokens
from cardhouse_client.client import Client
from cardhouse_client.errors import (
    CardhouseError,
    LoggedOut,
    Refused,
    Stale,
    TooMany,
    Unreachable,
)
from cardhouse_client.fair import NotFair
from cardhouse_client.messages import (
    ChatView,
    Closed,
    DeckChanged,
    HandMoved,
    HandNow,
    Hello,
    News,
    Said,
    SeatView,
    TableChanged,
    Tables,
    TableView,
    Watching,
    WindowPlays,
    You,
)
from cardhouse_client.sockets import Lobby
from cardhouse_client.tables import AtTable, LiveTable, PolledTable

__all__ = [
    "Action",
    "AtTable",
    "Balance",
    "CardhouseError",
    "ChatView",
    "Client",
    "Closed",
    "DeckChanged",
    "HandMoved",
    "HandNow",
    "Hello",
    "LiveTable",
    "Lobby",
    "LoggedOut",
    "Me",
    "News",
    "NotFair",
    "PolledTable",
    "Refused",
    "Said",
    "SeatView",
    "Stale",
    "State",
    "TableChanged",
    "TableView",
    "Tables",
    "Tokens",
    "TooMany",
    "Unreachable",
    "Watching",
    "WindowPlays",
    "You",
]
