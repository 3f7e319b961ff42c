"""Ways to change the record of a hold'em hand that went to its end: two seats, all in, one board.

A false record has all hashes of its play made anew, so that not they notice it.
"""

import json
from collections.abc import Callable
from typing import Any

from games.fair.tfair2.hashes import chain_after, dealt_end_of, play_hash_of

Record = dict[str, Any]


def _hashed(record: Record) -> Record:
    """Let the hashes of the record follow from its play."""
    fair = record["fair"]
    play_hash = play_hash_of(bytes.fromhex(fair["record_salt"]), fair["play"])
    end = dealt_end_of(bytes.fromhex(fair["digest"]), play_hash)
    chain = chain_after(bytes.fromhex(fair["chain_before"]), fair["no"], end)
    return record | {
        "fair": fair | {"play_hash": play_hash.hex(), "end": end.hex(), "chain": chain.hex()}
    }


def _renamed(record: Record, names: dict[str, str]) -> Record:
    """Return the record with other cards wherever they are named, without the openings."""
    openings = record["fair"]["openings"]
    text = json.dumps(record | {"fair": record["fair"] | {"openings": []}})
    for old, new in names.items():
        text = text.replace(f'"{old}"', f'"<{new}>"')
    parts = [f"<{names[card]}>" if card in names else card for card in record["deck"].split()]
    changed = json.loads(text) | {"deck": " ".join(parts)}
    changed = json.loads(json.dumps(changed).replace("<", "").replace(">", ""))
    changed["fair"]["openings"] = openings
    return _hashed(changed)


def hole_cards_swapped(record: Record) -> Record:
    """Each player has the other's cards."""
    one, other = (seat["cards"] for seat in record["seats"])
    pairs = list(zip(one, other, strict=True))
    return _renamed(record, dict(pairs) | {b: a for a, b in pairs})


def hole_card_on_the_board(record: Record) -> Record:
    """The first card of the flop and a player's card have changed places."""
    board, hole = record["deck"].split()[4], record["seats"][0]["cards"][0]
    return _renamed(record, {board: hole, hole: board})


def invented_seat(record: Record) -> Record:
    """A third player took part and lost nothing."""
    third = record["seats"][0] | {"seat": 5, "name": "Nobody", "cards": ["??", "??"]}
    play = record["fair"]["play"]
    play = play | {"stacks": [*play["stacks"], third["stack"]]}
    changed = record | {"seats": [*record["seats"], third], "fair": record["fair"] | {"play": play}}
    return _hashed(changed)


def invented_winner(record: Record) -> Record:
    """The record names the other player as the winner, and its play does not."""
    return record | {"result": _turned(record["result"])}


def invented_result(record: Record) -> Record:
    """The play names the other player as the winner, too, and its hash is as it was."""
    result = _turned(record["result"])
    play = record["fair"]["play"] | {"result": result}
    return record | {"result": result, "fair": record["fair"] | {"play": play}}


def invented_history(record: Record) -> Record:
    """All hashes follow from the invented result; only the rules and the day contradict it."""
    return _hashed(invented_result(record))


def _turned(result: dict[str, Any]) -> dict[str, Any]:
    (one, lost), (other, won) = sorted(result["net"], key=lambda pair: pair[1])
    winners = {one: other, other: one}
    pots = [
        pot
        | {
            "winners": [winners[seat] for seat in pot["winners"]],
            "shares": [[winners[seat], share] for seat, share in pot["shares"]],
        }
        for pot in result["pots"]
    ]
    net = [[seat, won if seat == one else lost] for seat, _chips in result["net"]]
    had = dict(result["chips"])
    chips = [[seat, had[winners[seat]]] for seat, _chips in result["chips"]]
    return result | {"net": net, "chips": chips, "pots": pots}


FALSE_RECORDS: dict[Callable[[Record], Record], set[str]] = {
    hole_cards_swapped: {"place", "card"},
    hole_card_on_the_board: {"place", "card"},
    invented_seat: {"place", "record"},
    invented_winner: {"record", "play"},
    invented_result: {"play"},
}
"""Each false record, and the checks of which one notices it."""
