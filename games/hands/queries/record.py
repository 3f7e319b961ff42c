"""A replay as texts and data for the page and the client.

Everything is taken from a `Replay`, so it cannot show more than its viewer may see.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from core.bidi import isolated
from core.messages import catalogue
from games.advice import Advice, advice_on
from games.engines.core import registry
from games.hands.models import Hand
from games.hands.queries.replay import Replay
from games.hands.teaching import teaching_of
from games.records.card_signs import with_signs
from games.records.formats import formats_of
from games.records.hand_names import hand_title
from games.records.player_names import in_sentences
from games.records.sentences import say
from games.rulebook.rule_words import RuleWords


def page_of(shown: Replay) -> dict[str, Any]:
    """The head of a hand's page: table, time, players and result."""
    hand = shown.hand
    result = hand.result or {}
    void = hand.status == Hand.Status.VOID
    net = {} if void else dict(result.get("net", []))
    game, words = registry.get(hand.game), RuleWords(hand.game)
    last, teaching = shown.frames[-1]["view"], teaching_of(hand.opening)
    pots = last["result"].get("pots", []) if result else []
    chosen = game.presets.get(hand.preset, game.presets["standard"])
    cards = {entry["seat"]: entry for entry in last["seats"]}
    winners = set() if void else {seat for pot in pots for seat in pot["winners"]}
    return {
        "id": hand.pk,
        "game": words.name,
        "game_key": hand.game,
        "formats": [] if teaching is not None else list(formats_of(hand.game)),
        "teaching": teaching is not None,
        "number": hand.number,
        "preset": hand.preset,
        "preset_title": words.preset(hand.preset),
        "rules_hash": hand.rules_hash,
        "house_rules": words.differences(game.rules_from_json(hand.rules), chosen),
        "started_at": hand.started_at,
        "finished_at": hand.finished_at,
        "void": void,
        "ended_by": result.get("ended_by"),
        "pot": sum(pot["amount"] for pot in pots),
        "pots": pots,
        "seat": shown.seat,
        "stacks_hidden": shown.stacks_hidden,
        "players": [
            {
                **player,
                "net": net.get(player["seat"], 0),
                "end": _end(player["stack"], net.get(player["seat"], 0)),
                "cards": cards[player["seat"]].get("cards", []),
                "hand_value": cards[player["seat"]].get("hand_value"),
                "label": hand_title(cards[player["seat"]].get("hand_value")) or None,
                "won": player["seat"] in winners,
                "you": player["seat"] == shown.seat,
                "button": player["seat"] == hand.opening["button"],
            }
            for player in shown.players
        ],
    }


def advice_of(shown: Replay) -> list[Advice]:
    """The best plays of the seats whose cards this viewer sees, with their reasons."""
    rules = registry.get(shown.hand.game).rules_from_json(shown.hand.rules)
    return advice_on(shown.hand.game, rules, shown.frames[-1]["view"])


def _end(stack: int | None, net: int) -> int | None:
    return None if stack is None else stack + net


def recording_of(shown: Replay) -> dict[str, Any]:
    """The data that the table's client needs to replay the hand."""
    hand = shown.hand
    game = registry.get(hand.game)
    scores = game.scores(game.rules_from_json(hand.rules))
    return {
        "frames": [
            {key: frame[key] for key in ("seq", "at", "view", "events")} for frame in shown.frames
        ],
        "hand": {"id": str(hand.pk), "number": hand.number},
        "you": shown.seat,
        "table": {
            "name": gettext("Hand %(number)s") % {"number": hand.number},
            "game": hand.game,
            "preset": hand.preset,
            "format": "points" if scores else "cash",
            "max_seats": min(
                game.max_seats, max(6, *(player["seat"] + 1 for player in shown.players))
            ),
            "seats": [{**player, "status": "ready"} for player in shown.players],
        },
    }


def lines_of(shown: Replay, *, signs: bool = False) -> list[dict[str, Any]]:
    """All events this viewer may see, each as a sentence with number, time and the pot after it.

    `signs`: name cards as people write them, `A♠` for `As`.
    """
    names = {player["seat"]: player["name"] for player in shown.players}
    unnamed = _lines(shown, dict.fromkeys(names, ""), signs=signs)
    told = in_sentences(names, (line["text"] for line in unnamed))
    if signs:  # a page; in files every character counts
        told = {seat: isolated(name) for seat, name in told.items()}
    return _lines(shown, told, signs=signs)


def _lines(shown: Replay, names: Mapping[int, str], *, signs: bool) -> list[dict[str, Any]]:
    game = shown.hand.game
    write = (lambda cards: " ".join(with_signs(cards))) if signs else " ".join
    lines = []
    for frame in shown.frames:
        for event in frame["events"]:
            cards = event.get("cards")
            text = say(catalogue(), game, event, names, cards=write)
            if text:
                lines.append(
                    {
                        "seq": frame["seq"],
                        "at": frame["at"],
                        "kind": event["kind"],
                        "text": text,
                        "auto": event.get("auto", ""),
                        "pot": frame["view"].get("pot"),
                        "cards": [c for c in cards or [] if c != "??"],
                    }
                )
    return lines
