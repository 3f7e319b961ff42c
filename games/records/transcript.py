"""A record as readable text: the seats, the events in sentences, and the result."""

from collections.abc import Mapping
from typing import Any

from core.messages import catalogue
from games.engines.core import registry
from games.engines.core.cards import HIDDEN
from games.records.player_names import in_sentences
from games.records.record import read
from games.records.sentences import say, with_reason
from games.rulebook.rule_words import RuleWords


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
    game, hand, text = registry.get(record["game"]), record["hand"], catalogue().text
    rules = game.rules_from_json(record["rules"])
    words = RuleWords(game.key)
    lines = [text("records.title", {"game": words.name, "number": hand["number"]})]
    if hand["started_at"]:
        lines.append(text("records.begun", {"time": hand["started_at"]}))
    stakes = words.hand_stakes(rules, record["terms"])
    preset = words.preset(record["preset"])
    lines.append(text("records.rules", {"stakes": stakes, "preset": preset}))
    for rule in words.differences(rules, game.presets["standard"]):
        args = {"label": rule["label"], "value": rule["value"]}
        lines.append("  " + text("records.rule", args))
    if hand["void"]:
        lines.append(text("records.void"))
    if record.get("teaching"):
        lines.append(text("records.teaching"))
    return [*lines, ""]


def _seats(record: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    text, lines = catalogue().text, []
    for seat in record["seats"]:
        marks = [
            text(f"records.mark.{mark}")
            for mark, is_so in (
                ("dealer", seat["seat"] == record["button"]),
                ("bot", seat["kind"] in ("bot", "registered_bot")),
                ("you", seat["seat"] == record["viewer"]["seat"]),
            )
            if is_so
        ]
        args = {
            "number": seat["seat"] + 1,
            "name": names[seat["seat"]],
            "marks": text("common.list_separator").join(marks) if marks else None,
            "stack": seat["stack"],
        }
        lines.append(text("records.seat", args))
    return lines


def _end(record: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    result, text = record["result"], catalogue().text
    if result is None:
        return [text("records.no_result")]
    net = dict(result["net"])
    cards = {seat["seat"]: seat["cards"] for seat in record["seats"]}
    lines = [text("records.result")]
    for seat, chips in result["chips"]:
        known = cards[seat] and HIDDEN not in cards[seat]
        held = " ".join(cards[seat]) if known else None
        args = {"name": names[seat], "chips": chips, "net": net[seat], "held": held}
        lines.append(text("records.chips", args))
    if "house" in result:
        lines.append(text("records.house", {"net": result["house"]}))
    return lines


def _foot(record: Mapping[str, Any]) -> list[str]:
    viewer, text = record["viewer"], catalogue().text
    seen = "all" if viewer["all_cards"] else "spectator" if viewer["seat"] is None else "seat"
    lines = [text("records.written", {"seen": seen, "seat": (viewer["seat"] or 0) + 1})]
    if record["hand"]["id"]:
        lines.append(text("records.hand_id", {"id": record["hand"]["id"]}))
    return [*lines, text("records.rules_hash", {"hash": record["rules_hash"]})]
