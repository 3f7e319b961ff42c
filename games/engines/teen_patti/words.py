"""Sentences for the events of Teen Patti, in records and transcripts."""

from collections.abc import Mapping
from typing import Any

from games.engines.core.contract import Typed
from games.engines.core.words import a_hand, hand_name
from games.engines.teen_patti.rules import VARIANTS, TeenPattiRules

_SENTENCES = {
    "boot": "{name} pays the boot of {amount}.",
    "variant": "{name} chooses {variant}.",
    "see": "{name} looks at the cards.",
    "forced_see": "{name} has no blind bets left and must look.",
    "cards": "{name} holds {cards}.",
    "cover": "{name} covers the pot with {amount}.",
    "side_show_asked": "{asker} pays {amount} and asks {asked} for a side show.",
    "side_show_cards": "In the side show {name} had {cards}: {hand}.",
    "show": "{name} pays {amount} for a show.",
    "reveal": "{name} shows {cards}: {hand}.",
}
_VARIANTS = {
    value: label
    for option in TeenPattiRules.OPTIONS
    if option.name == "variant"
    for value, label, _help in option.choices
}
_FOLDS = {
    "fold": "{name} packs.",
    "left": "{name} leaves the table and packs.",
    "side_show": "{name} loses the side show and packs.",
}


_TYPED = {
    "pack": "fold",
    "fold": "fold",
    "see": "see",
    "blind": "bet",
    "chaal": "bet",
    "bet": "bet",
    "show": "show",
    "side": "side_show",
    "cover": "cover",
    "accept": "accept",
    "refuse": "refuse",
}


def read(words: list[str], view: Mapping[str, Any]) -> Typed | None:
    """Return the action of `pack`, `see`, `chaal 40`, `show`, `choose muflis`; None for none.

    A bet without an amount is the minimum.
    """
    if words[0] == "choose" and len(words) == 2 and words[1] in VARIANTS:
        return Typed("choose", reading=words[1])
    kind = _TYPED.get(words[0])
    if kind != "bet":
        return Typed(kind) if kind is not None and len(words) == 1 else None
    least = next((entry["min"] for entry in view["you"]["legal"] if entry["kind"] == "bet"), None)
    if len(words) == 1:
        return Typed("bet", least)
    if len(words) > 2 or not (words[1].isascii() and words[1].isdigit()):
        return None
    return Typed("bet", int(words[1][:12]))


def say(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return an event as an English sentence, or "" for none (`deal`, `hand_end`)."""
    words = {**event, "name": names.get(event.get("seat", -1), "")}
    for key in ("asker", "asked"):
        if key in event:
            words[key] = names[event[key]]
    if "variant" in event:
        words["variant"] = _VARIANTS[event["variant"]]
    if "cards" in event:
        words["cards"] = " ".join(event["cards"])
    if event.get("hand_value"):
        words["hand"] = hand_name(event["hand_value"])
    if event.get("amount") is not None:
        words["amount"] = f"{event['amount']:,}"
    kind = event["kind"]
    if kind == "bet":
        if event["blind"]:
            return f"{words['name']} bets {words['amount']} blind."
        return f"{words['name']} plays chaal {words['amount']}."
    if kind == "fold":
        return _FOLDS[event["reason"]].format(**words)
    if kind == "side_show_answer":
        answer = "accepts" if event["accepted"] else "refuses"
        return f"{words['asked']} {answer} the side show."
    if kind == "win":
        hand = f" with {a_hand(event['hand_value'])}" if event["hand_value"] else ""
        return f"{words['name']} wins {words['amount']}{hand}."
    return _SENTENCES.get(kind, "").format(**words)
