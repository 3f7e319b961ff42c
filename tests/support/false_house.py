"""A false server: the real one, in which a house of its own deals to one player of a table.

`FalseServer` is an ASGI application around the real one. At a table with a `House` it rewrites what
the player gets: the house seals decks of its own, takes the player's cuts, locks, deals and ends
them by the rules of TFAIR2, and shows for each real card the card of its own deck at the same
position. The real server hears cuts that the house has made up. So a `House` is honest, and knows
all secrets; each way to cheat (`tests.support.cheats`) changes one of its steps.
"""

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any

from config.asgi import application as real_application
from games.dealing import signing
from games.engines.core.cards import TEXTS, text_of
from games.fair.deck import Candidates, DealtDeck
from games.fair.tfair2 import hashes, proof
from games.fair.tfair2.deck import LockedDeck, SealedDeck
from games.fair.tfair2.plan import Plan
from games.fair.tfair2.proof import Reason

MINE = "house-"
"""The ids of the house's own commands begin so."""
AT_ONCE = ("cardhouse.take_texts", "cardhouse.write_texts")
"""The extensions by which the real server takes and writes frames without `receive` and `send`."""
CUT = b"\x0c" * 32
"""The house's cut in the player's name, for the real server."""
_CARDS = frozenset(TEXTS)


class FalseServer:
    """The real application with false houses at some tables, by their slugs."""

    def __init__(self) -> None:
        self.houses: dict[str, House] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        house = self._house(scope)
        if house is None:
            await real_application(scope, receive, send)
        elif scope["type"] == "websocket":
            await Line(house, receive, send).serve(scope)
        elif (answer := house.request(scope["path"], scope["query_string"].decode())) is not None:
            await _respond(send, *answer)
        else:
            await real_application(scope, receive, send)

    def _house(self, scope: Any) -> "House | None":
        if scope["type"] not in ("http", "websocket"):
            return None
        parts = scope["path"].split("/")
        return next((self.houses[part] for part in parts if part in self.houses), None)


async def _respond(send: Any, status: int, body: Any) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(body).encode()})


class Line:
    """A socket of the player, with the house in the middle."""

    def __init__(self, house: "House", receive: Any, send: Any) -> None:
        self.house, self._receive, self._send = house, receive, send
        self._heard: asyncio.Queue[Any] = asyncio.Queue()

    async def serve(self, scope: Any) -> None:
        extensions = {k: v for k, v in scope.get("extensions", {}).items() if k not in AT_ONCE}
        scope = {**scope, "extensions": extensions}
        self.house.lines += 1
        hearing = asyncio.create_task(self._hear_all())
        try:
            await real_application(scope, self._heard.get, self._pass_on)
        finally:
            self.house.lines -= 1
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    async def _hear_all(self) -> None:
        try:
            await self._hear()
        except OSError:
            pass  # the player has gone
        except Exception as error:
            self.house.errors.append(error)
        finally:
            self._heard.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def _hear(self) -> None:
        message = {"type": ""}
        while message["type"] != "websocket.disconnect":
            message = await self._receive()
            if message["type"] != "websocket.receive":
                self._heard.put_nowait(message)
                continue
            answers, passed = self.house.hear(json.loads(message["text"]))
            self._order(passed)
            await self._tell(answers)

    async def _pass_on(self, message: Any) -> None:
        if message["type"] != "websocket.send":
            await self._send(message)
            return
        told = self.house.pass_on(json.loads(message["text"]))
        self._order(self.house.orders)
        self.house.orders = []
        await self._tell(told)

    def _order(self, commands: list[dict[str, Any]]) -> None:
        for one in commands:
            self._heard.put_nowait({"type": "websocket.receive", "text": json.dumps(one)})

    async def _tell(self, messages: list[dict[str, Any]]) -> None:
        for one in messages:
            self.house.note(one)
            await self._send({"type": "websocket.send", "text": json.dumps(one)})


@dataclass
class Deck:
    """A deck of the house, from its sealing to its deal."""

    made: Candidates
    sealed: SealedDeck
    hash: bytes | None = None
    """The player's cut commit."""
    cut: bytes | None = None
    locked: LockedDeck | None = None
    friend_cut: bytes = b""
    fair: dict[str, Any] = field(default_factory=dict)
    dealt: DealtDeck | None = None

    @property
    def shown(self) -> dict[int, bytes]:
        """The cuts of a locked deck by seat, without those that have not come."""
        assert self.locked is not None
        cuts = {
            seat: self.cut if hashed == self.hash else self.friend_cut
            for seat, hashed in self.locked.cut_commits.items()
        }
        return {seat: cut for seat, cut in cuts.items() if cut}


