"""The checks of a deck and its deal, in the order of the specification."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardhouse_client.fair import need
from cardhouse_client.tfair2.deal_map import CARDS_IN, SEATS_IN, Plan, positions, read_plan
from cardhouse_client.tfair2.forms import (
    ascending,
    by_seat,
    bytes_of,
    field,
    listed,
    number_of,
    seats_of,
)
from cardhouse_client.tfair2.hashes import (
    canonical,
    climb,
    leaf_of,
    permutation,
    root_of_master,
    stream,
    tagged,
    u8,
    u32,
)

CANDIDATES = 4
Cuts = list[tuple[int, bytes]]


def check_scheme(deck: Any, check: str = "scheme") -> None:
    """Require the scheme to be TFAIR2."""
    need(field(deck, "scheme") == "TFAIR2", check, "this is not TFAIR2")


def check_deck(deck: Any, game: str | None = None) -> bytes:
    """Check scheme, constants and commit of a published deck; return the commit.

    `game` fixes the number of cards; without one it must be that of some game.
    """
    check_scheme(deck)
    n, roots = field(deck, "n"), listed(deck, "roots")
    sizes = set(CARDS_IN.values()) if game is None else {CARDS_IN.get(game)}
    need(type(n) is int and n in sizes, "constants", "the deck has not the cards of its game")
    need(len(roots) == CANDIDATES, "constants", "there are not four candidates")
    commit = commit_of(deck)
    need(commit == bytes_of(deck, "commit"), "commit", "it is not the hash of the deck")
    return commit


def commit_of(deck: Any) -> bytes:
    """Return the commit over a deck's id, number, size and roots."""
    roots = [bytes_of({"roots": root}, "roots") for root in listed(deck, "roots")]
    return tagged(
        0x04,
        bytes_of(deck, "table_id", 16),
        u32(number_of(deck, "no", 1)),
        bytes_of(deck, "deck_id", 16),
        u8(number_of(deck, "n", 1, 255), len(roots)),
        *roots,
    )


def cut_commit_of(commit: bytes, seat: int, cut: bytes) -> bytes:
    """Return the hash by which a seat commits to a cut of the deck with this commit."""
    return tagged(0x02, commit, u8(seat), cut)


def check_lock(deck: Any, commit: bytes | None, plan: Plan) -> bytes:
    """Check that the lock fixes plan and cut commits; return it.

    Without the `commit`, which a late reader has not, only its form is checked.
    """
    cut_commits = by_seat(deck, "cut_commits")
    seats = [seat for seat, _ in cut_commits]
    lock = bytes_of(deck, "lock")
    holds = ascending(seats) and set(seats) <= set(plan.seats)
    need(holds, "lock", "its list is out of order or has a seat that is not dealt in")
    if commit is not None:
        plan_hash = tagged(0x0D, canonical(field(deck, "plan")))
        listed_cuts = [u8(seat) + hashed for seat, hashed in cut_commits]
        found = tagged(0x09, commit, plan_hash, u8(len(listed_cuts)), *listed_cuts)
        need(lock == found, "lock", "it is not the hash of the plan and the cut commits")
    return lock


def check_cuts(deck: Any, commit: bytes, *, all_of_them: bool) -> Cuts:
    """Check the published cuts against their commits; return them."""
    cuts, promised = by_seat(deck, "cuts"), by_seat(deck, "cut_commits")
    seats = [seat for seat, _ in cuts]
    need(ascending(seats), "cuts", "they are out of order")
    if all_of_them:
        complete = seats == [seat for seat, _ in promised]
        need(complete, "cuts", "a locked cut is missing")
    hashes = dict(promised)
    for seat, cut in cuts:
        holds = hashes.get(seat) == cut_commit_of(commit, seat, cut)
        need(holds, "cuts", f"seat {seat} committed to another cut")
    return cuts


def check_masters(deck: Any, pick: int | None) -> None:
    """Check that every candidate but the picked one follows from its master."""
    masters, n = listed(deck, "masters"), deck["n"]
    need(len(masters) == CANDIDATES, "masters", "there are not four")
    for k, master in enumerate(masters):
        if k == pick:
            need(master is None, "masters", "the candidate that was dealt is opened")
            continue
        need(master is not None, "masters", f"candidate {k} is not opened")
        key = bytes_of({"masters": master}, "masters")
        root = root_of_master(bytes_of(deck, "deck_id", 16), k, key, n)
        need(root.hex() == deck["roots"][k], "masters", f"candidate {k} is not what was sealed")


