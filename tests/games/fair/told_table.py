"""A table's messages to a reader of its hands by TFAIR2, message by message."""

import json
import uuid

from games.engines.core.cards import cards_in
from games.fair.tfair2 import hashes, proof
from tests.games.fair.tfair2_hands import SALT, FairTable


class Dealt:
    """A hand that was dealt and played, with its deck, its lock and its end."""

    def __init__(self, table, opening, moves, fair, deck):
        self.game, self.opening, self.moves = table.game, opening, moves
        self.fair, self.deck = fair, deck
        self.locked, self.masters, self.cuts = table.locked, table.masters, table.cuts
        self.published = proof.published(self.locked.sealed)
        self.lock = proof.published_lock(self.locked)
        state = table.game.deal(opening).state
        for move in moves:
            state = table.game.apply(state, move.action).state
        play = proof.play_of(
            stacks=opening.stacks,
            terms={},
            actions=[move.action for move in moves],
            result=table.game.result(state),
        )
        self.end = proof.end_of(fair, play_hash=hashes.play_hash_of(SALT, play), chain=table.chain)
        table.chain = bytes.fromhex(self.end["chain"])

    def steps(self):
        """Yield (state, events) from the deal to the result."""
        step = self.game.deal(self.opening)
        yield step.state, step.events
        for move in self.moves:
            step = self.game.apply(step.state, move.action)
            yield step.state, step.events


class ToldTable:
    """A table with some hands; `messages` are those of one reader."""

    def __init__(self, key, seed, rules, hands):
        self.table = FairTable(key, seed, leaves=0.1)
        self.hands = []
        for opening, moves, _state, fair, deck in self.table.hands(rules, hands):
            self.hands.append(Dealt(self.table, opening, moves, fair, deck))
        self.key = key
        self.table_id = self.table.table_id.hex()

    def next_deck(self, index, *, lock=False, ended=None):
        """The news of the deck of this hand; `ended`: the hand that ended last."""
        last = self.hands[ended].end if ended is not None else None
        known = {"no": last["no"], "chain": last["chain"]} if last else None
        return {
            "game": self.key,
            "deck": self.hands[index].published if index < len(self.hands) else None,
            "lock": self.hands[index].lock if lock else None,
            "missing": [],
            "not_asked": [],
            "ended": known or {"no": 0, "chain": "0" * 64},
            "last": last,
        }

    def before(self, index):
        return None if index == 0 else index - 1

    def table_message(self, next_deck, viewer, ready):
        """The message of a table whose seats are all taken; `ready`: those to be dealt in."""
        seats = [
            {"seat": seat, "name": "x", "status": "ready" if seat in ready else "sitting_out"}
            for seat in range(17)
        ]
        rules = self.hands[0].opening.rules.to_json()
        table = {"spectators": "public", "rules": rules, "seats": seats, "next_deck": next_deck}
        you = None if viewer.seat is None else {"seat": viewer.seat}
        return {"type": "table", "now": 1, "table": table, "you": you}

    def hand_message(self, dealt, state, events, viewer, known, *, fair=True):
        """The message of a hand after a step; `known`: the cards that were opened before."""
        view = self.table.game.view(state, viewer)
        told = [event.to_json() for event in events if event.visible_to(viewer)]
        cards = cards_in(json.dumps([view, told], separators=(",", ":")).encode()) - known
        known |= cards
        hand = {
            "id": str(uuid.UUID(dealt.fair["hand_id"])),
            "number": dealt.fair["number"],
            "seq": 0,
            "view": view,
            "fair": dealt.fair if fair else None,
            "openings": [one.told for one in dealt.deck.openings(list(cards))],
        }
        return {"type": "hand", "now": 1, "hand": hand, "events": told}

    def messages(self, viewer):
        """Everything that one reader is told, in the order of the table."""
        first = self.table_message(self.next_deck(0), viewer, self.hands[0].cuts)
        yield first | {"type": "hello", "hand": None, "events": []}
        for index, dealt in enumerate(self.hands):
            before = self.before(index)
            locked = self.next_deck(index, lock=True, ended=before)
            yield {"type": "deck", "now": 1, "next_deck": locked}
            coming = self.next_deck(index + 1, ended=before)
            yield self.table_message(coming, viewer, dealt.opening.seats)
            known = set()
            steps = list(dealt.steps())
            after = self.hands[index + 1].cuts if index + 1 < len(self.hands) else ()
            for at, (state, events) in enumerate(steps):
                if at == len(steps) - 1:
                    ended = self.next_deck(index + 1, ended=index)
                    yield self.table_message(ended, viewer, after)
                yield self.hand_message(dealt, state, events, viewer, known, fair=at == 0)

    def cuts_of(self, seat):
        """The cuts of a seat, as its browser keeps them."""
        made = [
            {
                "no": one.published["no"],
                "seat": seat,
                "cut": one.cuts[seat].hex(),
                "commit": one.published["commit"],
            }
            for one in self.hands
            if seat in one.cuts
        ]
        return {self.table_id: made}

    def thrown(self, index, chain, reason=proof.Reason.CUT_MISSING, missing=1):
        """The deck of this hand, thrown away after its lock instead of being dealt."""
        one = self.hands[index]
        cuts = dict(sorted(one.cuts.items())[missing:])
        return proof.thrown_of(
            one.locked.sealed,
            masters=one.masters,
            reason=reason,
            chain=chain,
            locked=one.locked,
            cuts=cuts if reason == proof.Reason.CUT_MISSING else one.cuts,
        )
