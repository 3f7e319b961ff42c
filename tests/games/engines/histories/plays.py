"""The hands in short form: the hole cards, the actions, and the chips at the end.

Published hands are those whose result was published with them: the Pluribus experiment (N. Brown
and T. Sandholm, "Superhuman AI for multiplayer poker", Science 365, 2019, Data File S1; lines as
quoted in public parsers of that file), and the televised pot of T. Dwan and P. Ivey in 2009 as in
PokerKit's documentation. All others are made up; the note of a case of the rule book has its id.
"""

from dataclasses import dataclass, field
from typing import Any

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import OPEN, SPECTATOR, Action, Opening, Viewer
from games.records.record import About, Move, holes, record_of


@dataclass
class Play:
    """One hand; `moves` are `seat kind [amount]`, separated by commas."""

    name: str
    note: str
    stacks: tuple[int, ...]
    hands: dict[int, str]
    moves: str
    expected: dict[int, int]
    game: str = "holdem"
    board: str = ""
    second: str = ""
    rules: dict[str, Any] = field(default_factory=dict)
    seats: tuple[int, ...] = ()
    button: int | None = None
    terms: dict[str, Any] = field(default_factory=dict)
    viewer: Viewer = OPEN
    names: tuple[str, ...] = ()
    source: str = "made up"


def opening_of(play: Play) -> Opening:
    """Return the deal, with the named cards in their positions and any others between them."""
    game = registry.get(play.game)
    seats = play.seats or tuple(range(len(play.stacks)))
    button = seats[-1] if play.button is None else play.button
    usual = {"format": "cash"} if play.game == "holdem" else {}
    rules = game.rules_from_json(usual | play.rules)
    bare = Opening(play.game, rules, seats, play.stacks, button, tuple(range(52)), play.terms)
    at: dict[int, int] = {}
    for seat, places in holes(game, bare).items():
        cards = parse_cards(play.hands.get(seat, ""))
        at |= dict(zip(places, cards, strict=False))
    begin = 2 * len(seats)
    at |= dict(enumerate(parse_cards(play.board), begin))
    at |= dict(enumerate(parse_cards(play.second), begin + 5))
    assert len(set(at.values())) == len(at), f"{play.name}: a card is there twice"
    rest = iter([card for card in range(52) if card not in at.values()])
    deck = tuple(at[place] if place in at else next(rest) for place in range(52))
    return Opening(play.game, rules, seats, play.stacks, button, deck, play.terms)


def moves_of(play: Play) -> list[Move]:
    """Return the actions."""
    moves = []
    for text in filter(None, (part.strip() for part in play.moves.split(","))):
        seat, kind, *amount = text.split()
        moves.append(Move(Action(int(seat), kind, int(amount[0]) if amount else None)))
    return moves


def record_of_play(play: Play) -> dict[str, Any]:
    """Return the record of the hand."""
    opening = opening_of(play)
    names = dict(zip(opening.seats, play.names, strict=False)) or {}
    about = About(names=names, preset="standard" if play.game == "teen_patti" else "cash")
    return record_of(registry.get(play.game), opening, moves_of(play), play.viewer, about)


