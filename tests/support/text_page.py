"""A table that one person plays by typed lines alone against the engines; its page is in Node."""

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from django.utils.translation import override

from core.messages import catalogue
from core.wire import shown
from games.engines.core import registry
from games.engines.core.cards import parse_card
from games.engines.core.contract import Action, Opening, SeatSnapshot, TableHistory, Viewer
from games.engines.core.errors import IllegalAction
from games.hands.api.rules import GameRanking
from games.hands.page_files import as_text, drawing, rules_in_words
from games.records.refusals import in_words
from games.rulebook.ranking import ranking_of
from tests.games.sessions import calm_action
from tests.support.node import NODE
from tests.support.told_page import TABLE, YOU

PAGE = Path(__file__).parents[1] / "frontend/text_mode/played.mjs"
NAMES = {
    "en": ["Asha", "Binod", "Chitra", "Dev"],
    "hi": ["आशा", "बिनोद", "चित्रा", "देव"],
    "zh_Hans": ["王伟", "李娜", "张敏", "刘洋"],
}
STACK = 500


class TextTable:
    """A hand at a table of four at most; `mine` is the seat that types."""

    def __init__(self, key: str, language: str = "en", *, seed: int = 1, players: int = 4) -> None:
        self.words = catalogue(language)
        self.game, self.rng = registry.get(key), random.Random(f"{key} {seed}")
        self.players = min(players, self.game.max_seats)
        self.rules = self.game.presets[self.game.manifest.presets[0]]
        self.mine, self.seq = 0, 0
        self.language, self.names = language, NAMES[language]
        self.transcript: list[str] = []
        self.price = ""
        self.sent: list[dict[str, Any]] = []
        self.page = subprocess.Popen(
            [str(NODE), str(PAGE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        boot = {"slug": "told", "game_name": self.words.text(f"house_rules.{key}.name")}
        boot |= drawing(key) | as_text(key) | {"user": YOU}
        boot |= {"options": rules_in_words(self.rules, key, language)}
        folder = Path(boot["game_module"]).parent.name
        self.tell("begin", catalogue=self.words.to_json(), boot=boot, folder=folder)
        self.tell("hear", message=self.hello())

    def __enter__(self) -> "TextTable":
        return self

    def __exit__(self, *_error: object) -> None:
        assert self.page.stdin is not None
        self.page.stdin.close()
        assert self.page.wait(20) == 0

    # -- what the page hears -------------------------------------------------------------------

    def hello(self) -> dict[str, Any]:
        seats = [
            {
                "seat": seat,
                "name": name,
                "kind": "guest",
                "avatar": seat,
                "stack": STACK,
                "status": "ready",
                "for_points": False,
                "pending": None,
            }
            for seat, name in enumerate(self.names[: self.players])
        ]
        about = {"game": self.game.key, "max_seats": self.players, "seats": seats}
        table = TABLE | about | {"rules": self.rules.to_json(), "next_deck": None}
        you = YOU | {"seat": self.mine, "name": self.names[self.mine]}
        said = {"type": "hello", "now": 1, "v": 1, "hand": None, "events": [], "chat": []}
        return said | {"you": you, "table": table, "watching": 0}

    def hear(self, step: Any) -> None:
        viewer = Viewer(seat=self.mine)
        events = [event.to_json() for event in step.events if event.visible_to(viewer)]
        hand = {"id": "hand", "number": 1, "seq": self.seq, "clock": None, "next_at": None}
        hand["view"] = self.game.view(step.state, viewer)
        self.seq += 1
        self.state = step.state
        self.tell("hear", message={"type": "hand", "now": 1, "hand": hand, "events": events})

    def tell(self, what: str, **given: Any) -> None:
        """Tell the page something; what it asks meanwhile is answered by the engine."""
        self.write({what: given})
        while "ask" in (answer := self.read()):
            self.sent.append(answer["ask"])
            self.write({"answer": self.answer(answer["ask"])})
        self.transcript += answer["said"]
        self.price = answer["price"]

    def write(self, message: dict[str, Any]) -> None:
        assert self.page.stdin is not None
        self.page.stdin.write(json.dumps(message) + "\n")
        self.page.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.page.stdout is not None
        answer: dict[str, Any] = json.loads(self.page.stdout.readline())
        return answer

    # -- what it does --------------------------------------------------------------------------

    def answer(self, body: dict[str, Any]) -> dict[str, Any]:
        cards = tuple(parse_card(card) for card in body.get("cards", ()))
        if body["type"] == "ask":
            return {"ok": True, **self.game.ask(self.state, self.mine, cards)}
        if body["type"] == "fetch":
            with override(self.language.lower().replace("_", "-")):
                card = shown(GameRanking, ranking_of(self.game, self.rules))
            told: dict[str, Any] = msgspec.to_builtins(card)
            return told
        if body["type"] != "act":
            return {"ok": True}
        action = Action(
            self.mine, body["action"], body.get("amount"), cards, body.get("reading", "")
        )
        try:
            self.taken = self.game.apply(self.state, action)
        except IllegalAction as no:
            text, _limits = in_words(self.words, self.game, self.rules, no.quoting(self.rules))
            return {"ok": False, "code": no.code, "text": text}
        return {"ok": True}

    def type(self, line: str, began: str = "") -> list[str]:
        """Type a line; return what was said, with what happened by it."""
        before = len(self.transcript)
        self.transcript.append(f"> {line}")
        self.taken = None
        self.tell("type", line=line, began=began)
        if self.taken is not None:
            self.hear(self.taken)
        return self.transcript[before + 1 :]

    def deal(self) -> None:
        snapshots = tuple(SeatSnapshot(seat, STACK) for seat in range(self.players))
        line = self.game.next_hand(self.rules, snapshots, TableHistory())
        assert line is not None
        deck = tuple(self.rng.sample(range(self.game.deck_size), self.game.deck_size))
        held = (STACK,) * len(line.seats)
        button = line.drawn[0] if line.drawn else line.button
        opening = Opening(self.game.key, self.rules, line.seats, held, button, deck, line.terms)
        self.hear(self.game.deal(opening))

    def turns(self) -> Iterator[set[str]]:
        """Play the others calmly; yield the kinds of my legal actions at each of my turns."""
        while (seat := self.game.turn(self.state)) is not None:
            if seat == self.mine:
                yield {option.kind for option in self.game.legal(self.state, seat)}
            else:
                action = calm_action(self.game, self.state, seat, self.rng)
                self.hear(self.game.apply(self.state, action))
