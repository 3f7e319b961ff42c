"""Three programs without shared code check records of hands, and all of them agree.

They are the page's module, the Python client and the Node verifier; each detects every change.
"""

import copy
import re
from collections import Counter

import pytest

from games.engines.core import registry
from games.engines.core.contract import OPEN, SPECTATOR, Viewer
from games.fair.deck import DealtDeck
from tests.games.fair.dealing import candidates, dealt
from tests.games.fair.node import ROOT, in_node, streamed
from tests.support.size import times
from tests.support.tampering import CHANGES
from tests.support.verifiers import GAMES, by_node, by_python, fair_hands, record, saved


@pytest.mark.parametrize("key", GAMES)
def test_the_page_verifies_all_cards_of_many_hands(key):
    """Check every card that was dealt, shown or not, in 20,000 hands of each game at full size."""
    game, cards = registry.get(key), 0

    def proofs():
        nonlocal cards
        for _opening, _moves, state, proof, deck in fair_hands(key, times(5, 20_000)):
            openings = [one.told for one in deck.openings(deck.order[: game.dealt(state)])]
            cards += len(openings)
            yield proof | {"openings": openings}

    # Our own hashes: in Node they are quicker than its WebCrypto, and other tests compare the two.
    verdicts = Counter(streamed("verdict", proofs(), own=True))
    assert verdicts == {None: times(5, 20_000)}
    print(f"{key}: {verdicts[None]:,} hands, {cards:,} cards verified")
    assert cards


@pytest.fixture(scope="module")
def records():
    """Return records of every game for a spectator, a player, and everyone after the hand."""
    return [
        record(key, opening, moves, proof, deck, viewer)
        for key in GAMES
        for opening, moves, _state, proof, deck in list(fair_hands(key, 10))[:2]
        for viewer in (SPECTATOR, OPEN, Viewer(seat=opening.seats[0]))
    ]


@pytest.mark.slow
def test_records_hold_in_every_program(records, tmp_path, capsys):
    files = saved(tmp_path, records)
    status, lines = by_python(files, capsys)
    assert (status, len(lines)) == (0, len(files)), lines
    assert all("cards hold, checked by the older, weaker scheme" in line for line in lines)
    assert by_node(files) == (status, lines)
    assert not any(in_node("verdict", [one["fair"] for one in records]))


@pytest.mark.slow
def test_every_change_is_found_by_every_program(records, tmp_path, capsys):
    full = max(records, key=lambda one: len(one["fair"]["openings"]) * bool(one["fair"]["cuts"]))
    changed = {}
    for name, (change, _check) in CHANGES.items():
        changed[name] = copy.deepcopy(full)
        if name == "cut never promised" or "p=" in name:
            continue
        change(changed[name]["fair"])
    del changed["cut never promised"]
    no_card = copy.deepcopy(full)
    no_card["fair"]["openings"].pop()
    changed["an opening left out"] = no_card
    swapped = copy.deepcopy(full)
    words = swapped["deck"].split()
    words[0], words[1] = words[1], words[0]
    swapped["deck"] = " ".join(words)
    changed["another deck in the record"] = swapped
    other = copy.deepcopy(full)
    other["hand"]["id"] = "0" * 32
    changed["another hand"] = other
    files = saved(tmp_path, changed.values())
    for status, lines in (by_python(files, capsys), by_node(files)):
        assert status == 1
        passed = [n for n, line in zip(changed, lines, strict=True) if "DOES NOT HOLD" not in line]
        assert not passed


def test_an_invalid_record_is_reported(tmp_path, capsys):
    files = saved(tmp_path, [[], {"hand": 3, "fair": {}}, {"fair": None}])
    (tmp_path / "4.json").write_text("{")
    files.append(str(tmp_path / "4.json"))
    for status, lines in (by_python(files, capsys), by_node(files)):
        assert status == 1
        assert len(lines) == 4
        assert not any("cards hold" in line for line in lines)


def test_the_node_verifier_is_short_and_needs_nothing():
    for file in (ROOT / "clients/node").glob("*.mjs"):
        text = file.read_text()
        assert text.count("\n") <= (600 if file.name == "tfair2.mjs" else 200), file.name
        sources = re.findall(r'^import .* from "(.*)";$', text, re.M)
        assert text.count("import ") == len(sources)
        own = {source for source in sources if not source.startswith("node:")}
        assert own <= {"./tfair1.mjs", "./tfair2.mjs", "./signatures.mjs"}, file.name


def test_given_secrets_make_the_deck_of_the_record():
    decks = candidates("given")
    cut = decks.seal().cut({})
    assert (
        DealtDeck.of_master(cut, decks.masters[cut.pick]).order
        == dealt("given", cutters=(), cards=())[1].order
    )