def pluribus(name: str, note: str, state: str) -> Play:
    """Return the play of a line of the experiment's logs: 50/100, 10,000 each, totals per hand."""
    _word, number, actions, cards, nets, people = state.split(":")
    hands, *streets = cards.split("/")
    stacks, live = 10_000, list(range(6))
    paid, before, moves = [0] * 6, [0] * 6, []
    paid[:2] = [50, 100]
    for street, text in enumerate(actions.split("/")):
        before, level = paid[:], 100 if street == 0 else 0
        queue = [*live[2:], *live[:2]] if street == 0 else list(live)
        at = 0
        while at < len(text):
            seat, kind = queue.pop(0), text[at]
            at += 1
            if kind == "f":
                moves.append(f"{seat} fold")
                live.remove(seat)
                continue
            if kind == "r":
                end = at
                while end < len(text) and text[end].isdigit():
                    end += 1
                total, at = int(text[at:end]), end
                street_total = total - (before[seat] if street else 0)
                moves.append(f"{seat} {'raise_to' if level else 'bet'} {street_total}")
                paid[seat], level = total, total
            else:
                moves.append(f"{seat} {'check' if paid[seat] == max(paid) else 'call'}")
                paid[seat] = max(paid)
            queue.append(seat)
    ends = {seat: stacks + int(net) for seat, net in enumerate(nets.split("|"))}
    dealt = [f"{two[:2]} {two[2:]}" for two in hands.split("|")]
    board = "".join(streets)
    return Play(
        name,
        note,
        (stacks,) * 6,
        dict(enumerate(dealt)),
        ", ".join(moves),
        ends,
        board=" ".join(board[n : n + 2] for n in range(0, len(board), 2)),
        rules={"small_blind": 50},
        names=tuple(people.split("|")),
        source=f"published: Pluribus experiment 2019, hand {number} of its session",
    )


PUBLISHED = [
    pluribus(
        "pluribus_00",
        "a 3-bet before the flop takes it",
        "STATE:0:ffr225fr1050ff:JdJh|5c7d|Kc2c|4c9s|Ac8h|6hTs:325|-100|0|0|-225|0:"
        "MrPink|Eddie|MrOrange|Bill|MrBlue|Pluribus",
    ),
    pluribus(
        "pluribus_05",
        "a 3-bet from the small blind, uncalled chips come back",
        "STATE:5:ffr200fr950ff:JhJs|7d7c|7sKc|4d6s|8hAs|8s4c:300|-100|0|0|-200|0:"
        "Pluribus|MrWhite|Gogo|Budd|Eddie|Bill",
    ),
    pluribus(
        "pluribus_11",
        "blind against blind to the showdown: a straight with A-2-3-4-5-6 about",
        "STATE:11:ffffcc/cr230c/cr530c/cc:4hAc|Ah6s|4cKh|2s4s|2c9c|4dKc/5d6h2h/3h/Js:"
        "530|-530|0|0|0|0:Pluribus|MrBlue|MrBlonde|MrWhite|MrPink|MrBrown",
    ),
    pluribus(
        "pluribus_29",
        "check-raise on the turn",
        "STATE:29:fffr275fc/cc/cr725r1850f:Tc4h|5c6d|3cTs|9hKc|2c8h|Ks7s/7c3hJs/6h:"
        "-50|775|0|0|0|-725:Pluribus|MrBlue|MrBlonde|MrWhite|MrPink|MrBrown",
    ),
    pluribus(
        "pluribus_42",
        "a call behind, two bets, no showdown",
        "STATE:42:r200fcffc/cr650cf/cr3000f:8c6h|7hJs|AdJh|9s2h|TdTs|5c3s/QdKc9d/Ac:"
        "-50|-200|-650|0|900|0:Budd|MrWhite|MrOrange|Hattori|MrBlue|Pluribus",
    ),
    pluribus(
        "pluribus_77",
        "checked flop, bet turn, bet river",
        "STATE:77:ffr200ffc/cc/r537c/cr1099f:3c7h|TdQd|Qc3h|8hJh|Ad2d|8cKd/5h4c4s/7d/3d:"
        "-50|-537|0|0|587|0:Pluribus|MrWhite|Gogo|Budd|Eddie|Bill",
    ),
    pluribus(
        "pluribus_82",
        "stacks of 10,000 go in on the river: two pair beats a pair of aces",
        "STATE:82:fffr225fr1225c/r1850c/r4662c/r10000c:3h9s|KsAh|7c5c|5d4h|2hKd|Ad8d/7d2sAs/Qh/8h:"
        "-50|-10000|0|0|0|10050:MrBlue|Pluribus|Budd|MrWhite|MrOrange|Hattori",
    ),
    pluribus(
        "pluribus_102",
        "a continuation bet takes it on the flop",
        "STATE:102:ffr225cff/cr825f:KcJd|4dTc|8dTh|3h8s|8cQc|5h6h/As5cJs:"
        "-50|-100|0|0|-225|375:Budd|MrWhite|MrOrange|Hattori|MrBlue|Pluribus",
    ),
    pluribus(
        "pluribus_153",
        "raise and re-raise on the flop with three in",
        "STATE:153:fr200fcfc/ccr475cr1200fc/cr5200f:9dAh|6sJs|Jh3c|7h8h|Td2s|JcQc/5h8sQs/Kc:"
        "-50|-1200|0|1725|0|-475:MrBrown|MrBlue|Pluribus|Eddie|MrPink|MrOrange",
    ),
    pluribus(
        "pluribus_193",
        "three players check it down",
        "STATE:193:r225fcffc/ccc/ccc/ccc:2s7d|7c9c|KcQs|2dQh|9h9s|Ac8d/5cKhJh/As/7s:"
        "-50|-225|500|0|-225|0:Eddie|MrOrange|Bill|MrBlue|Pluribus|MrPink",
    ),
    Play(
        "dwan_ivey_2009",
        "antes, a wheel against a seven-high straight, all-in on the turn, uncalled chips back",
        (1_125_600, 1_000_000, 553_500),
        {0: "Ac 2d", 2: "7h 6h"},
        "2 raise_to 7000, 0 raise_to 23000, 1 fold, 2 call, 0 bet 35000, 2 call, 0 bet 90000,"
        "2 raise_to 232600, 0 all_in, 2 call",
        {0: 572_100, 1: 997_500, 2: 1_109_500},
        board="Jc 3d 5c 4h Jh",
        rules={"small_blind": 1_000, "ante": 500, "starting_points": 2_000},
        viewer=SPECTATOR,
        names=("Phil Ivey", "Patrik Antonius", "Tom Dwan"),
        source="published: televised, 2009; stacks of two and the result as in PokerKit's "
        "documentation. The stack of Antonius is unknown; 1,000,000 replaces it.",
    ),
]

