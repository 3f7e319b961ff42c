"""The client of one user at one server.

Every method sends one request and raises `Refused` when the server refuses it. Results have the
names of the OpenAPI document. Commands at a table are in `tables`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from cardhouse_client.actions import Action, new_key
from cardhouse_client.answers import (
    JSON,
    Balance,
    Board,
    Device,
    GameFigures,
    GameRow,
    HandRow,
    Ladder,
    LadderDuel,
    LadderHand,
    LadderMatch,
    Me,
    Player,
    Rating,
    StatementLine,
    Tokens,
)
from cardhouse_client.errors import Refused, Stale, Unreachable
from cardhouse_client.http import Http
from cardhouse_client.messages import HandNow, TableRow, TableView
from cardhouse_client.reading import read
from cardhouse_client.sockets import Lobby
from cardhouse_client.tables import LiveTable, PolledTable

T = TypeVar("T")
RIVAL_WAIT_S = 1.0
"""How often a duel is read while it is the rival's turn."""


class Client:
    """`async with Client("http://127.0.0.1:8000") as client: await client.guest()`.

    `tokens` are those of an earlier run; `keep` is called with each new pair. A request that
    exceeds a rate limit waits at most `patience_s` seconds and is sent again.
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
        """Return the rows of a short list."""
        return [read(kind, row) for row in (await self.http.get(path, **query))["items"]]

    async def _all(self, kind: type[T], path: str, **query: Any) -> AsyncIterator[T]:
        """Yield every row of a list, page after page."""
        cursor: int | str | None = None
        while True:
            page = await self.http.get(path, cursor=cursor, **query)
            for row in page["items"]:
                yield read(kind, row)
            cursor = page["next"]
            if cursor is None:
                return

    # -- the account --------------------------------------------------------------------------

    async def guest(self, *, device: str = "Python") -> Me:
        """Log in as a new guest."""
        return await self._enter("/guest", device)

    async def register(
        self, name: str, password: str, *, email: str | None = None, device: str = "Python"
    ) -> Me:
        """Create an account and log in."""
        return await self._enter("/register", device, name=name, password=password, email=email)

    async def login(
        self, name: str, password: str, *, code: str | None = None, device: str = "Python"
    ) -> Me:
        """Log in to an existing account; one with a second factor also needs a `code`."""
        return await self._enter("/login", device, name=name, password=password, code=code)

    async def _enter(self, path: str, device: str, **fields: Any) -> Me:
        note = {"name": device, "platform": "cardhouse_client"}
        return read(Me, (await self.http.enter(path, device=note, **fields))["you"])

    async def logout(self, *, everywhere: bool = False) -> None:
        """Revoke this device's tokens, or those of all devices and browser sessions."""
        await self.http.send("POST", "/logout", everywhere=everywhere)
        self.http.tokens = None

    async def keep(self, name: str, password: str, *, email: str | None = None) -> Me:
        """Convert the guest account into a user account, which keeps everything."""
        kept = await self.http.send(
            "POST", "/me/sign-up", name=name, password=password, email=email
        )
        return read(Me, kept)

    async def declare_program(self) -> Me:
        """Declare, permanently, that a program plays with this account; it gets the bot badge."""
        return read(Me, await self.http.send("POST", "/me/bot"))

    async def me(self) -> Me:
        """Return the user's own account and the tables at which they sit."""
        return await self._get(Me, "/me")

    async def devices(self) -> list[Device]:
        """Return the devices on which the user is logged in."""
        return await self._items(Device, "/devices")

    async def revoke(self, device: Device) -> None:
        """Log a device out."""
        await self.http.send("DELETE", f"/devices/{device.id}")

    async def player(self, name: str) -> Player:
        """Return a player's public profile."""
        return await self._get(Player, f"/players/{name}")

    async def balance(self) -> Balance:
        """Return the user's chips."""
        return await self._get(Balance, "/me/balance")

    async def refill(self) -> Balance:
        """Refill the wallet, which is possible once a day below the minimum."""
        return read(Balance, await self.http.send("POST", "/me/refill"))

    def statement(self) -> AsyncIterator[StatementLine]:
        """Yield every posting of the wallet, newest first."""
        return self._all(StatementLine, "/me/statement")

    # -- tables ------------------------------------------------------------------------------

    def tables(self, **filters: Any) -> AsyncIterator[TableRow]:
        """Yield open tables. Filters: `game`, `format`, `spectators`, `free=True`, `mine=True`."""
        return self._all(TableRow, "/tables", **filters)

    async def quick_seat(self, game: str, **choice: int) -> TableView:
        """Reserve a seat at a table of this game, opening a new table if necessary.

        `choice` has the stakes (`unit`) and the `buy_in` for this and later quick seats.
        """
        found = await self.http.send("POST", "/tables/quick", game=game, key=new_key(), **choice)
        return read(TableView, found)

    async def open(self, name: str, game: str, **plan: Any) -> TableView:
        """Open a table; `plan` has preset, options, seats, min_buy_in, max_buy_in, clock_s ..."""
        return read(
            TableView, await self.http.send("POST", "/tables", name=name, game=game, **plan)
        )

    async def join(self, name: str) -> TableView:
        """Return the open table of that name."""
        return read(TableView, await self.http.send("POST", "/tables/join", name=name))

    async def use_invite(self, code: str) -> TableView:
        """Return the private table of an invitation."""
        return read(TableView, await self.http.send("POST", f"/invites/{code}"))

    async def see(self, slug: str) -> TableView:
        """Return one table."""
        return await self._get(TableView, f"/tables/{slug}")

    async def close(self, slug: str) -> TableView:
        """Close the user's own table after the hand."""
        return read(TableView, await self.http.send("DELETE", f"/tables/{slug}"))

    # -- at a table --------------------------------------------------------------------------

    def table(self, slug: str, *, cut: bool = True, memory: Path | None = None) -> LiveTable:
        """Return a table over a socket: `async with client.table(slug) as table`.

        It cuts each next deck, unless `cut` is False, and remembers its decks in the file `memory`.
        """
        return LiveTable(self.http, slug, cut=cut, memory=memory)

    def at(self, slug: str, *, memory: Path | None = None) -> PolledTable:
        """Return the same table over requests alone: `await client.at(slug).sit(2)`."""
        return PolledTable(self.http, slug, memory=memory)

    def lobby(self, **look: Any) -> Lobby:
        """Return a page of the list of tables over a socket: `page`, and filters of `tables`.

        Other filters there: `people=True`, `bots=False`, `search="..."`.
        """
        return Lobby(self.http, "/ws/lobby/", **look)

    # -- hands and figures -------------------------------------------------------------------

    def hands(self, **filters: Any) -> AsyncIterator[HandRow]:
        """Yield the user's finished hands, newest first, by `game`, `table`, `after`, `before`."""
        return self._all(HandRow, "/hands", **filters)

    async def hand(self, hand_id: str) -> JSON:
        """Return a finished hand as the user may see it, with its events in sentences."""
        return await self._get(JSON, f"/hands/{hand_id}")

    async def record(self, hand_id: str) -> JSON:
        """Return a finished hand as a record that can be folded again."""
        return await self._get(JSON, f"/hands/{hand_id}/record")

    async def replay(self, hand_id: str) -> JSON:
        """Return the replay of a finished hand, one view per action."""
        return await self._get(JSON, f"/hands/{hand_id}/replay")

    async def games(self) -> list[GameRow]:
        """Return the games of the platform."""
        return await self._items(GameRow, "/games")

    async def rules(self, game: str) -> JSON:
        """Return the options of a game's rules, and its presets."""
        return await self._get(JSON, f"/games/{game}/rules")

    async def statistics(self, name: str | None = None, period: str = "all") -> list[GameFigures]:
        """Return the user's statistics by game, or a player's.

        A period is `day`, `week`, `month` or `all`.
        """
        path = "/me/statistics" if name is None else f"/players/{name}/statistics"
        return await self._items(GameFigures, path, period=period)

    async def ratings(self, name: str | None = None) -> list[Rating]:
        """Return the user's ratings by game, or a player's."""
        return await self._items(Rating, "/ratings", player=name)

    async def leaderboard(
        self, game: str, *, period: str = "week", measure: str | None = None
    ) -> Board:
        """Return the leaderboard of a game."""
        return await self._get(Board, "/leaderboards", game=game, period=period, measure=measure)

    # -- the ladder of registered bots ---------------------------------------------------------

    async def ladder(self, game: str) -> Ladder:
        """Return the ladder of a game."""
        return await self._get(Ladder, "/ladder", game=game)

    async def match(self, match_id: str) -> LadderMatch:
        """Return a match of this bot with the hands that wait for it."""
        return await self._get(LadderMatch, f"/ladder/matches/{match_id}")

    async def play_match(
        self,
        game: str,
        level: str,
        decide: Callable[[HandNow], Action],
        *,
        seed: str | None = None,
        deals: int = 40,
    ) -> LadderMatch:
        """Play a match of the ladder to its end, as `decide` says; goes on with an open one.

        With a `seed` it is not rated, has `deals` hands, and repeats.
        """
        sandbox = None if seed is None else {"seed": seed, "deals": deals}
        try:
            match = read(
                LadderMatch,
                await self.http.send(
                    "POST", "/ladder/matches", game=game, level=level, sandbox=sandbox
                ),
            )
        except Refused as no:
            if no.code != "MATCH_OPEN":
                raise
            match = await self.match(no.data["match"])
        return await self._play_on(match, decide)

    async def play_duel(self, game: str, decide: Callable[[HandNow], Action]) -> LadderMatch:
        """Wait until another registered bot is ready, and play a duel with it to its end."""
        while True:
            answer = await self.http.send("POST", "/ladder/duels", game=game)
            duel = read(LadderDuel, answer)
            if duel.match is not None:
                return await self._play_on(duel.match, decide)
            await asyncio.sleep((duel.ask_again_ms or 0) / 1_000)

    async def _play_on(
        self, match: LadderMatch, decide: Callable[[HandNow], Action]
    ) -> LadderMatch:
        """Play a match to its end; in a duel the rival may have to move first."""
        while match.outcome == "open":
            if not match.hands:
                await asyncio.sleep(RIVAL_WAIT_S)
                match = await self.match(match.id)
                continue
            moves = [_move(hand, decide(_at_a_table(hand))) for hand in match.hands]
            try:
                answer = await self.http.send(
                    "POST", f"/ladder/matches/{match.id}/moves", moves=moves
                )
                match = read(LadderMatch, answer)
            except (Stale, Unreachable):  # whether the moves counted is unknown
                match = await self.match(match.id)
            except Refused as no:
                if no.code != "MATCH_OVER":
                    raise
                match = await self.match(match.id)
        return match


def _at_a_table(hand: LadderHand) -> HandNow:
    """Return a hand of a match as a table would show it."""
    return HandNow(
        id=hand.id,
        number=hand.number,
        seq=hand.seq,
        view=hand.view,
        clock=None,
        next_at=None,
        fair=None,
        openings=[],
        teaching=None,
    )


def _move(hand: LadderHand, action: Action) -> JSON:
    return {
        "hand": hand.number,
        "seq": hand.seq,
        "action": action.kind,
        "amount": action.amount,
        "cards": list(action.cards) or None,
        "reading": action.reading or None,
    }
