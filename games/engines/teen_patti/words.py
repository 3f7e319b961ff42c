"""Teen Patti in sentences: what records and transcripts say of each event."""

from collections.abc import Mapping
from typing import Any

_SENTENCES = {
    "boot": "{name} pays the boot of {amount}.",
    "see": "{name} looks at the cards.",
    "forced_see": "{name} has used up the blind turns and must look at the cards.",
    "cards": "{name} holds {cards}.",
    "cover": "{name} covers the pot with {amount}.",
    "side_show_asked": "{asker} pays {amount} and asks {asked} for a side show.",
    "side_show_cards": "In the side show {name} had {cards}: {label}.",
    "show": "{name} pays {amount} for a show.",
    "reveal": "{name} shows {cards}: {label}.",
}
_FOLDS = {
    "fold": "{name} packs.",
    "left": "{name} leaves the table and packs.",
    "side_show": "{name} loses the side show and packs.",
}


def say(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """One event in English, empty for those that say nothing to people (`deal`, `hand_end`)."""
    words = {**event, "name": names.get(event.get("seat", -1), "")}
    for key in ("asker", "asked"):
        if key in event:
            words[key] = names[event[key]]
    if "cards" in event:
        words["cards"] = " ".join(event["cards"])
    if event.get("amount") is not None:
        words["amount"] = f"{event['amount']:,}"
    kind = event["kind"]
    if kind == "bet":
        pace = "bets blind" if event["blind"] else "plays chaal"
        return f"{words['name']} {pace} {words['amount']}."
    if kind == "fold":
        return _FOLDS[event["reason"]].format(**words)
    if kind == "side_show_answer":
        answer = "accepts" if event["accepted"] else "refuses"
        return f"{words['asked']} {answer} the side show."
    if kind == "win":
        label = f" with {event['label'][0].lower()}{event['label'][1:]}" if event["label"] else ""
        return f"{words['name']} wins {words['amount']}{label}."
    return _SENTENCES.get(kind, "").format(**words)
