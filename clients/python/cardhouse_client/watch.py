"""An independent witness of a card room: it keeps its own copy of what the house says of its decks.

    python -m cardhouse_client.watch SERVER DIRECTORY [--table SLUG]… [--every SECONDS] [--once]
    python -m cardhouse_client.watch compare DIRECTORY DIRECTORY

The witness watches public tables (all, or those that are named) and the closed days, and checks all
that it hears. DIRECTORY has a journal, to which lines are only added: each deck, lock and chain of
a table, each day and key, with the time. Every later answer is compared with it. A contradiction
is told in one line, with a file of evidence; with `--once` the exit status is then 1, and 2 if the
server does not answer. `compare` finds what a house told two witnesses differently.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx

from cardhouse_client.answers import Tokens
from cardhouse_client.client import Client
from cardhouse_client.days import check_chain, check_items, date_of
from cardhouse_client.errors import CardhouseError, LoggedOut, Refused, Unreachable
from cardhouse_client.fair import NotFair, need
from cardhouse_client.messages import Hello
from cardhouse_client.signatures import House, read_keys
from cardhouse_client.tfair2.forms import bytes_of, field, listed, number_of
from cardhouse_client.tfair2.hashes import tagged, u32

EVERY_S = 60
DAY_MS = 86_400_000
SLACK_MS = 600_000
"""How far the clocks of house and witness may differ where a deck is due in the tree of a day."""
Name = tuple[str, ...]
"""Names a thing that is told: "deck", "lock", "chain" or "placed" (its day) with table_id and no;
"day" with scheme and day; "key" with its number."""


class Journal:
    """The things that were told, each once: a file of JSON lines, to which lines are only added."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.path = directory / "journal.jsonl"
        self.said: dict[Name, str] = {}
        self.at: dict[Name, int] = {}
        for line in (
            self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ()
        ):
            with suppress(ValueError):  # a line that a crash cut off
                one = json.loads(line)
                name = tuple(one["name"])
                self.said[name], self.at[name] = one["value"], one["at"]

    def note(self, *name: Any, value: str) -> None:
        """Add what was said; raises `NotFair` if something else was said before."""
        key = tuple(map(str, name))
        known = self.said.setdefault(key, value)
        need(known == value, "witness", f"{' '.join(key)}: {value} now, {known} before")
        if key not in self.at:
            self.at[key] = int(time.time() * 1000)
            with self.path.open(
                "a", encoding="utf-8"
            ) as file:  # after a line that was cut off, too
                line = json.dumps({"at": self.at[key], "name": key, "value": value})
                file.write(f"\n{line}" if file.tell() else line)  # whatever a crash left there


def compare(one: Path, other: Path) -> tuple[int, list[str]]:
    """Return how many things both witnesses heard, and what they were told differently."""
    here, there = Journal(one).said, Journal(other).said
    both = [name for name in here if name in there]
    different = [name for name in both if here[name] != there[name]]
    return len(both), [f"{' '.join(name)}: {here[name]} and {there[name]}" for name in different]


