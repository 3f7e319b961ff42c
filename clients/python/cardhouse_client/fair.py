"""Verification of the dealing scheme TFAIR1, written from its specification alone.

It is the older, weaker scheme of hands from before TFAIR2: it binds no card to its place at the
table. A proof (`fair` of a record) says which deck was sealed, who cut it, which of its candidates
was dealt and in which order. An opening proves one card. Nothing here trusts the server: everything
is computed again from what it published.
"""

import hmac
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from cardhouse_client.errors import CardhouseError

TAG = b"TFAIR1"
RANKS, SUITS = "23456789TJQKA", "cdhs"
CARDS = {text: card for card, text in enumerate([r + s for r in RANKS for s in SUITS])}
CARDS |= {"BJ": 52, "RJ": 53}
CARDS |= {text[0] + text[1].swapcase(): card + len(CARDS) for text, card in CARDS.items()}
"""The number of each card; in a second pack the case of the second letter differs."""


class NotFair(CardhouseError):
    """The server's data contradicts the sealed deck; `check` names what failed.

    At a live table `evidence` has what the server said, as JSON values.
    """

    evidence: dict[str, Any] | None = None

    def __init__(self, check: str, text: str) -> None:
        super().__init__(f"{check}: {text}")
        self.check = check
        self.text = text


def need(holds: bool, check: str, text: str) -> None:
    """Raise `NotFair` unless `holds`."""
    if not holds:
        raise NotFair(check, text)


def as_bytes(text: Any, size: int) -> bytes:
    """Return `size` bytes from hexadecimal digits; raises `NotFair`."""
    try:
        data = bytes.fromhex(text)
    except (TypeError, ValueError):
        data = b""
    need(len(data) == size, "form", f"{size} bytes were expected")
    return data


def tagged_hash(kind: int, *parts: bytes) -> bytes:
    """Return the hash of a kind byte, the tag and the fields."""
    return sha256(bytes([kind]) + TAG + b"".join(parts)).digest()


def _numbers(key: bytes, label: bytes, bounds: Iterable[int]) -> list[int]:
    """Return an unbiased number below each of the bounds."""
    found, block, counter = [], b"", 0
    for bound in bounds:
        while True:
            if not block:
                block = hmac.digest(key, TAG + label + counter.to_bytes(4, "big"), sha256)
                counter += 1
            value, block = block[0], block[1:]
            if value < 256 - 256 % bound:
                break
        found.append(value % bound)
    return found


def _order(key: bytes, label: bytes, n: int) -> list[int]:
    order = list(range(n))
    for i, j in zip(range(n - 1, 0, -1), _numbers(key, label, range(n, 1, -1)), strict=True):
        order[i], order[j] = order[j], order[i]
    return order


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def _split(count: int) -> int:
    return 1 << (count - 1).bit_length() - 1