class Deal:
    """A deal that holds, and the cards of it that were opened.

    `places`: the positions of each place; `absent`: the seats of the plan that left after the lock.
    """

    def __init__(self, fair: Mapping[str, Any]) -> None:
        """Check all of a deal but its cards; raises `NotFair` naming the first failed check."""
        check_scheme(fair)
        game = field(field(fair, "plan"), "game")
        self.commit = check_deck(fair, game if isinstance(game, str) else "")
        self.plan = read_plan(fair["plan"])
        self.lock = check_lock(fair, self.commit, self.plan)
        self.cuts = check_cuts(fair, self.commit, all_of_them=True)
        key = tagged(0x03, self.lock, *(cut for _, cut in self.cuts))
        need(key == bytes_of(fair, "public_key"), "public_key", "it does not match the cuts")
        self.pick = stream(key, b"/pick")(CANDIDATES)
        buttons = self.plan.buttons
        self.button = buttons[stream(key, b"/button")(len(buttons))]
        same = (number_of(fair, "pick"), number_of(fair, "button")) == (self.pick, self.button)
        need(same, "pick", "the cuts pick another deck or another button")
        check_masters(fair, self.pick)
        self.no = number_of(fair, "no", 1)
        self.number = number_of(fair, "number", 1)
        self.digest = self._digest(fair, key)
        self.fair = fair
        self.places = positions(self.plan, self.button)
        self._order = permutation(key, b"/perm", fair["n"])
        self._deck_id = bytes_of(fair, "deck_id", 16)
        self._root = bytes_of({"root": fair["roots"][self.pick]}, "root")
        self.opened: dict[int, int] = {}
        """The card at each position that was opened."""
        self.landlord: int | None = None
        """The seat that the kitty belongs to as well, once there is one."""

    def _digest(self, fair: Any, key: bytes) -> bytes:
        self.absent = seats_of(fair, "absent")
        least = SEATS_IN[self.plan.game][0]
        holds = ascending(self.absent) and set(self.absent) <= set(self.plan.seats)
        holds = holds and len(self.plan.seats) - len(self.absent) >= least
        need(holds, "digest", "the absent seats are not of the plan, or too few were left")
        parts = [bytes_of(fair, "hand_id", 16), u32(self.number), key, u8(len(self.absent))]
        digest = tagged(0x06, *parts, *(u8(seat) for seat in self.absent))
        need(digest == bytes_of(fair, "digest"), "digest", "it does not match the deal")
        return digest

    @property
    def present(self) -> list[int]:
        """Return the seats that cards were dealt to, ascending."""
        return [seat for seat in self.plan.seats if seat not in self.absent]

    def at(self, place: Any) -> list[int] | None:
        """Return the positions of a place, None if nothing was dealt there."""
        known = isinstance(place, int | str) and place in self.places and place not in self.absent
        if not known:
            return None
        kitty = self.places["kitty"] if place == self.landlord else []
        return self.places[place] + kitty

    def open(self, openings: Sequence[Any]) -> None:
        """Check that each opening is in the picked candidate, and remember its card."""
        for opening in openings:
            p, card = number_of(opening, "p"), number_of(opening, "card")
            salt = bytes_of(opening, "salt", 16)
            path = [bytes_of({"path": node}, "path") for node in listed(opening, "path")]
            n = self.fair["n"]
            need(p < n and card < n, "path", f"there is no position {p} or no card {card}")
            t = self._order[p]
            leaf = leaf_of(self._deck_id, self.pick, t, card, salt)
            holds = climb(leaf, t, n, path) == self._root
            need(holds, "path", f"card {card} at position {p} is not in the deck")
            again = [q for q, known in self.opened.items() if known == card and q != p]
            need(not again, "card", f"card {card} was dealt twice")
            self.opened[p] = card

    def position_of(self, card: int, check: str = "opening") -> int:
        """Return the position of an opened card; fails as `check` if it was not opened."""
        for p, known in self.opened.items():
            if known == card:
                return p
        need(False, check, f"card {card} was shown without its opening")
        raise AssertionError
