"""Spots and questions of Dou Dizhu; those of the game with two packs are of the same kinds."""

import random

from core.messages import catalogue
from games.engines.core.cards import texts_of
from games.engines.core.contract import Action
from games.quiz.game_quiz import GameQuiz
from games.quiz.positions import Position, judged, kinds_at
from games.quiz.questions import (
    Question,
    position_like,
    shuffled,
    text_of,
    yes_no,
)


def may_play(key: str, rng: random.Random) -> Question:
    """Ask whether some cards may be played now: a legal play, or others of the same number."""
    position = position_like(
        key,
        rng,
        lambda one: bool(one.view.get("last")) and any(a.kind == "play" for a in one.legal),
    )
    game, own = position.game, _own_cards(position)
    legal = rng.choice([one for one in position.legal if one.kind == "play"])
    cards = legal.cards
    if rng.random() < 0.5:
        cards = tuple(rng.sample(own, min(len(cards), len(own))))
    asked = game.ask(position.state, position.seat, cards)
    reading = asked["readings"][0]["reading"] if asked.get("readings") else ""
    verdict = judged(position, Action(position.seat, "play", None, cards, reading))
    question = yes_no(position, text_of("may_play"), verdict, None, "play")
    groups = (*question.groups, (text_of("these"), texts_of(cards)))
    return Question(question.text, groups, question.choices, question.right, question.why, "beats")


def _own_cards(position: Position) -> list[int]:
    held = position.game.state_to_json(position.state)["hands"]
    return list(held[position.opening.seats.index(position.seat)])


def name_play(key: str, rng: random.Random) -> Question:
    """Ask what a combination is called."""
    position = position_like(key, rng, lambda one: any(a.kind == "play" for a in one.legal))
    plays: dict[str, tuple[int, ...]] = {}
    for one in position.legal:
        if one.kind == "play":
            category = position.game.ask(position.state, position.seat, one.cards).get("category")
            if category:
                plays.setdefault(category, one.cards)
    named = rng.choice(sorted(set(plays) - {"solo"}) or sorted(plays))
    every = ("solo", "pair", "trio", "chain", "pair_chain", "airplane", "bomb", "trio_with_pair")
    right, *wrong = (catalogue().text(f"dou_dizhu.category.{one}") for one in (named, *every))
    choices, index = shuffled(right, wrong, rng)
    shown = ((text_of("these"), texts_of(plays[named])),)
    why = text_of("why.name", hand=right)
    return Question(text_of("name_play"), shown, choices, index, why, "kinds")


def _is_reply(position: Position) -> bool:
    """Whether a combination of another player's can be beaten, but not by every card."""
    last = position.view.get("last") or {}
    others = last.get("seat", position.seat) != position.seat
    return others and {"pass", "play"} <= kinds_at(position)


KINDS = (may_play, name_play)
SPOTS = {
    "bid": lambda one: one.view["phase"] == "bidding" and one.view["bid"] > 0,
    "reply": _is_reply,
}
QUIZ = GameQuiz(kinds=KINDS, spots=SPOTS)
