"""Names that are words of a text do not change how its lines read."""

import functools
import json
import re
import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines.core import registry
from games.engines.core.contract import OPEN
from games.records.holdem_phh import phh
from games.records.player_names import in_sentences
from games.records.record import About, record_of
from games.records.transcript import transcript
from tests.games.sessions import some_hands
from tests.support.size import times

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\W_]+(?:[._-][^\W_]+)*|\S')
KEYS = [game.key for game in registry.all_games()]


@functools.cache
def hand(key):
    """The record of a hand."""
    game = registry.get(key)
    opening, moves, _state = next(some_hands(game, "names", 10))
    return record_of(game, opening, moves, OPEN, About(names={}))


def record_with(key, names):
    """The record of a hand with other names for its seats."""
    record = hand(key)
    seats = [dict(seat, name=names[number]) for number, seat in enumerate(record["seats"])]
    return dict(record, seats=seats)


@functools.cache
def unnamed(key):
    """The tokens of each line of a transcript without any name."""
    text = transcript(record_with(key, ["\x00"] * 10)).replace(json.dumps("\x00"), "")
    return [_TOKEN.findall(line) for line in text.splitlines()]


def read_line(line, words):
    """The names in a line and its other tokens, as a reader finds them.

    A name is what stands in quotation marks, or a run of words that no sentence has.
    """
    names, rest, run = [], [], []
    for token in [*_TOKEN.findall(line), ""]:
        if token[:1].isalpha() and token.casefold() not in words:
            run.append(token)
            continue
        names += [" ".join(run)] if run else []
        run = []
        if token[:1] == '"':
            names.append(json.loads(token))
        elif token:
            rest.append(token)
    return names, rest


_VOCABULARY = sorted({token for key in KEYS for line in unnamed(key) for token in line})
_ODD = ("Zora", "Ünal", "王", '"', "\n", ": ", "(you)", "1,000", "\\", "Total", "wins-it")
NAMES = st.one_of(
    st.just("40"),
    st.lists(
        st.one_of(
            st.sampled_from([token for token in _VOCABULARY if not token[0].isdecimal()]),
            st.sampled_from(_ODD),
        ),
        min_size=1,
        max_size=3,
    ).map(" ".join),
)


@settings(max_examples=times(60, 3_000), deadline=None)
@given(key=st.sampled_from(KEYS), names=st.lists(NAMES, min_size=10, max_size=10, unique=True))
def test_each_line_of_a_transcript_has_one_reading(key, names):
    lines = transcript(record_with(key, names)).splitlines()
    words = {token.casefold() for line in unnamed(key) for token in line}
    assert len(lines) == len(unnamed(key))
    for line, rest in zip(lines, unnamed(key), strict=True):
        found, others = read_line(line, words)
        assert others == rest
        assert set(found) <= set(names)


def test_usual_names_stay_without_quotation_marks():
    sentences = ["Seat 1: , 1,000", " raises to 40."]
    names = {0: "Meera", 1: "Old Tom", 2: "Player 1", 3: "raises", 4: "Bo: bets", 5: "40"}
    assert in_sentences(names, sentences) == {
        0: "Meera",
        1: "Old Tom",
        2: "Player 1",
        3: '"raises"',
        4: '"Bo: bets"',
        5: '"40"',
    }


@settings(max_examples=times(30, 2_000), deadline=None)
@given(names=st.lists(st.text(min_size=1, max_size=20), min_size=10, max_size=10))
def test_a_phh_holds_any_name(names):
    record = record_with("holdem", [*names[:9], "a\x7f😀"])
    data = tomllib.loads(phh(record))
    assert sorted(data["players"]) == sorted(seat["name"] for seat in record["seats"])
    seats = {seat["seat"] + 1: seat["name"] for seat in record["seats"]}
    assert dict(zip(data["seats"], data["players"], strict=True)) == seats
