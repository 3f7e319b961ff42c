"""Two programs of others read exported hold'em hands: PokerKit's parser and the package `poker`.

PokerKit plays a hand by its lines, so it must come to the same chips. `poker` cuts the text apart.
"""

import contextlib
import datetime
import functools
import io
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines.core import registry
from games.engines.core.contract import OPEN, Viewer
from games.records.formats import NotRepresentable
from games.records.holdem_pokerstars import pokerstars
from games.records.player_names import one_word
from games.records.record import About, record_of
from tests.games.sessions import some_hands
from tests.support.pokerstars import NAMES, named
from tests.support.size import times

GAME = registry.get("holdem")
STARTED = "2026-07-21T07:44:42+00:00"
PLAYERS = (
    *("folds", "calls 5", "Seat 1", "raises", "collected", "Dealt to", "Bo bets 5", "button"),
    *("Kwon", "Bo"),
)
ABOUT = About(
    names=dict(enumerate(PLAYERS)),
    id="01234567-89ab-7def-8123-456789abcdef",
    started_at=STARTED,
)
pytestmark = pytest.mark.filterwarnings(
    "ignore:The field 'time_zone_abbreviation'", "ignore:There is no reason for this player to fold"
)


def pokerkit_parser(*, knows_antes):
    """PokerKit's parser, with the posts that it leaves out if it is to know them.

    It takes what a third player posts for a late blind; a straddle is none.
    """
    from pokerkit.notation import PokerStarsParser  # late: half a second

    class Knowing(PokerStarsParser):
        ANTE_POSTING = re.compile(r"^(?P<player>\S+): posts the ante (?P<ante>\d+)")
        BLIND_OR_STRADDLE_POSTING = re.compile(
            r"^(?P<player>\S+): posts (?:(?:small|big) blind|straddle) "
            r"(?P<blind_or_straddle>\d+)"
        )

        def _parse_blinds_or_straddles(self, text, parse_value):
            posts = super()._parse_blinds_or_straddles(text, parse_value)
            for straddler in re.findall(r"(?m)^(\S+): posts straddle", text):
                posts[straddler] *= -1
            return posts

    return Knowing() if knows_antes else PokerStarsParser()


def play(parser, text):
    """(chips by name, whether the hand is over) after PokerKit has played a text."""
    log = io.StringIO()
    with contextlib.redirect_stderr(log):
        (history,) = parser(text, error_status=True)
    *_, last = history
    return dict(zip(history.players, last.stacks, strict=True)), not last.status


def assert_chips(ends, chips, text):
    """PokerKit gives all odd chips to one winner, and makes one pot of several with equal winners.

    Here each winner gets one odd chip, in each pot.
    """
    shares = Counter(re.findall(r" collected \d+ from (.+)", text))
    odd = sum(count - 1 for count in shares.values() if count > 2 or len(shares) > 1)
    assert sum(ends.values()) == sum(chips[name] for name in ends), text
    assert all(abs(ends[name] - chips[name]) <= odd for name in ends), text


def is_usual(text):
    """Whether both blinds were posted in full, and nothing else that PokerKit cannot know.

    It takes a blind's chips for the stakes, so that of a player all-in with a part misleads it.
    """
    posts = re.findall(r": posts (.+? blinds?) (\d+)(.*)", text)
    stakes = re.search(r"\((\d+)/(\d+)\)", text).groups()
    return posts == [("small blind", stakes[0], ""), ("big blind", stakes[1], "")] or posts == [
        ("small blind", stakes[0], ""),
        ("big blind", stakes[1], " and is all-in"),
    ]


def hands(count, **options):
    """(text with all cards, names, chips at the end, whether the players left) of hands."""
    for opening, moves, state in some_hands(GAME, "readers", count, **options):
        record = record_of(GAME, opening, moves, OPEN, ABOUT)
        left = any(move.action.kind == "leave" for move in moves)
        with contextlib.suppress(NotRepresentable):
            ends = dict(zip(opening.seats, state.stacks, strict=True))
            chips = {one_word(ABOUT.names[seat]): stack for seat, stack in ends.items()}
            yield pokerstars(record), chips, left


@pytest.mark.slow
@pytest.mark.parametrize("stacks", [(10, 150), (0, 12)], ids=["deep", "short"])
def test_pokerkit_plays_hands_to_the_same_chips(stacks):
    plain, knowing = pokerkit_parser(knows_antes=False), pokerkit_parser(knows_antes=True)
    played = dict.fromkeys(("plain", "ante", "straddle", "all-in", "side pot", "mucks"), 0)
    for text, chips, _left in hands(times(80, 4_000), stacks=stacks):
        if not is_usual(text) or "SECOND" in text:
            continue
        extra = "ante" in text or "straddle" in text
        ends, over = play(knowing if extra else plain, text)
        if "mucks" not in text:  # PokerKit waits for their cards
            assert over, text
            assert_chips(ends, chips, text)
        for kind in played:
            played[kind] += kind in text or (kind == "plain" and not extra)
    assert min(played.values()) > 0, played


