"""A record as readable text: the seats, the events in sentences, and the result."""

from collections.abc import Mapping
from typing import Any

from core.messages import catalogue
from games.engines.core import registry
from games.engines.core.cards import HIDDEN
from games.records.player_names import in_sentences
from games.records.record import read
from games.records.sentences import say, with_reason


def transcript(record: Mapping[str, Any]) -> str:
    """Return the text of a record; it says nothing that the record does not hold.

    Raises `InvalidRecord`.
    """
    game = read(record).game.key
    names = {seat["seat"]: seat["name"] for seat in record["seats"]}
    unnamed = _lines(record, game, dict.fromkeys(names, ""))
    return "\n".join(_lines(record, game, in_sentences(names, unnamed))) + "\n"


def _lines(record: Mapping[str, Any], game: str, names: Mapping[int, str]) -> list[str]:
    lines = [*_head(record), *_seats(record, names), ""]
    opened = set()
    for step in (record["deal"], *record["actions"]):
        auto = step.get("auto", "")
        for event in step["events"]:
            text = say(catalogue(), game, event, names)
            if event["kind"] == "open":
                opened.add(event["seat"])
            elif event["kind"] == "show" and event["seat"] in opened:
                continue
            if text:
                lines.append(with_reason(catalogue(), text, auto))
                auto = ""  # it belongs to the action, not to what followed from it
    return [*lines, "", *_end(record, names), "", *_foot(record)]


def _head(record: Mapping[str, Any]) -> list[str]:
    game, hand = registry.get(record["game"]), record["hand"]
    rules = game.rules_from_json(record["rules"])
    number = f" · hand {hand['number']:,}" if hand["number"] is not None else ""
    lines = [f"Cardhouse · {game.name}{number}"]
    if hand["started_at"]:
        lines.append(f"Begun {hand['started_at']}")
    stakes = game.stakes_of_hand(record["terms"]) or game.stakes(rules)
    lines.append(f"{stakes}, rules: {record['preset']}")
    lines += [
        f"  {rule['label']}: {rule['value']}"
        for rule in rules.differences_from(game.presets["standard"])
    ]
    if hand["void"]:
        lines.append("This hand is void: all chips went back.")
    return [*lines, ""]


def _seats(record: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    lines = []
    for seat in record["seats"]:
        marks = [
            mark
            for mark, is_so in (
                ("dealer", seat["seat"] == record["button"]),
                ("bot", seat["kind"] in ("bot", "registered_bot")),
                ("you", seat["seat"] == record["viewer"]["seat"]),
            )
            if is_so
        ]
        marked = f" ({', '.join(marks)})" if marks else ""
        lines.append(f"Seat {seat['seat'] + 1}: {names[seat['seat']]}{marked}, {seat['stack']:,}")
    return lines


def _end(record: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    result = record["result"]
    if result is None:
        return ["No result."]
    net = dict(result["net"])
    cards = {seat["seat"]: seat["cards"] for seat in record["seats"]}
    lines = ["Result"]
    for seat, chips in result["chips"]:
        held = " ".join(cards[seat])
        known = f", held {held}" if held and HIDDEN not in held else ""
        lines.append(f"{names[seat]}: {chips:,} ({net[seat]:+,}){known}")
    if "house" in result:
        lines.append(f"The house: {result['house']:+,}")
    return lines


def _foot(record: Mapping[str, Any]) -> list[str]:
    viewer = record["viewer"]
    if viewer["all_cards"]:
        seen = "with all cards"
    elif viewer["seat"] is None:
        seen = "as spectators saw it"
    else:
        seen = f"as seat {viewer['seat'] + 1} saw it"
    lines = [f"Written {seen}."]
    if record["hand"]["id"]:
        lines.append(f"Hand {record['hand']['id']}")
    return [*lines, f"Rules {record['rules_hash']}"]
