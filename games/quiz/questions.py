"""Questions about the rules, drawn from a seed; the engines make each right answer.

A question has cards to look at and a few answers. The explanation is the engine's own: the name of
the better hand, the sentence of a refusal, the bounds of an amount.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.messages import catalogue
from games.engines.core.cards import texts_of
from games.engines.core.contract import Action, Legal
from games.engines.core.hand_values import HandValue
from games.quiz.game_quiz import quiz_of
from games.quiz.positions import Position, Verdict, judged, positions
from games.records.hand_names import hand_title
from games.records.sentences import subject_of

QUESTIONS_COUNT = 8
CHOICES_MAX = 4
Kind = Callable[[str, random.Random], "Question"]
"""Makes a question about the game with this key."""
DRAWS_COUNT = 12
"""Among so many pairs of hands the closest one is asked for."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question: `groups` are cards under their labels; `right` is the index of its answer.

    `anchor` is the chapter of the rules page that answers it.
    """

    text: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    choices: tuple[str, ...]
    right: int
    why: str
    anchor: str


def questions_of(key: str, seed: str) -> list[Question]:
    """Return the questions of a game for a seed, in the reader's language; the same every time."""
    kinds = quiz_of(key).kinds
    made = []
    for number in range(QUESTIONS_COUNT):
        rng = random.Random(f"{key}/{seed}/{number}")  # noqa: S311 - a lesson, not a deal
        made.append(kinds[number % len(kinds)](key, rng))
    return made


def text_of(name: str, **args: Any) -> str:
    """Return a message of the quiz in the reader's language."""
    return catalogue().text(f"quiz.{name}", args)


def shuffled(right: str, wrong: Iterable[str], rng: random.Random) -> tuple[tuple[str, ...], int]:
    """Return some answers in random order, each once, and the index of the right one."""
    others = list(dict.fromkeys(one for one in wrong if one != right))
    chosen = [right, *rng.sample(others, min(len(others), CHOICES_MAX - 1))]
    rng.shuffle(chosen)
    return tuple(chosen), chosen.index(right)


# -- hands that are compared ------------------------------------------------------------------


def duel(
    groups: Sequence[tuple[str, tuple[int, ...]]],
    keys: tuple[Any, Any],
    names: tuple[str, str],
) -> Question:
    """Ask which of two hands is better."""
    right = 2 if keys[0] == keys[1] else int(keys[1] > keys[0])
    if right == 2:
        why = text_of("why.equal", hand=names[0])
    else:
        why = text_of("why.beats", better=names[right], worse=names[1 - right])
    choices = (text_of("first"), text_of("second"), text_of("equal"))
    shown = tuple((label, texts_of(cards)) for label, cards in groups)
    return Question(text_of("which"), shown, choices, right, why, "ranking")


def closest(rng: random.Random, draw: Callable[[], Any], keys: Callable[[Any], Any]) -> Any:
    """Return the draw whose two hands are closest to each other."""
    draws = [draw() for _ in range(DRAWS_COUNT)]

    def distance(one: Any) -> tuple[bool, int]:
        first, second = keys(one)
        return first == second, _apart(first, second)

    return min(draws, key=distance)


def _apart(first: Any, second: Any) -> int:
    """Return how far apart two keys are, roughly: those of one kind are closer."""
    if isinstance(first, int):
        return abs(first - int(second))
    weights = (10_000, 400, 20, 1, 1, 1)
    parts = zip(first, second, weights, strict=False)
    return sum(abs(int(one) - int(other)) * weight for one, other, weight in parts)


def parts(cards: Sequence[int], *sizes: int) -> tuple[tuple[int, ...], ...]:
    """Return cards cut into parts of these sizes."""
    parts, at = [], 0
    for size in sizes:
        parts.append(tuple(cards[at : at + size]))
        at += size
    return tuple(parts)


def names_hand(size: int, value: Callable[[tuple[int, ...]], HandValue]) -> Kind:
    """Return a kind of question: what a hand of so many cards is called."""

    def name_hand(key: str, rng: random.Random) -> Question:
        many = [tuple(rng.sample(range(52), size)) for _ in range(4 * DRAWS_COUNT)]
        by_kind = {value(cards)["kind"]: cards for cards in many}
        cards = by_kind[rng.choice(sorted(by_kind))]
        right, *wrong = (hand_title(value(one)) for one in (cards, *by_kind.values()))
        choices, index = shuffled(right, wrong, rng)
        shown = ((text_of("your_cards"), texts_of(cards)),)
        why = text_of("why.name", hand=right)
        return Question(text_of("name"), shown, choices, index, why, "ranking")

    return name_hand


