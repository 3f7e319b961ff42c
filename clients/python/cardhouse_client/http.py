"""Requests: tokens that renew themselves, and retries when no answer arrives.

A read is sent again after a lost connection. So is a write with a `key`, which counts once however
often it arrives, and a refresh, whose response the server repeats for thirty seconds. A request
that was refused by a rate limit is sent again after `Retry-After`. The caller decides about
everything else.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from cardhouse_client.answers import Tokens
from cardhouse_client.errors import CardhouseError, LoggedOut, TooMany, Unreachable, refused
from cardhouse_client.reading import read

PAUSES_S = (0.2, 0.6, 2.0)
"""The pauses before each retry, in seconds."""
TIMEOUT_S = 15.0
REFRESH_TIMEOUT_S = 5.0
"""The timeout of each attempt: all end within the thirty seconds in which the response repeats."""


class Http:
    """The API of one server for one user; `keep` is called with tokens that must be stored."""

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
        self.base_url = base_url.rstrip("/")
        self.tokens = tokens
        self._keep = keep
        self._patience_s = patience_s
        self._renewing = asyncio.Lock()
        self._line = httpx.AsyncClient(
            base_url=f"{self.base_url}/api/v1",
            headers={"Accept": "application/json", "Accept-Language": language},
            timeout=TIMEOUT_S,
            transport=transport,
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._line.aclose()

    async def get(self, path: str, *, wait_s: float = 0.0, **query: Any) -> Any:
        """Read; `wait_s` is how long the server itself may hold the response back."""
        asked = {name: _text(value) for name, value in query.items() if value is not None}
        return await self._insist("GET", path, again=True, params=asked, timeout=TIMEOUT_S + wait_s)

    def asks(self, below: str) -> Callable[..., Awaitable[Any]]:
        """Return a function that reads a path below another one, or one of the site ("/…")."""

        async def ask(path: str, **query: Any) -> Any:
            whole = f"{self.base_url}{path}" if path[:1] == "/" else below + path
            return await self.get(whole, **query)

        return ask

    async def send(self, method: str, path: str, **body: Any) -> Any:
        """Write; fields that are None are left out."""
        fields = {name: value for name, value in body.items() if value is not None}
        return await self._insist(method, path, again="key" in fields, json=fields)

    async def enter(self, path: str, **body: Any) -> Any:
        """Log in through `path`; every later request is this user's."""
        self.tokens = None
        session = await self.send("POST", path, **body)
        self._take(session)
        return session

    def _take(self, session: Any) -> None:
        self.tokens = read(Tokens, session)
        if self._keep is not None:
            self._keep(self.tokens)

    async def _insist(self, method: str, path: str, *, again: bool, **rest: Any) -> Any:
        for pause_s in PAUSES_S:
            try:
                return await self._as_person(method, path, **rest)
            except Unreachable:
                if not again:
                    raise
            except TooMany as no:
                if no.wait_s > self._patience_s:
                    raise
                pause_s = max(pause_s, no.wait_s)
            await asyncio.sleep(pause_s)
        return await self._as_person(method, path, **rest)

    async def _as_person(self, method: str, path: str, **rest: Any) -> Any:
        """Send one request; if its token has expired, repeat it with a new one."""
        tokens = self.tokens
        if tokens is None:
            return await self._once(method, path, **rest)
        try:
            return await self._once(method, path, access=tokens.access, **rest)
        except LoggedOut as no:
            if no.code != "BAD_TOKEN":
                raise
        access = await self._renewed(tokens)
        return await self._once(method, path, access=access, **rest)

    async def _renewed(self, spent: Tokens) -> str:
        """Return a new access token, requested once for all requests with the expired one."""
        async with self._renewing:
            if self.tokens == spent:
                try:
                    self._take(await self._refresh(spent))
                except LoggedOut:
                    self.tokens = None
                    raise
        return self.tokens.access if self.tokens is not None else ""

    async def _refresh(self, spent: Tokens) -> Any:
        """Return the response to a refresh token; the request is repeated until there is one."""
        body = {"refresh": spent.refresh}
        for pause_s in PAUSES_S:
            try:
                return await self._once("POST", "/refresh", json=body, timeout=REFRESH_TIMEOUT_S)
            except Unreachable:
                await asyncio.sleep(pause_s)
        return await self._once("POST", "/refresh", json=body, timeout=REFRESH_TIMEOUT_S)

    async def _once(self, method: str, path: str, *, access: str = "", **rest: Any) -> Any:
        headers = {"Authorization": f"Bearer {access}"} if access else {}
        try:
            answer = await self._line.request(method, path, headers=headers, **rest)
        except httpx.TransportError as error:
            raise Unreachable(str(error) or type(error).__name__) from error
        if answer.is_success:
            return answer.json() if answer.content else None
        raise _no(answer)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _no(answer: httpx.Response) -> CardhouseError:
    """Return the exception for a response; an unhealthy server counts as no answer."""
    try:
        body = answer.json()
        code, text = body["code"], body["text"]
    except (ValueError, KeyError, TypeError):
        return Unreachable(f"{answer.status_code} {answer.reason_phrase}")
    if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
        return Unreachable(text)
    no = refused(code, text, body.get("data"), answer.status_code)
    if isinstance(no, TooMany):
        no.wait_s = float(answer.headers.get("Retry-After", no.wait_s))
    return no
