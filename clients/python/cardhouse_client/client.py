"""The client: one person at one server.

Every method is one request and raises `Refused` when the server says no. What it answers has the
names of the OpenAPI document. What is done at a table is in `tables`.
"""

from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from cardhouse_client.actions import new_key
from cardhouse_client.answers import (
    JSON,
    Balance,
    Board,
    Device,
    GameFigures,
    GameRow,
    HandRow,
    Me,
    Player,
    Rating,
    StatementLine,
    Tokens,
)
from cardhouse_client.http import Http
from cardhouse_client.messages import TableRow, TableView
from cardhouse_client.reading import read
from cardhouse_client.sockets import Lobby
from cardhouse_client.tables import LiveTable, PolledTable

T = TypeVar("T")


class Client:
    """`async with Client("http://127.0.0.1:8000") as client: await client.guest()`.

    `tokens` are those of an earlier run, `keep` is called whenever there are new ones. A request
    that was refused for being one too many waits for at most `patience_s`.
    """

    def __init__(
        self,
        base_url: str,
        *,
        tokens: Tokens | None = None,
        keep: Callable[[Tokens], None] | None = None,
        language: str = "en",
        patience_s: float = 10.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.http = Http(
            base_url,
            tokens=tokens,
            keep=keep,
            language=language,
            patience_s=patience_s,
            transport=transport,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.http.close()

    async def _get(self, kind: type[T], path: str, **query: Any) -> T:
        return read(kind, await self.http.get(path, **query))

    async def _items(self, kind: type[T], path: str, **query: Any) -> list[T]:
        """The rows of a short list."""
        return [read(kind, row) for row in (await self.http.get(path, **query))["items"]]

    async def _all(self, kind: type[T], path: str, **query: Any) -> AsyncIterator[T]:
        """Every row of a list, page after page."""
        cursor: int | str | None = None
        while True:
            page = await self.http.get(path, cursor=cursor, **query)
            for row in page["items"]:
                yield read(kind, row)
            cursor = page["next"]
            if cursor is None:
                return

    # -- who one is --------------------------------------------------------------------------

    async def guest(self, *, device: str = "Python") -> Me:
        """Come in as a new guest."""
        return await self._enter("/guest", device)

    async def register(
        self, name: str, password: str, *, email: str | None = None, device: str = "Python"
    ) -> Me:
        """Make an account and come in."""
        return await self._enter("/register", device, name=name, password=password, email=email)

    async def login(
        self, name: str, password: str, *, code: str | None = None, device: str = "Python"
    ) -> Me:
        """Come in with an account there is; one with a second factor needs a `code` too."""
        return await self._enter("/login", device, name=name, password=password, code=code)

    async def _enter(self, path: str, device: str, **fields: Any) -> Me:
        note = {"name": device, "platform": "cardhouse_client"}
        return read(Me, (await self.http.enter(path, device=note, **fields))["you"])

    async def logout(self, *, everywhere: bool = False) -> None:
        """End this device's tokens, or those of all devices and browsers."""
        await self.http.send("POST", "/logout", everywhere=everywhere)
        self.http.tokens = None

    async def keep(self, name: str, password: str, *, email: str | None = None) -> Me:
        """Turn a guest into a person, who keeps everything."""
        kept = await self.http.send("POST", "/me/keep", name=name, password=password, email=email)
        return read(Me, kept)

    async def declare_program(self) -> Me:
        """Say, for ever, that a program plays with this account: it then has the bots' badge."""
        return read(Me, await self.http.send("POST", "/me/program"))

    async def me(self) -> Me:
        """One's own account, and where one sits."""
        return await self._get(Me, "/me")

    async def devices(self) -> list[Device]:
        """Where one is logged in."""
        return await self._items(Device, "/devices")

    async def revoke(self, device: Device) -> None:
        """Log a device out."""
        await self.http.send("DELETE", f"/devices/{device.id}")

    async def player(self, name: str) -> Player:
        """Somebody's public profile."""
        return await self._get(Player, f"/players/{name}")

    async def balance(self) -> Balance:
        """One's chips."""
        return await self._get(Balance, "/me/balance")

    async def refill(self) -> Balance:
        """Fill the wallet up, once a day, with almost nothing left."""
        return read(Balance, await self.http.send("POST", "/me/refill"))

    def statement(self) -> AsyncIterator[StatementLine]:
        """Every movement of the wallet, newest first."""
        return self._all(StatementLine, "/me/statement")

    # -- tables ------------------------------------------------------------------------------

    def tables(self, **filters: Any) -> AsyncIterator[TableRow]:
        """Open tables; filters are `game`, `format`, `rail`, `free=True`, `mine=True`."""
        return self._all(TableRow, "/tables", **filters)

    async def quick_seat(self, game: str) -> TableView:
        """A seat at a table of this game, a new one if need be."""
        found = await self.http.send("POST", "/tables/quick", game=game, key=new_key())
        return read(TableView, found)

    async def open(self, name: str, game: str, **plan: Any) -> TableView:
        """Open a table; `plan` has preset, options, seats, min_buy_in, max_buy_in, clock_s ..."""
        return read(
            TableView, await self.http.send("POST", "/tables", name=name, game=game, **plan)
        )

    async def join(self, name: str) -> TableView:
        """The open table of that name."""
        return read(TableView, await self.http.send("POST", "/tables/join", name=name))

    async def use_invite(self, code: str) -> TableView:
        """The private table of an invitation."""
        return read(TableView, await self.http.send("POST", f"/invites/{code}"))

    async def see(self, slug: str) -> TableView:
        """One table."""
        return await self._get(TableView, f"/tables/{slug}")

    async def close(self, slug: str) -> TableView:
        """Close one's own table after the hand."""
        return read(TableView, await self.http.send("DELETE", f"/tables/{slug}"))

    # -- at a table --------------------------------------------------------------------------

    def table(self, slug: str, *, cut: bool = True) -> LiveTable:
        """A table by socket: `async with client.table(slug) as table`.

        It cuts each next deck, unless `cut` is False.
        """
        return LiveTable(self.http, f"/ws/table/{slug}/", cut=cut)

    def at(self, slug: str) -> PolledTable:
        """The same table by requests alone: `await client.at(slug).sit(2)`."""
        return PolledTable(self.http, slug)

    def lobby(self) -> Lobby:
        """The list of tables by socket."""
        return Lobby(self.http, "/ws/lobby/")

    # -- hands and figures -------------------------------------------------------------------

    def hands(self, **filters: Any) -> AsyncIterator[HandRow]:
        """One's own finished hands, newest first; filters: `game`, `table`, `after`, `before`."""
        return self._all(HandRow, "/hands", **filters)

    async def hand(self, hand_id: str) -> JSON:
        """A finished hand as one may see it: seats, cards, pots, what happened in sentences."""
        return await self._get(JSON, f"/hands/{hand_id}")

    async def record(self, hand_id: str) -> JSON:
        """A finished hand as a record that can be folded again."""
        return await self._get(JSON, f"/hands/{hand_id}/record")

    async def replay(self, hand_id: str) -> JSON:
        """A finished hand, view after view."""
        return await self._get(JSON, f"/hands/{hand_id}/replay")

    async def games(self) -> list[GameRow]:
        """The games there are."""
        return await self._items(GameRow, "/games")

    async def rules(self, game: str) -> JSON:
        """The options of a game's rules, and its presets."""
        return await self._get(JSON, f"/games/{game}/rules")

    async def statistics(self, name: str | None = None, period: str = "all") -> list[GameFigures]:
        """One's own figures by game, or somebody's; a period is `day`, `week`, `month` or `all`."""
        path = "/me/statistics" if name is None else f"/players/{name}/statistics"
        return await self._items(GameFigures, path, period=period)

    async def ratings(self, name: str | None = None) -> list[Rating]:
        """One's own ratings by game, or somebody's."""
        return await self._items(Rating, "/ratings", player=name)

    async def leaderboard(
        self, game: str, *, period: str = "week", measure: str | None = None
    ) -> Board:
        """Who is ahead at a game."""
        return await self._get(Board, "/leaderboards", game=game, period=period, measure=measure)
