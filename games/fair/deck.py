"""Decks: the candidates that are sealed before the cuts, and the one that is dealt.

A candidate is 32 random bytes, its master; no master is derived from another. The master gives the
secret order of the cards and a salt for each position in it:

order   = perm(master, "/shuffle", n)
    salt[t] = the first 16 bytes of HMAC-SHA-256(master, TAG || "/salt" || u8(t))
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from games.fair.scheme import (
    commit_of,
    leaf_of,
    leaves_of,
    pick_of,
    places_of,
    public_key_of,
)
from games.fair.stream import BYTES, TAG, Mac, perm
from games.fair.tree import NODE, Tree

MASTER_BYTES = 32
SALT_BYTES = 16
LEAF_BYTES = 32
CANDIDATES_COUNT = 4
"""The number of candidates in a commit; all but the dealt one are opened.

A false deck escapes with probability 1/4.
"""
CARDS_MAX = 255


def new_master() -> bytes:
    """Return a fresh master of 32 random bytes."""
    return secrets.token_bytes(MASTER_BYTES)


def secret_order(master: bytes, n: int, tag: bytes = TAG) -> tuple[int, ...]:
    """Return the secret order of a candidate of `n` cards before the cuts: card numbers."""
    return perm(master, b"/shuffle", n, tag)


def salts_of(master: bytes, n: int, tag: bytes = TAG) -> list[bytes]:
    """Return the salts of a candidate in its secret order, 16 bytes each."""
    digests = Mac(master).digests(tag + b"/salt", BYTES[:n])
    return [digest[:SALT_BYTES] for digest in digests]


def only_dealt(order: tuple[int, ...], dealt: int) -> tuple[int, ...]:
    """Return the first `dealt` cards of an order, followed by the others from the lowest up."""
    kept = order[:dealt]
    return kept + tuple(sorted(set(order) - set(kept)))


class Scheme(NamedTuple):
    """The differences between the trees of the two schemes: the tag, and how a node begins."""

    tag: bytes
    node: bytes


TFAIR1 = Scheme(TAG, NODE)


class Candidate:
    """The candidate `k` of a deck, in its secret order. Viewers never get it.

    A plain class, whose `repr` shows nothing.
    """

    def __init__(
        self, deck_id: bytes, k: int, n: int, master: bytes, scheme: Scheme = TFAIR1
    ) -> None:
        self.master = master
        self.order = secret_order(master, n, scheme.tag)
        self._scheme = scheme
        self._deck_id = deck_id
        self._k = k

    @cached_property
    def tree(self) -> tuple[Tree, list[bytes]]:
        """The tree over the cards, and their salts; computed once, when needed."""
        tag, node = self._scheme
        salts = salts_of(self.master, len(self.order), tag)
        return Tree(leaves_of(self._deck_id, self._k, self.order, salts, tag), node), salts

    @property
    def root(self) -> bytes:
        """Return the root over the cards."""
        return self.tree[0].root


@dataclass(frozen=True)
class Candidates:
    """The secret decks of one commit; `deck_id` has 16 bytes. Viewers never get it."""

    deck_id: bytes
    n: int
    masters: tuple[bytes, ...] = field(repr=False)
    scheme: Scheme = TFAIR1

    @classmethod
    def fresh(cls, n: int, scheme: Scheme = TFAIR1) -> "Candidates":
        """Return new random candidates of `n` cards."""
        masters = tuple(new_master() for _ in range(CANDIDATES_COUNT))
        return cls(secrets.token_bytes(16), n, masters, scheme)

    @cached_property
    def each(self) -> tuple[Candidate, ...]:
        """The candidates in the order of their masters."""
        return tuple(
            Candidate(self.deck_id, k, self.n, master, self.scheme)
            for k, master in enumerate(self.masters)
        )

    @property
    def roots(self) -> tuple[bytes, ...]:
        """Return the root of each candidate."""
        return tuple(one.root for one in self.each)

    def seal(self) -> "SealedDeck":
        """Return what is published of the candidates before any cut."""
        return SealedDeck(self.deck_id, self.n, self.roots)


@dataclass(frozen=True, slots=True)
class SealedDeck:
    """A published deck: an id of 16 bytes, the number of its cards and a root per candidate."""

    deck_id: bytes
    n: int
    roots: tuple[bytes, ...]

    @property
    def commit(self) -> bytes:
        """Return the hash that commits to id, size and roots."""
        return commit_of(self.deck_id, self.n, self.roots)

    def cut(self, cuts: Mapping[int, bytes]) -> "CutDeck":
        """Return the deck after these cuts (by seat)."""
        public_key = public_key_of(self.deck_id, self.commit, cuts)
        return CutDeck(self, public_key, pick_of(public_key, len(self.roots)))


class Dealing(Protocol):
    """A deck after its cuts, as `DealtDeck` needs it; cards are in the order of the game's deck."""

    @property
    def scheme(self) -> Scheme:
        """Return the scheme of its trees."""

    @property
    def deck_id(self) -> bytes:
        """Return the id of the deck, 16 bytes."""

    @property
    def n(self) -> int:
        """Return the number of cards."""

    @property
    def pick(self) -> int:
        """Return the index of the candidate that is dealt."""

    @property
    def positions(self) -> Sequence[int]:
        """Return for each card its position of the deal."""

    @property
    def places(self) -> tuple[int, ...]:
        """Return for each card its place in the candidate's secret order."""


