"""The guard of one table checks everything that a connection says of its decks.

It remembers the decks that were published, the locks, its own cuts and the chain, in a mapping that
the caller may store on the device, by table. A failure raises `NotFair` and names its check;
`ambers` lists things that could not be checked, and things that happen on bad lines.
"""

from collections.abc import Callable, MutableMapping, Sequence
from typing import Any

from cardhouse_client.fair import NotFair, need
from cardhouse_client.tfair2 import forms
from cardhouse_client.tfair2.deal import Deal, check_deck, check_lock, cut_commit_of
from cardhouse_client.tfair2.deal_map import Plan, read_plan, second_board
from cardhouse_client.tfair2.ends import chain_after, check_end, dealt_end
from cardhouse_client.tfair2.hashes import NO_CHAIN
from cardhouse_client.tfair2.memory import MyCut, Seen
from cardhouse_client.tfair2.thrown import (
    CLOSED,
    CUT_MISSING,
    OTHER,
    TOO_FEW_LEFT,
    check_thrown_deck,
)

BLAME_DECKS = 50
"""Over how many decks a blame, or a deck thrown away by the house, is remembered."""
UNUSUAL_DECKS = 20
UNUSUAL_MAX = 3
"""More decks than this thrown away after their lock, in `UNUSUAL_DECKS`, are unusual."""
NOT_ARRIVED_MAX = 3
"""So many cuts running that did not arrive are no bad line any more."""
NOT_ASKED_DECKS = 100
"""Over so many decks a seat's missed cuts can keep it from being asked."""
CANNOT_CHECK_S = 60
"""For so long a check may wait for an answer while the connection lives."""