HOLDEM = [
    Play(
        "side_pots",
        "three all-ins of 100, 300 and 600, each wins its pot (TH-17)",
        (100, 300, 600, 600),
        {0: "As Ah", 1: "Ks Kh", 2: "Qs Qh", 3: "Js Jh"},
        "2 all_in, 3 all_in, 0 all_in, 1 all_in",
        {0: 400, 1: 600, 2: 600, 3: 0},
        board="2c 3c 7d 8d 9h",
    ),
    Play(
        "odd_chips",
        "pot of 101 split by three: 34, 34, 33 from the left of the button (TH-24)",
        (200, 200, 200, 200, 200),
        {1: "As Kd", 3: "Ah Kc", 4: "Ad Kh"},
        "1 raise_to 31, 2 fold, 3 call, 4 call, 0 fold, 4 check, 1 check, 3 check,"
        "4 check, 1 check, 3 check, 4 check, 1 check, 3 check",
        # 3 x 31 and the big blind of 8; the first seat left of the button is seat 4.
        {0: 192, 1: 203, 2: 200, 3: 202, 4: 203},
        board="Ac Ks 2d 7c 9h",
        button=3,
        rules={"small_blind": 4},
    ),
    Play(
        "short_all_in",
        "a bet of 100, all-in for 125, a call: the bettor may only call 25 more (TH-13)",
        (1_000, 135, 1_000),
        {0: "As Ah", 1: "Ks Kh", 2: "Qs Qh"},
        "2 call, 0 call, 1 check, 0 bet 100, 1 all_in, 2 call, 0 call,"
        "0 check, 2 check, 0 check, 2 check",
        {0: 1_270, 1: 0, 2: 865},
        board="2c 3c 7d 8d 9h",
    ),
    Play(
        "together_a_full_raise",
        "two short all-ins that together are a full raise open the betting again",
        (1_000, 170, 240, 1_000),
        {0: "As Ah", 1: "Ks Kh", 2: "Qs Qh", 3: "Js Jh"},
        "2 call, 3 call, 0 call, 1 check, 0 bet 100, 1 all_in, 2 all_in, 3 call, 0 raise_to 500,"
        "3 fold",
        {0: 1_650, 1: 0, 2: 0, 3: 760},
        board="2c 3c 7d 8d 9h",
    ),
    Play(
        "short_big_blind",
        "a big blind of 3 chips is called with 4 all the same (TH-39)",
        (100, 3, 100),
        {0: "Ks Kh", 1: "As Ah", 2: "Qs Qh"},
        "2 call, 0 call, 0 check, 2 check, 0 check, 2 check, 0 check, 2 check",
        {0: 98, 1: 9, 2: 96},
        board="2c 3c 7d 8d 9h",
        rules={"small_blind": 2},
    ),
    Play(
        "dead_small_blind",
        "the small blind is dead; the button is at an empty seat",
        (500, 500, 500),
        {4: "As Ah", 6: "Ks Kh", 9: "Qs Qh"},
        "6 fold, 9 raise_to 30, 4 call, 4 check, 9 bet 40, 4 fold",
        {4: 470, 6: 500, 9: 530},
        board="2c 3c 7d",
        seats=(4, 6, 9),
        button=2,
        terms={
            "small": 5,
            "big": 10,
            "ante": 0,
            "level": None,
            "small_at": 3,
            "big_at": 4,
            "posts": [],
            "straddle": None,
        },
    ),
    Play(
        "missed_blinds",
        "who missed both blinds posts a live big blind and a dead small one, and wins them",
        (500, 500, 500, 500),
        {2: "As Ah", 3: "Ks Kh"},
        "2 check, 3 raise_to 40, 0 fold, 1 fold, 2 call, 2 check, 3 bet 60, 2 raise_to 160, 3 fold",
        # The pot is 5 + 10 + 5 dead + 40 + 40 + 60 + 60.
        {0: 495, 1: 490, 2: 615, 3: 400},
        board="2c 3c 7d",
        terms={
            "small": 5,
            "big": 10,
            "ante": 0,
            "level": None,
            "small_at": 0,
            "big_at": 1,
            "posts": [[2, 10, 5]],
            "straddle": None,
        },
    ),
    Play(
        "straddle",
        "20 under the gun: the next raise is to 40 at least, and the straddle acts last",
        (500, 500, 500, 500),
        {2: "As Ah", 3: "Ks Kh"},
        "3 raise_to 40, 0 fold, 1 fold, 2 raise_to 100, 3 fold",
        {0: 495, 1: 490, 2: 555, 3: 460},
        rules={"straddle": True},
        terms={
            "small": 5,
            "big": 10,
            "ante": 0,
            "level": None,
            "small_at": 0,
            "big_at": 1,
            "posts": [],
            "straddle": 2,
        },
    ),
    Play(
        "run_twice",
        "heads-up all-in on the flop, the board is run twice: one board each",
        (101, 200),
        {0: "As Ah", 1: "Ks Kh"},
        "1 raise_to 20, 0 call, 0 bet 10, 1 all_in, 0 call, 0 run_twice, 1 run_twice",
        {0: 101, 1: 200},
        board="2c 3c 7d 8d 9h",
        second="Kd Kc",
        rules={"run_it_twice": True},
    ),
    Play(
        "big_blind_ante",
        "the big blind pays an ante for all: dead money for the winner",
        (300, 300, 300),
        {0: "As Ah", 1: "Ks Kh", 2: "Qs Qh"},
        "2 raise_to 30, 0 fold, 1 fold",
        {0: 295, 1: 280, 2: 325},
        rules={"ante": 10, "ante_by": "big_blind"},
        viewer=SPECTATOR,
    ),
    Play(
        "mucked",
        "spectators see the winner; the caller mucks a lower hand",
        (300, 300, 300),
        {0: "As Ah", 1: "Ks Kh", 2: "Qs Qh"},
        "2 call, 0 call, 1 check, 0 bet 20, 1 call, 2 call, 0 bet 40, 1 call, 2 fold,"
        "0 check, 1 check",
        {0: 400, 1: 230, 2: 270},
        board="2c 3c 7d 8d 9h",
        viewer=SPECTATOR,
    ),
    Play(
        "leaves_and_time_out",
        "one player leaves out of turn, one times out; the big blind wins without showing",
        (300, 300, 300, 300),
        {1: "2s 7h"},
        "3 leave, 2 raise_to 40, 0 timeout, 1 raise_to 100, 2 leave",
        {0: 295, 1: 345, 2: 260, 3: 300},
        viewer=Viewer(seat=1),
    ),
]

