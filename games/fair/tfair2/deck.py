"""A table's deck by TFAIR2, from its publication to its end.

SealedDeck   published before any cut
LockedDeck   with the plan and the cut commits
CutDeck      with all cuts, dealt to the seats that are still there
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.fair.deck import Scheme
from games.fair.scheme import pick_of, places_of
from games.fair.stream import Stream
from games.fair.tfair2.hashes import (
    TAG,
    TFAIR2,
    commit_of,
    cut_commit_of,
    digest_of,
    lock_of,
    public_key_of,
)
from games.fair.tfair2.plan import Plan


class CutsIncomplete(ValueError):
    """Not all cuts of the lock are there, or one is not what was committed to."""


@dataclass(frozen=True)
class SealedDeck:
    """The published deck `no` of a table: `n` cards, a root of each candidate.

    `tfair1`: it is the first deck of a table that dealt by TFAIR1 before, whose chain it continues.
    """

    table_id: bytes
    no: int
    deck_id: bytes
    n: int
    roots: tuple[bytes, ...]
    tfair1: bool = False

    @cached_property
    def commit(self) -> bytes:
        """The hash that commits to all of it."""
        return commit_of(self.table_id, self.no, self.deck_id, self.n, self.roots)

    def lock(self, plan: Plan, cut_commits: Mapping[int, bytes]) -> "LockedDeck":
        """Return the deck with its plan and the cut commits by seat, all of seats in the plan."""
        if not set(cut_commits) <= set(plan.seats):
            raise ValueError("only a seat that is dealt in cuts")
        return LockedDeck(self, plan, dict(sorted(cut_commits.items())))


@dataclass(frozen=True)
class LockedDeck:
    """A deck whose plan and cut commits are fixed."""

    sealed: SealedDeck
    plan: Plan
    cut_commits: Mapping[int, bytes]

    @cached_property
    def lock(self) -> bytes:
        """The hash of commit, plan and cut commits."""
        return lock_of(self.sealed.commit, self.plan.to_json(), self.cut_commits)

    def fits(self, seat: int, cut: bytes) -> bool:
        """Return whether a seat committed to this cut."""
        return self.cut_commits.get(seat) == cut_commit_of(self.sealed.commit, seat, cut)

    def cut(self, cuts: Mapping[int, bytes], absent: Sequence[int] = ()) -> "CutDeck":
        """Return the deck after all its cuts; raises `CutsIncomplete`.

        `absent`: seats of the plan that left after the lock.
        """
        if set(cuts) != set(self.cut_commits):
            raise CutsIncomplete("a locked cut is missing")
        if not all(self.fits(seat, cut) for seat, cut in cuts.items()):
            raise CutsIncomplete("a cut is not what was committed to")
        return CutDeck(self, dict(sorted(cuts.items())), tuple(sorted(absent)))


@dataclass(frozen=True)
class CutDeck:
    """A deck after all its cuts: which candidate is dealt, from which button, to whom."""

    locked: LockedDeck
    cuts: Mapping[int, bytes]
    absent: tuple[int, ...]

    @property
    def scheme(self) -> Scheme:
        """Return the scheme of its trees."""
        return TFAIR2

    @property
    def deck_id(self) -> bytes:
        """Return the id of the deck."""
        return self.locked.sealed.deck_id

    @property
    def n(self) -> int:
        """Return the number of cards."""
        return self.locked.sealed.n

    @cached_property
    def public_key(self) -> bytes:
        """The key of the lock and its cuts."""
        return public_key_of(self.locked.lock, self.cuts)

    @cached_property
    def pick(self) -> int:
        """The index of the candidate that is dealt."""
        return pick_of(self.public_key, len(self.locked.sealed.roots), TAG)

    @cached_property
    def button(self) -> int:
        """The button that the cuts chose."""
        buttons = self.locked.plan.buttons
        return buttons[Stream(self.public_key, b"/button", TAG).below(len(buttons))]

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """The position of each card of the game's deck."""
        return self.locked.plan.deck_order(self.button, self.absent, self.n)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place in the secret order of each card of the game's deck."""
        order = places_of(self.public_key, self.n, TAG)
        return tuple(order[p] for p in self.positions)

    def digest(self, hand_id: bytes, number: int) -> bytes:
        """Return the hash of how the hand with this id and number is dealt."""
        return digest_of(hand_id, number, self.public_key, self.absent)
