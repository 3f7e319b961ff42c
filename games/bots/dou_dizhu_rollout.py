"""Fast play of a whole Dou Dizhu game from any position with all hands known.

A hand is stored as the parts of its plan. A play is (kind, n, rank, kick): kinds as below, kick 1
or 2 for the kickers of each trio. One decision plays hundreds of these games, so the code favours
speed over elegance.
"""

from games.bots.dou_dizhu_plan import Part
from games.engines.dou_dizhu import combos
from games.engines.dou_dizhu.combos import Reading

SOLO, PAIR, TRIO, CHAIN, PAIR_CHAIN, AIRPLANE, FOUR, BOMB, ROCKET = range(1, 10)
_ROWS = {combos.CHAIN: 1, combos.PAIR_CHAIN: 2, combos.AIRPLANE: 3}
_KIND = {
    combos.SOLO: (SOLO, 0),
    combos.PAIR: (PAIR, 0),
    combos.TRIO: (TRIO, 0),
    combos.TRIO_SOLO: (TRIO, 1),
    combos.TRIO_PAIR: (TRIO, 2),
    combos.CHAIN: (CHAIN, 0),
    combos.PAIR_CHAIN: (PAIR_CHAIN, 0),
    combos.AIRPLANE: (AIRPLANE, 0),
    combos.AIRPLANE_SOLOS: (AIRPLANE, 1),
    combos.AIRPLANE_PAIRS: (AIRPLANE, 2),
    combos.BOMB: (BOMB, 0),
    combos.ROCKET: (ROCKET, 0),
}
STRONG = 8
"""From this rank on (a jack) a player passes on a partner's play."""
FRIENDLY = 11
"""No card above this rank (an ace) is played on a partner's lower one."""
HOLD = 8
"""Jokers and pairs of twos are held back on plays below this rank, while there is time."""
SPLIT = 11
"""From this rank on a pair is split for a solo."""
BOMB_AT, BOMB_TURNS = 5, 2
"""The enemy's cards, or the plays of the own hand, at which a bomb is played."""
TRIO_FIRST, ROW_FIRST, PAIR_FIRST = 3.0, 0.8, 0.5
"""How many ranks a trio, each card of a chain, or a pair goes before a solo when leading."""
Play = tuple[int, int, int, int]


def play_of(reading: Reading) -> Play:
    """Return a combination in short form."""
    kind, kick = _KIND.get(reading.category, (FOUR, 0))
    return kind, reading.n, reading.rank, kick


class Hand:
    """The parts of a hand by kind, ranks ascending."""

    __slots__ = ("bombs", "count", "pairs", "rocket", "rows", "solos", "trios")

    def __init__(
        self,
        solos: list[int],
        pairs: list[int],
        trios: list[int],
        rows: list[tuple[int, int, int]],
        bombs: list[int],
        rocket: int,
        count: int,
    ) -> None:
        self.solos, self.pairs, self.trios, self.rows = solos, pairs, trios, rows
        self.bombs, self.rocket, self.count = bombs, rocket, count

    @classmethod
    def of(cls, parts: list[Part]) -> "Hand":
        """Return the hand of a plan."""
        hand = cls([], [], [], [], [], 0, 0)
        for part in parts:
            category = part.category
            if category == combos.SOLO:
                hand.solos.append(part.rank)
                hand.count += 1
            elif category == combos.PAIR:
                hand.pairs.append(part.rank)
                hand.count += 2
            elif category == combos.TRIO:
                hand.trios.append(part.rank)
                hand.count += 3
            elif category == combos.BOMB:
                hand.bombs.append(part.rank)
                hand.count += 4
            elif category == combos.ROCKET:
                hand.rocket = 1
                hand.count += 2
            else:
                each = _ROWS[category]
                hand.rows.append((each, part.n, part.rank))
                hand.count += each * part.n
        for ranks in (hand.solos, hand.pairs, hand.trios):
            ranks.sort()
        hand.rows.sort(key=lambda row: row[2])
        return hand

    def copy(self) -> "Hand":
        """Return an independent copy."""
        return Hand(
            self.solos[:],
            self.pairs[:],
            self.trios[:],
            self.rows[:],
            self.bombs[:],
            self.rocket,
            self.count,
        )

    def turns(self) -> int:
        """Return how many plays empty the hand, kickers carried."""
        loose = len(self.solos) + len(self.pairs)
        carried = len(self.trios)
        for each, n, _rank in self.rows:
            if each == 3:
                carried += n
        return (
            max(0, loose - carried)
            + len(self.trios)
            + len(self.rows)
            + len(self.bombs)
            + self.rocket
        )

    # -- taking parts out ------------------------------------------------------------------

    def kick(self, n: int, ends: bool) -> int:
        """Take n kickers for a trio or an airplane that is led; return 0 none, 1 solos, 2 pairs."""
        solos, pairs = self.solos, self.pairs
        if len(solos) >= n and (ends or solos[n - 1] < 12):
            if len(pairs) >= n and pairs[n - 1] < 8 and pairs[0] < solos[0]:
                del pairs[:n]
                self.count -= 2 * n
                return 2
            del solos[:n]
            self.count -= n
            return 1
        if len(pairs) >= n and (ends or pairs[n - 1] < 12):
            del pairs[:n]
            self.count -= 2 * n
            return 2
        if n == 2 and len(solos) < 2 and pairs and pairs[0] < 9:
            del pairs[0]
            self.count -= 2
            return 1
        return 0

    def carry(self, n: int, kick: int) -> bool:
        """Take exactly the kickers that following requires; return False if there are none."""
        solos, pairs = self.solos, self.pairs
        if kick == 1:
            if len(solos) >= n:
                del solos[:n]
            elif n == 1 and pairs:
                solos.append(pairs.pop(0))
                solos.sort()
            elif n == 2 and pairs:
                del pairs[0]
            else:
                return False
            self.count -= n
        elif kick == 2:
            if len(pairs) < n:
                return False
            del pairs[:n]
            self.count -= 2 * n
        return True


