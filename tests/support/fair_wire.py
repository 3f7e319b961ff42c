"""The messages of a table whose hands are dealt by TFAIR2, as one viewer gets them.

The engines play the hands; `games.fair` deals them. Nobody here waits, locks or commits: it is the
wire alone.
"""

import copy
import random
import uuid
from dataclasses import dataclass, field
from typing import Any

import msgspec

from cardhouse_client.shapes import HandNow
from games.engines.core.cards import cards_in
from games.engines.core.contract import Viewer
from games.fair.tfair2 import hashes, proof
from tests.games.fair.tfair2_hands import FairTable
from tests.games.sessions import rules_of

_SEALED = ("scheme", "table_id", "no", "deck_id", "n", "roots", "commit")
_LOCK = ("no", "n", "plan", "cut_commits", "lock")
_END = ("no", "play_hash", "end", "chain_before", "chain")
_encode = msgspec.json.Encoder().encode


@dataclass
class Message:
    """A message of the wire: `deck` is `next_deck`, None in a frame of the hand alone."""

    deck: dict[str, Any] | None = None
    hand: HandNow | None = None
    events: list[Any] = field(default_factory=list)
    whole: bool = False

    def given(self):
        """Return copies of the parts, for a reader or a forger."""
        parts = {"deck": self.deck, "hand": self.hand, "events": self.events}
        return copy.deepcopy(parts) | {"whole": self.whole}


class WireTable(FairTable):
    """A table of honest hands; before a deal decks may be thrown away."""

    def __init__(self, key, seed, *, throws=0.2, **options):
        super().__init__(key, seed, **options)
        self.throws = throws
        self.thrown = []
        self.ends = []
        """[no, end] of all decks that ended."""
        self._ahead = None

    def seal(self):
        """Return the next deck, which was sealed with the one before."""
        now = self._ahead or super().seal()
        self._ahead = super().seal()
        return now

    def deal(self, rules, line):
        """Throw some decks away, then deal the next one."""
        self.thrown = []
        while self.rng.random() < self.throws:
            self.thrown.append(self._throw(rules, line))
        return super().deal(rules, line)

    def _throw(self, rules, line):
        rng = self.rng
        made, sealed = self.seal()
        locked, cuts, reason = None, {}, proof.Reason.OTHER
        if rng.random() < 0.5:
            cuts = {seat: rng.randbytes(32) for seat in line.seats}
            commits = {s: hashes.cut_commit_of(sealed.commit, s, cut) for s, cut in cuts.items()}
            locked, reason = sealed.lock(self.plan(rules, line), commits), proof.Reason.CUT_MISSING
            del cuts[rng.choice(line.seats)]
        told = proof.thrown_of(
            sealed,
            masters=made.masters,
            reason=reason,
            chain=self.chain,
            locked=locked,
            cuts=cuts,
        )
        self.chain = bytes.fromhex(told["chain"])
        self.ends.append([told["no"], told["end"]])
        return told

    def messages(self, hands, *, seat=None, shows_hands=True):
        """Yield the messages of so many hands to a viewer, from the first deck on."""
        rng = random.Random(f"rules {self.game.key}")
        rules = rules_of(self.game, rng)
        ended = {"no": 0, "chain": hashes.NO_CHAIN.hex()}
        last, is_first = None, True
        for opening, moves, state, fair, deck in self.hands(rules, hands):
            for told in self.thrown:
                yield Message(self._next(told, ended, last), whole=is_first)
                is_first = False
                if told["lock"]:
                    yield Message(self._next(told, ended, last, locked=True))
                ended, last = {"no": told["no"], "chain": told["chain"]}, told
            yield Message(self._next(fair, ended, last), whole=is_first)
            yield Message(self._next(fair, ended, last, locked=True))
            is_first = False
            after = proof.published(self._ahead[1])
            yield Message(self._next(after, ended, last))  # it comes before the hand, as live
            viewer = Viewer(seat=seat if seat in opening.seats else None)
            record, chain = self.record(opening, moves, state, fair, deck, viewer)
            steps = list(_steps(self.game, opening, moves, viewer, fair, deck))
            last = {name: record["fair"][name] for name in _END}
            ended = {"no": fair["no"], "chain": last["chain"]}
            self.ends.append([fair["no"], last["end"]])
            yield from steps[:-1] if shows_hands else []
            yield Message(self._next(after, ended, last))  # and here, too, before the last cards
            if shows_hands:
                yield steps[-1]
            self.chain = chain

    def _next(self, deck, ended, last, *, locked=False):
        sealed = {name: deck[name] for name in _SEALED}
        lock = {name: deck[name] for name in _LOCK} if locked else None
        return {
            "game": self.game.key,
            "deck": sealed,
            "lock": lock,
            "missing": [],
            "not_asked": [],
            "ended": ended,
            "last": last,
        }


def _steps(game, opening, moves, viewer, fair, deck):
    """Yield the frames of a hand: its view after each move, the events, and new openings."""
    known: set[int] = set()
    step = game.deal(opening)
    for number in range(len(moves) + 1):
        if number:
            step = game.apply(step.state, moves[number - 1].action)
        events = [event.to_json() for event in step.events if event.visible_to(viewer)]
        view = game.view(step.state, viewer)
        fresh = cards_in(_encode([view, events])) - known
        known |= fresh
        openings = [one.told for one in deck.openings(sorted(fresh))]
        hand = HandNow(
            id=str(uuid.UUID(fair["hand_id"])),
            number=fair["number"],
            seq=number,
            view=msgspec.json.decode(_encode(view)),
            clock=None,
            next_at=None,
            teaching=None,
            fair=None if number else fair,
            openings=openings,
        )
        yield Message(hand=hand, events=msgspec.json.decode(_encode(events)))
