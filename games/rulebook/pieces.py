"""The parts of a rules page: cards, rankings, examples, moves."""

from dataclasses import dataclass

from games.engines.core.words import with_signs

MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards to draw: `main` makes the hand, `rest` breaks ties or is carried; texts for readers."""

    main: str
    rest: str = ""

    @property
    def all(self) -> str:
        """Return all cards as an engine parses them."""
        return f"{self.main} {self.rest}".strip()

    @property
    def main_text(self) -> str:
        """Return the main cards with suit signs, for pages without scripts."""
        return " ".join(with_signs(self.main.split()))

    @property
    def rest_text(self) -> str:
        """Return the rest with suit signs."""
        return " ".join(with_signs(self.rest.split()))


@dataclass(frozen=True, slots=True)
class Ranked:
    """One category of hands: `count` of the book's `total`, and of `total_of_seven` if any."""

    key: str
    name: str
    cards: Cards
    text: str
    ties: str
    count: int
    of_seven: int | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """An action at the table with the keys that trigger it."""

    name: str
    keys: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Duel:
    """Two hands compared under a preset; `better` wins, or both are `equal`."""

    title: str
    better: Cards
    better_is: str
    worse: Cards
    worse_is: str
    why: str
    preset: str = "standard"
    board: Cards | None = None
    equal: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A combination by the engine's category: `count` sets of ranks can be read as it."""

    key: str
    name: str
    size: str
    cards: Cards
    text: str
    compared: str
    count: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A play and an attempt to beat it; `refused` is the engine's sentence, empty if it beats."""

    title: str
    last: Cards
    last_is: str
    answer: Cards
    answer_is: str
    why: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """One reading of a set, as actions name it."""

    reading: str
    name: str
    cards: Cards
    text: str


@dataclass(frozen=True, slots=True)
class Carried:
    """A set that is a combination (`category`) under some presets only."""

    cards: Cards
    text: str
    category: str
    presets: frozenset[str]


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of an example: the cards that a player plays, or nothing for a pass."""

    who: str
    cards: Cards | None
    text: str


@dataclass(frozen=True, slots=True)
class Score:
    """A finished game: its multipliers, and the results of landlord and peasants.

    `doubled` are landlord and peasants; `spring` is whether the losers hardly played.
    """

    title: str
    sum: str
    net: tuple[int, ...]
    bid: int = 1
    bombs: int = 0
    rockets: int = 0
    spring: bool = False
    doubled: tuple[bool, ...] = (False, False, False, False)

    @property
    def signed(self) -> tuple[str, ...]:
        """Return the landlord's result and the peasants', or one figure if both have the same."""
        landlord, *peasants = map(signed, self.net)
        return landlord, " and ".join(dict.fromkeys(peasants))


@dataclass(frozen=True, slots=True)
class Round:
    """A hand against the dealer with an ante of 10: each bet as it is paid, and their sum.

    `side_bets` are made before the deal; `dealer` is None where the dealer's hand stays hidden.
    """

    title: str
    mine: Cards
    mine_is: str
    dealer: Cards | None
    dealer_is: str
    decision: str
    paid: tuple[tuple[str, int], ...]
    why: str
    side_bets: tuple[tuple[str, int], ...] = ()

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Return the payments with signs, and the sum at the end."""
        total = sum(net for _text, net in self.paid)
        return tuple((text, signed(net)) for text, net in (*self.paid, ("Together", total)))


@dataclass(frozen=True, slots=True)
class Book:
    """One game's page: `sections` are (anchor, title) in the order of its template."""

    lead: str
    fan: str
    sections: tuple[tuple[str, str], ...]
    moves: tuple[Move, ...]
    glossary: tuple[tuple[str, str], ...]
    total: int = 0
    ranking: tuple[Ranked, ...] = ()
    duels: tuple[Duel, ...] = ()
    total_of_seven: int | None = None
    # Games of combinations instead of ranked hands:
    kinds: tuple[Kind, ...] = ()
    answers: tuple[Answer, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    carried: tuple[Carried, ...] = ()
    sets: tuple[tuple[str, int], ...] = ()
    """Presets, and how many different sets of ranks are combinations under each."""
    sets_by_title: tuple[tuple[str, int], ...] = ()
    """The same with the presets' titles."""
    several: int = 0
    """How many sets have more than one reading under the standard rules."""
    trick: tuple[Turn, ...] = ()
    scores: tuple[Score, ...] = ()
    hints: tuple[str, ...] = ()
    # Games against the house:
    pays: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """For each bet the odds of its lines, as `4 to 1`, under the standard rules."""
    rounds: tuple[Round, ...] = ()

    @property
    def titles(self) -> dict[str, str]:
        """Return the sections' titles by anchor."""
        return dict(self.sections)

    @property
    def allowances(self) -> tuple[tuple[Carried, tuple[bool, ...]], ...]:
        """Return each set with kickers, and whether each preset of `sets` allows it."""
        return tuple(
            (case, tuple(preset in case.presets for preset, _count in self.sets))
            for case in self.carried
        )

    @property
    def odds(self) -> tuple[tuple[Ranked, str, str], ...]:
        """Return each category with its frequency, and its frequency in seven cards (or "")."""
        return tuple(
            (
                ranked,
                one_in(ranked.count, self.total),
                one_in(ranked.of_seven, self.total_of_seven)
                if ranked.of_seven and self.total_of_seven
                else "",
            )
            for ranked in self.ranking
        )


def signed(chips: int) -> str:
    """Return chips won or lost with their sign; 0 has none."""
    return f"{chips:+,}".replace("-", MINUS) if chips else "0"


def one_in(count: int, total: int) -> str:
    """Return a frequency in words: `one in 425`, `one in 1.3`."""
    often = total / count
    return f"one in {often:,.0f}" if often >= 9.95 else f"one in {often:.1f}"