TEEN_PATTI = [
    Play(
        "tp_seed_example",
        "the worked example of the rules, A better (TP-1 to TP-9)",
        (100, 100, 100, 100),
        {0: "As Kh Jd", 3: "Kd Qc 9s"},
        "0 bet 1, 1 see, 1 fold, 2 bet 1, 3 see, 3 bet 2, 0 bet 2, 2 see, 2 fold, 3 bet 4,"
        "0 see, 0 show",
        {0: 110, 1: 99, 2: 98, 3: 93},
        game="teen_patti",
        rules={"boot": 1},
    ),
    Play(
        "tp_tie",
        "equal hands: the player who paid for the show loses (TP-17)",
        (100, 100),
        {0: "As Ks Qs", 1: "Ah Kh Qh"},
        "0 see, 0 bet 2, 1 show",
        {0: 102, 1: 98},
        game="teen_patti",
        rules={"boot": 1},
        viewer=SPECTATOR,
    ),
    Play(
        "tp_side_show",
        "a side show is accepted; spectators see who packs, but no card",
        (100, 100, 100),
        {0: "As Kh Jd", 1: "2c 5d 9h", 2: "Kd Kc 2s"},
        "0 see, 0 bet 2, 1 see, 1 bet 2, 2 see, 2 bet 2, 0 side_show, 2 accept, 1 bet 2, 2 show",
        {0: 95, 1: 95, 2: 110},
        game="teen_patti",
        rules={"boot": 1},
        viewer=SPECTATOR,
    ),
    Play(
        "tp_covered",
        "a short stack covers the pot and wins the old one while a new one is played (TP-28)",
        (100, 5, 100),
        {1: "As Ah Ad", 2: "Kd Kc 3s"},
        "0 see, 0 bet 4, 1 see, 1 bet 4, 2 see, 2 bet 4, 0 bet 4, 2 bet 4, 0 fold",
        {0: 91, 1: 19, 2: 95},
        game="teen_patti",
        rules={"boot": 1},
    ),
    Play(
        "tp_all_leave",
        "everyone else leaves: the last player wins the boots unseen (TP-30)",
        (100, 100, 100),
        {},
        "1 leave, 2 leave",
        {0: 102, 1: 99, 2: 99},
        game="teen_patti",
        rules={"boot": 1},
        viewer=SPECTATOR,
    ),
    Play(
        "tp_forced_see",
        "after one blind turn a player must look; then the minimum is double",
        (100, 100),
        {0: "7s 8s 9s", 1: "2c 5d 9h"},
        "0 bet 1, 1 bet 1, 0 bet 2, 1 bet 2, 0 show",
        {0: 104, 1: 96},
        game="teen_patti",
        rules={"boot": 1, "max_blind_bets": 1},
        viewer=Viewer(seat=0),
    ),
    Play(
        "tp_muflis",
        "the lowest hand wins",
        (100, 100),
        {0: "As Ah Ad", 1: "2c 3d 5h"},
        "0 see, 0 bet 4, 1 see, 1 show",
        {0: 95, 1: 105},
        game="teen_patti",
        rules={"boot": 1, "variant": "muflis"},
    ),
]

PLAYS = [*PUBLISHED, *HOLDEM, *TEEN_PATTI]