@pytest.mark.slow
def test_pokerkit_plays_hands_that_players_left():
    """It takes no fold out of turn, so what ends a hand out of turn is left out here."""
    parser, played = pokerkit_parser(knows_antes=True), 0
    for text, chips, left in hands(times(80, 2_000), leaves=0.02):
        if not left or not is_usual(text) or "SECOND" in text or "SHOW DOWN" not in text:
            continue
        ends, over = play(parser, text)
        if "mucks" not in text:
            assert over, text
            assert_chips(ends, chips, text)
        played += 1
    assert played > 0


def check_with_poker(text, record, hero):
    """Cut a text apart with `poker` and compare every part with the record."""
    from poker.room.pokerstars import PokerStarsHandHistory  # late, as few tests need it

    hand = PokerStarsHandHistory(text)
    hand.parse()
    names = {seat["seat"]: one_word(seat["name"]) for seat in record["seats"]}
    assert hand.date == datetime.datetime.fromisoformat(STARTED)
    assert (hand.game.name, hand.limit.name) == ("HOLDEM", "NL")
    assert str(hand.extra["money_type"]) == "Play money"
    assert hand.button.seat == record["button"] + 1
    assert {player.seat - 1: player.name for player in hand.players if player.stack} == names
    stacks = {player.seat - 1: player.stack for player in hand.players if player.stack}
    assert stacks == {seat["seat"]: seat["stack"] for seat in record["seats"]}
    assert hand.hero.name == names[hero]
    cards = next(seat["cards"] for seat in record["seats"] if seat["seat"] == hero)
    assert {str(hand.hero.combo.first), str(hand.hero.combo.second)} == {
        card[0] + "♣♦♥♠"["cdhs".index(card[1])] for card in cards
    }
    wins = [e for step in record["actions"] for e in step["events"] if e["kind"] == "win"]
    wins += [e for e in record["deal"]["events"] if e["kind"] == "win"]
    assert hand.total_pot == sum(win["amount"] for win in wins)
    said = {one.name for one in (hand.flop.actions or () if hand.flop else ())}
    assert said <= set(names.values())
    won = {name.split(" (")[0] for name in hand.winners}
    assert won <= {names[win["seat"]] for win in wins}
    for line in (*(hand.preflop_actions or ()), *(hand.turn_actions or ())):
        name = line.split(": ")[0] if ": " in line else line.split(" collected")[0].split("to ")[-1]
        assert name in names.values(), line
    return hand


@pytest.mark.slow
def test_the_package_poker_reads_every_hand():
    flops = wins = 0
    for options in ({}, {"stacks": (0, 12)}, {"leaves": 0.02}):
        for opening, moves, _state in some_hands(GAME, "poker", times(50, 2_000), **options):
            for hero in opening.seats[:2]:
                record = record_of(GAME, opening, moves, Viewer(seat=hero), ABOUT)
                with contextlib.suppress(NotRepresentable):
                    hand = check_with_poker(pokerstars(record), record, hero)
                    flops += bool(hand.flop and hand.flop.actions)
                    wins += bool(hand.winners)
    assert min(flops, wins) > 0


@functools.cache
def plain_hands():
    """(record for one seat, record with all cards) of usual hands of at least four players."""
    found = []
    for opening, moves, _state in some_hands(GAME, "readers names", 60):
        record = record_of(GAME, opening, moves, OPEN, ABOUT)
        with contextlib.suppress(NotRepresentable):
            text = pokerstars(record)
            if (
                is_usual(text)
                and len(opening.seats) >= 4
                and not re.search("ante|straddle|SECOND", text)
            ):
                hero = opening.seats[0]
                found.append((record_of(GAME, opening, moves, Viewer(seat=hero), ABOUT), record))
    assert len(found) > 3
    return found


@pytest.mark.slow
@settings(max_examples=times(40, 3_000), deadline=None)
@given(number=st.integers(0, 1_000), many=st.lists(NAMES, min_size=10, max_size=10, unique=True))
def test_names_made_of_the_formats_words_spoil_no_hand(number, many):
    seen, whole = plain_hands()[number % len(plain_hands())]
    names = many[: len(seen["seats"])]
    seen, whole = named(seen, names), named(whole, names)
    check_with_poker(pokerstars(seen), seen, seen["viewer"]["seat"])
    text = pokerstars(whole)
    ends, _over = play(pokerkit_parser(knows_antes=False), text)
    if "mucks" not in text:
        chips = dict(
            zip(map(one_word, names), (c for _s, c in whole["result"]["chips"]), strict=True)
        )
        assert_chips(ends, chips, text)