def compares_three(
    key_of: Callable[[tuple[int, ...]], Any], value: Callable[[tuple[int, ...]], HandValue]
) -> Kind:
    """Return a kind of question: which of two hands of three cards is better."""

    def compare(key: str, rng: random.Random) -> Question:
        first, second = closest(
            rng,
            lambda: parts(rng.sample(range(52), 6), 3, 3),
            lambda pair: (key_of(pair[0]), key_of(pair[1])),
        )
        names = (hand_title(value(first)), hand_title(value(second)))
        labels = ((text_of("first"), first), (text_of("second"), second))
        return duel(labels, (key_of(first), key_of(second)), names)

    return compare


# -- actions that are tried -------------------------------------------------------------------


def position_like(key: str, rng: random.Random, fits: Callable[[Position], bool]) -> Position:
    """Return the third position that fits, so that questions begin somewhere in a hand."""
    left = rng.randint(0, 5)
    for position in positions(key, rng):
        if fits(position):
            if not left:
                return position
            left -= 1
    raise AssertionError("positions never end")


def groups_of(position: Position) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the cards of a position as its seat sees them: own, board, the last play."""
    view = position.view
    own = next(one for one in view["seats"] if one["seat"] == position.seat)
    last = view.get("last") or {}
    groups = (
        (text_of("your_cards"), own.get("cards") or ()),
        (text_of("board"), view.get("board") or ()),
        (text_of("last_play"), last.get("cards", ()) if last.get("seat") != position.seat else ()),
    )
    return tuple((label, tuple(cards)) for label, cards in groups if cards)


def situation(position: Position) -> str:
    """Return the figures of a position in a sentence, in the reader's language."""
    view = position.view
    own = next(one for one in view["seats"] if one["seat"] == position.seat)
    args = {name: view.get(name, 0) for name in ("stake", "pot", "bid", "current_bet")}
    args |= {"blind": "yes" if own.get("blind") else "no", "stack": own.get("stack") or 0}
    args |= {"to_call": view["you"].get("to_call", 0), "phase": view["phase"]}
    args["bets"] = own.get("bets", {}).get("ante", 0) if isinstance(own.get("bets"), dict) else 0
    return text_of(f"situation.{subject_of(position.game.key)}", **args)


def asked(position: Position, question: str) -> str:
    """Return a question after the situation that it is about."""
    return text_of("asked", situation=situation(position), question=question)


def ranged(position: Position) -> Legal | None:
    """Return the action of a position whose amount lies in a range, if it has one."""
    return next((one for one in position.legal if one.min is not None and one.min > 1), None)


def least_amount(key: str, rng: random.Random) -> Question:
    """Ask for the least amount of a bet or raise."""
    position = position_like(key, rng, lambda one: ranged(one) is not None)
    action = ranged(position)
    assert action is not None
    assert action.min is not None
    assert action.max is not None
    wrong = (action.min // 2, action.min * 2, action.min + 10, action.min * 3)
    right, *others = (catalogue().number(n) for n in (action.min, *wrong))
    choices, index = shuffled(right, others, rng)
    text = asked(position, text_of("least", kind=action.kind))
    why = text_of("why.range", min=action.min, max=action.max)
    anchor = anchor_of(key, action.kind)
    return Question(text, groups_of(position), choices, index, why, anchor)


def may_bet(key: str, rng: random.Random) -> Question:
    """Ask whether an amount is allowed; the engine tries it."""
    position = position_like(key, rng, lambda one: ranged(one) is not None)
    action = ranged(position)
    assert action is not None
    assert action.min is not None
    assert action.max is not None
    amount = rng.choice(
        (action.min, action.max, action.min - action.step, action.max + action.step)
    )
    verdict = judged(position, Action(position.seat, action.kind, amount))
    return yes_no(
        position, text_of("may", kind=action.kind, amount=amount), verdict, action, action.kind
    )


def may_do(*kinds: str) -> Kind:
    """Return a kind of question: whether an action without an amount is allowed now."""

    def ask(key: str, rng: random.Random) -> Question:
        position = position_like(key, rng, lambda one: one.view["phase"] != "settled")
        kind = rng.choice(kinds)
        verdict = judged(position, Action(position.seat, kind))
        return yes_no(position, text_of("may", kind=kind, amount=0), verdict, None, kind)

    return ask


def yes_no(
    position: Position, question: str, verdict: Verdict, action: Legal | None, kind: str
) -> Question:
    """Return a question to which the engine has said yes or no; `action` has its range, if any."""
    if verdict.is_legal and action is not None:
        why = text_of("why.range", min=action.min, max=action.max)
    else:
        why = verdict.lines[0]
    text = asked(position, question)
    choices = (text_of("yes"), text_of("no"))
    right = 0 if verdict.is_legal else 1
    anchor = anchor_of(position.game.key, kind)
    return Question(text, groups_of(position), choices, right, why, anchor)


def anchor_of(key: str, kind: str) -> str:
    """Return the chapter about an action of this kind."""
    own = quiz_of(key)
    return own.amounts if kind in ("bet", "raise_to", "call", "bid", "ante") else own.others