def _root(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    middle = _split(len(leaves))
    return _node(_root(leaves[:middle]), _root(leaves[middle:]))


def climb(leaf: bytes, index: int, count: int, path: list[bytes]) -> bytes:
    """Return the root that a path, from the leaf upwards, leads to."""
    need((count > 1) == bool(path), "path", "its path has the wrong length")
    if count == 1:
        return leaf
    middle, last, rest = _split(count), path[-1], path[:-1]
    if index < middle:
        return _node(climb(leaf, index, middle, rest), last)
    return _node(last, climb(leaf, index - middle, count - middle, rest))


def _leaf(deck_id: bytes, candidate: int, place: int, card: int, salt: bytes) -> bytes:
    return tagged_hash(0, deck_id, bytes((candidate, place, card)), salt)


def _opened_root(deck_id: bytes, k: int, master: bytes, n: int) -> bytes:
    leaves = []
    for place, card in enumerate(_order(master, b"/shuffle", n)):
        salt = hmac.digest(master, TAG + b"/salt" + bytes([place]), sha256)[:16]
        leaves.append(_leaf(deck_id, k, place, card, salt))
    return _root(leaves)


def check_deal(proof: Mapping[str, Any]) -> None:
    """Check a proof without its openings; raises `NotFair` naming the check that failed."""
    try:
        _check_deal(proof)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as no:
        raise NotFair("form", f"this is not a proof: {no!r}") from None


def _check_deal(proof: Mapping[str, Any]) -> None:
    need(proof["scheme"] == "TFAIR1", "scheme", "this is not TFAIR1")
    deck_id, n, pick = as_bytes(proof["deck_id"], 16), proof["n"], proof["pick"]
    need(0 < n <= 255, "deck", "the deck does not exist")
    roots = [as_bytes(root, 32) for root in proof["roots"]]
    commit = tagged_hash(4, deck_id, bytes((n, len(roots))), *roots)
    need(commit.hex() == proof["commit"], "commit", "it is not the hash of the roots")
    cuts = _check_cuts(proof, deck_id)
    joined = [bytes([seat]) + cuts[seat] for seat in sorted(cuts)]
    key = tagged_hash(3, deck_id, commit, bytes([len(cuts)]), *joined)
    need(key.hex() == proof["public_key"], "public_key", "it does not match the cuts")
    need([pick] == _numbers(key, b"/pick", [len(roots)]), "pick", "the cuts pick another deck")
    masters = proof["masters"]
    need(len(masters) == len(roots), "masters", "not all other decks are opened")
    for k, root in enumerate(roots):
        if k != pick:
            opened = _opened_root(deck_id, k, as_bytes(masters[k], 32), n)
            need(opened == root, "masters", f"deck {k} is not what was sealed")
    digest = tagged_hash(6, as_bytes(proof["hand_id"], 16), deck_id, commit, key, bytes([pick]))
    need(digest.hex() == proof["digest"], "digest", "it does not match the deal")
    chain = tagged_hash(5, as_bytes(proof["chain_before"], 32), digest)
    need(chain.hex() == proof["chain"], "chain", "it does not follow from the digest")


def _check_cuts(proof: Mapping[str, Any], deck_id: bytes) -> dict[int, bytes]:
    promised, shown = dict(proof["cut_commits"]), dict(proof["cuts"])
    once = len(promised) == len(proof["cut_commits"]) and len(shown) == len(proof["cuts"])
    need(once, "cuts", "a seat has cut twice")
    cuts = {seat: as_bytes(cut, 32) for seat, cut in shown.items()}
    for seat, cut in cuts.items():
        promise = tagged_hash(2, deck_id, bytes([seat]), cut).hex()
        need(promised.get(seat) == promise, "cuts", f"seat {seat} committed to another cut")
    return cuts


def check_openings(proof: Mapping[str, Any], openings: Iterable[Mapping[str, Any]]) -> set[int]:
    """Check cards of a proof that `check_deal` has passed; return their numbers.

    Raises `NotFair`.
    """
    n, pick, seen = proof["n"], proof["pick"], set[int]()
    deck_id, root = as_bytes(proof["deck_id"], 16), as_bytes(proof["roots"][pick], 32)
    places = _order(as_bytes(proof["public_key"], 32), b"/perm", n)
    for opening in openings:
        p, t, card = opening["p"], opening["t"], opening["card"]
        need(0 <= p < n and places[p] == t, "permutation", f"position {p} is not place {t}")
        need(0 <= card < n and card not in seen, "card", f"there is no second card {card}")
        seen.add(card)
        leaf = _leaf(deck_id, pick, t, card, as_bytes(opening["salt"], 16))
        found = climb(leaf, t, n, [as_bytes(node, 32) for node in opening["path"]])
        need(found == root, "path", f"card {card} is not in the deck")
    return seen


def cards_in(value: Any) -> set[int]:
    """Return the cards in lists anywhere in a message."""
    if isinstance(value, Mapping):
        return set().union(*(cards_in(part) for part in value.values()))
    if not isinstance(value, list):
        return set()
    own = {CARDS[part] for part in value if isinstance(part, str) and part in CARDS}
    return own.union(*(cards_in(part) for part in value if not isinstance(part, str)))


def check_record(record: Mapping[str, Any]) -> str:
    """Check the record of a hand; return a sentence about what was checked. Raises `NotFair`."""
    proof = record.get("fair")
    need(isinstance(proof, Mapping), "proof", "this record has no proof of its deal")
    assert proof is not None
    check_deal(proof)
    hand_id = str(record["hand"]["id"]).replace("-", "")
    need(hand_id == proof["hand_id"], "hand", "the proof is of another hand")
    check_openings(proof, proof["openings"])
    known = {p: CARDS[text] for p, text in enumerate(record["deck"].split()) if text in CARDS}
    opened = {opening["p"]: opening["card"] for opening in proof["openings"]}
    need(opened == known, "card", "the cards of the record are not those that were opened")
    shown = cards_in([record[part] for part in ("seats", "deal", "actions", "result")])
    need(shown <= set(opened.values()), "card", "a card of the record was not opened")
    withheld = len(proof["cut_commits"]) - len(proof["cuts"])
    kept = f", {withheld} withheld" if withheld else ""
    return f"cut by {len(proof['cuts'])} of {len(record['seats'])}{kept}, {len(opened)} cards hold"
