"""The published proof of a hand, and its verification.

A proof is a JSON object; bytes are written in lower-case hexadecimal:

scheme        "TFAIR1"
    hand_id       32 digits: the id of the hand
    deck_id, n    the deck, and how many cards it has
    roots         the root of each candidate
    commit        of deck id, n and roots
    cut_commits   [seat, hash] of each player who committed to a cut, in ascending order of seats
    cuts          [seat, 32 bytes] of the players who revealed it; the others withheld theirs
    public_key    of the commit and the cuts
    pick          the candidate that was dealt
    masters       of the other candidates, null at `pick`
    chain_before  the table's chain before the hand
    digest, chain of the hand, and the table's chain with it
    openings      [{p, t, card, salt, path}] of the cards that the viewer may see, where the
                  proof is for a viewer
    day           where the hand is in the tree of its day
    (`games.dealing.queries.daily_roots.DayOfHand`); in
                  records, null until the day is closed
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.fair.deck import CARDS_MAX, Candidate, Candidates, CutDeck, SealedDeck
from games.fair.scheme import chain_after, cut_commit_of, digest_of, leaf_of, places_of
from games.fair.tree import root_by

SCHEME = "TFAIR1"


class ProofFailed(ValueError):
    """A proof is false; `check` names what was checked, the text says what is wrong."""

    def __init__(self, check: str, text: str) -> None:
        super().__init__(f"{check}: {text}")
        self.check = check
        self.text = text


def published(sealed: SealedDeck) -> dict[str, Any]:
    """Return what is published of a deck before any cut."""
    return {
        "deck_id": sealed.deck_id.hex(),
        "n": sealed.n,
        "roots": [root.hex() for root in sealed.roots],
        "commit": sealed.commit.hex(),
    }


def deal_of(
    cut: CutDeck,
    *,
    hand_id: bytes,
    masters: Sequence[bytes],
    cut_commits: Mapping[int, bytes],
    cuts: Mapping[int, bytes],
    chain: bytes,
) -> dict[str, Any]:
    """Return all that is published of a hand's deal, without the hand's id and its openings.

    `chain` is the table's before the hand. The master of the picked candidate is not in it.
    """
    sealed = cut.sealed
    digest = digest_of(hand_id, sealed.deck_id, sealed.commit, cut.public_key, cut.pick)
    opened = [None if k == cut.pick else key.hex() for k, key in enumerate(masters)]
    return {
        "scheme": SCHEME,
        **published(sealed),
        "cut_commits": [[seat, cut_commits[seat].hex()] for seat in sorted(cut_commits)],
        "cuts": [[seat, cuts[seat].hex()] for seat in sorted(cuts)],
        "public_key": cut.public_key.hex(),
        "pick": cut.pick,
        "masters": opened,
        "chain_before": chain.hex(),
        "digest": digest.hex(),
        "chain": chain_after(chain, digest).hex(),
    }


def cut_deck(deal: Mapping[str, Any]) -> CutDeck:
    """Return the deck of a published deal."""
    roots = tuple(map(bytes.fromhex, deal["roots"]))
    sealed = SealedDeck(bytes.fromhex(deal["deck_id"]), deal["n"], roots)
    return CutDeck(sealed, bytes.fromhex(deal["public_key"]), deal["pick"])


def check_deal(proof: Mapping[str, Any]) -> None:
    """Check everything but the openings; raises `ProofFailed` naming the first failed check."""
    _require(proof["scheme"] == SCHEME, "scheme", "this is not TFAIR1")
    _require(0 < proof["n"] <= CARDS_MAX, "deck", "the deck does not exist")
    deck_id, n = _bytes(proof["deck_id"], 16), proof["n"]
    roots = tuple(_bytes(root, 32) for root in proof["roots"])
    sealed = SealedDeck(deck_id, n, roots)
    _require(sealed.commit.hex() == proof["commit"], "commit", "it is not the hash of the roots")
    cuts = _cuts(proof, deck_id)
    cut = sealed.cut(cuts)
    _require(
        cut.public_key.hex() == proof["public_key"], "public_key", "it does not match the cuts"
    )
    _require(cut.pick == proof["pick"], "pick", "the cuts pick another deck")
    _check_opened(proof, sealed)
    hand_id = _bytes(proof["hand_id"], 16)
    digest = digest_of(hand_id, deck_id, sealed.commit, cut.public_key, cut.pick)
    _require(digest.hex() == proof["digest"], "digest", "it does not match the deal")
    chain = chain_after(_bytes(proof["chain_before"], 32), digest)
    _require(chain.hex() == proof["chain"], "chain", "it does not follow from the digest")


def check_openings(proof: Mapping[str, Any], openings: Sequence[Mapping[str, Any]]) -> None:
    """Check the cards of a proof that `check_deal` has passed; raises `ProofFailed`."""
    n, pick, seen = proof["n"], proof["pick"], set[int]()
    deck_id, root = bytes.fromhex(proof["deck_id"]), bytes.fromhex(proof["roots"][pick])
    places = places_of(bytes.fromhex(proof["public_key"]), n)
    for opening in openings:
        p, t, card = opening["p"], opening["t"], opening["card"]
        _require(0 <= p < n and places[p] == t, "permutation", f"position {p} is not place {t}")
        _require(0 <= card < n, "card", f"there is no card {card}")
        _require(card not in seen, "card", f"card {card} was dealt twice")
        seen.add(card)
        leaf = leaf_of(deck_id, pick, t, card, _bytes(opening["salt"], 16))
        try:
            found = root_by(leaf, t, n, [_bytes(node, 32) for node in opening["path"]])
        except ValueError as no:
            raise ProofFailed("path", f"card {card}: {no}") from None
        _require(found == root, "path", f"card {card} is not in the deck")


def _cuts(proof: Mapping[str, Any], deck_id: bytes) -> dict[int, bytes]:
    promised, cuts = dict(proof["cut_commits"]), dict(proof["cuts"])
    once = len(promised) == len(proof["cut_commits"]) and len(cuts) == len(proof["cuts"])
    _require(once, "cuts", "a seat has cut twice")
    for seat, cut in cuts.items():
        found = cut_commit_of(deck_id, seat, _bytes(cut, 32)).hex()
        _require(promised.get(seat) == found, "cuts", f"seat {seat} committed to another cut")
    return {seat: bytes.fromhex(cut) for seat, cut in cuts.items()}


def _check_opened(proof: Mapping[str, Any], sealed: SealedDeck) -> None:
    """Check that the candidates that were not dealt follow from their masters."""
    masters, pick = proof["masters"], proof["pick"]
    count = len(masters) == len(sealed.roots)
    _require(count and masters[pick] is None, "masters", "not all other decks are opened")
    for k, master in enumerate(masters):
        if k != pick:
            _require(isinstance(master, str), "masters", f"deck {k} is not opened")
            own = _root(sealed, k, _bytes(master, 32))
            _require(own == sealed.roots[k], "masters", f"deck {k} is not what was sealed")


def check_opened(deck: Mapping[str, Any]) -> None:
    """Check a deck that was opened in full, unplayed: `published` and all `masters`.

    Raises `ProofFailed`.
    """
    masters = tuple(_bytes(master, 32) for master in deck["masters"])
    found = Candidates(_bytes(deck["deck_id"], 16), deck["n"], masters).seal()
    _require(published(found)["roots"] == deck["roots"], "masters", "a deck is not what was sealed")
    _require(found.commit.hex() == deck["commit"], "commit", "it is not the hash of the roots")


def _root(sealed: SealedDeck, k: int, master: bytes) -> bytes:
    return Candidate(sealed.deck_id, k, sealed.n, master).root


def _bytes(text: str, size: int) -> bytes:
    try:
        data = bytes.fromhex(text)
    except (TypeError, ValueError):
        data = b""
    _require(len(data) == size, "form", f"{size} bytes were expected")
    return data


def _require(holds: bool, check: str, text: str) -> None:
    if not holds:
        raise ProofFailed(check, text)
