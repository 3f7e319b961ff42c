"""A replay in words and as data for the page: what people read, and what the client plays.

Everything is taken from a `Replay`, so it cannot show more than its viewer may see.
"""

from typing import Any

from games.engines.core import registry
from games.queries.replay import Replay


def page_of(shown: Replay) -> dict[str, Any]:
    """The head of a hand's page: where, when, who, and how it ended."""
    hand = shown.hand
    result = hand.result or {}
    net = dict(result.get("net", []))
    game = registry.get(hand.game)
    cards = {entry["seat"]: entry for entry in shown.frames[-1]["view"]["seats"]}
    winners = {seat for pot in result.get("pots", []) for seat in pot["winners"]}
    return {
        "id": hand.pk,
        "game": game.name,
        "game_key": hand.game,
        "number": hand.number,
        "preset": hand.preset,
        "rules_hash": hand.rules_hash,
        "house_rules": list(
            game.rules_from_json(hand.rules).differences_from(game.presets["standard"])
        ),
        "started_at": hand.started_at,
        "finished_at": hand.finished_at,
        "void": hand.status == "void",
        "ended_by": result.get("ended_by"),
        "pot": sum(pot["amount"] for pot in result.get("pots", [])),
        "pots": result.get("pots", []),
        "seat": shown.seat,
        "players": [
            {
                **player,
                "net": net.get(player["seat"], 0),
                "end": player["stack"] + net.get(player["seat"], 0),
                "cards": cards[player["seat"]].get("cards", []),
                "label": cards[player["seat"]].get("label"),
                "won": player["seat"] in winners,
                "you": player["seat"] == shown.seat,
                "button": player["seat"] == hand.opening["button"],
            }
            for player in shown.players
        ],
    }


def recording_of(shown: Replay) -> dict[str, Any]:
    """What the table's client needs to play the hand again."""
    hand = shown.hand
    return {
        "frames": [
            {key: frame[key] for key in ("seq", "at", "view", "events")} for frame in shown.frames
        ],
        "hand": {"id": str(hand.pk), "number": hand.number},
        "you": shown.seat,
        "table": {
            "name": f"Hand {hand.number}",
            "game": hand.game,
            "preset": hand.preset,
            "max_seats": max(6, *(player["seat"] + 1 for player in shown.players)),
            "seats": [{**player, "status": "ready"} for player in shown.players],
        },
    }


def lines_of(shown: Replay) -> list[dict[str, Any]]:
    """Each event this viewer may see, as a sentence with its number, time and the pot after it."""
    names = {player["seat"]: player["name"] for player in shown.players}
    lines = []
    for frame in shown.frames:
        for event in frame["events"]:
            text = sentence(event, names)
            if text:
                lines.append(
                    {
                        "seq": frame["seq"],
                        "at": frame["at"],
                        "kind": event["kind"],
                        "text": text,
                        "auto": _receipt(frame, event),
                        "pot": frame["view"].get("pot"),
                        "cards": [c for c in event.get("cards", []) if c != "??"],
                    }
                )
    return lines


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


def sentence(event: dict[str, Any], names: dict[int, str]) -> str:
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


def _receipt(frame: dict[str, Any], event: dict[str, Any]) -> str:
    """`timeout` where the clock acted for the seat; a bot's move is its own."""
    late = frame["auto"] == "timeout" and event.get("seat") == frame["seat"]
    return "timeout" if late else ""