@dataclass(frozen=True, slots=True)
class CutDeck:
    """A deck of TFAIR1 after its cuts: which candidate is dealt, and in which public order."""

    sealed: SealedDeck
    public_key: bytes
    pick: int
    scheme: Scheme = TFAIR1

    @property
    def deck_id(self) -> bytes:
        """Return the id of the deck."""
        return self.sealed.deck_id

    @property
    def n(self) -> int:
        """Return the number of cards."""
        return self.sealed.n

    @property
    def positions(self) -> Sequence[int]:
        """Return the positions of the deal: the game's deck is in their order."""
        return range(self.sealed.n)

    @property
    def places(self) -> tuple[int, ...]:
        """Return for each position of the deal the card's place in the secret order."""
        return places_of(self.public_key, self.sealed.n)


@dataclass(frozen=True)
class Opening:
    """The proof of one card: dealt at position `p`, at place `t` of the picked candidate.

    `path` leads from its leaf to the candidate's root. Only TFAIR1 tells the place; it follows from
    the position.
    """

    p: int
    t: int
    card: int
    salt: bytes
    path: tuple[bytes, ...]
    tells_place: bool = True

    @cached_property
    def told(self) -> dict[str, Any]:
        """The opening as JSON values, shared by all who are told it."""
        return {
            "p": self.p,
            **({"t": self.t} if self.tells_place else {}),
            "card": self.card,
            "salt": self.salt.hex(),
            "path": [node.hex() for node in self.path],
        }


class DealtDeck:
    """The cards of one hand in the order of the deal, with the openings of each.

    Made from the picked candidate, or from what `kept` stored. Viewers never get it, only the
    openings of cards that they may see.
    """

    def __init__(
        self,
        cut: Dealing,
        order: tuple[int, ...],
        *,
        candidate: Candidate | None = None,
        kept: bytes = b"",
    ) -> None:
        self.cut = cut
        self.order = order
        self._candidate = candidate
        self._kept = kept
        self._opened: dict[int, Opening] = {}

    @classmethod
    def of_master(cls, cut: Dealing, master: bytes) -> "DealtDeck":
        """Return the deck while its master exists."""
        candidate = Candidate(cut.deck_id, cut.pick, cut.n, master, cut.scheme)
        return cls.of_candidate(cut, candidate)

    @classmethod
    def of_candidate(cls, cut: Dealing, candidate: Candidate) -> "DealtDeck":
        """Return the deck of the picked candidate."""
        secret, places = candidate.order, cut.places
        deck = cls(cut, tuple(secret[place] for place in places), candidate=candidate)
        deck._places = places
        return deck

    @classmethod
    def of_kept(cls, cut: Dealing, data: bytes) -> "DealtDeck":
        """Return the deck from the bytes that `kept` returned."""
        n = cut.n
        return cls(cut, tuple(data[:n]), kept=data[n:])

    def kept(self, dealt: int) -> bytes:
        """Return what is stored after the master is destroyed; it opens the first `dealt` cards.

        The bytes are the order, with the undealt cards from the lowest up (a byte each), u8(dealt),
        the salts of the dealt cards in their order, and the leaves of all others by place.
        """
        tree, salts = self._tree
        places = self._places
        return b"".join(
            (
                bytes(only_dealt(self.order, dealt)),
                bytes((dealt,)),
                *(salts[place] for place in places[:dealt]),
                *(tree.leaves[place] for place in sorted(places[dealt:])),
            )
        )

    @property
    def root(self) -> bytes:
        """Return the root over its cards, which is that of the picked candidate for a true deck."""
        return self._tree[0].root

    def openings(self, cards: Sequence[int]) -> list[Opening]:
        """Return the proofs of these cards, in the order of the game's deck.

        Raises `KeyError` for a card that can no longer be opened.
        """
        return [self._opening(at) for at in sorted(map(self.order.index, cards))]

    def _opening(self, at: int) -> Opening:
        """Return the opening of a card of the deck; cached, as many viewers ask for it."""
        found = self._opened.get(at)
        if found is None:
            tree, salts = self._tree
            p, t, tells_place = self.cut.positions[at], self._places[at], self.cut.scheme == TFAIR1
            found = Opening(p, t, self.order[at], salts[t], tree.path(t), tells_place)
            self._opened[at] = found
        return found

    @cached_property
    def _places(self) -> tuple[int, ...]:
        return self.cut.places

    @cached_property
    def _tree(self) -> tuple[Tree, Sequence[bytes] | Mapping[int, bytes]]:
        """Return the tree over all cards and the salts that are known, by place."""
        if self._candidate is not None:
            return self._candidate.tree
        deck_id, n, pick = self.cut.deck_id, self.cut.n, self.cut.pick
        tag, node = self.cut.scheme
        dealt, places = self._kept[0], self._places
        known = pieces(self._kept[1 : 1 + dealt * SALT_BYTES], SALT_BYTES)
        closed = pieces(self._kept[1 + dealt * SALT_BYTES :], LEAF_BYTES)
        salts = dict(zip(places[:dealt], known, strict=True))
        leaves = dict(zip(sorted(places[dealt:]), closed, strict=True))
        for p, t in enumerate(places[:dealt]):
            leaves[t] = leaf_of(deck_id, pick, t, self.order[p], salts[t], tag)
        return Tree([leaves[t] for t in range(n)], node), salts


def pieces(data: bytes, size: int) -> list[bytes]:
    """Split stored bytes into pieces of `size` bytes."""
    return [data[at : at + size] for at in range(0, len(data), size)]