class House:
    """An honest house that deals its own decks to the player of the only line."""

    way = 0
    check = ""
    """The check that notices this house; empty if nothing is false."""
    amber = text = ""
    """What is told of this house if it is only unusual; words of what the player reads."""
    waits = 0
    """Seconds without an answer, until the player's side gives up."""
    plays = "first"
    game = "holdem"
    runs = 1
    """How often an all-in is run."""

    def __init__(self) -> None:
        self.lines = 0
        self.errors: list[Exception] = []
        self.said: list[dict[str, Any]] = []
        """All that the player was told."""
        self.heard: list[dict[str, Any]] = []
        self.lied = False
        self.proofs: list[str] = []
        """What evidence of the lie must contain."""
        self.honest_cards: set[str] = set()
        self.false_cards: set[str] = set()
        """Cards that the player was first shown after the lie."""
        self.seat = self.friend = -1
        self.table_id = b""
        self.coming: Deck | None = None
        self.dealing: Deck | None = None
        """The deck that the real table has dealt; its hand has not been shown yet."""
        self.now: Deck | None = None
        """The deck whose hand is shown."""
        self.over: Deck | None = None
        """The deck that was dealt and ended last."""
        self.chain, self.no = hashes.NO_CHAIN, 0
        self.last: dict[str, Any] | None = None
        self.ends: list[tuple[int, str]] = []
        self.thrown: list[dict[str, Any]] = []
        self.positions: dict[str, int] = {}
        """The position of each real card of the hand that the player was shown."""
        self.real: dict[str, Any] = {}
        """What the real table said last of its next deck."""
        self.real_no = self.real_ended = self.version = 0
        self.orders: list[dict[str, Any]] = []
        """Commands for the real table that the house has not sent yet."""
        self._ids = 0

    def lie(self, *proofs: str) -> None:
        """Note that the next message is false, and what evidence of it must contain."""
        self.lied = True
        self.proofs += [proof for proof in proofs if proof not in self.proofs]

    # -- the steps that a cheat may change -------------------------------------------------------

    def sealing(self, no: int, n: int) -> Deck:
        """Seal a new deck."""
        made = Candidates.fresh(n, hashes.TFAIR2)
        return Deck(made, SealedDeck(self.table_id, no, made.deck_id, n, made.roots))

    def locking(self, deck: Deck) -> None:
        """Fix the plan and the cut commits of the player and of the house's friend."""
        deck.friend_cut = deck.friend_cut or bytes(31) + b"\x01"
        assert deck.hash is not None
        friend = hashes.cut_commit_of(deck.sealed.commit, self.friend, deck.friend_cut)
        deck.locked = deck.sealed.lock(self.plan, {self.seat: deck.hash, self.friend: friend})

    def after_cut(self, deck: Deck, answer: dict[str, Any]) -> dict[str, Any] | None:
        """Answer the player's cut; None for no answer."""
        return answer

    def wants_another(self, deck: Deck) -> bool:
        """Whether the house throws the deck away now that it knows all its cuts."""
        return False

    def throwing(self, deck: Deck) -> dict[str, Any]:
        """Throw the deck away; returns all that is published of it."""
        raise NotImplementedError

    def dealing_of(self, deck: Deck, fair: dict[str, Any]) -> None:
        """Deal a deck as the hand with the ids of a real deal."""
        self.deal_as(deck, deck.locked, fair)

    def next_said(self, said: dict[str, Any]) -> dict[str, Any]:
        """Say this of the next deck."""
        return said

    def hand_said(self, message: dict[str, Any]) -> dict[str, Any]:
        """Show a hand with the house's cards."""
        return message

    def at(self, p: int) -> int:
        """Return the position whose card is shown where that of position `p` belongs."""
        return p

    def is_done(self) -> bool:
        """Whether the player has seen all that this house wants to show."""
        return self.no > 0

    # -- the life of a deck ----------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """The plan of the real table's lock."""
        return Plan.from_json(self.real["lock"]["plan"])

    def deal_as(self, deck: Deck, locked: LockedDeck | None, fair: dict[str, Any]) -> None:
        """Deal a deck by a lock that may not be the one that the player saw."""
        assert locked is not None
        cut = locked.cut(deck.shown if locked is deck.locked else self.cuts_of(deck, locked))
        deck.dealt = DealtDeck.of_candidate(cut, deck.made.each[cut.pick])
        deck.fair = proof.deal_of(
            cut,
            masters=deck.made.masters,
            hand_id=bytes.fromhex(fair["hand_id"]),
            number=fair["number"],
        )

    def cuts_of(self, deck: Deck, locked: LockedDeck) -> dict[int, bytes]:
        """Return the cuts for another lock: those that the house knows."""
        known = {self.seat: deck.cut or b"", self.friend: deck.friend_cut}
        return {seat: known[seat] for seat in locked.cut_commits}

    def _see_next(self, real: dict[str, Any]) -> None:
        """Follow what the real table says of its next deck."""
        if self.coming is None:
            self.table_id = bytes.fromhex(real["deck"]["table_id"])
            self.real_no, self.real_ended = real["deck"]["no"], real["ended"]["no"]
            self.coming = self.sealing(1, real["deck"]["n"])
        if real["ended"]["no"] > self.real_ended:
            self.real_ended = real["ended"]["no"]
            self._end(real["last"])
        if real["deck"]["no"] > self.real_no:
            self._move_on(real["deck"]["no"])
        self.real = real

    def _move_on(self, real_no: int) -> None:
        assert self.coming is not None
        self.real_no = real_no
        self.dealing = self.coming
        self.coming = self.sealing(self.coming.sealed.no + 1, self.coming.made.n)

    def _end(self, last: dict[str, Any]) -> None:
        assert self.now is not None
        self.over, play_hash = self.now, bytes.fromhex(last["play_hash"])
        self.ended(proof.end_of(self.now.fair, play_hash=play_hash, chain=self.chain))

    def ended(self, end: dict[str, Any]) -> None:
        """Note the end of a deck, dealt or thrown away."""
        self.no, self.chain = end["no"], bytes.fromhex(end["chain"])
        self.last = {**end, "signature": signing.sign_chain(self.chain)}
        self.ends.append((end["no"], end["end"]))

    def throw(
        self, deck: Deck, reason: Reason, *, locked: LockedDeck | None = None
    ) -> dict[str, Any]:
        """Throw a deck away, as locked as said; returns all that is published of it."""
        return proof.thrown_of(
            deck.sealed,
            masters=deck.made.masters,
            reason=reason,
            chain=self.chain,
            locked=locked,
            cuts=deck.shown if locked is not None else {},
        )

    def _next_deck(self) -> dict[str, Any]:
        assert self.coming is not None
        lock = None
        if self.coming.locked is not None:
            lock = proof.published_lock(self.coming.locked)
            lock["signature"] = signing.sign_lock(self.coming.locked.lock)
        return self.next_said(
            {
                "game": self.real["game"],
                "deck": proof.published(self.coming.sealed),
                "lock": lock,
                "missing": [],
                "not_asked": [],
                "ended": {"no": self.no, "chain": self.chain.hex()},
                "last": self.last,
            }
        )

    # -- messages to the player ------------------------------------------------------------------

    def pass_on(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Return what the player gets in the place of a message of the real table."""
        if str(message.get("id", "")).startswith(MINE):
            return []
        if message.get("you"):
            self.seat = message["you"]["seat"]
        if message.get("table"):
            self._see_table(message["table"])
        elif message["type"] == "deck":
            self._see_next(message["next_deck"])
            self.version = message["version"]
            message["next_deck"] = self._lock_and_tell()
        if message.get("hand"):
            message = self.hand_said(self._see_hand(message))
        return [message]

    def _see_table(self, table: dict[str, Any]) -> None:
        self.version = table["version"]
        for seat in table["seats"]:
            if seat["seat"] != self.seat:
                self.friend, seat["kind"] = seat["seat"], "guest"  # so its friend may cut
        self._see_next(table["next_deck"])
        table["next_deck"] = self._lock_and_tell()

    def _lock_and_tell(self) -> dict[str, Any]:
        self._lock_if_due()
        return self._next_deck()

    def _lock_if_due(self) -> None:
        deck = self.coming
        if deck is not None and deck.locked is None and deck.hash and self.real["lock"]:
            self.locking(deck)

    def _see_hand(self, message: dict[str, Any]) -> dict[str, Any]:
        hand = message["hand"]
        fair = hand["fair"]
        if fair is not None:
            self._see_deal(fair)
            assert self.now is not None
            hand["fair"] = self.now.fair
        for one in hand["openings"]:
            self.positions[text_of(one["card"])] = one["p"]
        hand["openings"] = [self.opening(self.at(one["p"])) for one in hand["openings"]]
        hand["view"], message["events"] = self._shown(hand["view"]), self._shown(message["events"])
        return message

    def _see_deal(self, fair: dict[str, Any]) -> None:
        if fair["no"] == self.real_no:
            self._move_on(fair["no"] + 1)
        if self.now is None or self.now.fair["hand_id"] != fair["hand_id"]:
            assert self.dealing is not None
            self.now, self.dealing, self.positions = self.dealing, None, {}
            self.dealing_of(self.now, fair)

    def opening(self, p: int) -> dict[str, Any]:
        """Return the opening of the house's card at a position."""
        assert self.now is not None
        assert self.now.dealt is not None
        return self.now.dealt._opening(p).told

    def card_at(self, p: int) -> str:
        """Return the house's card at a position."""
        assert self.now is not None
        assert self.now.dealt is not None
        return text_of(self.now.dealt.order[p])

    def _shown(self, value: Any) -> Any:
        if isinstance(value, str):
            if value not in _CARDS:
                return value
            return self.card_at(self.at(self.positions[value]))
        if isinstance(value, list):
            return [self._shown(one) for one in value]
        if isinstance(value, dict):
            return {name: self._shown(one) for name, one in value.items()}
        return value

    def deck_frame(self) -> dict[str, Any]:
        """Return a frame that says how the next deck stands."""
        now = int(time.time() * 1000)
        said = {"now": now, "version": self.version, "next_at": None}
        return {"type": "deck", **said, "next_deck": self._next_deck()}

    def note(self, message: dict[str, Any]) -> None:
        """Keep what the player is told."""
        self.said.append(message)
        if message.get("hand"):
            cards = named([message["hand"]["view"], message["events"]])
            if self.lied:
                self.false_cards |= cards - self.honest_cards
            else:
                self.honest_cards |= cards

    # -- messages of the player ------------------------------------------------------------------

    def hear(self, command: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the answers to a command, and what the real table hears instead of it."""
        self.heard.append(command)
        if command.get("type") == "cut_commit":
            return self._hear_promise(command)
        if command.get("type") == "cut":
            return self._hear_cut(command)
        return [], [command]

    def _hear_promise(self, command: dict[str, Any]) -> Any:
        deck = self.coming
        assert deck is not None
        commit = deck.sealed.commit
        if command["commit"] != commit.hex():
            return [refused(command, "WRONG_DECK")], []
        deck.hash = bytes.fromhex(command["hash"])
        signature = signing.sign_cut_commit(commit=commit, seat=self.seat, cut_commit=deck.hash)
        answers = [ok(command, signature)]
        if self.real["lock"] is None:
            return answers, [self.real_promise()]
        self._lock_if_due()
        return [*answers, self.deck_frame()], []

    def _hear_cut(self, command: dict[str, Any]) -> Any:
        deck = self.coming
        assert deck is not None
        if command["commit"] != deck.sealed.commit.hex() or deck.locked is None:
            return [refused(command, "WRONG_DECK")], []
        deck.cut = bytes.fromhex(command["cut"])
        signature = signing.sign_cut(lock=deck.locked.lock, seat=self.seat, cut=deck.cut)
        answer = self.after_cut(deck, ok(command, signature))
        answers = [answer] if answer else []
        if self.wants_another(deck):
            self.thrown.append(self.throwing(deck))
            self.ended(self.thrown[-1])
            self.coming = self.sealing(deck.sealed.no + 1, deck.made.n)
            return [*answers, self.deck_frame()], []
        return answers, [self.real_cut()]

    def real_promise(self) -> dict[str, Any]:
        """Return the command with the house's cut commit for the real deck."""
        real = bytes.fromhex(self.real["deck"]["commit"])
        hashed = hashes.cut_commit_of(real, self.seat, CUT).hex()
        return self._mine("cut_commit", real, hash=hashed)

    def real_cut(self) -> dict[str, Any]:
        """Return the command with the house's cut of the real deck."""
        return self._mine("cut", bytes.fromhex(self.real["deck"]["commit"]), cut=CUT.hex())

    def _mine(self, kind: str, commit: bytes, **fields: str) -> dict[str, Any]:
        self._ids += 1
        return {"type": kind, "id": f"{MINE}{self._ids}", "commit": commit.hex(), **fields}

    # -- requests --------------------------------------------------------------------------------

    def request(self, path: str, query: str) -> tuple[int, Any] | None:
        """Answer a request of the player: status and body; None to leave it to the real server."""
        if not path.endswith("/decks/ends"):
            return None
        after = int(query.partition("after=")[2] or 0)
        ends = [[no, end] for no, end in self.ends if no > after]
        return 200, {"ends": ends, "thrown": [one for one in self.thrown if one["no"] > after]}


def ok(command: dict[str, Any], signature: str) -> dict[str, Any]:
    return {"type": "ok", "id": command["id"], "signature": signature}


def refused(command: dict[str, Any], code: str) -> dict[str, Any]:
    return {"type": "refused", "id": command["id"], "code": code, "text": "That can't be done now."}


def named(value: Any) -> set[str]:
    """Return the cards that are named anywhere in a value."""
    if isinstance(value, str):
        return {value} & _CARDS
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(named, value)) if isinstance(value, list) else set()
