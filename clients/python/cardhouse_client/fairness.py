"""The checks of one table's messages about its decks, before anybody reads them.

`Fairness` translates the table's messages for the guard (`cardhouse_client.tfair2.guard`), fetches
the ends of decks that a lost connection has missed, and keeps what was seen. A failure raises
`NotFair` with its evidence. A thing that cannot be checked, or is unusual, is an amber: it is
logged, and listed in `ambers`.
"""

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from cardhouse_client import fair as tfair1
from cardhouse_client.errors import Refused, Unreachable
from cardhouse_client.evidence import receipt_of
from cardhouse_client.fair import NotFair, need
from cardhouse_client.signatures import CAN_CHECK, CHAIN, CUT, CUT_COMMIT, LOCK, House, read_keys
from cardhouse_client.tfair2.ends import chain_after
from cardhouse_client.tfair2.forms import (
    by_seat,
    bytes_of,
    field,
    hex_bytes,
    listed,
    number_of,
    seats_of,
    whole,
)
from cardhouse_client.tfair2.guard import Guard
from cardhouse_client.tfair2.memory import MyCut, Seen
from cardhouse_client.tfair2.places import Places

FRAMES_KEPT = 60
NOTES_KEPT = 400
"""How many of the last messages, and of those to the guard, are in the evidence of a failure."""
SILENT_S, BURST_S = 5.0, 2.0
"""So long without a message is a gap; for so long after it messages may be old ones, in a burst."""
RETRY_S = 2
"""The pause between two requests for the ends of decks, in whole seconds."""
log = logging.getLogger(__name__)
Ask = Callable[..., Awaitable[Any]]
"""Returns the answer to a GET of a path below the table's, or of one of the site (`/fair/…`)."""