class Witness:
    """The witness of one server; `failures` are the lines that it has told."""

    def __init__(self, directory: Path, slugs: Sequence[str] = ()) -> None:
        self.journal = Journal(directory)
        self.failures: list[str] = []
        self._directory = directory
        self._slugs = slugs
        self._following: dict[str, asyncio.Task[None]] = {}

    async def look(self, client: Client, *, once: bool) -> None:
        """Look at all tables and days; with `once` at the present of each table alone.

        Otherwise each table is followed by a task of its own.
        """
        for slug in self._slugs or await _open_slugs(client):
            task = self._following.get(slug)
            if once:
                await self._follow(client, slug, once=True)
            elif task is None or task.done():
                self._following[slug] = asyncio.create_task(self._follow(client, slug, once=False))
        await self._look_at_days(client)

    # -- days --------------------------------------------------------------------------------

    async def _look_at_days(self, client: Client) -> None:
        """Compare keys and days with the journal, and new days with the decks that were seen."""
        ask = client.http.asks("")
        with self._checking("days") as heard:
            heard["keys"] = await ask("/fair/key.json")
            keys = self._keys(read_keys(heard["keys"]))
            heard["chain"] = await ask("/fair/chain.json")
            days = check_chain(heard["chain"], keys)
            known = [name[2] for name in self.journal.said if name[0] == "day"]
            gone = sorted(set(known) - set(map(str, days)))
            need(not gone, "witness", f"days {', '.join(gone)} are not in the chain any more")
            for day, one in days.items():
                named = [one.get(name) for name in ("leaves", "hands", "root", "head")]
                value = " ".join(str(part) for part in named if part is not None)
                scheme = one.get("scheme", "TFAIR1")
                if ("day", scheme, str(day)) not in self.journal.said and scheme == "TFAIR2":
                    heard["items"] = await _items(client, number_of(one, "day"))
                    self._look_at_items({**one, "items": heard["items"]})
                self.journal.note("day", scheme, day, value=value)

    def _keys(self, house: House) -> House:
        for number, key in enumerate(house.keys, 1):
            is_new = ("key", str(number)) not in self.journal.said
            self.journal.note("key", number, value=key.hex())
            if is_new and number in house.strangers:
                why = f"key {number} is not signed by the one before: ask the house in another way"
                self.failed("keys", NotFair("signature", why), {"key": key.hex()})
        return house

    def _look_at_items(self, day: Mapping[str, Any]) -> None:
        """Check a new day by its items: the chains that were seen are there, none is another."""
        check_items(day)
        placed, number = dict(day["items"]), day["day"]
        for name, chain in list(self.journal.said.items()):
            _kind, table_id, no = name if name[0] == "chain" else ("", "", "0")
            if no == "0" or ("placed", table_id, no) in self.journal.said:
                continue
            found = placed.get(_slot(table_id, int(no)))
            if found is not None:
                same = found == chain
                need(same, "witness", f"the day {date_of(number)} has another chain of {name[1:]}")
                self.journal.note("placed", table_id, no, value=date_of(number))
            else:
                due = self.journal.at[name] < (number + 1) * DAY_MS - SLACK_MS
                need(not due, "witness", f"the day {date_of(number)} leaves {name[1:]} out")

    # -- tables ------------------------------------------------------------------------------

    async def _follow(self, client: Client, slug: str, *, once: bool) -> None:
        memory = self._directory / "tables" / f"{slug}.json"
        memory.parent.mkdir(exist_ok=True)
        try:
            with self._checking(slug) as heard:
                async with client.table(slug, cut=False, memory=memory) as table:
                    async for message in table:
                        heard["next_deck"] = table.table.next_deck
                        self.note_table(table.table.next_deck)
                        if once and isinstance(message, Hello):
                            return
        except (Unreachable, Refused) as error:
            print(f"{slug}: {error}", flush=True)

    def note_table(self, said: Any) -> None:
        """Note what a table says of its decks; raises `NotFair` if it said otherwise before."""
        if said is None:
            return
        deck, lock, ended = field(said, "deck"), field(said, "lock"), field(said, "ended")
        table_id, no = bytes_of(deck, "table_id", 16).hex(), number_of(deck, "no", 1)
        self.journal.note("deck", table_id, no, value=bytes_of(deck, "commit").hex())
        if lock is not None:
            self.journal.note("lock", table_id, no, value=bytes_of(lock, "lock").hex())
        last = number_of(ended, "no")
        self.journal.note("chain", table_id, last, value=bytes_of(ended, "chain").hex())

    # -- what was found ----------------------------------------------------------------------

    def _checking(self, what: str) -> "_Checking":
        return _Checking(self, what)

    def failed(self, what: str, no: NotFair, heard: Mapping[str, Any]) -> None:
        """Tell a failure in one line, and write its evidence."""
        file = self._directory / f"evidence-{time.time_ns()}.json"
        evidence = no.evidence or {"check": no.check, "text": no.text, "heard": heard}
        file.write_text(json.dumps({"what": what, **evidence}), encoding="utf-8")
        line = f"{what}: DOES NOT HOLD: {no} (evidence: {file})"
        self.failures.append(line)
        print(line, flush=True)

    async def close(self) -> None:
        """Stop following tables."""
        for task in self._following.values():
            task.cancel()
        await asyncio.gather(*self._following.values(), return_exceptions=True)


