"""A ladder: everybody plays everybody, and OpenSkill rates each batch of deals as a match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations

from games.arena.match import Match, Tally, play_all
from games.stats.skill import Estimate, after_match

BATCH_DEALS = 20
"""A single deal is mostly luck: this many are rated as one match."""


@dataclass(slots=True)
class Ladder:
    """Everybody's skill, and what the first of each pair won from the second."""

    skills: dict[str, Estimate]
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)

    def places(self) -> list[tuple[str, Estimate]]:
        """Return everybody with their skill, the best first."""
        return sorted(self.skills.items(), key=lambda entry: -entry[1].mu)


def pairs_of(names: Sequence[str], seats: int) -> list[tuple[str, str]]:
    """Return who meets whom; where one sits among several, both ways round."""
    return list((combinations if seats <= 2 else permutations)(names, 2))


def climb(
    table: Match,
    names: Sequence[str],
    batches: int,
    workers: int = 1,
    note: Callable[[int], object] = lambda done: None,
) -> Ladder:
    """Play `batches` batches of each pair at this table, all pairs in turn.

    `note` hears how many deals are done. Raises `ProgramFailed`.
    """
    pairs = pairs_of(names, table.seats)
    order = [(batch, pair) for batch in range(batches) for pair in pairs]
    jobs = [
        (replace(table, one=one, other=other), batch * BATCH_DEALS + number)
        for batch, (one, other) in order
        for number in range(BATCH_DEALS)
    ]
    ladder = Ladder(dict.fromkeys(names, Estimate()))
    parts, done = play_all(jobs, workers), 0
    for _batch, pair in order:
        match = Tally()
        for _ in range(BATCH_DEALS):
            match.add(next(parts))
            done += 1
            note(done)
        won = sum(match.results)
        skills = after_match([ladder.skills[name] for name in pair], [won, -won])
        ladder.skills.update(zip(pair, skills, strict=True))
        ladder.tallies.setdefault(pair, Tally()).add(match)
    return ladder
