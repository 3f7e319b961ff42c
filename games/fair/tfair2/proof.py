"""The published parts of a deck by TFAIR2: JSON values, bytes in lower-case hexadecimal.

    deck     scheme, table_id, no, deck_id, n, roots, commit; tfair1 (true) where the table's chain
             began by TFAIR1
    lock     no, n, plan, cut_commits, lock
    deal     the fields of deck and lock, and cuts, public_key, pick, button, masters (null at
             `pick`), hand_id, number, absent, digest
    thrown   the fields of deck, masters (all four), reason, plan, cut_commits, lock (null, [], null
             for a deck that was never locked), cuts, blamed, chain_before, end, chain
    end      no, play_hash, end, chain_before, chain; tfair1 as in deck
    play     what was played, whose hash is in the end of a deck that was dealt

Lists of [seat, bytes] are in ascending order of seats.
"""

import enum
from collections.abc import Mapping, Sequence
from typing import Any

from games.engines.core.contract import Action, Result
from games.fair.deck import Candidate, DealtDeck
from games.fair.tfair2.deck import CutDeck, LockedDeck, SealedDeck
from games.fair.tfair2.hashes import (
    SCHEME,
    TFAIR2,
    chain_after,
    dealt_end_of,
    thrown_end_of,
)
from games.fair.tfair2.plan import Plan


class Reason(enum.IntEnum):
    """Why a deck was thrown away; the first and the third need a lock and somebody to blame."""

    CUT_MISSING = 1
    TABLE_CLOSED = 2
    TOO_FEW_LEFT = 3
    RULES_CHANGED = 4
    OTHER = 5


class DealFailed(ValueError):
    """A stored deal is false; `check` names what failed."""

    def __init__(self, check: str, text: str) -> None:
        super().__init__(f"{check}: {text}")
        self.check = check


def _by_seat(values: Mapping[int, bytes]) -> list[list[Any]]:
    return [[seat, values[seat].hex()] for seat in sorted(values)]


def _from_pairs(pairs: Sequence[Sequence[Any]]) -> dict[int, bytes]:
    return {seat: bytes.fromhex(text) for seat, text in pairs}


def published(sealed: SealedDeck) -> dict[str, Any]:
    """Return what is published of a deck before any cut."""
    return {
        "scheme": SCHEME,
        "table_id": sealed.table_id.hex(),
        "no": sealed.no,
        "deck_id": sealed.deck_id.hex(),
        "n": sealed.n,
        "roots": [root.hex() for root in sealed.roots],
        "commit": sealed.commit.hex(),
        **({"tfair1": True} if sealed.tfair1 else {}),
    }


def published_lock(locked: LockedDeck) -> dict[str, Any]:
    """Return what is published of a lock, before any cut is shown."""
    return {"no": locked.sealed.no, "n": locked.sealed.n, **_lock_fields(locked)}


def _lock_fields(locked: LockedDeck | None) -> dict[str, Any]:
    if locked is None:
        return {"plan": None, "cut_commits": [], "lock": None}
    return {
        "plan": locked.plan.to_json(),
        "cut_commits": _by_seat(locked.cut_commits),
        "lock": locked.lock.hex(),
    }


def deal_of(
    cut: CutDeck, *, masters: Sequence[bytes], hand_id: bytes, number: int
) -> dict[str, Any]:
    """Return all that is published of a hand's deal; the dealt candidate's master is not in it."""
    return {
        **published(cut.locked.sealed),
        **_lock_fields(cut.locked),
        "cuts": _by_seat(cut.cuts),
        "public_key": cut.public_key.hex(),
        "pick": cut.pick,
        "button": cut.button,
        "masters": [None if k == cut.pick else key.hex() for k, key in enumerate(masters)],
        "hand_id": hand_id.hex(),
        "number": number,
        "absent": list(cut.absent),
        "digest": cut.digest(hand_id, number).hex(),
    }


def sealed_deck(deck: Mapping[str, Any]) -> SealedDeck:
    """Return the deck that `published` wrote."""
    ids = bytes.fromhex(deck["table_id"]), deck["no"], bytes.fromhex(deck["deck_id"])
    roots = tuple(map(bytes.fromhex, deck["roots"]))
    return SealedDeck(*ids, deck["n"], roots, tfair1=deck.get("tfair1", False))


def cut_deck(deal: Mapping[str, Any]) -> CutDeck:
    """Return the deck of a published deal, computed from roots, plan, cuts and absent seats.

    Raises `PlanRefused` or `CutsIncomplete` for what cannot be dealt.
    """
    plan = Plan.from_json(deal["plan"])
    locked = sealed_deck(deal).lock(plan, _from_pairs(deal["cut_commits"]))
    return locked.cut(_from_pairs(deal["cuts"]), deal["absent"])


