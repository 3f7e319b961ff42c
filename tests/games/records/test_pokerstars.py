"""PokerStars text is read back by a reader of its own; `test_pokerstars_readers` has two others.

The reader below knows the format from public importers and nothing of the engine: every chip must
end where the record says, and each line has one reading.
"""

import functools
import re
from collections import Counter
from urllib.parse import unquote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import OPEN, SPECTATOR, Action, Opening, Viewer
from games.records.formats import NotRepresentable, write
from games.records.holdem_pokerstars import pokerstars
from games.records.player_names import one_word
from games.records.record import About, Move, record_of
from tests.games.sessions import some_hands
from tests.support.pokerstars import NAMES, named
from tests.support.size import times

GAME = registry.get("holdem")
ABOUT = About(
    names={seat: f"Player: {seat} (x)" for seat in range(10)},
    id="01234567-89ab-7def-8123-456789abcdef",
    number=12,
    started_at="2026-07-21T07:44:42.5+00:00",
)
_CARDS = re.compile(r"\b[2-9TJQKA][cdhs]\b")
_SEAT = re.compile(r"^Seat (\d+): (\S+) \((\d+) in chips\)$")
_POST = re.compile(
    r"^(\S+): posts (the ante|small blind|big blind|small & big blinds|straddle) (\d+)"
    r"( and is all-in)?$"
)
_BET = re.compile(r"^(\S+): (calls|bets|raises) (\d+)(?: to (\d+))?( and is all-in)?$")
_BACK = re.compile(r"^Uncalled bet \((\d+)\) returned to (\S+)$")
_WON = re.compile(r"^(\S+) collected (\d+) from (?:main pot|side pot(?:-\d)?|pot)$")
_SAID = re.compile(r"^(\S+): (?:folds|checks|mucks hand|doesn't show hand|shows \[.. ..\] \(.+\))$")
_DEALT = re.compile(r"^Dealt to (\S+) \[.. ..\]$")
_STREET = re.compile(
    r"^\*\*\* (?:FIRST |SECOND )?[A-Z ]+ \*\*\*(?: \[(?:.. ?)+\])?(?: \[(?:.. ?)+\])?$"
)
_HEAD = re.compile(
    r"^PokerStars Hand #\d+:  Hold'em No Limit \(\d+/\d+\) - \S+ \S+ UTC \[\S+ \S+ ET\]$"
)
_TABLE = re.compile(r"^Table 'Cardhouse' \d+-max Seat #\d+ is the button$")
_TOTAL = re.compile(r"^Total pot (\d+)(?: Main pot .+\.)? \| Rake 0$")
_BOARD = re.compile(r"^(?:FIRST |SECOND )?Board \[(?:.. ?)+\]$|^Hand was run twice$")
_END = re.compile(
    r"^Seat \d+: (\S+)(?: \((?:button|small blind|big blind)\))* "
    r"(?:folded (?:before Flop|on the \w+)(?: \(didn't bet\))?|mucked(?: \[.. ..\])?"
    r"|collected \(\d+\)|showed \[.. ..\] and (?:won|lost) .+)$"
)
_LINES = (
    *(_HEAD, _TABLE, _SEAT, _POST, _DEALT, _BET, _SAID, _STREET, _BACK, _WON),
    *(_TOTAL, _BOARD, _END),
)


def names_in(text):
    """The names in a text; raises on a line with no reading or with more than one."""
    names = set()
    for line in text.splitlines():
        readings = [found for found in (kind.match(line) for kind in _LINES) if found]
        assert len(readings) == 1, (line, readings)
        kind = readings[0].re
        if kind in (_POST, _BET, _WON, _SAID, _DEALT, _END):
            names.add(readings[0][1])
        elif kind in (_SEAT, _BACK):
            names.add(readings[0][2])
    return names


def read_back(text):
    """(stacks by name at the end, kinds of lines seen); raises on a line of no known kind."""
    stacks, bets, seen = {}, {}, Counter()
    big = int(re.search(r"\(\d+/(\d+)\)", text)[1])
    play, summary = text.split("*** SUMMARY ***\n")
    small_posted = False
    for line in play.splitlines()[2:]:
        if found := _SEAT.match(line):
            stacks[found[2]] = int(found[3])
        elif found := _POST.match(line):
            name, what, amount = found[1], found[2], int(found[3])
            stacks[name] -= amount
            live = {"the ante": 0, "small & big blinds": min(amount, big)}.get(what, amount)
            if what == "small blind":
                live, small_posted = (0 if small_posted else amount), True
            bets[name] = bets.get(name, 0) + live
            seen[what] += 1
            assert bool(found[4]) == (stacks[name] == 0)
        elif found := _BET.match(line):
            name, total = found[1], int(found[4] or 0)
            added = total - bets.get(name, 0) if total else int(found[3])
            if total:
                highest = max(big if "*** FLOP" not in seen else 0, *bets.values())
                assert total - highest == int(found[3]), line
            stacks[name] -= added
            bets[name] = bets.get(name, 0) + added
            assert bool(found[5]) == (stacks[name] == 0), line
        elif found := _BACK.match(line):
            stacks[found[2]] += int(found[1])
        elif found := _WON.match(line):
            stacks[found[1]] += int(found[2])
            seen["side pot" if "side" in line else "pot"] += 1
        elif line.startswith("*** "):
            seen[line.split(" ***")[0]] += 1
            bets = {}
        else:
            assert _SAID.match(line) or _DEALT.match(line), line
            seen[line.rsplit(": ")[-1]] += 1
    total = int(_TOTAL.match(summary.splitlines()[0])[1])
    assert total == sum(int(found[2]) for found in map(_WON.match, play.splitlines()) if found)
    return {unquote_plus(name): chips for name, chips in stacks.items()}, seen


