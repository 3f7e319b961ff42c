"""The shapes of spots and questions in the API."""

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from core.wire import Body, Shape

SEED_CHARS_MAX = 16
KIND_CHARS_MAX = 16
QUESTIONS_MAX = 16
SPOT_CARDS_MAX = 33
AMOUNT_MAX = 2**53

Seed = Annotated[str, Meta(max_length=SEED_CHARS_MAX, pattern="^[0-9a-z]*$")]


class CardGroup(Shape):
    """Cards under their label."""

    label: str
    cards: Annotated[list[str], Meta(description="`??` for one that you do not see")]


class QuizQuestion(Shape):
    """A question with its answers."""

    text: str
    groups: list[CardGroup]
    choices: list[str]


class Quiz(Shape):
    """Questions about a game's rules; the same for the same seed."""

    seed: str
    questions: list[QuizQuestion]


class QuizQuery(Body):
    """The seed of the questions; without one they are new."""

    seed: Seed = ""


class QuizBody(Body):
    """The seed of the questions, and your answers in their order: indexes, null for none."""

    seed: Seed
    answers: Annotated[list[int | None], Meta(max_length=QUESTIONS_MAX)]

    example: ClassVar[dict[str, Any]] = {"seed": "k3f9", "answers": [0, 1, None, 2]}


class JudgedAnswer(Shape):
    """A question with its right answer."""

    chosen: Annotated[int | None, Meta(description="your answer; null: none")]
    right: Annotated[int, Meta(description="the index of the right answer")]
    is_right: bool
    why: str
    rule: Annotated[str, Meta(description="the path of the chapter that says it")]


class QuizResult(Shape):
    """How many answers are right, and each answer."""

    right: int
    of: int
    answers: list[JudgedAnswer]


class SpotOffer(Shape):
    """An action that the rules page offers in a spot; some of them are not legal."""

    kind: str
    amount: int | None
    cards: list[str]
    label: str


class SpotView(Shape):
    """A position of a hand in which it is your turn."""

    name: str
    situation: str
    groups: list[CardGroup]
    offers: list[SpotOffer]
    own: Annotated[list[str], Meta(description="cards among which you may choose; empty: none")]


class SpotList(Shape):
    """The spots of a game."""

    items: list[SpotView]


class SpotBody(Body):
    """An action to try in a spot."""

    action: Annotated[str, Meta(max_length=KIND_CHARS_MAX)]
    amount: Annotated[int, Meta(ge=0, le=AMOUNT_MAX)] | None = None
    cards: Annotated[list[Annotated[str, Meta(max_length=4)]], Meta(max_length=SPOT_CARDS_MAX)] = []

    example: ClassVar[dict[str, Any]] = {"action": "bet", "amount": 20}


class SpotVerdict(Shape):
    """The engine's answer: what happens, or why the action is refused."""

    is_legal: bool
    code: Annotated[str, Meta(description="of the refusal; empty if it is legal")]
    lines: list[str]
    is_over: Annotated[bool, Meta(description="whether the action ends the hand")]