# -- leading -------------------------------------------------------------------------------


def lead(hand: Hand, danger: int, friend: int) -> Play:
    """Lead low and long plays first, high ones near the end; avoid what an enemy waits for.

    `danger` is the fewest cards of an enemy, `friend` the cards of a partner (0: none).
    """
    turns = hand.turns()
    solos, pairs = hand.solos, hand.pairs
    if turns <= 2 and (hand.rocket or hand.bombs):
        return _lead_bomb(hand)
    if friend == 1 and solos and solos[0] < 9:
        hand.count -= 1
        return SOLO, 1, solos.pop(0), 0
    top = danger == 1 or (turns == 2 and solos and solos[-1] >= 12)
    best, kind = 99.0, 0
    if solos:
        best, kind = (60.0 - solos[-1] if danger == 1 else -1.0 if top else solos[0]), SOLO
    if pairs:
        value = 40.0 - pairs[-1] if danger == 2 else pairs[0] - PAIR_FIRST
        if value < best:
            best, kind = value, PAIR
    if hand.trios and hand.trios[0] - TRIO_FIRST < best:
        best, kind = hand.trios[0] - TRIO_FIRST, TRIO
    if hand.rows:
        each, n, rank = hand.rows[0]
        if rank - ROW_FIRST * each * n < best:
            return _lead_row(hand, turns)
    if kind == SOLO:
        hand.count -= 1
        return SOLO, 1, solos.pop(-1 if top else 0), 0
    if kind == PAIR:
        hand.count -= 2
        return PAIR, 1, pairs.pop(-1 if danger == 2 else 0), 0
    if kind == TRIO:
        hand.count -= 3
        return TRIO, 1, hand.trios.pop(0), hand.kick(1, turns <= 2)
    return _lead_bomb(hand)


def _lead_bomb(hand: Hand) -> Play:
    if hand.rocket:
        hand.rocket = 0
        hand.count -= 2
        return ROCKET, 1, 13, 0
    hand.count -= 4
    return BOMB, 1, hand.bombs.pop(), 0


def _lead_row(hand: Hand, turns: int) -> Play:
    each, n, rank = hand.rows.pop(0)
    hand.count -= each * n
    kick = hand.kick(n, turns <= 2) if each == 3 else 0
    return 3 + each, n, rank, kick


# -- following -----------------------------------------------------------------------------


def follow(hand: Hand, last: Play, threat: int, friendly: bool, blocks: bool) -> Play | None:
    """Follow with the lowest higher part, a split pair against a threat, or a bomb to win.

    `threat` is the number of cards left to the player of `last`, `friendly` whether they are a
    partner, `blocks` whether the landlord comes next after a partner's play.
    """
    kind, n, above, kick = last
    if friendly and (threat <= 2 or above >= STRONG or n > 1 or kind > TRIO):
        return _go_out(hand, last)
    if kind == SOLO:
        play = _solo(hand, above, threat, friendly, blocks)
    elif kind == PAIR:
        play = _pair(hand, above, threat, friendly)
    elif kind == TRIO:
        play = _trio(hand, above, kick)
    elif kind < FOUR:
        play = _row(hand, kind - 3, n, above, kick)
    else:
        play = None
    if play is not None or friendly:
        return play
    return _bomb(hand, last, threat)


def _go_out(hand: Hand, last: Play) -> Play | None:
    """Follow a partner's strong play only with the last cards."""
    kind, n, above, _kick = last
    if kind == SOLO and hand.count == 1 and hand.solos[0] > above:
        hand.count = 0
        return SOLO, 1, hand.solos.pop(), 0
    if kind == PAIR and hand.count == 2 and hand.pairs and hand.pairs[0] > above:
        hand.count = 0
        return PAIR, 1, hand.pairs.pop(), 0
    if kind in (CHAIN, PAIR_CHAIN) and len(hand.rows) == 1:
        each, m, rank = hand.rows[0]
        if each == kind - 3 and m == n and rank > above and hand.count == each * n:
            hand.count = 0
            return kind, n, rank, 0
    return None


