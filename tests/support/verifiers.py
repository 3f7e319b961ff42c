"""The verifiers in Python and in Node, and records for them."""

import json
import random

from cardhouse_client import verify
from games.engines.core import registry
from games.engines.core.cards import parse_card
from games.records.record import About, record_of
from tests.games.fair.dealing import dealt
from tests.games.fair.node import ROOT, script
from tests.games.sessions import some_hands

GAMES = [game.key for game in registry.all_games()]


def fair_hands(key, hands):
    """Yield (opening, moves, last state, proof without openings, deck) of `hands` hands."""
    game, made = registry.get(key), []
    rng = random.Random(f"fair hands {key}")

    def deck_for(seats):
        cutters = [seat for seat in seats if rng.random() < 0.6]
        made.append(dealt(f"{key} {len(made)}", game.deck_size, cards=(), cutters=cutters))
        return made[-1][1].order

    for opening, moves, state in some_hands(game, "fair", hands, deck_for=deck_for):
        yield opening, moves, state, *made[-1]
        made[-1] = None


def record(key, opening, moves, proof, deck, viewer):
    """Return the record of a hand as a hand's page offers it."""
    about = About({}, id=proof["hand_id"], number=1)
    made = record_of(registry.get(key), opening, moves, viewer, about)
    cards = [parse_card(text) for text in made["deck"].split() if text != "??"]
    return made | {"fair": proof | {"openings": [one.told for one in deck.openings(cards)]}}


def saved(folder, records):
    files = []
    for number, one in enumerate(records):
        path = folder / f"{number}.json"
        path.write_text(json.dumps(one))
        files.append(str(path))
    return files


def by_python(files, capsys):
    """Return the exit status and a line for each file of the client's command."""
    status = verify.main(files)
    return status, _told(capsys.readouterr().out)


def by_node(files):
    """Return the exit status and a line for each file of the Node program."""
    done = script(ROOT / "clients/node/verify.mjs", *files)
    return done.returncode, _told(done.stdout)


def _told(output):
    """Return the lines of files, without that on what is not checked."""
    return [line for line in output.splitlines() if line != verify.NOT_CHECKED]
