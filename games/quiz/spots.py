"""Spots: positions on the rules pages that a reader plays in place, answered by the engine."""

from dataclasses import dataclass

from core.messages import catalogue
from games.engines.core.cards import texts_of
from games.engines.core.contract import Action
from games.quiz.game_quiz import has_quiz, quiz_of
from games.quiz.positions import Position, Verdict, found, judged
from games.quiz.questions import groups_of, situation
from games.records.card_signs import with_signs

PLAYS_MAX = 3
"""How many plays of cards are offered beside the reader's own choice."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An action to try: as a query says it, and as a button does."""

    kind: str
    amount: int | None
    cards: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A position as a page shows it; `own` are the cards among which its reader may choose."""

    name: str
    situation: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    offers: tuple[Offer, ...]
    own: tuple[str, ...]


def spots_of(key: str) -> list[Spot]:
    """Return the spots of a game, in the reader's language."""
    return [spot_of(key, name) for name in quiz_of(key).spots] if has_quiz(key) else []


def spot_of(key: str, name: str) -> Spot:
    """Return one spot; raises `KeyError` if there is none of this name."""
    position = found(key, name)
    groups = groups_of(position)
    plays = any(one.kind == "play" for one in position.legal)
    return Spot(name, situation(position), groups, _offers(position), groups[0][1] if plays else ())


def tried(key: str, name: str, kind: str, amount: int | None, cards: tuple[int, ...]) -> Verdict:
    """Return the engine's answer to an action in a spot.

    An amount is dropped where the action takes none. Raises `KeyError` for an unknown spot.
    """
    position = found(key, name)
    if kind not in position.game.action_kinds:  # the platform's own actions are for nobody
        kind = ""
    reading = ""
    if cards:
        asked = position.game.ask(position.state, position.seat, cards)
        reading = asked["readings"][0]["reading"] if asked.get("readings") else ""
    return judged(position, Action(position.seat, kind, amount, cards, reading))


def _offers(position: Position) -> tuple[Offer, ...]:
    """Return what is legal, amounts just outside of the bounds, and what is refused now."""
    offers: list[Offer] = []
    key, plays = position.game.key, 0
    for one in position.legal:
        if one.kind == "play":
            plays += 1
            if plays <= PLAYS_MAX:
                offers.append(_offer(key, one.kind, None, texts_of(one.cards)))
        elif one.min is not None and one.max is not None:
            amounts = (one.min - one.step, one.min, one.max, one.max + one.step)
            offers += [
                _offer(key, one.kind, amount) for amount in dict.fromkeys(amounts) if amount > 0
            ]
        else:
            offers.append(_offer(key, one.kind, None))
    refused = {one["kind"] for one in position.view["you"].get("blocked", ())} - {"play", "cover"}
    return (*offers, *(_offer(key, kind, 1 if kind == "bet" else None) for kind in sorted(refused)))


def _offer(key: str, kind: str, amount: int | None, cards: tuple[str, ...] = ()) -> Offer:
    written = " ".join(with_signs(cards))
    named = quiz_of(key).names.get(kind, kind)
    label = catalogue().text("quiz.do", {"kind": named, "amount": amount or 0, "cards": written})
    return Offer(kind, amount, cards, label)