class Guard:
    """The checks of one table's messages, in the order in which they arrive."""

    def __init__(self, storage: MutableMapping[str, Seen]) -> None:
        """Keep what was seen in `storage`, under "seen"."""
        self.seen = storage.setdefault("seen", Seen())
        self.ambers: list[str] = []
        self.deal: Deal | None = None
        self.over: Deal | None = None
        """The deal of the last hand, whose cards may still be shown."""
        self.seat: int | None = None
        self.cuts = True
        """Whether this window cuts the decks itself; another one of its user may if it does not."""
        self._seated_after = 0
        self._locked_before = 0
        """The last deck that was locked before this window had the seat: perhaps for another."""
        self._has_left = False
        self._excused: set[int] = set()
        """Decks for which this seat is not asked."""
        self._linked: tuple[int, bytes] | None = None
        self._may_be_late = True
        self._up_since_lock = False
        self.has_gap = False
        """Whether messages were lost, or read late, since the last deck was dealt."""
        self._is_new = True
        """Whether no deal was seen yet."""
        self._waited_s = 0.0

    def take(self, message: Any) -> None:
        """Check one message (its kind is `t`); raises `NotFair`."""
        kind = forms.field(message, "t")
        need(isinstance(kind, str) and kind in _KINDS, "form", "this is no message")
        try:
            _KINDS[kind](self, message)
        except NotFair:
            raise
        except Exception as no:  # whatever a message does to the guard is a failure
            raise NotFair("form", f"the message cannot be read: {no!r}") from no

    # -- the connection and this seat ---------------------------------------------------------

    def _hello(self, message: Any) -> None:
        no, chain = forms.number_of(message, "no"), forms.bytes_of(message, "chain")
        seen, linked = self.seen, self._linked
        self._linked = None
        if seen.last is None:
            seen.since = no
            begins = no > 0 or chain == NO_CHAIN or message.get("tfair1") is True
            need(begins, "chain", "the chain does not begin")
        else:
            at, known = linked or (seen.last, seen.chain)
            need(no == at, "gap", f"deck {no} has ended, and those after {at} are not known")
            need(chain == known, "chain", "it is not the chain that was seen before")
            seen.unseen += no - seen.last
        seen.last, seen.chain = no, chain
        if self.deal is not None and self.deal.no <= no:
            self.over, self.deal = self.deal, None

    def _links(self, message: Any) -> None:
        need(self.seen.last is not None, "gap", "there is nothing to link to")
        no, chain = self.seen.last or 0, self.seen.chain
        for pair in forms.listed(message, "ends"):
            need(isinstance(pair, list) and len(pair) == 2, "form", "an end is a pair")
            need(
                forms.whole(pair[0], "no") == no + 1, "gap", f"the end of deck {no + 1} is missing"
            )
            no, chain = no + 1, chain_after(chain, no + 1, forms.hex_bytes(pair[1], 32))
        self._linked = no, chain

    def _seated(self, message: Any) -> None:
        seat = forms.number_of(message, "seat", 0, forms.SEAT_MAX)
        if seat != self.seat:
            self._seated_after = max(self.seen.commits, default=0)
        self._locked_before = max(self.seen.locks, default=0)
        self.seat, self._has_left = seat, False

    def _left(self, _message: Any) -> None:
        self._has_left = True

    def _offline(self, _message: Any) -> None:
        self._may_be_late, self._up_since_lock, self.has_gap = True, False, True

    def _reload(self, message: Any) -> None:
        self._offline(message)
        self.deal = None

    def _request(self, message: Any) -> None:
        if forms.field(message, "ok") is True:
            self._waited_s = 0
            return
        if not self._waited_s:
            self.ambers.append("request")
        self._waited_s += forms.number_of(message, "seconds")
        need(self._waited_s < CANNOT_CHECK_S, "request", "a check had no answer for a minute")

    # -- decks before the deal ------------------------------------------------------------------

    def _deck(self, message: Any) -> None:
        deck, game = forms.field(message, "deck"), forms.field(message, "game")
        need(forms.field(deck, "scheme") == "TFAIR2", "downgrade", "another scheme is used")
        commit, no = check_deck(deck, game), forms.number_of(deck, "no", 1)
        self._same_table(deck)
        if no in self.seen.commits:
            need(self.seen.commits[no] == commit, "noted", "another deck was published before")
            return
        next_one = (self.seen.last or 0) + (2 if self.deal is not None else 1)
        need(no == next_one, "gap", f"deck {no} was published instead of deck {next_one}")
        self.seen.commits[no] = commit
        self._may_be_late = False

    def _same_table(self, deck: Any) -> None:
        table_id = forms.field(deck, "table_id")
        need(self.seen.table_id in (None, table_id), "noted", "this is another table's deck")
        self.seen.table_id = table_id

    def _commit_sent(self, message: Any) -> None:
        no, cut = forms.number_of(message, "no", 1), forms.bytes_of(message, "cut")
        commit = self.seen.commits.get(no)
        if commit is None or self.seat is None:
            raise NotFair("noted", "a cut was made for a deck that was never published")
        hashed = cut_commit_of(commit, self.seat, cut).hex()
        known = self.seen.cuts.get(no)
        shown = known.cut_acknowledged if known and known.hash == hashed else None
        own = MyCut(self.seat, cut.hex(), hashed, forms.field(message, "ack"), shown)
        self.seen.cuts[no] = own

    def _cut_sent(self, message: Any) -> None:
        no = forms.number_of(message, "no", 1)
        own, ack = self.seen.cuts.get(no), forms.field(message, "ack")
        if own is None:
            return
        own.cut_acknowledged = ack or own.cut_acknowledged
        missing = any(one == no and own.seat in blamed for one, blamed in self.seen.missed)
        arrived = ack == "ok" and missing
        need(not arrived, "mine", "your cut had arrived and is said to be missing")

    def _not_asked(self, message: Any) -> None:
        """Note that the table does not ask this seat for cuts: two misses must be public."""
        no, since = forms.number_of(message, "no", 1), self.seen.since
        first = no - NOT_ASKED_DECKS
        known = since is not None and (since == 0 or since <= first)
        misses = [
            one
            for one, blamed in self.seen.missed
            # Before this window took the seat its player may have had another one.
            if one > first and (one <= self._seated_after or self.seat in blamed)
        ]
        excused = not known or len(misses) > 1
        need(excused, "mine", "you are not asked to cut, and missed no two cuts")
        self._excused.add(no)
        self.ambers.append("not asked")

    def _lock(self, message: Any) -> None:
        no, plan = forms.number_of(message, "no", 1), read_plan(forms.field(message, "plan"))
        commit = self._noted(no, message)
        lock = check_lock(message, commit, plan)
        self._locked(no, lock, forms.by_seat(message, "cut_commits"), plan)

    def _noted(self, no: int, locked: Any) -> bytes | None:
        """Return the commit that was published for a deck, None once for a reader who was late.

        A deck that nobody cuts may be published, locked and dealt at once, so that a reader sees
        the last of it alone. It proves no more if it was seen before.
        """
        commit = self.seen.commits.get(no)
        if commit is None and no not in self.seen.late:
            is_cut = forms.listed(locked, "cut_commits") != []
            excused = self._may_be_late or not is_cut
            need(excused, "noted", f"deck {no} was never published")
            self._may_be_late = self._may_be_late and not is_cut
            self.seen.late.add(no)
            self.ambers.append("late")
        return commit

    def _locked(
        self, no: int, lock: bytes, cut_commits: Sequence[tuple[int, bytes]], plan: Plan
    ) -> None:
        if no in self.seen.locks:
            need(self.seen.locks[no] == lock, "relock", f"deck {no} was locked otherwise before")
            return
        self.seen.locks[no] = lock
        self._up_since_lock = True
        if self.seat is not None and no in self.seen.commits:
            self._check_my_hash(no, dict(cut_commits).get(self.seat), plan)

    def _check_my_hash(self, no: int, listed: bytes | None, plan: Plan) -> None:
        own = self.seen.cuts.get(no)
        if self.seat not in plan.seats:
            return  # a seat that is not dealt in does not cut
        if own is None or own.seat != self.seat:
            took_over = self._seated_after >= no or not self.cuts
            need(listed is None or took_over, "mine", "somebody has cut in your name")
            if listed is not None:
                self.ambers.append("other window")
            elif self.seat in plan.seats and not took_over and no not in self._excused:
                self.ambers.append("not in time")
        elif listed is None:
            need(own.commit_acknowledged != "ok", "mine", "your cut was left out of the lock")
            if own.commit_acknowledged is None:
                # A client that slept through the end of the hand commits too late.
                self.seen.not_arrived += not self.has_gap
                running = self.seen.not_arrived
                need(running < NOT_ARRIVED_MAX, "mine", "your cuts do not arrive")
                self.ambers.append("not arrived")
        elif listed.hex() != own.hash:
            other = own.commit_acknowledged == "other"
            need(other, "mine", "the lock has another cut in your name")
            self.ambers.append("other window")
        else:
            self.seen.not_arrived = 0

    # -- the deal -------------------------------------------------------------------------------

    def _deal(self, message: Any) -> None:
        fair = forms.field(message, "fair")
        need(forms.field(fair, "scheme") == "TFAIR2", "downgrade", "another scheme is used")
        no, number = forms.number_of(fair, "no", 1), forms.number_of(fair, "number", 1)
        if self.seen.last is not None:
            next_one = self.seen.last + 1
            need(no == next_one, "gap", f"deck {no} was dealt instead of deck {next_one}")
        again = self.seen.dealt is not None and self.seen.dealt[0] == no
        if self.seen.number is not None:
            first = self.seen.number if again else self.seen.number + 1
            last = first if again else first + self.seen.unseen
            follows = first <= number <= last
            need(follows, "gap", f"hand {number} comes after hand {self.seen.number}")
        commit = self._noted(no, fair)
        known = commit is None or commit == forms.bytes_of(fair, "commit")
        need(known, "noted", "another deck is dealt than was published")
        if no in self.seen.locks:
            same = forms.bytes_of(fair, "lock") == self.seen.locks[no]
            need(same, "relock", "the deal has another lock than was shown")
        deal = Deal(fair)
        self._same_table(fair)
        was_here = not (self.has_gap or self._is_new)
        was_here = was_here or (no in self.seen.locks and self._up_since_lock)
        was_here = was_here and not self._is_of_another(no)
        self._locked(no, deal.lock, forms.by_seat(fair, "cut_commits"), deal.plan)
        if self.seat in deal.absent and not self._has_left:
            need(not was_here, "mine", "you are said to have left, and did not")
            self.ambers.append("absent")  # the player before, or another window, may have left
        if again and self.seen.dealt is not None:
            same = deal.digest == self.seen.dealt[1]
            need(same, "relock", "the hand was dealt otherwise before")
            if self.deal is not None:
                return
        self.deal, self.seen.number, self.seen.unseen = deal, number, 0
        self.has_gap = self._is_new = False
        self.seen.dealt = no, deal.digest

    def _over(self, message: Any) -> None:
        """Take the deal of a hand that has ended already, and that is still shown."""
        fair = forms.field(message, "fair")
        need(forms.field(fair, "scheme") == "TFAIR2", "downgrade", "another scheme is used")
        deal = Deal(fair)
        self._same_table(fair)
        need(deal.no <= (self.seen.last or 0), "gap", f"deck {deal.no} has not ended")
        for kept, known, check in (
            (self.seen.commits, deal.commit, "noted"),
            (self.seen.locks, deal.lock, "relock"),
        ):
            need(kept.get(deal.no, known) == known, check, "another deck was dealt then")
        if self.seen.dealt is not None and self.seen.dealt[0] == deal.no:
            same = deal.digest == self.seen.dealt[1]
            need(same, "relock", "the hand was dealt otherwise before")
        self.over = deal

    def _cards(self, message: Any) -> None:
        openings, shown = forms.listed(message, "openings"), forms.listed(message, "shown")
        deal = self.over if message.get("over") is True else self.deal
        if deal is None:
            raise NotFair("opening", "cards are shown, and no hand is in play")
        deal.open(openings)
        if message.get("landlord") is not None:
            deal.landlord = forms.number_of(message, "landlord", 0, forms.SEAT_MAX)
        for entry in shown:
            need(isinstance(entry, list) and len(entry) in {3, 4}, "form", "this is no place")
            self._check_place(deal, *entry)
        gone = {p for seat in deal.absent for p in deal.places[seat]}
        need(not gone & set(deal.opened), "place", "a card of an absent seat was opened")

    def _check_place(
        self, deal: Deal, place: Any, index: Any, cards: list[int], common: int = 0
    ) -> None:
        board = {"board1": deal.places.get("board"), "board2": None}
        if place == "board2" and "board" in deal.places:
            board["board2"] = second_board(deal.plan, forms.whole(common, "common", 0, 5))
        positions = board[place] if place in board else deal.at(place)
        known = positions is not None and place not in deal.absent
        need(known, "place", f"nothing was dealt to {place}")
        for at, card in enumerate(cards):
            need(card not in cards[:at], "card", f"card {card} is shown twice at {place}")
            p = deal.position_of(forms.whole(card, "card"))
            allowed = positions or []
            if place in board:
                allowed = allowed[forms.whole(index, "index") + at :][:1]
            need(p in allowed, "place", f"card {card} was not dealt to {place}")

    # -- how a deck ends ------------------------------------------------------------------------

    def _end(self, message: Any) -> None:
        no = forms.number_of(message, "no", 1)
        if self.deal is None or self.deal.no != no:
            raise NotFair("gap", f"deck {no} ends and was not in play")
        end = dealt_end(self.deal.digest, forms.bytes_of(message, "play_hash"))
        self._ended(message, end)
        self.over, self.deal = self.deal, None

    def _ended(self, deck: Any, end: bytes) -> None:
        chain = check_end(deck, end)
        before = forms.bytes_of(deck, "chain_before")
        need(before == self.seen.chain, "chain", "it does not follow from the deck before")
        self.seen.last, self.seen.chain = deck["no"], chain
        for kept in (self.seen.commits, self.seen.locks, self.seen.cuts):
            for no in [no for no in kept if no <= deck["no"] - BLAME_DECKS]:
                del kept[no]
        self.seen.late = {no for no in self.seen.late if no > deck["no"]}

    def _thrown(self, message: Any) -> None:
        deck = forms.field(message, "deck")
        need(forms.field(deck, "scheme") == "TFAIR2", "downgrade", "another scheme is used")
        no, next_one = forms.number_of(deck, "no", 1), (self.seen.last or 0) + 1
        need(no == next_one, "gap", f"deck {no} ended instead of deck {next_one}")
        missed = message.get("missed") is True  # it was published and ended while the line was lost
        commit = self.seen.commits.get(no) if missed else self._noted(no, deck)
        known = commit is None or commit == forms.bytes_of(deck, "commit")
        need(known, "noted", "another deck is thrown away than was published")
        locked = forms.field(deck, "lock") is not None
        if no in self.seen.locks:
            same = locked and forms.bytes_of(deck, "lock") == self.seen.locks[no]
            need(same, "relock", "the deck that was thrown away had a lock")
        left = self._blames_me(deck) and forms.field(deck, "reason") == TOO_FEW_LEFT
        need(not left, "mine", "you are said to have left, and did not")
        self._ended(deck, check_thrown_deck(deck))
        if deck["reason"] == CUT_MISSING:
            kept = [one for one in self.seen.missed if one[0] > no - NOT_ASKED_DECKS]
            self.seen.missed = [*kept, (no, forms.seats_of(deck, "blamed"))]
        if locked:
            self._after_lock(no, deck)

    def _after_lock(self, no: int, deck: Any) -> None:
        """Count a deck that was thrown away after its lock, and look at who is blamed."""
        seen, reason = self.seen, deck["reason"]
        if self._blames_me(deck):
            self._blamed(no)
        elif reason in {CLOSED, OTHER}:
            seen.by_the_house = _recent([*seen.by_the_house, no], no, BLAME_DECKS)
            need(len(seen.by_the_house) < 2, "thrown", "the house throws locked decks away")
            self.ambers.append("house")
        seen.after_lock = _recent([*seen.after_lock, no], no, UNUSUAL_DECKS)
        if len(seen.after_lock) > UNUSUAL_MAX:
            self.ambers.append("unusual")

    def _blames_me(self, deck: Any) -> bool:
        if self._has_left or self._is_of_another(forms.number_of(deck, "no", 1)):
            return False
        return self.seat in forms.seats_of(deck, "blamed")

    def _is_of_another(self, no: int) -> bool:
        """Whether this seat may have been another player's when a deck was locked."""
        own = self.seen.cuts.get(no)
        return no <= self._locked_before and (own is None or own.seat != self.seat)

    def _blamed(self, no: int) -> None:
        own = self.seen.cuts.get(no)
        acknowledged = own is not None and own.cut_acknowledged == "ok"
        need(not acknowledged, "mine", "your cut had arrived and is said to be missing")
        if self._up_since_lock and not self.has_gap:
            self.seen.blamed = _recent([*self.seen.blamed, no], no, BLAME_DECKS)
            need(len(self.seen.blamed) < 2, "mine", "your cuts are said to be missing")
        self.ambers.append("blamed")


def _recent(decks: list[int], no: int, span: int) -> list[int]:
    return [one for one in decks if one > no - span]


_KINDS: dict[str, Callable[[Guard, Any], None]] = {
    "hello": Guard._hello,
    "links": Guard._links,
    "seated": Guard._seated,
    "left": Guard._left,
    "offline": Guard._offline,
    "reload": Guard._reload,
    "request": Guard._request,
    "deck": Guard._deck,
    "commit_sent": Guard._commit_sent,
    "lock": Guard._lock,
    "cut_sent": Guard._cut_sent,
    "not_asked": Guard._not_asked,
    "deal": Guard._deal,
    "over": Guard._over,
    "cards": Guard._cards,
    "end": Guard._end,
    "thrown": Guard._thrown,
}
