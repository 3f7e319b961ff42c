"""The search for equilibria, on two games whose solutions are known."""

import numpy as np
import pytest

from games.bots.cfr import Deal, Solver, Tree


def kuhn():
    """Return Kuhn poker: three cards, an ante and one bet of one chip."""
    tree = Tree()
    first, checked, bet, called = (tree.node(player, 0) for player in (0, 1, 1, 0))
    tree.children[first] = [checked, bet]
    tree.children[checked] = [tree.leaf(0, 1), called]
    tree.children[bet] = [tree.leaf(1, 0), tree.leaf(0, 2)]
    tree.children[called] = [tree.leaf(-1, 0), tree.leaf(0, 2)]
    cards = np.arange(3)
    fits = (cards[:, None] != cards).astype(np.float32)[None]
    beats = np.sign(cards[:, None] - cards).astype(np.float32)[None]
    even = np.ones((1, 3), dtype=np.float32)
    return tree, Deal((even, even), (fits, fits), (beats, beats), (None,), (3,))


def leduc():
    """Return Leduc hold'em: six cards of three ranks, two streets, bets of two and four chips."""
    tree = Tree()

    def grow(street, player, paid, bets, acted):
        node = tree.node(player, street)
        children, theirs = tree.children[node], paid[1 - player]
        if theirs > paid[player]:
            children.append(tree.leaf(paid[1] if player else -paid[0], 0))
        if acted:
            end = tree.leaf(0, theirs) if street else grow(1, 0, (theirs, theirs), 0, False)
            children.append(end)
        else:
            children.append(grow(street, 1 - player, (theirs, theirs), bets, True))
        if bets < 2:
            total = theirs + (2, 4)[street]
            raised = (theirs, total) if player else (total, theirs)
            children.append(grow(street, 1 - player, raised, bets + 1, True))
        return node

    grow(0, 0, (1, 1), 0, False)
    cards = np.arange(6)
    ranks = cards // 2
    free = (cards[:, None] != cards).astype(np.float32)
    fits = free[None] * free[:, :, None] * free[:, None, :]
    worth = np.where(ranks == ranks[:, None], 3, ranks)
    beats = fits * np.sign(worth[:, :, None] - worth[:, None, :]).astype(np.float32)
    later = ranks[:, None] * 3 + ranks
    buckets = (np.broadcast_to(ranks, (6, 6)), later)
    return tree, Deal((free, free), (fits, fits), (beats, beats), buckets, (3, 9))


@pytest.mark.parametrize(
    ("game", "steps", "value"), [(kuhn, 150, -1 / 18), (leduc, 450, -0.085606)]
)
def test_a_known_game_is_solved_to_a_thousandth_of_a_chip(game, steps, value):
    tree, deal = game()
    solver = Solver(tree, deal.sizes)
    for _ in range(steps):
        solver.step(deal)
    assert 0 < solver.exploitability(deal) < 1e-3
    assert solver.value(0, deal) == pytest.approx(value, abs=1e-3)
    assert solver.value(1, deal) == pytest.approx(-value, abs=1e-3)


def test_a_learner_finds_what_a_best_response_wins():
    """Against a player who calls every bet in Kuhn poker, and checks everything else."""
    tree, deal = kuhn()
    solver = Solver(tree, deal.sizes)
    for block in solver.blocks:
        for at, node in enumerate(block.nodes):
            block.sums[at, 0 if node in (0, 1) else 1] = 1
    best = solver.value(1, deal, best=True)
    for _ in range(300):
        solver.step(deal, learners=(1,))
    assert solver.learned_value(1, deal) == pytest.approx(best, abs=1e-3)
    assert best > 0.1