def check_deal(deal: Mapping[str, Any], deck: DealtDeck) -> None:
    """Compute a stored deal again: everything from roots, plan and cuts, the roots from the decks.

    Raises `DealFailed` naming the first field that differs.
    """
    cut = cut_deck(deal)
    masters = [bytes.fromhex(master or "") for master in deal["masters"]]
    again = deal_of(
        cut, masters=masters, hand_id=bytes.fromhex(deal["hand_id"]), number=deal["number"]
    )
    for name, value in again.items():
        if deal[name] != value:
            raise DealFailed(name, "it does not follow from what was published")
    for k, root in enumerate(cut.locked.sealed.roots):
        made = deck.root if k == cut.pick else _root(cut.locked.sealed, k, masters[k])
        if made != root:
            raise DealFailed("roots", f"candidate {k} is not what was sealed")


def thrown_of(
    sealed: SealedDeck,
    *,
    masters: Sequence[bytes],
    reason: Reason,
    chain: bytes,
    locked: LockedDeck | None = None,
    cuts: Mapping[int, bytes] | None = None,
    left: Sequence[int] = (),
) -> dict[str, Any]:
    """Return all that is published of a deck that is thrown away; `chain` is the one before.

    `cuts`: those that came; `left`: the seats that are to blame for `TOO_FEW_LEFT`. The seats to
    blame for `CUT_MISSING` are those whose cut is missing.
    """
    shown = dict(cuts or {})
    blamed = sorted(left)
    if reason is Reason.CUT_MISSING:
        blamed = sorted(set(locked.cut_commits if locked else ()) - set(shown))
    lock = locked.lock if locked else None
    end = thrown_end_of(sealed.commit, reason, lock, blamed)
    return {
        **published(sealed),
        **_lock_fields(locked),
        "masters": [master.hex() for master in masters],
        "reason": int(reason),
        "cuts": _by_seat(shown),
        "blamed": blamed,
        "chain_before": chain.hex(),
        "end": end.hex(),
        "chain": chain_after(chain, sealed.no, end).hex(),
    }


def check_thrown(deck: Mapping[str, Any]) -> None:
    """Compute a stored deck that was thrown away again; raises `DealFailed`."""
    sealed, masters = sealed_deck(deck), [bytes.fromhex(one) for one in deck["masters"]]
    locked = None
    if deck["plan"] is not None:
        locked = sealed.lock(Plan.from_json(deck["plan"]), _from_pairs(deck["cut_commits"]))
    again = thrown_of(
        sealed,
        masters=masters,
        reason=Reason(deck["reason"]),
        chain=bytes.fromhex(deck["chain_before"]),
        locked=locked,
        cuts=_from_pairs(deck["cuts"]),
        left=deck["blamed"],
    )
    for name, value in again.items():
        if deck[name] != value:
            raise DealFailed(name, "it does not follow from what was published")
    for k, root in enumerate(sealed.roots):
        if _root(sealed, k, masters[k]) != root:
            raise DealFailed("masters", f"candidate {k} is not what was sealed")


def end_of(deal: Mapping[str, Any], *, play_hash: bytes, chain: bytes) -> dict[str, Any]:
    """Return how the deck of a deal ends; `chain` is the table's before it."""
    end = dealt_end_of(bytes.fromhex(deal["digest"]), play_hash)
    return {
        "no": deal["no"],
        "play_hash": play_hash.hex(),
        "end": end.hex(),
        "chain_before": chain.hex(),
        "chain": chain_after(chain, deal["no"], end).hex(),
        **({"tfair1": True} if deal.get("tfair1") else {}),
    }


def play_of(
    *,
    stacks: Sequence[int],
    terms: Mapping[str, Any],
    actions: Sequence[Action],
    result: Result | None,
) -> dict[str, Any]:
    """Return what was played: stacks by ascending seat, terms, actions, and the result.

    A hand without a result was voided while it ran.
    """
    return {
        "actions": [
            [one.seat, one.kind, one.amount, list(one.cards), one.reading] for one in actions
        ],
        "result": None if result is None else result.to_json(),
        "stacks": list(stacks),
        "terms": dict(terms),
        "void": result is None,
    }


def _root(sealed: SealedDeck, k: int, master: bytes) -> bytes:
    return Candidate(sealed.deck_id, k, sealed.n, master, TFAIR2).root
