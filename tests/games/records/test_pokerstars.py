"""PokerStars text is read back by a reader of its own and by PokerKit's parser.

The reader below knows the format from public importers and nothing of the engine: every chip must
end where the record says.
"""

import re
from collections import Counter

import pytest

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import OPEN, SPECTATOR, Action, Opening, Viewer
from games.records.formats import NotRepresentable, write
from games.records.holdem_pokerstars import pokerstars
from games.records.record import About, Move, record_of
from tests.games.sessions import some_hands
from tests.support.size import times

GAME = registry.get("holdem")
pytestmark = pytest.mark.filterwarnings("ignore:The field 'time_zone_abbreviation'")
ABOUT = About(
    names={seat: f"Player: {seat} (x)" for seat in range(10)},
    id="01234567-89ab-7def-8123-456789abcdef",
    number=12,
    started_at="2026-07-21T07:44:42.5+00:00",
)
_CARDS = re.compile(r"\b[2-9TJQKA][cdhs]\b")
_SEAT = re.compile(r"^Seat (\d+): (.+) \((\d+) in chips\)$")
_POST = re.compile(
    r"^(.+): posts (the ante|small blind|big blind|small & big blinds|straddle) (\d+)"
    r"( and is all-in)?$"
)
_BET = re.compile(r"^(.+): (calls|bets|raises) (\d+)(?: to (\d+))?( and is all-in)?$")
_BACK = re.compile(r"^Uncalled bet \((\d+)\) returned to (.+)$")
_WON = re.compile(r"^(.+) collected (\d+) from (?:main pot|side pot(?:-\d)?|pot)$")
_END = re.compile(r"^Seat (\d+): .+? (?:collected|and won) \((\d+)\)")


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
            assert re.search(
                r": (folds|checks|mucks hand|doesn't show hand)$|^Dealt to .+ \[.. ..\]$"
                r"|: shows \[.. ..\] \(.+\)$| has timed out$| leaves the table$",
                line,
            ), line
            seen[line.rsplit(": ")[-1]] += 1
    total = int(re.match(r"Total pot (\d+)(?: Main pot .+\.)? \| Rake 0\n", summary)[1])
    assert total == sum(int(found[2]) for found in map(_WON.match, play.splitlines()) if found)
    return stacks, seen


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
                assert f"Dealt to {ABOUT.names[seat]} [" in text


def test_the_first_lines_are_those_that_importers_look_for():
    opening, moves, _state = next(some_hands(GAME, "toml", 10))
    first, second, *_rest = pokerstars(
        record_of(GAME, opening, moves, SPECTATOR, ABOUT)
    ).splitlines()
    small = opening.terms["small"]
    assert first == (
        f"PokerStars Hand #{int(ABOUT.id.replace('-', ''), 16) & (1 << 62) - 1}:  "
        f"Hold'em No Limit ({small}/{2 * small}) - 2026/07/21 3:44:42 ET"
    )
    assert second == (
        f"Table 'Cardhouse' 9-max (Play Money) Seat #{opening.button + 1} is the button"
    )


@pytest.mark.slow
def test_pokerkit_plays_plain_hands_to_the_same_chips():
    """PokerKit's parser knows no antes, straddles, late posts or second boards (pokerkit 0.7)."""
    from pokerkit.notation import PokerStarsParser  # late: half a second

    parser, played = PokerStarsParser(), 0
    about = About(names={seat: f"P{seat}" for seat in range(10)}, number=7)
    for opening, moves, state in some_hands(GAME, "stars plain", times(40, 200)):
        text = pokerstars(record_of(GAME, opening, moves, OPEN, about))
        posts = re.findall(r"posts (.+?) \d+", text)
        if sorted(posts) != ["big blind", "small blind"] or "mucks" in text or "SECOND" in text:
            continue
        (history,) = parser(text, error_status=True)
        *_, last = history
        assert not last.status, text
        ends = dict(zip(history.players, last.stacks, strict=True))
        chips = zip(opening.seats, state.stacks, strict=True)
        assert ends == {f"P{seat}": stack for seat, stack in chips}, text
        played += 1
    assert played > 3


def test_only_holdem_has_the_text_and_a_void_hand_has_none():
    game = registry.get("teen_patti")
    opening, moves, _state = next(some_hands(game, "toml", 10))
    with pytest.raises(NotRepresentable, match="Teen Patti"):
        write(record_of(game, opening, moves, SPECTATOR, ABOUT), "pokerstars")
    opening, moves, _state = next(some_hands(GAME, "toml", 10))
    void = record_of(GAME, opening, moves, SPECTATOR, About(names={}, void=True))
    with pytest.raises(NotRepresentable, match="void"):
        pokerstars(void)
