"""PHH exports are read back with PokerKit: every chip must be where the record says."""

import tomllib
from collections import Counter

import pytest

from games.engines.core import registry
from games.engines.core.contract import OPEN, SPECTATOR, Viewer
from games.records.formats import NotRepresentable, write
from games.records.holdem_phh import phh
from games.records.record import About, record_of
from tests.games.sessions import some_hands
from tests.support.pokerkit_twin import Twin, shared_as_pokerkit_does
from tests.support.size import times

GAME = registry.get("holdem")
ABOUT = About(
    names={seat: f'Na"me {seat}' for seat in range(10)},
    number=12,
    started_at="2026-11-21T07:44:42.5+00:00",
)

pytestmark = pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")


def read_back(text):
    """PokerKit's last state of a .phh text."""
    from pokerkit import HandHistory  # late: half a second

    history = HandHistory.loads(text)
    *_, last = history
    assert not last.status, history.actions
    return history, last


class Order:
    """The part of a `Twin` that the shares need."""

    order = Twin.order

    def __init__(self, state):
        self.count, self.first = len(state.seats), state.first


@pytest.mark.slow
def test_hands_of_sessions_come_back_with_every_chip():
    seen = Counter()
    usual = some_hands(GAME, "phh", times(20, 240), leaves=0.02)
    short = some_hands(GAME, "short stacks", times(20, 160), stacks=(0, 12))
    for opening, moves, state in (*usual, *short):
        viewers = [OPEN, SPECTATOR, Viewer(seat=opening.seats[0])]
        for viewer in viewers:
            record = record_of(GAME, opening, moves, viewer, ABOUT)
            try:
                text = phh(record)
            except NotRepresentable as no:
                seen[str(no)] += viewer is OPEN
                continue
            history, last = read_back(text)
            order = Order(state)
            ends = order.order(state.stacks)
            assert history.finishing_stacks == ends
            result = GAME.result(state)
            assert last.stacks in (ends, shared_as_pokerkit_does(state, result, order)), text
            seen["exact" if last.stacks == ends else "odd chips"] += viewer is OPEN
            hidden = sum(action.count("??") for action in history.actions)
            assert hidden == record["cards_unknown"]["count"]
            seen["with ????"] += bool(hidden)
        for kind in ("dead", "post", "straddle"):
            seen[kind] += any(e.data.get("which") == kind for e in GAME.deal(opening).events)
        seen["dead small blind"] += GAME.deal(opening).state.small < 0
    assert seen["exact"] > times(25, 300)
    assert seen["The big blind was all-in for less than the call."] > 0
    assert seen["odd chips"] < times(4, 10)
    assert seen["with ????"] > times(18, 200)
    few = min(seen["post"], seen["dead"], seen["straddle"], seen["dead small blind"])
    assert few >= times(1, 6)


def test_the_file_is_toml_with_the_hands_data():
    opening, moves, state = next(some_hands(GAME, "toml", 10))
    data = tomllib.loads(phh(record_of(GAME, opening, moves, SPECTATOR, ABOUT)))
    assert data["variant"] == "NT"
    assert (data["year"], data["month"], data["day"], data["time_zone"]) == (2026, 11, 21, "UTC")
    assert data["time"].isoformat() == "07:44:42"
    assert sorted(data["seats"]) == [seat + 1 for seat in opening.seats]
    assert data["players"][0] == f'Na"me {data["seats"][0] - 1}'
    assert data["hand"] == 12
    assert data["_cardhouse_button"] == opening.button + 1
    assert sum(data["finishing_stacks"]) == sum(data["starting_stacks"]) == sum(state.start)


def test_only_holdem_has_a_phh():
    game = registry.get("teen_patti")
    opening, moves, _state = next(some_hands(game, "toml", 10))
    with pytest.raises(NotRepresentable):
        write(record_of(game, opening, moves, SPECTATOR, ABOUT), "phh")
