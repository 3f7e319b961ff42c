"""`docs/add-a-game.md` is followed step by step: its files are a game that keeps the contract."""

import importlib
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import games.bots
import games.engines
from games.engines.core.contract import EVERYONE, Action, Game, Viewer
from tests.games.engines import test_conformance as conformance
from tests.games.engines.random_play import random_hand, random_opening, random_rules

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/add-a-game.md").read_text()
FILE = re.compile(r"^`([\w/.]+)`:\n\n```(python|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(path, kind, text) for path, kind, text in FILE.findall(PAGE)]
HAND_CHECKS = [
    conformance.test_chips_are_kept_and_hands_end,
    conformance.test_legal_is_exactly_what_apply_accepts,
    conformance.test_illegal_actions_change_nothing,
    conformance.test_states_survive_json_and_folding_equals_playing,
    conformance.test_the_clock_always_has_an_answer,
    conformance.test_views_of_a_role_have_the_same_keys,
]
GAME_CHECKS = [
    conformance.test_rules_survive_json_and_are_hashed_by_their_content,
    conformance.test_every_option_refuses_nonsense,
]


@pytest.fixture(scope="module")
def tutorial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Game, Any]]:
    """The game and the policy of the page, imported from files that it says to write."""
    folder = tmp_path_factory.mktemp("tutorial")
    for path, kind, text in BLOCKS:
        if kind == "python":
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
    packages = {games.engines: folder / "games/engines", games.bots: folder / "games/bots"}
    for package, place in packages.items():
        package.__path__.append(str(place))
    try:
        engine = importlib.import_module("games.engines.high_card.engine")
        yield engine.HighCard(), importlib.import_module("games.bots.high_card")
    finally:
        for package, place in packages.items():
            package.__path__.remove(str(place))
        for name in [name for name in sys.modules if "high_card" in name]:
            del sys.modules[name]


def openings(game: Game, count: int = 8) -> Iterator[tuple[Any, random.Random]]:
    for rules in (*game.presets.values(), random_rules(game, random.Random("tutorial"))):
        rng = random.Random(rules.hash())
        yield [random_opening(game, rules, rng) for _ in range(count)], rng


def test_the_page_has_every_file_of_the_game() -> None:
    written = [path for path, kind, _text in BLOCKS if kind == "python"]
    assert len(written) == len(set(written)) == 8


@pytest.mark.parametrize("check", HAND_CHECKS, ids=lambda check: check.__name__)
def test_the_game_keeps_the_contract_in_every_hand(tutorial: Any, check: Any) -> None:
    game, _policy = tutorial
    for hands, rng in openings(game):
        check((game, hands, rng))


@pytest.mark.parametrize("check", GAME_CHECKS, ids=lambda check: check.__name__)
def test_its_rules_keep_the_contract(tutorial: Any, check: Any) -> None:
    check(tutorial[0])


def test_its_bots_find_a_legal_action(tutorial: Any) -> None:
    game, policy = tutorial
    for hands, rng in openings(game):
        for opening in hands:
            state = game.deal(opening).state
            while (seat := game.turn(state)) is not None:
                view = game.view(state, Viewer(seat=seat))
                level = rng.choice(("easy", "medium", "hard"))
                choice = policy.decide(view, opening.rules, level, rng)
                state = game.apply(state, Action(seat, choice.kind, choice.amount)).state


def test_it_shows_a_card_to_its_seat_and_at_a_showdown_only(tutorial: Any) -> None:
    game, _policy = tutorial
    for hands, rng in openings(game):
        for opening in hands:
            for _before, _action, step in random_hand(game, opening, rng, leaves=True):
                for viewer in (None, *opening.seats):
                    check_secrets(game, opening, step, Viewer(seat=viewer))


def check_secrets(game: Game, opening: Any, step: Any, viewer: Viewer) -> None:
    result = game.result(step.state)
    shown = {one.seat for one in result.shown} if result else set()
    view = game.view(step.state, viewer)
    seen = {seat["seat"] for seat in view["seats"] if seat["cards"] != ["??"]}
    assert seen == shown | ({viewer.seat} & set(opening.seats))
    for event in step.events:
        if event.visible_to(viewer) and "card" in dict(event.data):
            assert event.kind == "reveal" or event.audience == (viewer.seat,) != EVERYONE


def test_every_event_for_players_has_a_sentence(tutorial: Any) -> None:
    game, _policy = tutorial
    said = set()
    for hands, rng in openings(game):
        for opening in hands:
            for _before, _action, step in random_hand(game, opening, rng, leaves=True):
                for event in step.events:
                    text = game.say(event.to_json(), dict.fromkeys(opening.seats, "Meera"))
                    said.add((event.kind, bool(text)))
    assert said >= {("ante", True), ("play", True), ("fold", True), ("reveal", True), ("win", True)}
    assert {kind for kind, has_text in said if not has_text} == {"hand_start", "card"}


@pytest.mark.parametrize(
    ("path", "text"),
    [(path, text) for path, kind, text in BLOCKS if kind == "diff"],
    ids=[path for path, kind, _text in BLOCKS if kind == "diff"],
)
def test_the_lines_that_the_page_changes_are_there(path: str, text: str) -> None:
    file = (ROOT / path).read_text()
    hunks = [hunk for hunk in text.split("@@\n") if hunk]
    assert hunks
    for hunk in hunks:
        before = [line[1:] for line in hunk.splitlines() if not line.startswith("+")]
        assert "\n".join(before) in file, f"{path} has changed: write the step anew"