class Fairness:
    """The checks of one table, in the order in which its messages arrive.

    With a `path` what was seen is kept in that file, so that a program that starts again notices a
    history that was changed; the evidence of a failure is written beside it.
    """

    def __init__(self, ask: Ask, path: Path | None = None, *, cuts: bool = False) -> None:
        """Check what is heard; `cuts` says whether this client cuts the decks itself."""
        self._ask = ask
        self._path = path
        self.guard = Guard({"seen": _read(path)})
        self.guard.cuts = cuts
        self.house = House()
        self._keys_asked = False
        self._frames: deque[Any] = deque(maxlen=FRAMES_KEPT)
        self._notes: deque[Any] = deque(maxlen=NOTES_KEPT)
        self._answers: deque[Any] = deque(maxlen=NOTES_KEPT)
        self._hand: str | None = None
        """The id of the hand whose deal was checked last."""
        self._places = Places()
        self._older: Any = None
        """The proof of a hand by TFAIR1 that runs while the table changes to TFAIR2."""
        self._deck: Any = None
        """The last message about the next deck."""
        self._answered: int | None = None
        """The last deck of which a cut commit was answered."""
        self._heard_at = self._late_until = 0.0
        self._is_out = self._asked_out = False
        self._not_asked = 0
        """The last deck for which this seat was told that it is not asked."""
        self._logged = 0

    # -- what the caller reads ---------------------------------------------------------------

    @property
    def ambers(self) -> list[str]:
        """Return what could not be checked or was unusual, oldest first."""
        return self.guard.ambers

    @property
    def hand(self) -> str | None:
        """Return the id of the last hand whose deal holds, in 32 hexadecimal digits."""
        return self._hand

    @property
    def cuts(self) -> list[tuple[int, bytes]]:
        """Return the cuts of the last hand's deal, by seat."""
        deal = self.guard.deal or self.guard.over
        return deal.cuts if deal is not None else []

    @property
    def seal(self) -> str:
        """Return what was checked of the hand, in words."""
        if self._older is not None:
            return "checked by the older, weaker scheme"
        deal = self.guard.deal or self.guard.over
        if deal is None:
            return "no hand yet"
        mine = any(seat == self.guard.seat for seat, _cut in deal.cuts)
        own = self.guard.seen.cuts.get(deal.no)
        mine = mine and own is not None and (own.seat, bytes.fromhex(own.cut)) in deal.cuts
        seats = ", ".join(str(seat) for seat, _cut in deal.cuts)
        cut = f"cut by seats {seats}" + (", one of them yours" if mine else "")
        late = ", joined after this deck was sealed" if deal.no in self.guard.seen.late else ""
        return f"{cut if seats else 'uncut'}{late}, {len(deal.opened)} cards verified"

    def _take(self, message: dict[str, Any]) -> None:
        """Let the guard check a message, and keep it for the evidence."""
        if message["t"] != "over" and not message.get("over"):  # no part of a table's course
            self._notes.append({"at": int(time.time() * 1000), **message})
        self.guard.take(message)

    # -- messages ----------------------------------------------------------------------------

    def heard(self, message: Any) -> None:
        """Keep a raw message, or a command of this client, for the evidence."""
        now = time.monotonic()
        if self._heard_at and now - self._heard_at > SILENT_S:
            self._late_until = now + BURST_S
        if now < self._late_until:
            self.guard.has_gap = True
        self._heard_at = now
        self._frames.append(message)

    def offline(self) -> None:
        """Note that the connection was lost, and messages may be missing."""
        self._take({"t": "offline"})

    async def see(
        self,
        *,
        deck: Any = None,
        hand: Any = None,
        events: Sequence[Any] = (),
        seat: int | None = None,
        is_ready: bool = True,
        whole: bool = False,
    ) -> None:
        """Check a message: `deck` is `next_deck`, None if the message has none.

        `seat` is the client's own, None if it has none, and `is_ready` whether it is dealt in.
        `whole` says that the message has the full state: others before it may not have been sent.
        Raises `NotFair` with its evidence.
        """
        try:
            if whole:
                self.offline()
            if deck is not None:
                await self._see_end(deck, whole=whole)
                self._see_deck(deck)
            self._see_seat(seat, is_ready=is_ready)
            if deck is not None:
                self._see_whether_asked(deck)
                await self._see_lock(deck)
            await self._see_hand(hand, events, whole=whole)
            self._see_seat(seat, is_ready=is_ready)
            if self._deck is not None:
                self._see_deck(self._deck)
            self._report()
            if deck is not None or (hand is not None and hand.fair is not None):
                self._keep()
        except NotFair as failed:
            self._fail(failed)
            raise
        except Exception as error:  # whatever a message does to the checks is a failure
            broken = NotFair("form", f"the message cannot be read: {error!r}")
            self._fail(broken)
            raise broken from error

    async def _see_end(self, deck: Any, *, whole: bool) -> None:
        """Check how decks ended since the last message, and fetch what was missed."""
        ended, last = field(deck, "ended"), field(deck, "last")
        no, chain = number_of(ended, "no"), field(ended, "chain")
        now = {"t": "hello", "no": no, "chain": chain, "tfair1": ended.get("tfair1")}
        seen = self.guard.seen.last
        if seen is None:
            self._take(now)
            return
        if no < seen and not whole:
            return  # it was on its way while the ends of later decks were fetched
        if no == seen + 1 and last is not None and number_of(last, "no", 1) == no:
            await self._signed(CHAIN, last, "chain")
            self._take_end(last)
        elif no > seen:
            self.offline()
            await self._fetch(no)
        self._take(now)

    def _take_end(self, last: Any) -> None:
        deal = self.guard.deal
        if "reason" in last:
            self._take({"t": "thrown", "deck": last})
        elif deal is not None and deal.no == last["no"]:
            tfair1 = self._deck is not None and self._deck["deck"].get("tfair1")
            self._take({**last, "t": "end", "tfair1": tfair1})
        else:  # the hand was not shown
            self._link(last["no"], last["end"])

    def _link(self, no: Any, end: Any) -> None:
        self._take({"t": "links", "ends": [[no, end]]})
        seen = self.guard.seen
        chain = chain_after(seen.chain, number_of({"no": no}, "no", 1), hex_bytes(end, 32))
        self._take({"t": "hello", "no": no, "chain": chain.hex()})

    async def _fetch(self, until: int) -> None:
        """Fetch the ends of all decks up to `until`, and join them to the chain.

        As long as they do not come, that is an amber; for a minute it is a failure.
        """
        seen = self.guard.seen
        while (seen.last or 0) < until:
            before = seen.last
            try:
                answer = await self._ask("decks/ends", after=before)
            except (Unreachable, Refused) as error:
                log.warning("the ends of decks did not come: %s", error)
            else:
                self._join(answer, until)
            if seen.last != before:
                self._take({"t": "request", "ok": True})
            else:
                self._take({"t": "request", "ok": False, "seconds": RETRY_S})
                self._report()
                await asyncio.sleep(RETRY_S)

    def _join(self, answer: Any, until: int) -> None:
        """Join fetched ends to the chain: of decks that were dealt, and of those thrown away."""
        thrown = {number_of(one, "no", 1): one for one in listed(answer, "thrown")}
        ends = {no: field(one, "end") for no, one in thrown.items()}
        for pair in listed(answer, "ends"):
            need(isinstance(pair, list) and len(pair) == 2, "form", "an end is a pair")
            no, end = whole(pair[0], "no", 1), pair[1]
            need(ends.setdefault(no, end) == end, "end", f"deck {no} ended in two ways")
        for no in sorted(no for no in ends if no <= until):
            if no in thrown:
                self._take({"t": "thrown", "deck": thrown[no], "missed": True})
            else:
                self._link(no, ends[no])

    def _see_deck(self, deck: Any) -> None:
        """Note the next deck; that after a hand that was not dealt yet waits for the hand."""
        self._deck = deck
        sealed, lock, guard = field(deck, "deck"), field(deck, "lock"), self.guard
        no, last = number_of(sealed, "no", 1), guard.seen.last or 0
        if no == last + 2 and guard.deal is None:
            return  # the hand before it comes in the next message, or is not shown
        if no <= last:
            return
        need(no <= last + 2, "gap", f"deck {no} was published, and deck {last + 1} has not ended")
        if lock is None or no in guard.seen.commits:
            self._take({"t": "deck", "game": field(deck, "game"), "deck": sealed})

    def _see_seat(self, seat: int | None, *, is_ready: bool) -> None:
        guard = self.guard
        if seat is None:
            if guard.seat is not None:
                self._take({"t": "left"})
                guard.seat = None
            return
        if seat != guard.seat or (is_ready and self._is_out):
            if self._deal_is_coming:
                return  # it became ready after a deal that is still to be seen
            self._take({"t": "seated", "seat": seat})
            self._is_out = self._asked_out = False
        if not is_ready and not self._is_out:
            self._take({"t": "left"})
            self._is_out = True
            if not self._asked_out:
                guard.ambers.append("sits out")

    @property
    def _deal_is_coming(self) -> bool:
        """Whether the deck of a hand whose deal was not seen yet has been followed by the next."""
        if self._deck is None or self.guard.deal is not None:
            return False
        last = self.guard.seen.last or 0
        return number_of(field(self._deck, "deck"), "no", 1) == last + 2

    def _see_whether_asked(self, deck: Any) -> None:
        guard, no = self.guard, number_of(deck["deck"], "no", 1)
        out = guard.seat in seats_of(deck, "not_asked") and guard.cuts and not self._is_out
        if out and no > self._not_asked and no in guard.seen.commits:
            self._take({"t": "not_asked", "no": no})
            self._not_asked = no

    def leaves(self) -> None:
        """Note that this client asks to leave or to sit out: its seat may be absent from a deal."""
        self._asked_out = True
        self._take({"t": "left"})

    def stays(self) -> None:
        """Note that the request to leave was refused."""
        if self.guard.seat is not None and not self._is_out:
            self._take({"t": "seated", "seat": self.guard.seat})

    async def _see_lock(self, deck: Any) -> None:
        lock = field(deck, "lock")
        if lock is None or number_of(lock, "no", 1) <= (self.guard.seen.last or 0):
            return
        same = lock["no"] == field(deck["deck"], "no")
        need(same, "lock", "it is of another deck than the next one")
        await self._signed(LOCK, lock, "lock")
        if not self._waits_for_answer(lock):
            self._take({**lock, "t": "lock"})

    def _waits_for_answer(self, lock: Any) -> bool:
        """Whether a lock lacks this client's hash, and the answer to its cut commit says why.

        That answer comes before the deal, which has the lock again.
        """
        own = self.guard.seen.cuts.get(lock["no"])
        if own is None or own.seat != self.guard.seat or own.commit_acknowledged:
            return False
        return lock["no"] != self._answered and not is_listed(own, lock)

    # -- hands -------------------------------------------------------------------------------

    async def _see_hand(self, hand: Any, events: Sequence[Any], *, whole: bool) -> None:
        if hand is None:
            need(not tfair1.cards_in(list(events)), "opening", "cards are shown without their hand")
            return
        hand_id = hand.id.replace("-", "")
        if hand.fair is not None:
            await self._see_deal(hand, hand_id)
        elif whole and hand.over and self._is_new:
            self.guard.ambers.append("no proof")  # a hand from before there were proofs
            return
        need(hand_id == self._hand, "form", "a hand is shown without its deal")
        if self._older is not None:
            opened = tfair1.check_openings(self._older, hand.openings)
            self._older["seen"] |= opened
            missing = tfair1.cards_in([hand.view, list(events)]) - self._older["seen"]
            need(not missing, "opening", f"cards {sorted(missing)} were shown without openings")
            return
        shown = self._places.shown(hand.view, events, so_far=whole)
        if not (shown or hand.openings):
            return
        deal = self.guard.deal
        over = deal is None or deal.fair["hand_id"] != hand_id
        landlord = hand.view.get("landlord")
        cards = {"openings": hand.openings, "shown": shown, "landlord": landlord}
        self._take({"t": "cards", "over": over, **cards})

    async def _see_deal(self, hand: Any, hand_id: str) -> None:
        fair, seen = hand.fair, self.guard.seen
        if field(fair, "scheme") == "TFAIR1":
            self._see_older(fair, hand_id)
            return
        no = number_of(fair, "no", 1)
        last = seen.last
        if last is not None and no <= last:
            self._take({"t": "over", "fair": fair})
        else:
            if last is not None and no > last + 1:
                await self._fetch(no - 1)
            self._take({"t": "deal", "fair": fair})
        named = fair["hand_id"] == hand_id and fair["number"] == hand.number
        need(named, "record", "the deal is of another hand")
        if hand_id != self._hand:
            self._places = Places()
        self._hand, self._older = hand_id, None

    @property
    def _is_new(self) -> bool:
        """Whether neither a deck nor a hand of this table has been seen to be played."""
        seen = self.guard.seen
        return not seen.last and seen.dealt is None and self._hand is None

    def _see_older(self, fair: Any, hand_id: str) -> None:
        """Take a hand by TFAIR1: the first that this client ever sees at this table."""
        need(self._is_new or self._hand == hand_id, "downgrade", "another scheme is used")
        if self._deck is not None:
            changes = field(self._deck["deck"], "no") == 1 and self._deck["deck"].get("tfair1")
            need(changes is True, "downgrade", "another scheme is used")
        tfair1.check_deal(fair)
        need(fair["hand_id"] == hand_id, "record", "the deal is of another hand")
        if self._older is None:
            self.guard.ambers.append("older scheme")
            self._older = {**fair, "seen": set()}
        self._hand = hand_id

    # -- cuts --------------------------------------------------------------------------------

    def promise(self, no: int, cut: bytes) -> MyCut:
        """Note the cut that this client commits to now; returns it with its hash."""
        self._take({"t": "commit_sent", "no": no, "cut": cut.hex(), "ack": None})
        self._keep()
        return self.guard.seen.cuts[no]

    async def acknowledge(self, kind: str, no: int, ack: str | None, signature: Any = None) -> None:
        """Note the answer to a command about a deck: "ok", "other" (another window's cut), None."""
        try:
            await self._acknowledge(kind, no, ack, signature)
            self._report()
        except NotFair as error:
            self._fail(error)
            raise

    async def _acknowledge(self, kind: str, no: int, ack: str | None, signature: Any) -> None:
        seen = self.guard.seen
        own, commit = seen.cuts.get(no), seen.commits.get(no)
        if own is None or commit is None:
            return  # the deck is long over
        answer = {"no": no, "seat": own.seat, "commit": commit.hex(), "hash": own.hash}
        if kind == "cut":
            if ack is not None:
                self._take({"t": "cut_sent", "no": no, "ack": ack})
            if ack == "ok" and no in seen.locks:
                answer |= {"kind": CUT, "lock": seen.locks[no].hex(), "cut": own.cut}
                await self._receipt(answer, signature)
            return
        self._answered = no
        if ack is not None and own.seat == self.guard.seat:
            self._take({"t": "commit_sent", "no": no, "cut": own.cut, "ack": ack})
        if ack == "ok":
            await self._receipt(answer | {"kind": CUT_COMMIT}, signature)
        if self._deck is not None:
            await self._see_lock(self._deck)

    async def _receipt(self, answer: dict[str, Any], signature: Any) -> None:
        answer["signature"] = signature
        self._answers.append(answer)
        await self._check_signature(answer["kind"], receipt_of(answer), signature)

    # -- signatures --------------------------------------------------------------------------

    async def _signed(self, kind: int, value: Any, name: str) -> None:
        await self._check_signature(kind, bytes_of(value, name), value.get("signature"))

    async def _check_signature(self, kind: int, said: bytes, signature: Any) -> None:
        if signature is not None and CAN_CHECK and not self._keys_asked:
            await self._ask_keys()
        try:
            self.house.check(kind, said, signature)
        except NotFair:  # perhaps by a key that is newer than ours
            await self._ask_keys()
            self.house.check(kind, said, signature)

    async def _ask_keys(self) -> None:
        self._keys_asked = True
        try:
            found = read_keys(await self._ask("/fair/key.json"))
        except (Unreachable, Refused) as error:
            log.warning("the keys of the house did not come: %s", error)
            self.guard.ambers.append("keys")
            return
        kept = self.house.keys
        need(found.keys[: len(kept)] == kept, "signature", "the keys of the house were changed")
        if len(found.strangers) > len(self.house.strangers):
            self.guard.ambers.append("key")  # nothing vouches for it: its house has lost the last
        self.house.keys, self.house.strangers = found.keys, found.strangers

    # -- what stays --------------------------------------------------------------------------

    def _report(self) -> None:
        for amber in self.guard.ambers[self._logged :]:
            log.warning("fair dealing: %s", amber)
        self._logged = len(self.guard.ambers)

    def _keep(self) -> None:
        if self._path is not None:
            _write(self._path, self.guard.seen.to_json())

    def _fail(self, no: NotFair) -> None:
        no.evidence = {
            "page": {"keys": [key.hex() for key in self.house.keys]},
            "scheme": "TFAIR2",
            "failed": {"check": no.check, "text": no.text, "at": int(time.time() * 1000)},
            "ambers": list(self.guard.ambers),
            "notes": list(self._notes),
            "answers": list(self._answers),
            "seen": self.guard.seen.to_json(),
            "messages": list(self._frames),
        }
        log.error("fair dealing FAILED: %s", no)
        if self._path is not None:
            _write(self._path.with_suffix(".evidence.json"), no.evidence)


def is_listed(own: MyCut, lock: Any) -> bool:
    """Return whether a lock has this cut's hash."""
    return (own.seat, bytes.fromhex(own.hash)) in by_seat(lock, "cut_commits")


def _read(path: Path | None) -> Seen:
    if path is None or not path.exists():
        return Seen()
    return Seen.from_json(json.loads(path.read_text(encoding="utf-8")))


def _write(path: Path, value: Any) -> None:
    fresh = path.with_suffix(path.suffix + ".new")
    fresh.write_text(json.dumps(value), encoding="utf-8")
    fresh.replace(path)
