"""Write the sample hand of the page "Try to cheat", dealt and played by the server's own code.

    python -m scripts.sample_hand    writes static/fair/sample.json

Three players see a hand of Texas Hold'em to its end. Its masters are no secret and are in the file,
so that the page can cheat with them. Run it again when what it calls has changed; a test compares
the result.
"""

import datetime
import json
import uuid
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.engines.core import registry
from games.engines.core.cards import parse_card, text_of
from games.engines.core.contract import (
    OPEN,
    Action,
    Game,
    NextHand,
    Opening,
    SeatSnapshot,
    TableHistory,
)
from games.engines.holdem.ranking import value
from games.fair.deck import Candidates, DealtDeck
from games.fair.tfair2 import hashes, proof
from games.fair.tfair2.deck import CutDeck, SealedDeck
from games.fair.tfair2.plan import Plan
from games.fair.tree import Tree
from games.records.record import About, Move, record_of

TARGET = Path(__file__).resolve().parents[1] / "static/fair/sample.json"
SEED = 138
"""One that gives a hand worth stealing: Asha wins it, and a card that was not dealt would help
Chitra.
"""
NAMES = {0: "Asha", 2: "Binod", 5: "Chitra"}
ME, FRIEND = 0, 5
"""The reader's seat, and that of the player whom a cheating house helps."""
STACK_CHIPS = 1_000
BET_CHIPS = 40
DECK_NO, HAND_NUMBER = 8, 7
DAY = datetime.date(2026, 11, 25)
OTHER_LEAVES = 4


def known(seed: int, name: str, size: int = 32) -> bytes:
    """Return bytes that look random and that anybody can make again."""
    return sha256(f"Cardhouse sample {seed} {name}".encode()).digest()[:size]


def moves_of(game: Game, opening: Opening) -> Iterator[Move]:
    """Yield the moves of a hand in which nobody folds, with one bet on the flop."""
    state, has_bet = game.deal(opening).state, False
    while (seat := game.turn(state)) is not None:
        legal = {option.kind for option in game.legal(state, seat)}
        action = Action(seat, "check" if "check" in legal else "call")
        if "bet" in legal and not has_bet and seat == ME and game.dealt(state) > 2 * len(NAMES):
            action, has_bet = Action(seat, "bet", BET_CHIPS), True
        state = game.apply(state, action).state
        yield Move(action)


def dealt(seed: int, line: NextHand, rules: Any) -> tuple[Candidates, CutDeck, DealtDeck]:
    """Return the four candidates of the deck, and the deck after all three have cut it."""
    masters = tuple(known(seed, f"master {k}") for k in range(4))
    made = Candidates(known(seed, "deck", 16), 52, masters, hashes.TFAIR2)
    sealed = SealedDeck(known(seed, "table", 16), DECK_NO, made.deck_id, made.n, made.roots)
    plan = Plan("holdem", rules.hash(), line.seats, (line.button,), rules.step)
    cuts = {seat: known(seed, f"cut {seat}") for seat in line.seats}
    commits = {s: hashes.cut_commit_of(sealed.commit, s, cut) for s, cut in cuts.items()}
    cut = sealed.lock(plan, commits).cut(cuts)
    return made, cut, DealtDeck.of_candidate(cut, made.each[cut.pick])


def helping_river(record: dict[str, Any], deck: DealtDeck) -> str | None:
    """Return the river that would help the friend most, of the cards that were not dealt."""
    cards = {seat["seat"]: [parse_card(text) for text in seat["cards"]] for seat in record["seats"]}
    known_cards = [parse_card(text) for text in record["deck"].split()]
    board = known_cards[2 * len(cards) : -1]
    best: tuple[int, str] | None = None
    for river in (card for card in deck.order if card not in known_cards):
        values = {seat: value([*own, *board, river]) for seat, own in cards.items()}
        if all(values[FRIEND] > one for seat, one in values.items() if seat != FRIEND):
            best = max(filter(None, (best, (values[FRIEND], text_of(river)))))
    return best[1] if best else None


def day_of(seed: int, table_id: bytes, chain: bytes) -> dict[str, Any]:
    """Return the place of the deck in a day with a few others, the first of all days."""
    slot = hashes.slot_of(table_id, DECK_NO)
    others = [(known(seed, f"slot {i}"), known(seed, f"chain {i}")) for i in range(OTHER_LEAVES)]
    items = sorted([(slot, chain), *others])
    tree = Tree([hashes.day_leaf_of(*item) for item in items], hashes.TFAIR2.node)
    place = items.index((slot, chain))
    return {
        "day": (DAY - datetime.date(1970, 1, 1)).days,
        "leaves": len(items),
        "place": place,
        "path": [node.hex() for node in tree.path(place)],
        "root": tree.root.hex(),
        "before": hashes.NO_CHAIN.hex(),
        "head": hashes.day_head_after(hashes.NO_CHAIN, DAY, len(items), tree.root).hex(),
    }


def sample(seed: int = SEED) -> dict[str, Any]:
    """Return the file: the record of the hand as everybody may read it, and the house's secrets."""
    game = registry.get("holdem")
    rules = game.rules_from_json(
        {**game.presets["standard"].to_json(), "show_losing_hands": "show_all"}
    )
    taken = tuple(SeatSnapshot(seat, STACK_CHIPS, True) for seat in NAMES)
    line = game.next_hand(rules, taken, TableHistory(button=2, hands=HAND_NUMBER - 1))
    assert line is not None
    made, cut, deck = dealt(seed, line, rules)
    stacks = (STACK_CHIPS,) * len(NAMES)
    opening = Opening(game.key, rules, line.seats, stacks, line.button, deck.order, line.terms)
    moves = list(moves_of(game, opening))
    state = game.deal(opening).state
    for move in moves:
        state = game.apply(state, move.action).state
    hand_id = known(seed, "hand", 16)
    about = About(
        NAMES,
        id=str(uuid.UUID(bytes=hand_id)),
        number=HAND_NUMBER,
        started_at=f"{DAY}T20:15:00Z",
        finished_at=f"{DAY}T20:17:00Z",
    )
    record = record_of(game, opening, moves, OPEN, about)
    fair = proof.deal_of(cut, masters=made.masters, hand_id=hand_id, number=HAND_NUMBER)
    play = proof.play_of(
        stacks=stacks,
        terms=record["terms"],
        actions=[move.action for move in moves],
        result=game.result(state),
    )
    salt = known(seed, "salt", 16)
    play_hash = hashes.play_hash_of(salt, play)
    end = proof.end_of(fair, play_hash=play_hash, chain=known(seed, "chain before"))
    openings = [one.told for one in deck.openings([*map(parse_card, record["deck"].split())])]
    day = day_of(seed, cut.locked.sealed.table_id, bytes.fromhex(end["chain"]))
    fair |= {**end, "openings": openings, "play": play, "record_salt": salt.hex(), "day": day}
    return {
        "me": ME,
        "friend": FRIEND,
        "masters": [master.hex() for master in made.masters],
        "helping_river": helping_river(record, deck),
        "record": {**record, "version": 2, "fair": fair},
    }


def text() -> str:
    """Return the whole file."""
    return json.dumps(sample(), indent=1) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text())
