"""Ways in which a house can cheat at a live table: each is a `House` with one step changed.

A house makes everything else fit: hashes, locks, openings and chains are those that follow from its
lie, so that the lie itself is noticed. `way` numbers the 21 ways that the scheme is proof against.
"""

import itertools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.dealing import signing
from games.engines.core.cards import text_of
from games.fair.deck import Candidate, Candidates, DealtDeck, salts_of
from games.fair.scheme import leaves_of, pick_of
from games.fair.tfair2 import hashes, proof
from games.fair.tfair2.deck import LockedDeck, SealedDeck
from games.fair.tfair2.plan import Plan
from games.fair.tfair2.proof import Reason
from games.fair.tree import Tree
from tests.games.fair.dealing import candidates, deal
from tests.support.false_house import CUT, Deck, House, refused
from tests.support.size import some

FIRST, FLOP, FOLD, ALL_IN, RELOAD = "first", "flop", "fold", "all in", "reload"
"""How far a table must be played until its house lies: to the first deal, to the flop, through a
hand that is given up or one in which all go all in, or until the player's page is loaded again."""
ACE = 12
PLAYER_CUT = bytes(range(32))
"""The cut of a player whose device is not random."""


class FriendsAces(House):
    """Way 1: the house's friend shows two aces, which lay among the undealt cards."""

    way, check, plays = 1, "place", ALL_IN
    text = "was not dealt to 1"

    def at(self, p: int) -> int:
        deck = self.now
        assert deck is not None
        assert deck.dealt is not None
        assert deck.locked is not None
        order = deck.dealt.order
        friend = deck.locked.plan.order(deck.fair["button"]).index(self.friend)
        if p not in (friend, friend + 2):
            return p
        aces = [q for q in range(9, 52) if order[q] // 4 == ACE]
        shown = [*aces, 50, 51][p // 2]
        self.lie(self.opening(shown)["salt"])
        return shown


class NewRoots(House):
    """Way 2: once the cuts are known the same deck has other cards."""

    way, check, plays = 2, "noted", FIRST

    def dealing_of(self, deck: Deck, fair: dict[str, Any]) -> None:
        made = replace(Candidates.fresh(deck.made.n, hashes.TFAIR2), deck_id=deck.made.deck_id)
        self.deal_from(deck, made, fair)

    def deal_from(self, deck: Deck, made: Candidates, fair: dict[str, Any]) -> None:
        """Deal from other candidates, with a lock that fits them."""
        sealed = replace(deck.sealed, deck_id=made.deck_id, roots=made.roots)
        cuts = {self.seat: deck.cut or b"", self.friend: deck.friend_cut}
        commits = {s: hashes.cut_commit_of(sealed.commit, s, cut) for s, cut in cuts.items()}
        assert deck.locked is not None
        deck.made = made
        self.lie(deck.sealed.commit.hex(), sealed.commit.hex())
        self.deal_as(deck, sealed.lock(deck.locked.plan, commits), fair)


class NeverPublished(NewRoots):
    """Way 5: a hand comes from a deck that was never published to the player."""

    way, check, plays = 5, "noted", FIRST

    def dealing_of(self, deck: Deck, fair: dict[str, Any]) -> None:
        self.deal_from(deck, Candidates.fresh(deck.made.n, hashes.TFAIR2), fair)


class Relocker(House):
    """A house that deals by another lock than it has shown."""

    def deal_otherwise(
        self, deck: Deck, plan: Plan, commits: Mapping[int, bytes], fair: dict[str, Any]
    ) -> None:
        """Deal by a lock with this plan and these cut commits."""
        assert deck.locked is not None
        other = deck.sealed.lock(plan, commits)
        self.lie(deck.locked.lock.hex(), other.lock.hex())
        self.deal_as(deck, other, fair)


class RefusedCut(Relocker):
    """Way 3: the player's shown cut is refused, and the hand is dealt without it."""

    way, check, plays = 3, "relock", FIRST

    def after_cut(self, deck: Deck, answer: dict[str, Any]) -> dict[str, Any]:
        return refused(answer, "CUT_NOT_PROMISED")

    def dealing_of(self, deck: Deck, fair: dict[str, Any]) -> None:
        assert deck.locked is not None
        without = {s: one for s, one in deck.locked.cut_commits.items() if s != self.seat}
        self.deal_otherwise(deck, deck.locked.plan, without, fair)


class LeftOut(House):
    """Way 3: the player's promise is acknowledged, and is not in the lock."""

    way, check, plays = 3, "mine", FIRST

    def locking(self, deck: Deck) -> None:
        super().locking(deck)
        assert deck.locked is not None
        assert deck.hash is not None
        commits = {s: one for s, one in deck.locked.cut_commits.items() if s != self.seat}
        deck.locked = deck.sealed.lock(deck.locked.plan, commits)
        commit = deck.sealed.commit
        said = signing.sign_cut_commit(commit=commit, seat=self.seat, cut_commit=deck.hash)
        self.lie(said, signing.sign_lock(deck.locked.lock))


class InMyName(House):
    """Way 4: the house cuts in the player's name."""

    way, check, plays = 4, "mine", FIRST

    def locking(self, deck: Deck) -> None:
        deck.hash = hashes.cut_commit_of(deck.sealed.commit, self.seat, bytes(32))
        deck.cut = bytes(32)
        super().locking(deck)
        assert deck.locked is not None
        self.lie(signing.sign_lock(deck.locked.lock))


class OtherDevice(House):
    """Way 4: another device of the player is said to have cut.

    That may be true: nothing fails, and the page never says that the player's cut is among them.
    """

    way, amber, plays = 4, "other window", FIRST
    text = "Another window or device of yours has cut"

    def _hear_promise(self, command: dict[str, Any]) -> Any:
        answers, passed = super()._hear_promise(command)
        assert self.coming is not None
        self.coming.hash = hashes.cut_commit_of(self.coming.sealed.commit, self.seat, CUT)
        self.coming.cut = CUT
        return [refused(command, "CUT_ALREADY"), *answers[1:]], passed

    def locking(self, deck: Deck) -> None:
        super().locking(deck)
        self.orders.append(self.real_cut())


class BehindMyBack(House):
    """Way 5: the deck that the player has cut ends unseen, and the hand comes from the one after.

    Its lock and its end can be asked for, and hold; but the deck of the hand was never published.
    """

    way, check, plays = 5, "noted", FIRST

    def dealing_of(self, deck: Deck, fair: dict[str, Any]) -> None:
        self.thrown.append(self.throw(deck, Reason.OTHER, locked=deck.locked))
        self.ended(self.thrown[-1])
        assert deck.locked is not None
        other = self.sealing(deck.sealed.no + 1, deck.made.n)
        other.friend_cut = deck.friend_cut
        friend = hashes.cut_commit_of(other.sealed.commit, self.friend, other.friend_cut)
        other.locked = other.sealed.lock(deck.locked.plan, {self.friend: friend})
        self.coming = self.sealing(other.sealed.no + 1, deck.made.n)
        self.now = other
        self.deal_as(other, other.locked, fair)
        self.lie(other.sealed.commit.hex())


class PublishedLate(House):
    """Way 5: the next deck is published with its lock only, and the player cannot cut it."""

    way, check, plays = 5, "noted", FOLD
    hides = True

    def pass_on(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        told = super().pass_on(message)
        deck = self.coming
        if deck is None or deck.sealed.no == 1 or not self.now:
            return told
        if self.no and deck.locked is None and self.real_no not in self._promised:
            self._promised.add(self.real_no)
            self.orders.append(self.real_promise())
        if self.no and deck.locked is None and self.real["lock"]:
            deck.friend_cut = CUT
            friend = hashes.cut_commit_of(deck.sealed.commit, self.friend, CUT)
            deck.locked = deck.sealed.lock(self.plan, {self.friend: friend})
            self.orders.append(self.real_cut())
            self.note_lock(deck.locked)
            told.append(self.deck_frame())
        return told

    def note_lock(self, locked: LockedDeck) -> None:
        """Note that the lock is a lie: nobody knew of its deck."""
        self.lie(locked.lock.hex())

    def __init__(self) -> None:
        super().__init__()
        self._promised: set[int] = set()
        self._before: dict[str, Any] = {}

    def next_said(self, said: dict[str, Any]) -> dict[str, Any]:
        """Say nothing of a deck before its lock."""
        if said["lock"] is not None or said["deck"]["no"] == 1 or (not self.no and not self.hides):
            self._before = said
        return self._before


class NoTimeToCut(PublishedLate):
    """Way 5: the next deck is locked with the end of the hand, before the player can cut it.

    Nothing that the house says is false; the player reads that the cut is not among the cuts.
    """

    check, amber, text = "", "not in time", "This deck was locked before this page could cut it"
    hides = False

    def note_lock(self, locked: LockedDeck) -> None:
        pass


class OneCandidate(House):
    """Way 6: there is one candidate, so nothing is opened."""

    way, check, plays = 6, "constants", FIRST

    def sealing(self, no: int, n: int) -> Deck:
        deck = super().sealing(no, n)
        made = replace(deck.made, masters=deck.made.masters[:1])
        deck = Deck(made, replace(deck.sealed, roots=made.roots))
        self.lie(deck.sealed.commit.hex())
        return deck


class SmallPack(House):
    """Way 6: the pack has 36 cards."""

    way, check, plays = 6, "constants", FIRST

    def sealing(self, no: int, n: int) -> Deck:
        deck = super().sealing(no, 36)
        self.lie(deck.sealed.commit.hex())
        return deck


class Stacked(Candidate):
    """A candidate with other cards than a shuffled pack."""

    def __init__(self, honest: Candidate, deck_id: bytes, k: int, order: tuple[int, ...]) -> None:
        self.master, self.order = honest.master, order
        salts = salts_of(self.master, len(order), hashes.TAG)
        leaves = leaves_of(deck_id, k, order, salts, hashes.TAG)
        self.tree = Tree(leaves, hashes.TFAIR2.node), salts


def stack(made: Candidates, *ks: int) -> None:
    """Replace candidates by packs that have 26 cards twice."""
    each = list(made.each)
    for k in ks:
        order = tuple(card // 2 * 2 for card in each[k].order)
        each[k] = Stacked(each[k], made.deck_id, k, order)
    made.__dict__["each"] = tuple(each)


class HalfAPack(House):
    """Way 6: each candidate has 26 cards twice."""

    way, check, plays = 6, "masters", FIRST

    def sealing(self, no: int, n: int) -> Deck:
        made = Candidates.fresh(n, hashes.TFAIR2)
        stack(made, 0, 1, 2, 3)
        deck = Deck(made, SealedDeck(self.table_id, no, made.deck_id, n, made.roots))
        if not self.lied:
            self.lie(deck.sealed.commit.hex())
        return deck


class SameCardAgain(House):
    """Way 7: one candidate has 26 cards twice, the house is lucky, and my card is on the flop.

    For so much luck it knows the player's cut before: its friend's cut then chooses the candidate
    and the flop.
    """

    way, check, plays = 7, "card", FLOP

    def sealing(self, no: int, n: int) -> Deck:
        made = Candidates.fresh(n, hashes.TFAIR2)
        stack(made, 2)
        return Deck(made, SealedDeck(self.table_id, no, made.deck_id, n, made.roots))

    def locking(self, deck: Deck) -> None:
        for number in itertools.count():
            deck.friend_cut = number.to_bytes(32, "big")
            super().locking(deck)
            assert deck.locked is not None
            cuts = {self.seat: PLAYER_CUT, self.friend: deck.friend_cut}
            key = hashes.public_key_of(deck.locked.lock, cuts)
            if pick_of(key, 4, hashes.TAG) == 2:
                cut = replace_cuts(deck.locked, cuts)
                order = DealtDeck.of_candidate(cut, deck.made.each[2]).order
                if len(set(order[:4])) == 4 and {order[0], order[1]} & set(order[4:7]):
                    mine = cut.locked.plan.order(cut.button).index(self.seat)
                    if {order[mine], order[mine + 2]} & set(order[4:7]):
                        return

    def hand_said(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["hand"]["view"]["board"]:
            self.lie(*[one["salt"] for one in message["hand"]["openings"]])
        return message


def replace_cuts(locked: LockedDeck, cuts: dict[int, bytes]) -> Any:
    return locked.cut(dict(sorted(cuts.items())))


class NoOpening(House):
    """Way 8: a card comes without its opening."""

    way, check, plays = 8, "opening", FIRST

    def hand_said(self, message: dict[str, Any]) -> dict[str, Any]:
        self.lie(message["hand"]["openings"][1]["salt"])
        message["hand"]["openings"] = message["hand"]["openings"][1:]
        return message


class Malformed(House):
    """Way 9: one message cannot be read, and the next hand would come from another deck."""

    way, check, plays = 9, "form", FIRST

    def next_said(self, said: dict[str, Any]) -> dict[str, Any]:
        if said["lock"] is not None:
            self.lie(said["lock"]["lock"])
            said["lock"]["cut_commits"] = {"0": said["lock"]["cut_commits"]}
        return said


class NoAnswer(House):
    """Way 9: ends are left out, and the request for them fails for ever."""

    way, check, plays = 9, "request", FOLD
    missing = 3
    waits = 75

    def next_said(self, said: dict[str, Any]) -> dict[str, Any]:
        if self.no:
            self.lie("5" * 64)
            said["ended"] = {"no": self.no + self.missing, "chain": "5" * 64}
            said["last"] = None
            said["deck"] = said["deck"] | {"no": self.no + self.missing + 1}
            sealed = proof.sealed_deck(said["deck"])
            said["deck"]["commit"] = sealed.commit.hex()
        return said

    def request(self, path: str, query: str) -> tuple[int, Any] | None:
        return (500, {}) if path.endswith("/decks/ends") else super().request(path, query)


class Thrower(House):
    """Way 10: the house throws decks away once it knows their cuts, for no reason."""

    way, check, plays = 10, "thrown", FIRST
    reason = Reason.OTHER
    decks = 40

    def wants_another(self, deck: Deck) -> bool:
        return len(self.thrown) < self.decks

    def throwing(self, deck: Deck) -> dict[str, Any]:
        thrown = self.throw(deck, self.reason, locked=deck.locked)
        if self.thrown:
            self.lie(self.thrown[-1]["end"], thrown["end"])
        return thrown


class FriendThrows(Thrower):
    """Way 10: the house's friend keeps back the cut until the house likes the deck.

    All of that is public; nothing fails, and the player is told that it is unusual.
    """

    check, amber, text = "", "unusual", "40 decks were thrown away before this one"
    reason = Reason.CUT_MISSING

    def throwing(self, deck: Deck) -> dict[str, Any]:
        deck.friend_cut = b""
        return self.throw(deck, self.reason, locked=deck.locked)


class OtherHistory(House):
    """Way 11: the chain is another one after the player's page was loaded again."""

    way, check, plays = 11, "chain", RELOAD

    def pass_on(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        if message["type"] == "hello" and self.last is not None and not self.lied:
            before = bytes.fromhex(self.last["chain_before"])
            assert self.over is not None
            again = proof.end_of(self.over.fair, play_hash=bytes(32), chain=before)
            self.ends.pop()
            self.lie(self.chain.hex(), again["chain"])
            self.ended(again)
        return super().pass_on(message)


class OtherSeats(Relocker):
    """Way 14: the button is another one once the cards are known."""

    way, check, plays = 14, "relock", FIRST

    def dealing_of(self, deck: Deck, fair: dict[str, Any]) -> None:
        assert deck.locked is not None
        plan = replace(deck.locked.plan, buttons=(self.friend + self.seat - fair["button"],))
        self.deal_otherwise(deck, plan, deck.locked.cut_commits, fair)


class OtherBidder(House):
    """Way 14: another seat than the cuts have drawn is the first bidder."""

    way, check, plays = 14, "pick", FIRST
    game = "dou_dizhu"

    def dealing_of(self, deck: Deck, fair: dict[str, Any]) -> None:
        super().dealing_of(deck, fair)
        self.lie(deck.fair["digest"])
        seats = deck.fair["plan"]["seats"]
        drawn = seats.index(deck.fair["button"])
        deck.fair["button"] = seats[(drawn + 1) % len(seats)]


class TwoLocks(Relocker):
    """Way 15: the friend's cut is chosen after the player's is known; others saw another lock."""

    way, check, plays = 15, "relock", FIRST

    def dealing_of(self, deck: Deck, fair: dict[str, Any]) -> None:
        assert deck.locked is not None
        deck.friend_cut = bytes(31) + b"\x02"
        commit = hashes.cut_commit_of(deck.sealed.commit, self.friend, deck.friend_cut)
        commits = {**deck.locked.cut_commits, self.friend: commit}
        self.deal_otherwise(deck, deck.locked.plan, commits, fair)


class NeverLocked(House):
    """Way 16: a locked deck is thrown away as one that was never locked, as the rules changed."""

    way, check, plays = 16, "relock", FIRST

    def wants_another(self, deck: Deck) -> bool:
        return not self.thrown

    def throwing(self, deck: Deck) -> dict[str, Any]:
        return self.thrown_falsely(deck, None)

    def thrown_falsely(self, deck: Deck, locked: LockedDeck | None) -> dict[str, Any]:
        """Throw a locked deck away because the rules changed."""
        assert deck.locked is not None
        thrown = self.throw(deck, Reason.RULES_CHANGED, locked=locked)
        self.lie(deck.locked.lock.hex(), thrown["end"])
        return thrown


class RulesChanged(NeverLocked):
    """Way 16: a locked deck is thrown away because the rules changed, which cannot be."""

    check = "thrown"

    def throwing(self, deck: Deck) -> dict[str, Any]:
        return self.thrown_falsely(deck, deck.locked)


class InventedMiss(House):
    """Way 17: the player's cut is said to be missing once, and is not asked for after that."""

    way, check, plays = 17, "mine", FIRST

    def after_cut(self, deck: Deck, answer: dict[str, Any]) -> None:
        if not self.thrown:
            deck.cut = None

    def wants_another(self, deck: Deck) -> bool:
        return deck.cut is None

    def throwing(self, deck: Deck) -> dict[str, Any]:
        return self.throw(deck, Reason.CUT_MISSING, locked=deck.locked)

    def next_said(self, said: dict[str, Any]) -> dict[str, Any]:
        if self.thrown:
            self.lie(self.thrown[-1]["end"])
            said["not_asked"] = [self.seat]
        return said


class FriendsMisses(Thrower):
    """Way 17: two misses of the friend put the player out."""

    way, check = 17, "mine"
    reason = Reason.CUT_MISSING
    decks = 2

    def throwing(self, deck: Deck) -> dict[str, Any]:
        deck.friend_cut = b""
        return self.throw(deck, self.reason, locked=deck.locked)

    def next_said(self, said: dict[str, Any]) -> dict[str, Any]:
        if len(self.thrown) == self.decks:
            self.lie(*(one["end"] for one in self.thrown))
            said["not_asked"] = [self.seat]
        return said


class MissedAfterAll(InventedMiss):
    """Way 17: a cut that was acknowledged is said to be missing."""

    def after_cut(self, deck: Deck, answer: dict[str, Any]) -> dict[str, Any] | None:
        super().after_cut(deck, answer)
        self.lie(answer["signature"])
        return answer

    def next_said(self, said: dict[str, Any]) -> dict[str, Any]:
        return said


class OlderScheme(House):
    """Way 20: a hand is dealt by TFAIR1, which binds no card to its place."""

    way, check, plays = 20, "downgrade", FIRST

    def hand_said(self, message: dict[str, Any]) -> dict[str, Any]:
        hand = message["hand"]
        if hand["fair"] is not None:
            hand_id = bytes.fromhex(hand["fair"]["hand_id"])
            fair, deck = deal(candidates("older"), hand_id, {})
            cards = list(deck.order[: len(hand["openings"])])
            hand["fair"] = fair
            self.lie(fair["digest"])
            hand["openings"] = [one.told for one in deck.openings(cards)]
            for seat in hand["view"]["seats"]:
                if seat["seat"] == self.seat:
                    seat["cards"] = [text_of(card) for card in cards]
        return message


class OtherStart(House):
    """Way 21: the second board begins one card further on."""

    way, check, plays = 21, "place", ALL_IN
    text = "was not dealt to board2"
    runs = 2

    def at(self, p: int) -> int:
        if p < 9:
            return p
        self.lie(self.opening(p + 1)["salt"])
        return p + 1


LIVE: list[type[House]] = [
    FriendsAces,
    NewRoots,
    RefusedCut,
    LeftOut,
    InMyName,
    OtherDevice,
    NeverPublished,
    BehindMyBack,
    PublishedLate,
    NoTimeToCut,
    OneCandidate,
    SmallPack,
    HalfAPack,
    SameCardAgain,
    NoOpening,
    Malformed,
    NoAnswer,
    Thrower,
    FriendThrows,
    OtherHistory,
    OtherSeats,
    OtherBidder,
    TwoLocks,
    NeverLocked,
    RulesChanged,
    InventedMiss,
    FriendsMisses,
    MissedAfterAll,
    OlderScheme,
    OtherStart,
]
"""Each way in which a house can cheat at a live table; 12, 13, 18 and 19 are about records and
days."""
IN_PARTS = [LIVE[part::3] for part in range(3)]
IN_BROWSERS = some(IN_PARTS, 1)
IN_CLIENTS = some(reversed(IN_PARTS), 2)
"""Each way is tried in every run: in a browser or with the Python client, at full size in both."""
