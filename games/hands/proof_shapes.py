"""The shapes of the proofs in records, by the scheme that dealt the hand."""

from typing import Annotated

from msgspec import UNSET, UnsetType

from core.wire import Shape, family, in_family
from games.dealing.queries.daily_roots import DayOfHand
from games.dealing.queries.deck_days import DayOfDeck
from games.dealing.queries.proofs import CardOpening, PlacedOpening, PlanOfHand
from games.wire.base import JSON, HandResult, note
from games.wire.registry import TERMS


class DealProof(Shape, kw_only=True, tag_field="scheme", tag="TFAIR1"):
    """The proof of a deal by TFAIR1, with openings of all known cards (docs/fair-dealing.md)."""

    hand_id: Annotated[str, note("32 hexadecimal digits")]
    deck_id: Annotated[str, note("32 hexadecimal digits")]
    n: Annotated[int, note("cards in the deck")]
    roots: Annotated[list[str], note("the Merkle root of each candidate deck")]
    commit: Annotated[str, note("SHA-256 of deck, cards and roots")]
    cut_commits: Annotated[list[tuple[int, str]], note("[seat, hash] of each cut")]
    cuts: Annotated[list[tuple[int, str]], note("[seat, cut] of each cut")]
    public_key: Annotated[str, note("the key of the randomness that chose the candidate")]
    pick: Annotated[int, note("the number of the candidate that was dealt")]
    masters: Annotated[list[str | None], note("the secret of each other candidate")]
    chain_before: Annotated[str, note("the chain of hands before this one")]
    digest: Annotated[str, note("the digest of the deal")]
    chain: Annotated[str, note("the chain of hands with this one")]
    openings: Annotated[list[PlacedOpening], note("the proof of each card that the viewer saw")]
    day: Annotated[
        DayOfHand | None, note("the path to the root of its day; null until the day is closed")
    ]


class Play(Shape):
    """The play of a hand, as it is hashed; cards in `actions` are numbers."""

    actions: Annotated[
        list[tuple[int, str, int | None, list[int], str]],
        note("[seat, kind, amount, cards, reading] of each action"),
    ]
    result: Annotated[HandResult | None, note("how the hand ended; null if it was voided before")]
    stacks: Annotated[list[int], note("before the hand, in the order of the seats")]
    terms: Annotated[JSON, in_family(TERMS, description="what was settled for this hand alone")]
    void: Annotated[bool, note("whether the hand was voided before its end")]


class PlayProof(Shape, kw_only=True, omit_defaults=True, tag_field="scheme", tag="TFAIR2"):
    """The proof of deal, play and end of a hand by TFAIR2 (docs/fair-dealing.md).

    Ids are 32 hexadecimal digits, hashes 64.
    """

    table_id: Annotated[str, note("the table, whatever it is called")]
    no: Annotated[int, note("the number of the table's deck, without gaps")]
    deck_id: str
    n: Annotated[int, note("cards in the deck")]
    roots: Annotated[list[str], note("the Merkle root of each candidate deck")]
    commit: Annotated[str, note("the hash of all that was published of the deck before any cut")]
    tfair1: Annotated[bool, note("deck 1 only: the table's chain began by TFAIR1")] = False
    plan: Annotated[PlanOfHand, note("who was to be dealt in, as the lock fixed it")]
    cut_commits: Annotated[list[tuple[int, str]], note("[seat, hash] of each cut")]
    lock: Annotated[str, note("the hash of commit, plan and cut commits")]
    cuts: Annotated[list[tuple[int, str]], note("[seat, cut] of each cut")]
    public_key: Annotated[str, note("the key of the randomness that chose the candidate")]
    pick: Annotated[int, note("the number of the candidate that was dealt")]
    button: Annotated[int, note("the button that the cuts chose")]
    masters: Annotated[list[str | None], note("the secret of each other candidate")]
    hand_id: str
    number: Annotated[int, note("1 for the first hand of the table")]
    absent: Annotated[list[int], note("seats of the plan that left after the lock")]
    digest: Annotated[str, note("the digest of the deal")]
    openings: Annotated[list[CardOpening], note("the proof of each card that the viewer saw")]
    play: Play
    record_salt: Annotated[str, note("16 bytes, without which nobody can guess the play")]
    play_hash: Annotated[str, note("the hash of salt and play")]
    end: Annotated[str, note("the end of the deck: the hash of digest and play hash")]
    chain_before: Annotated[str, note("the table's chain before the deck")]
    chain: Annotated[str, note("the table's chain with the deck")]
    signature: Annotated[str | UnsetType, note("of the chain by the house, 128 digits")] = UNSET
    day: Annotated[
        DayOfDeck | None, note("the path to the root of its day; null until the day is closed")
    ]


PROOF = "RecordProof"
family(PROOF, "The proof of a hand, by its scheme.", lambda: [DealProof, PlayProof], by="scheme")
