"""Hands that are dealt by TFAIR2 and played by the engines, and their records."""

import random
import uuid
from dataclasses import replace

from games.engines.core import registry
from games.engines.core.cards import parse_card
from games.engines.core.contract import Viewer
from games.fair.deck import Candidates, DealtDeck
from games.fair.tfair2 import hashes, proof
from games.fair.tfair2.deck import SealedDeck
from games.fair.tfair2.plan import Plan
from games.records.record import About, record_of
from tests.games.sessions import session

SALT = bytes(range(16))


class FairTable:
    """A table whose decks are numbered and end in one chain; seats may leave after the lock."""

    def __init__(self, key, seed, *, leaves=0.2):
        self.game = registry.get(key)
        self.rng = random.Random(f"fair {key} {seed}")
        self.table_id = self.rng.randbytes(16)
        self.leaves = leaves
        self.no, self.number, self.chain = 0, 0, hashes.NO_CHAIN
        self.dealt = self.locked = None
        self.masters, self.cuts = (), {}

    def hands(self, rules, hands):
        """Yield (opening, moves, last state, proof of the deal, deck, end) of each hand."""
        dealt = session(self.game, rules, self.rng, hands, deal=self.deal)
        for opening, moves, state in dealt:
            yield opening, moves, state, *self.dealt

    def deal(self, rules, line):
        """Seal, lock, cut and deal the next deck."""
        game, rng = self.game, self.rng
        made, sealed = self.seal()
        plan = self.plan(rules, line)
        cuts = {seat: rng.randbytes(32) for seat in line.seats if rng.random() < 0.7}
        commits = {s: hashes.cut_commit_of(sealed.commit, s, cut) for s, cut in cuts.items()}
        locked = sealed.lock(plan, commits)
        absent = [seat for seat in line.seats if rng.random() < self.leaves]
        fewer = game.without(line, frozenset(absent)) if absent else line
        if fewer is None:
            absent, fewer = [], line
        cut = locked.cut(cuts, absent)
        self.locked, self.masters, self.cuts = locked, made.masters, cuts
        self.number += 1
        deck = DealtDeck.of_candidate(cut, made.each[cut.pick])
        fair = proof.deal_of(
            cut, masters=made.masters, hand_id=rng.randbytes(16), number=self.number
        )
        self.dealt = fair, deck
        return replace(fewer, button=cut.button), deck.order

    def seal(self):
        """Return the candidates of the table's next deck, and the deck that they seal."""
        self.no += 1
        masters = tuple(self.rng.randbytes(32) for _ in range(4))
        made = Candidates(self.rng.randbytes(16), self.game.deck_size, masters, hashes.TFAIR2)
        return made, SealedDeck(self.table_id, self.no, made.deck_id, made.n, made.roots)

    def plan(self, rules, line):
        """Return the plan of a hand."""
        buttons = line.drawn or (line.button,)
        if self.game.deal_map.in_seat_order:
            buttons = line.seats[:1]
        return Plan(self.game.key, rules.hash(), line.seats, buttons, rules.step)

    def record(self, opening, moves, state, fair, deck, viewer):
        """Return the record of a hand, version 2, and let its deck end in the chain."""
        result = self.game.result(state)
        about = About({}, id=str(uuid.UUID(fair["hand_id"])), number=fair["number"])
        made = record_of(self.game, opening, moves, viewer, about)
        play = proof.play_of(
            stacks=opening.stacks,
            terms=made["terms"],
            actions=[move.action for move in moves],
            result=result,
        )
        end = proof.end_of(fair, play_hash=hashes.play_hash_of(SALT, play), chain=self.chain)
        known = [parse_card(text) for text in made["deck"].split() if text != "??"]
        openings = [one.told for one in deck.openings(known)]
        fair = {**fair, **end, "openings": openings, "play": play, "record_salt": SALT.hex()}
        return {**made, "version": 2, "fair": {**fair, "day": None}}, bytes.fromhex(end["chain"])


def viewers_of(opening):
    """Return the readers of a record: a spectator, a player, and one who sees all cards."""
    return Viewer(), Viewer(seat=opening.seats[0]), Viewer(all_cards=True)
