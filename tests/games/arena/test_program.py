"""Programs in the arena: they play what they would play at a table, and a fault says what it is."""

import io
import json
import sys

import pytest

from cardhouse_client import Action
from cardhouse_client import arena as client
from games.arena import match as arena
from games.arena import program
from games.arena.program import ProgramFailed

CALLER = """
import json, sys
for line in sys.stdin:
    view = json.loads(line)["hand"]["view"]
    if view["turn"] == view["you"]["seat"]:
        kinds = [option["kind"] for option in view["you"]["legal"]]
        kind = next(kind for kind in ("check", "call", "run_once") if kind in kinds)
        print(json.dumps({"action": kind}), flush=True)
"""


def match(code, tmp_path, other="caller"):
    file = tmp_path / "player.py"
    file.write_text(code)
    command = f"{sys.executable} {file}"
    return arena.Match("holdem", "mine", other, "cash", 2, 100, "3", (("mine", command),))


def test_a_program_plays_as_the_same_policy_inside(tmp_path):
    mine = arena.run(match(CALLER, tmp_path), 3).results
    assert mine == pytest.approx([0] * 3), "the caller against itself"
    mine = arena.run(match(CALLER, tmp_path, "bully"), 3).results
    inside = arena.Match("holdem", "caller", "bully", "cash", 2, 100, "3")
    assert mine == arena.run(inside, 3).results


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ('print("{", flush=True)', "answered b'{'"),
        ('print("[]", flush=True)', "answered"),
        ('print(json.dumps({"action": "dance"}), flush=True)', "in hand 3-0-0"),
        ('print(json.dumps({"action": "call", "amount": "2"}), flush=True)', "whole number"),
        ('print(json.dumps({"action": "call", "cards": ["Xx"]}), flush=True)', "Xx"),
        ('print("x" * 5000, flush=True)', "more than 4096 bytes"),
        ("sys.exit(3)", "ended with status 3"),
        ("sys.stdin.read()", "did not answer within"),
    ],
)
def test_a_faulty_program_ends_the_run_and_says_why(answer, fault, tmp_path, monkeypatch):
    monkeypatch.setattr(program, "ANSWER_S", 0.2 if "stdin" in answer else 30.0)
    code = f"import json, sys\nfor line in sys.stdin:\n    {answer}\n"
    with pytest.raises(ProgramFailed, match=fault):
        arena.run(match(code, tmp_path), 2)


def test_a_command_that_does_not_exist_is_told():
    nowhere = (("mine", "/nowhere/player --fast"),)
    with pytest.raises(ProgramFailed, match="cannot be started"):
        arena.run(arena.Match("holdem", "mine", "easy", "cash", 2, 100, "3", nowhere), 2)


def test_the_client_answers_hands_that_wait_for_it_and_no_others():
    frames = []

    class Kept(program.Program):
        def _started(self):
            class Pipe:
                stdin = io.BytesIO()

            Pipe.stdin.flush = lambda: frames.append(Pipe.stdin.getvalue().decode())
            return Pipe

    kept, answers = Kept(""), io.StringIO()
    kept.show("a", 1, 0, {"phase": "bidding", "turn": 0, "you": {"seat": 0, "legal": []}})
    kept.show("a", 1, 1, {"phase": "settled", "turn": None, "you": {"seat": 0, "legal": []}})
    client.play(lambda hand: Action("bid", 3), frames, answers)
    assert [json.loads(line)["amount"] for line in answers.getvalue().splitlines()] == [3]