def keep_blinds(text):
    """The text with its first street's marker where bets start anew, for the reader above."""
    return text.replace("*** HOLE CARDS ***\n", "")


@pytest.mark.slow
def test_hands_of_sessions_come_back_with_every_chip():
    seen, refused = Counter(), Counter()
    hands = times(40, 400)
    usual = some_hands(GAME, "stars", hands, leaves=0.02)
    for opening, moves, state in (*usual, *some_hands(GAME, "stars short", hands, stacks=(0, 12))):
        ends = dict(zip(opening.seats, state.stacks, strict=True))
        for viewer in (OPEN, SPECTATOR, Viewer(seat=opening.seats[0])):
            record = record_of(GAME, opening, moves, viewer, ABOUT)
            try:
                text = pokerstars(record)
            except NotRepresentable as no:
                refused[str(no)] += 1
                continue
            stacks, kinds = read_back(keep_blinds(text))
            assert stacks == {ABOUT.names[seat]: chips for seat, chips in ends.items()}, text
            seen += kinds
            known = {card for seat in record["seats"] for card in seat["cards"]}
            assert set(_CARDS.findall(text)) - set(record["deck"].split()) == set()
            hidden = known - {"??"} - set(_CARDS.findall(text))
            assert viewer is not OPEN or not hidden
    for kind in ("straddle", "small & big blinds", "the ante", "side pot"):
        assert seen[kind] > 0, kind
    assert set(refused) <= {"A dead small blind was posted in a hand without a small blind."}


def test_a_board_run_twice_is_two_boards_and_two_showdowns():
    rules = GAME.Rules(format="cash", run_it_twice=True)
    deck = parse_cards("Ac Kc Ad Kd 2c 3d 7h 9s Ts Kh 4c")  # the last two: the second board's
    rest = tuple(card for card in range(52) if card not in deck)
    opening = Opening("holdem", rules, (0, 3), (100, 80), 0, deck + rest, {})
    moves = [Action(0, "call"), Action(3, "check"), Action(3, "check"), Action(0, "check")]
    moves += [Action(3, "check"), Action(0, "bet", 90), Action(3, "all_in")]
    moves += [Action(3, "run_twice"), Action(0, "run_twice")]
    about = About(names={0: "Asha", 3: "Binod"}, number=7)
    record = record_of(GAME, opening, [Move(move) for move in moves], Viewer(seat=3), about)
    text = pokerstars(record)
    assert read_back(keep_blinds(text))[0] == dict(zip(("Asha", "Binod"), (100, 80), strict=True))
    at = text.index("Asha: bets")
    assert (
        text[at:]
        == """\
Asha: bets 90 and is all-in
Binod: calls 70 and is all-in
Uncalled bet (20) returned to Asha
*** FIRST RIVER *** [2c 3d 7h 9s] [Ts]
*** SECOND RIVER *** [2c 3d 7h 9s] [Kh]
*** FIRST SHOW DOWN ***
Asha: shows [Kc Kd] (a pair of Kings)
Binod: shows [Ac Ad] (a pair of Aces)
Binod collected 80 from pot
*** SECOND SHOW DOWN ***
Asha: shows [Kc Kd] (three of a kind, Kings)
Binod: shows [Ac Ad] (a pair of Aces)
Asha collected 80 from pot
*** SUMMARY ***
Total pot 160 | Rake 0
Hand was run twice
FIRST Board [2c 3d 7h 9s Ts]
SECOND Board [2c 3d 7h 9s Kh]
Seat 1: Asha (button) (small blind) showed [Kc Kd] and lost with a pair of Kings, and won (80) \
with three of a kind, Kings
Seat 4: Binod (big blind) showed [Ac Ad] and won (80) with a pair of Aces, and lost with a pair \
of Aces
"""
    )


def test_a_reader_sees_only_the_cards_of_their_record():
    for opening, moves, _state in some_hands(GAME, "stars seen", 20):
        seat = opening.seats[0]
        for viewer, dealt in ((SPECTATOR, 0), (Viewer(seat=seat), 1), (OPEN, len(opening.seats))):
            text = pokerstars(record_of(GAME, opening, moves, viewer, ABOUT))
            assert text.count("Dealt to ") == dealt
            if dealt == 1:
                assert f"Dealt to {one_word(ABOUT.names[seat])} [" in text