class _Checking:
    """A check whose failure is told and ends nothing else; gives a mapping for what was heard."""

    def __init__(self, witness: Witness, what: str) -> None:
        self._witness, self._what = witness, what
        self._heard: dict[str, Any] = {}

    def __enter__(self) -> dict[str, Any]:
        return self._heard

    def __exit__(self, _kind: Any, error: BaseException | None, _at: Any) -> bool:
        is_contrary = isinstance(error, NotFair) or not isinstance(error, CardhouseError | OSError)
        if not (isinstance(error, Exception) and is_contrary):
            return False  # the server did not answer or refused to, or the disk is full
        broken = f"the answer cannot be read: {error!r}"
        no = error if isinstance(error, NotFair) else NotFair("form", broken)
        self._witness.failed(self._what, no, self._heard)
        return True


async def _open_slugs(client: Client) -> list[str]:
    rows = [row async for row in client.tables()]
    return [row.slug for row in rows if not row.private and row.spectators != "closed"]


async def _items(client: Client, day: int) -> list[Any]:
    """Return all items of a day: [slot, chain]."""
    items: list[Any] = []
    cursor = None
    while True:
        path = f"/fair/days/{date_of(day)}"
        page = await client.http.get(path, scheme="TFAIR2", cursor=cursor)
        items += listed(page, "items")
        cursor = page.get("next")
        if cursor is None:
            return items


def _slot(table_id: str, no: int) -> str:
    return tagged(0x0E, bytes.fromhex(table_id), u32(no)).hex()


async def watch(
    server: str,
    directory: Path,
    *,
    slugs: Sequence[str] = (),
    every_s: float = EVERY_S,
    once: bool = False,
    transport: httpx.AsyncBaseTransport | None = None,
) -> int:
    """Watch a server; with `once` return the exit status, otherwise go on for ever."""
    witness = Witness(directory, slugs)
    async with _client(server, directory, transport) as client:
        try:
            while True:
                answered = await _round(client, witness, once=once)
                if once:
                    return 1 if witness.failures else 0 if answered else 2
                await asyncio.sleep(every_s)
        finally:
            await witness.close()


def _client(server: str, directory: Path, transport: httpx.AsyncBaseTransport | None) -> Client:
    """Return a client that comes again as the guest that it was."""
    kept = directory / "tokens.json"

    def keep(tokens: Tokens) -> None:
        kept.touch(mode=0o600)
        kept.write_text(json.dumps(asdict(tokens)), encoding="utf-8")

    tokens = Tokens(**json.loads(kept.read_text(encoding="utf-8"))) if kept.exists() else None
    return Client(server, tokens=tokens, keep=keep, transport=transport)


async def _round(client: Client, witness: Witness, *, once: bool) -> bool:
    """Look at everything once; return whether the server answered."""
    try:
        if client.http.tokens is None:
            await client.guest(device="Witness")
        await witness.look(client, once=once)
    except LoggedOut:  # the guest is long gone: come as another
        client.http.tokens = None
        return await _round(client, witness, once=once)
    except (Unreachable, Refused) as error:
        print(f"{client.http.base_url}: {error}", flush=True)
        return False
    return True


def main(arguments: Sequence[str]) -> int:
    """Run the command; return the exit status."""
    if list(arguments[:1]) == ["compare"] and len(arguments) == 3:
        both, different = compare(Path(arguments[1]), Path(arguments[2]))
        for line in different:
            print(f"DIFFERENT: {line}")
        print(f"{both} things were told to both, {len(different)} of them differently")
        return 1 if different else 0
    parser = argparse.ArgumentParser(prog="cardhouse_client.watch", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("server")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--table", action="append", default=[], dest="slugs", metavar="SLUG")
    parser.add_argument("--every", type=float, default=EVERY_S, dest="every_s", metavar="SECONDS")
    parser.add_argument("--once", action="store_true")
    given = vars(parser.parse_args(arguments))
    with suppress(KeyboardInterrupt):
        return asyncio.run(watch(given.pop("server"), given.pop("directory"), **given))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
