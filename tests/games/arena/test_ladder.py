"""The ladder of the arena, and the command."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.arena import ladder
from games.arena.match import Match

TABLE = Match("holdem", "", "", "cash", 2, 100, "1")


def test_the_better_player_stands_above_and_all_pairs_have_met():
    climbed = ladder.climb(TABLE, ["shover", "tight", "caller"], batches=2)
    assert list(climbed.tallies) == [("shover", "tight"), ("shover", "caller"), ("tight", "caller")]
    assert {len(tally.results) for tally in climbed.tallies.values()} == {2 * ladder.BATCH_DEALS}
    assert [skill.matches for _name, skill in climbed.places()] == [4, 4, 4]
    won = dict.fromkeys(("shover", "tight", "caller"), 0.0)
    for (one, other), tally in climbed.tallies.items():
        won[one] += sum(tally.results)
        won[other] -= sum(tally.results)
    assert climbed.places()[0][0] == max(won, key=won.get)
    first, last = (climbed.places()[at][1] for at in (0, -1))
    assert first.points > 2_000 > last.points
    assert first.margin < 650, "a new player's"


def test_where_one_sits_among_several_both_ways_are_played():
    assert ladder.pairs_of(["a", "b"], 3) == [("a", "b"), ("b", "a")]
    assert ladder.pairs_of(["a", "b"], 2) == [("a", "b")]


def arena(*args, **options):
    out = StringIO()
    call_command("arena", *args, stdout=out, **options)
    return out.getvalue()


def test_the_command_prints_intervals_traits_and_a_seed_that_repeats_the_run():
    said = arena("holdem", "tight", "caller", "bully", "--deals=4")
    head, _columns, first, traits, *_rest = said.splitlines()
    assert first.startswith("tight        caller")
    assert " ± " in first
    assert "vpip" in traits
    seed = head.rpartition(" ")[2]

    def results(text):
        return [line[:60] for line in text.splitlines() if " ± " in line]

    again = arena("holdem", "tight", "caller", "bully", "--deals=4", f"--seed={seed}")
    assert results(again) == results(said)


def test_the_command_prints_a_ladder():
    said = arena("dealer_teen_patti", "hard", "random", "--ladder", "--deals=20")
    assert [line.split()[:2] for line in said.splitlines()[-2:]] in (
        [["1", "hard"], ["2", "random"]],
        [["1", "random"], ["2", "hard"]],
    )


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (["holdem", "hard"], "two players"),
        (["holdem", "hard", "nobody"], "nobody is none of"),
        (["holdem", "hard", "easy", "--preset=none"], "none is none of standard"),
        (["holdem", "hard", "easy", "--seats=11"], "2 to 9 seats"),
        (["holdem", "hard", "easy", "--deals=1"], "two deals"),
        (["holdem", "hard", "mine", "--program=mine"], "NAME=COMMAND"),
        (["holdem", "hard", "easy", "--program=easy=cat"], "a new name"),
        (["holdem", "hard", "mine", "--program=mine=/nowhere/player"], "cannot be started"),
    ],
)
def test_wrong_arguments_are_told(args, fault):
    with pytest.raises(CommandError, match=fault):
        arena(*args)
