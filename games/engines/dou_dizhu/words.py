"""Sentences for the events of Dou Dizhu, in records and transcripts."""

from collections.abc import Mapping
from typing import Any

from games.engines.core.contract import Typed
from games.engines.dou_dizhu.moves import NAMES

_SENTENCES = {
    "cards": "{name} holds {cards}.",
    "call": "{name} calls.",
    "rob": "{name} robs.",
    "bid": "{name} bids {amount}.",
    "pass": "{name} passes.",
    "all_pass": "Everyone passed. The cards are dealt again.",
    "landlord": "{name} is the landlord.",
    "kitty": "{name} takes {cards}.",
    "double": "{name} doubles.",
    "decline": "{name} doesn't double.",
    "open": "{name} plays with an open hand.",
    "closed": "{name} keeps the hand closed.",
    "left": "{name} leaves and forfeits the game.",
    "spring": "Spring! The score counts {times} times.",
    "reveal": "{name} had {cards} left.",
    "win": "{name} wins {amount}.",
}
_TYPED = frozenset(("call", "rob", "pass", "double", "decline", "open"))


def say(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return an event as an English sentence, or "" for one that needs none (`deal`, `leads`)."""
    cards = " ".join(event.get("cards", ()))
    words = {
        **event,
        "name": names.get(event.get("seat", -1), ""),
        "cards": cards,
        "amount": f"{event.get('amount') or 0:,}",
    }
    if event["kind"] == "play":
        left = f", {event['left']} left" if event["left"] else ", no cards left"
        return f"{words['name']} plays {cards} ({NAMES[event['category']].lower()}){left}."
    return _SENTENCES.get(event["kind"], "").format(**words)


def read(words: list[str], view: Mapping[str, Any]) -> Typed | None:
    """Return the action of `call`, `bid 2`, `pass`; None for none.

    Cards are selected, never typed.
    """
    if len(words) == 1 and words[0] in _TYPED:
        return Typed(words[0])
    if len(words) == 2 and words[0] == "bid" and words[1].isascii() and words[1].isdigit():
        return Typed("bid", int(words[1][:3]))
    return None
