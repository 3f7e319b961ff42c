"""The solved heads-up game: its bets, and the way from a real hand to a place in it.

In big blinds; player 0 has the button and the small blind. `benchmarks.solve_holdem` solves it.
"""

from dataclasses import dataclass, field

from games.bots.cfr import Tree

DEPTHS = (12, 25, 50, 100, 200)
"""The solved stacks."""
PREFLOP, FLOP, TURN, RIVER = range(4)
BOARD_AT = (0, 3, 4, 5)
BETS = ((), (0.4, 0.8), (0.5, 1.0), (0.5, 1.0))
"""By street the bets, in pots."""
RAISE = 0.9
"""A raise after the flop, in pots after the call."""
ALL_IN_POTS = 2.0
"""All-in is an option when it is at most this many pots."""
COMMITTED = 0.6
"""A bet of more than this share of the stack is all-in."""
FOLD, CALL = -1.0, 0.0
"""Moves; a larger number is a raise in pots after the call. A check is a call."""


@dataclass(slots=True)
class Game:
    """The tree of one depth."""

    depth: float
    until: int = RIVER
    """The last street whose nodes are built."""
    tree: Tree = field(default_factory=Tree)
    moves: list[list[float]] = field(default_factory=list)
    """By node what each child stands for."""
    stacks: list[float] = field(default_factory=list)
    """By node what is left behind the bets of earlier streets, in pots."""

    def __post_init__(self) -> None:
        self._grow(PREFLOP, 0, (0.5, 1.0), 0.0, 0, acted=False)

    def _grow(
        self,
        street: int,
        player: int,
        bets: tuple[float, float],
        before: float,
        raises: int,
        *,
        acted: bool,
    ) -> int:
        """Add the position and all that follow. `before`: paid by each on earlier streets."""
        tree, other = self.tree, 1 - player
        node = tree.node(player, street)
        moves: list[float] = []
        self.moves.append(moves)
        self.stacks.append((self.depth - before) / max(2 * before, 1))
        children = tree.children[node]
        mine, theirs = bets[player], bets[other]
        if theirs > mine:
            moves.append(FOLD)
            lost = before + mine
            children.append(tree.leaf(-lost if player == 0 else lost, 0))
        moves.append(CALL)
        if acted:
            children.append(self._next(street, before + theirs))
        else:
            called = (theirs, theirs)
            children.append(self._grow(street, other, called, before, raises, acted=True))
        for total in self._totals(street, raises, mine, theirs, before):
            pot = 2 * (before + theirs)
            moves.append((total - theirs) / pot)
            raised = (total, theirs) if player == 0 else (theirs, total)
            children.append(self._grow(street, other, raised, before, raises + 1, acted=True))
        return node

    def _next(self, street: int, paid: float) -> int:
        """Go on with the next street, or to the showdown."""
        if paid >= self.depth - 1e-9 or street == RIVER or street == self.until:
            return self.tree.leaf(0, paid)
        return self._grow(street + 1, 1, (0.0, 0.0), paid, 0, acted=False)

    def _totals(
        self, street: int, raises: int, mine: float, theirs: float, before: float
    ) -> list[float]:
        """Return what a bet or raise may come to on this street."""
        most = self.depth - before
        if theirs >= most - 1e-9:
            return []
        pot = 2 * (before + theirs)
        if street == PREFLOP:
            totals, jam = self._preflop(raises, mine, theirs)
        elif raises == 0:
            totals = [share * pot for share in BETS[street]]
            jam = most <= ALL_IN_POTS * pot
        else:
            totals = [theirs + RAISE * pot] if raises == 1 else []
            jam = raises > 1 or most - theirs <= ALL_IN_POTS * pot
        kept = [total for total in totals if total <= COMMITTED * most]
        if jam or len(kept) < len(totals):
            kept.append(most)
        return kept

    def _preflop(self, raises: int, mine: float, theirs: float) -> tuple[list[float], bool]:
        depth = self.depth
        if raises == 0:
            limped = mine == theirs
            return [3.5 if limped else 2.0 if depth < 20 else 2.5], depth <= 25
        return [theirs * (3.6 if raises == 1 else 2.3)] if raises < 3 else [], (
            raises > 2 or depth <= (50 if raises == 1 else 100)
        )