def _solo(hand: Hand, above: int, threat: int, friendly: bool, blocks: bool) -> Play | None:
    solos = hand.solos
    least = 7 if blocks and above < 7 else above
    for wanted in (least, above) if least != above else (above,):
        for at, rank in enumerate(solos):
            if rank > wanted:
                if friendly and rank > FRIENDLY and len(solos) > 1:
                    return None
                if rank > 12 and above < HOLD and threat > 8 and hand.count > 8:
                    return None
                del solos[at]
                hand.count -= 1
                return SOLO, 1, rank, 0
    if friendly:
        return None
    pairs = hand.pairs
    if pairs and pairs[-1] > above and (pairs[-1] >= SPLIT or threat <= 4):
        rank = pairs.pop()
        solos.append(rank)
        solos.sort()
        hand.count -= 1
        return SOLO, 1, rank, 0
    return _split_solo(hand, above, threat)


def _split_solo(hand: Hand, above: int, threat: int) -> Play | None:
    """Split a trio or the rocket for a solo."""
    trios = hand.trios
    if trios and trios[-1] > above and (trios[-1] == 12 or threat <= 2):
        rank = trios.pop()
        hand.pairs.append(rank)
        hand.pairs.sort()
        hand.count -= 1
        return SOLO, 1, rank, 0
    if threat == 1 and not hand.rocket:
        for at, (each, n, rank) in enumerate(hand.rows):
            if each == 1 and rank + n - 1 > above:
                del hand.rows[at]
                hand.solos.extend(range(rank, rank + n - 1))
                hand.solos.sort()
                hand.count -= 1
                return SOLO, 1, rank + n - 1, 0
    return None


def _pair(hand: Hand, above: int, threat: int, friendly: bool) -> Play | None:
    pairs = hand.pairs
    for at, rank in enumerate(pairs):
        if rank > above:
            if friendly and rank > 10:
                return None
            if rank == 12 and above < HOLD and threat > 8 and hand.count > 8:
                return None
            del pairs[at]
            hand.count -= 2
            return PAIR, 1, rank, 0
    trios = hand.trios
    if not friendly and trios and trios[-1] > above and (threat <= 5 or trios[-1] == 12):
        rank = trios.pop()
        hand.solos.append(rank)
        hand.solos.sort()
        hand.count -= 2
        return PAIR, 1, rank, 0
    return None


def _trio(hand: Hand, above: int, kick: int) -> Play | None:
    trios = hand.trios
    for at, rank in enumerate(trios):
        if rank > above:
            if not hand.carry(1, kick):
                return None
            del trios[at]
            hand.count -= 3
            return TRIO, 1, rank, kick
    return None


def _row(hand: Hand, each: int, n: int, above: int, kick: int) -> Play | None:
    for at, (every, m, rank) in enumerate(hand.rows):
        if every != each or m < n or rank + m - n <= above or (each > 1 and m != n):
            continue
        if each == 3 and not hand.carry(n, kick):
            return None
        del hand.rows[at]
        start = rank + m - n
        if m - n >= 5:
            hand.rows.append((1, m - n, rank))
        else:
            hand.solos.extend(range(rank, start))
            hand.solos.sort()
        hand.count -= each * n
        return 3 + each, n, start, kick
    return None


def _bomb(hand: Hand, last: Play, threat: int) -> Play | None:
    """Play a bomb to win, or when the enemy is close to winning."""
    if not hand.bombs and not hand.rocket:
        return None
    turns = hand.turns()
    if threat > BOMB_AT and turns > BOMB_TURNS:
        return None
    kind, _n, above, _kick = last
    if kind == ROCKET:
        return None
    for at, rank in enumerate(hand.bombs):
        if kind != BOMB or rank > above:
            del hand.bombs[at]
            hand.count -= 4
            return BOMB, 1, rank, 0
    if hand.rocket:
        hand.rocket = 0
        hand.count -= 2
        return ROCKET, 1, 13, 0
    return None


# -- a whole game ----------------------------------------------------------------------------


def finish(
    hands: list[Hand], landlord: int, turn: int, last: Play | None, by: int
) -> tuple[bool, int]:
    """Play to the end; return whether the landlord won, and how many bombs were played."""
    bombs, passes = 0, (turn - by - 1) % 3 if last is not None else 0
    one, other = (landlord + 1) % 3, (landlord + 2) % 3
    while True:
        hand = hands[turn]
        if last is None:
            if turn == landlord:
                danger, friend = min(hands[one].count, hands[other].count), 0
            else:
                danger, friend = hands[landlord].count, hands[3 - turn - landlord].count
            play: Play | None = lead(hand, danger, friend)
        else:
            friendly = turn != landlord and by != landlord
            blocks = turn == other and landlord != by
            play = follow(hand, last, hands[by].count, friendly, blocks)
        if play is None:
            passes += 1
            if passes == 2:
                last, passes = None, 0
        else:
            last, by, passes = play, turn, 0
            bombs += play[0] >= BOMB
            if not hand.count:
                return turn == landlord, bombs
        turn = (turn + 1) % 3