def test_the_first_lines_are_those_that_importers_look_for():
    opening, moves, _state = next(some_hands(GAME, "toml", 10))
    first, second, *_rest = pokerstars(
        record_of(GAME, opening, moves, SPECTATOR, ABOUT)
    ).splitlines()
    small = opening.terms["small"]
    assert first == (
        f"PokerStars Hand #{int(ABOUT.id.replace('-', ''), 16) & (1 << 62) - 1}:  "
        f"Hold'em No Limit ({small}/{2 * small}) - 2026/07/21 7:44:42 UTC [2026/07/21 3:44:42 ET]"
    )
    assert second == (f"Table 'Cardhouse' 9-max Seat #{opening.button + 1} is the button")


@functools.cache
def full_tables():
    """Records of hands with at least four players."""
    hands = some_hands(GAME, "stars names", 40, leaves=0.02)
    records = [record_of(GAME, opening, moves, OPEN, ABOUT) for opening, moves, _state in hands]
    return [record for record in records if len(record["seats"]) >= 4]


@settings(max_examples=times(60, 5_000), deadline=None)
@given(number=st.integers(0, 1_000), many=st.lists(NAMES, min_size=10, max_size=10, unique=True))
def test_names_made_of_the_formats_words_leave_each_line_one_reading(number, many):
    record = full_tables()[number % len(full_tables())]
    names = many[: len(record["seats"])]
    try:
        text = pokerstars(named(record, names))
    except NotRepresentable:
        return
    assert {unquote_plus(name) for name in names_in(text)} == set(names)


def test_usual_names_are_written_as_they_are():
    for name in ("Meera", "big_fish-7", "Ünal", "王小明", "J.R"):
        assert one_word(name) == name
    assert one_word("Old Tom") == "Old+Tom"
    assert one_word("foldshows") == "%66old%73hows"


def test_a_raise_that_nobody_could_call_is_a_call():
    """The small blind has 50 left, the big blind bets 90 all-in, and the button raises to 300."""
    opening = Opening(
        "holdem", GAME.Rules(format="cash"), (0, 1, 2), (500, 60, 100), 0, tuple(range(52)), {}
    )
    moves = [Action(0, "call"), Action(1, "call"), Action(2, "check"), Action(1, "check")]
    moves += [Action(2, "bet", 90), Action(0, "raise_to", 300), Action(1, "call")]
    record = named(record_of(GAME, opening, [Move(move) for move in moves], OPEN, ABOUT), "ABC")
    text = pokerstars(record)
    assert "C: bets 90 and is all-in\nA: calls 90\nB: calls 50 and is all-in\n*** TURN" in text
    assert "Uncalled" not in text
    ends = dict(zip("ABC", (chips for _seat, chips in record["result"]["chips"]), strict=True))
    assert read_back(keep_blinds(text))[0] == ends


_LIMPED = ((0, "call"), (1, "call"), (2, "check"))


@pytest.mark.parametrize(
    ("moves", "lines"),
    [
        (((2, "leave"), (0, "call"), (1, "call")), "A: calls 10|B: calls 5|C: folds|*** FLOP"),
        ((*_LIMPED, (0, "leave"), (1, "check"), (2, "check")), "C: checks|A: folds|*** TURN"),
        (
            (*_LIMPED, (1, "check"), (1, "leave"), (2, "check"), (0, "check"), (2, "check")),
            "C: checks|A: checks|*** TURN *** [3h 3s 4c] [4d]|B: folds|C: checks",
        ),
        ((*_LIMPED, (1, "check"), (1, "leave"), (2, "check"), (0, "leave")), "A: folds|B: folds|C"),
    ],
    ids=["before the flop", "last to act", "after acting", "nobody stays"],
)
def test_a_player_who_left_folds_when_their_turn_comes(moves, lines):
    opening = Opening(
        "holdem", GAME.Rules(format="cash"), (0, 1, 2), (500, 500, 500), 0, tuple(range(52)), {}
    )
    state, moves = GAME.deal(opening).state, [Action(*move) for move in moves]
    for move in moves:
        state = GAME.apply(state, move).state
    while (seat := GAME.turn(state)) is not None:
        moves.append(Action(seat, "check"))
        state = GAME.apply(state, moves[-1]).state
    record = record_of(GAME, opening, [Move(move) for move in moves], OPEN, ABOUT)
    text = pokerstars(named(record, "ABC"))
    assert lines in text.replace("\n", "|")
    assert names_in(text) == set("ABC")


def test_only_holdem_has_the_text_and_a_void_hand_has_none():
    game = registry.get("teen_patti")
    opening, moves, _state = next(some_hands(game, "toml", 10))
    with pytest.raises(NotRepresentable, match="Teen Patti"):
        write(record_of(game, opening, moves, SPECTATOR, ABOUT), "pokerstars")
    opening, moves, _state = next(some_hands(GAME, "toml", 10))
    void = record_of(GAME, opening, moves, SPECTATOR, About(names={}, void=True))
    with pytest.raises(NotRepresentable, match="void"):
        pokerstars(void)
