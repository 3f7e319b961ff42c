"""Combinations of Dou Dizhu: the exact counts of rule 5.3, the cases DZ-1 to DZ-33.

`slowly` is a second recogniser, written from the table of rule 5.3 with counts per rank; it is
independent of how the engine packs cards.
"""

import random
from collections import Counter, defaultdict
from functools import cache
from itertools import combinations_with_replacement, islice, pairwise, product
from math import comb

import pytest

from games.engines.dou_dizhu.combos import (
    CATEGORIES,
    Kickers,
    Reading,
    beats,
    chosen,
    plays,
    readings,
)
from games.engines.dou_dizhu.ranks import RANKS, masks, pack, packed_text, size, text_of
from tests.games.engines.scripted_dou_dizhu import GAME, PACK, PRESETS
from tests.support.cases import for_each
from tests.support.size import times

FULL = packed_text(PACK)
KICKERS = {preset: GAME.presets[preset].kickers() for preset in PRESETS}

# -- a second recogniser ---------------------------------------------------------------------

CHAINED = RANKS[:12]
NO_JOKERS = RANKS[:13]
JOKERS = {"B", "R"}
ROWS = {"chain": (1, 5, 12), "pair_chain": (2, 3, 10), "airplane": (3, 2, 6)}
CARRIED = {"airplane_with_solos": (1, 2, 5), "airplane_with_pairs": (2, 2, 4)}


def runs(least, most):
    """Yield runs of consecutive ranks in 3 .. A."""
    for n in range(least, most + 1):
        for low in range(len(CHAINED) - n + 1):
            yield CHAINED[low : low + n]


def without(cards: Counter, taken: Counter) -> Counter | None:
    """Return what is left, or None if the taken cards are not there."""
    if any(cards[rank] < count for rank, count in taken.items()):
        return None
    return cards - taken


def are_solos(rest: Counter, primal: str, allowed: Kickers, *, airplane: bool) -> bool:
    if set(rest) >= JOKERS and not allowed.both_jokers:
        return False
    most = max(rest.values())
    if allowed.repeat == "distinct" and most > 1:
        return False
    if not airplane:
        return True
    if allowed.repeat == "max_3" and most > 3:
        return False
    if not allowed.equal_primal and set(rest) & set(primal):
        return False
    if not allowed.adjacent_trio:
        around = {CHAINED[at] for at in _beside(primal)}
        return all(rest[rank] < 3 for rank in around)
    return True


def _beside(primal: str) -> list[int]:
    low, high = CHAINED.index(primal[0]) - 1, CHAINED.index(primal[-1]) + 1
    return [at for at in (low, high) if 0 <= at < len(CHAINED)]


def are_pairs(rest: Counter, primal: str, allowed: Kickers) -> bool:
    if set(rest) & (set(primal) | JOKERS):
        return False
    return all(count == 2 or (count == 4 and allowed.same_pairs) for count in rest.values())


def slowly(text: str, allowed: Kickers) -> set[tuple[str, int, str]]:
    """Return (category, n, lowest primal rank) of every reading, by the table of rule 5.3."""
    cards, count = Counter(text), len(text)
    found = set()
    if count == 1:
        found.add(("solo", 1, text))
    for category, size_ in (("pair", 2), ("trio", 3), ("bomb", 4)):
        if len(cards) == 1 and count == size_ and text[0] in NO_JOKERS:
            found.add((category, 1, text[0]))
    for category, (many, least, most) in ROWS.items():
        for row in runs(least, most):
            if count == many * len(row) and cards == Counter(row * many):
                found.add((category, len(row), row[0]))
    for category, (many, least, most) in CARRIED.items():
        for row in runs(least, most):
            rest = without(cards, Counter(row * 3)) if count == len(row) * (3 + many) else None
            if rest is None:
                continue
            solos = many == 1 and are_solos(rest, row, allowed, airplane=True)
            if solos or (many == 2 and are_pairs(rest, row, allowed)):
                found.add((category, len(row), row[0]))
    for rank in NO_JOKERS:
        found |= _around_one(cards, count, rank, allowed)
    return found | _around_rocket(cards, count, allowed)


def _around_one(cards, count, rank, allowed):
    found = set()
    rest = without(cards, Counter(rank * 3))
    if rest is not None and rank not in rest:
        if count == 4:
            found.add(("trio_with_solo", 1, rank))
        if count == 5 and list(rest.values()) == [2]:
            found.add(("trio_with_pair", 1, rank))
    rest = without(cards, Counter(rank * 4))
    if rest is not None:
        if count == 5 and allowed.four_with_one:
            found.add(("four_with_solo", 1, rank))
        if count == 6 and are_solos(rest, rank, allowed, airplane=False):
            found.add(("four_with_two", 1, rank))
        if count == 8 and are_pairs(rest, rank, allowed):
            found.add(("four_with_two_pairs", 1, rank))
    return found


def _around_rocket(cards, count, allowed):
    if without(cards, Counter("BR")) is None:
        return set()
    names = {2: "rocket"}
    if allowed.rocket:
        names |= {3: "rocket_with_solo", 4: "rocket_with_two"}
    return {(names[count], 1, "B")} if count in names else set()


def read(text: str, allowed: Kickers) -> set[tuple[str, int, str]]:
    """Return the engine's readings in the same form, without repetitions and with these cards."""
    found = readings(packed_text(text), allowed)
    assert all(reading.cards == packed_text(text) for reading in found)
    plain = {(reading.category, reading.n, RANKS[reading.rank]) for reading in found}
    assert len(plain) == len(found)
    return plain


def some_kickers(rng: random.Random) -> Kickers:
    repeat = rng.choice(("distinct", "max_3", "free"))
    return Kickers(repeat, *(rng.random() < 0.5 for _ in range(6)))


# -- counts ----------------------------------------------------------------------------------

SAME = {
    "solo": 15,
    "pair": 13,
    "trio": 13,
    "bomb": 13,
    "rocket": 1,
    "trio_with_solo": 182,
    "trio_with_pair": 156,
    "chain": 36,
    "pair_chain": 52,
    "airplane": 45,
    "airplane_with_pairs": 2_939,
    "four_with_two_pairs": 858,
}
COUNTS = {
    "rlcard": {"airplane_with_solos": 21_822, "four_with_two": 1_326},
    "pagat": {"airplane_with_solos": 7_161, "four_with_two": 1_170},
    "default": {"airplane_with_solos": 81_877, "four_with_two": 1_326},
    "more_kickers": {
        "airplane_with_solos": 85_921,
        "four_with_two": 1_339,
        "four_with_solo": 182,
        "rocket_with_solo": 13,
        "rocket_with_two": 91,
    },
}
WITH_SOLOS = {
    "rlcard": (968, 3_282, 7_184, 10_388),
    "pagat": (847, 2_100, 2_646, 1_568),
    "default": (1_265, 5_920, 20_412, 54_280),
    "more_kickers": (1_276, 6_050, 21_195, 57_400),
}
TOTALS = {  # readings, sets, sets with two and with three readings or more
    "rlcard": (27_471, 27_471, 0),
    "pagat": (12_654, 12_654, 0),
    "default": (87_526, 86_611, 906),
    "more_kickers": (91_869, 90_947, 913),
}
AMBIGUOUS = {"default": {12: 9, 16: 120, 20: 777}, "more_kickers": {12: 9, 16: 120, 20: 784}}


SOME_PRESETS = [
    preset
    if preset in ("default", "pagat")  # kickers of any kind, and of few kinds
    else pytest.param(preset, marks=pytest.mark.full)
    for preset in PRESETS
]


@pytest.fixture(params=SOME_PRESETS, scope="module")
def everything(request):
    """Return all plays of a full deck under one preset."""
    return request.param, plays(FULL, KICKERS[request.param])


@pytest.mark.slow
def test_there_are_exactly_as_many_readings_in_each_category(everything):
    preset, found = everything
    assert Counter(reading.category for reading in found) == SAME | COUNTS[preset]
    assert max(size(reading.cards) for reading in found) == 20
    solos = Counter(r.n for r in found if r.category == "airplane_with_solos")
    assert tuple(solos[n] for n in (2, 3, 4, 5)) == WITH_SOLOS[preset]
    pairs = Counter(r.n for r in found if r.category == "airplane_with_pairs")
    assert dict(pairs) == {2: 605, 3: 1_200, 4: 1_134}


@pytest.mark.slow
def test_there_are_exactly_as_many_card_sets_and_ambiguous_ones(everything):
    preset, found = everything
    sets = Counter(reading.cards for reading in found)
    ambiguous = [cards for cards, count in sets.items() if count > 1]
    assert (len(found), len(sets), len(ambiguous)) == TOTALS[preset]
    assert Counter(map(size, ambiguous)) == AMBIGUOUS.get(preset, {})


@pytest.mark.slow
def test_every_listed_set_is_read_exactly_as_it_is_listed(everything):
    preset, found = everything
    listed = defaultdict(set)
    for reading in found:
        assert reading not in listed[reading.cards]
        listed[reading.cards].add(reading)
    for cards, wanted in islice(listed.items(), 0, None, times(8, 1)):
        got = readings.__wrapped__(cards, KICKERS[preset])
        assert len(got) == len(wanted)
        assert set(got) == wanted, text_of(cards)


@pytest.mark.slow
def test_sets_that_are_not_listed_have_no_reading(everything):
    preset, found = everything
    rng, listed = random.Random(preset), {reading.cards for reading in found}
    missing, most = 0, times(2, 6)
    for cards in (*random_sets(rng, 500 * most), *nearly(rng, found, 1_000 * most)):
        if cards not in listed:
            missing += 1
            assert readings(cards, KICKERS[preset]) == (), text_of(cards)
    assert missing > 800 * most


def test_closed_forms():
    counts = SAME | COUNTS["rlcard"]
    assert counts["chain"] == sum(range(1, 9))
    assert counts["pair_chain"] == sum(range(3, 11))
    assert counts["airplane"] == sum(range(7, 12))
    assert counts["trio_with_solo"] == 13 * 14
    assert counts["trio_with_pair"] == 13 * 12
    assert counts["four_with_two"] == 13 * (comb(14, 2) - 1 + 12)
    assert counts["four_with_two_pairs"] == 13 * comb(12, 2)
    pairs = 11 * comb(11, 2) + 10 * comb(10, 3) + 9 * comb(9, 4)
    assert counts["airplane_with_pairs"] == pairs


def test_77_airplanes_beat_queens_and_kings_with_two_solos():
    """The figure is from the README of the crate `dou_dizhu`, which follows pagat."""
    (last,) = readings(packed_text("QQQKKK34"), KICKERS["pagat"])
    stronger = [r for r in plays(FULL, KICKERS["pagat"], last) if r.category == last.category]
    assert len(stronger) == comb(13, 2) - 1 == 77


def random_sets(rng, count):
    """Yield packed sets of 1 to 20 cards from a deck."""
    for _ in range(count):
        yield packed_text("".join(rng.sample(PACK, rng.randint(1, 20))))


def nearly(rng, found, count):
    """Yield combinations in which one or two cards are exchanged, added or missing."""
    for reading in rng.choices(found, k=count):
        cards = list(text_of(reading.cards))
        for _ in range(rng.choice((0, 1, 1, 2))):
            change = rng.randrange(3)
            if change != 1 and len(cards) > 1:
                cards.remove(rng.choice(cards))
            rest = Counter(PACK) - Counter(cards)
            if change != 0 and len(cards) < 20:
                cards.append(rng.choice(sorted(rest)))
        yield packed_text("".join(cards))


def built(rng):
    """Return a set made of parts of combinations, which may or may not fit together."""
    parts = []
    for copies in rng.choices((1, 2, 3, 3, 4), k=rng.randint(1, 3)):
        n = rng.randint(1, max(1, 15 // copies)) if rng.random() < 0.7 else 1
        low = rng.randrange(13)
        parts += [rank * copies for rank in RANKS[low : low + n]]
    cards: Counter = Counter()
    for rank in "".join(parts) + rng.choice(("", "", "", "B", "R", "BR")):
        if sum(cards.values()) < 20 and cards[rank] < PACK.count(rank):
            cards[rank] += 1
    return packed_text("".join(cards.elements()))


# -- the engine against the slow recogniser ----------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("preset", SOME_PRESETS)
def test_sets_are_read_as_the_slow_recogniser_reads_them(preset):
    rng, allowed = random.Random(f"slow {preset}"), KICKERS[preset]
    found = plays(FULL, allowed)
    one = times(1, 10)
    some = [*random_sets(rng, 125 * one), *nearly(rng, found, 625 * one)]
    some += [built(rng) for _ in range(200 * one)]
    legal = 0
    for cards in some:
        text = text_of(cards)
        wanted = slowly(text, allowed)
        legal += bool(wanted)
        assert read(text, allowed) == wanted, text
    assert legal > 200 * one


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(times(1, 20)))
def test_sets_are_read_as_the_slow_recogniser_does_under_any_kicker_options(seed):
    rng = random.Random(f"kickers {seed}")
    allowed = some_kickers(rng)
    ambiguous = [r.cards for r in ambiguous_in_default() if rng.random() < 0.05]
    some = [
        *(built(rng) for _ in range(250)),
        *nearly(rng, ambiguous_in_default(), 100),
        *ambiguous,
    ]
    for cards in some:
        assert read(text_of(cards), allowed) == slowly(text_of(cards), allowed), text_of(cards)


@cache
def ambiguous_in_default():
    return [
        reading
        for reading in plays(FULL, KICKERS["default"])
        if size(reading.cards) in AMBIGUOUS["default"]
        and len(readings.__wrapped__(reading.cards, KICKERS["default"])) > 1
    ]


@pytest.mark.slow
def test_all_small_sets_are_read_as_the_slow_recogniser_reads_them():
    """Check every set of up to five cards, with all options on and with all off."""
    most = Kickers("free", True, True, True, True, True, True)
    least = Kickers("distinct", False, False, False, False, False, False)
    small = [
        "".join(ranks)
        for count in range(1, 6)
        for ranks in combinations_with_replacement("3456QKA2BR", count)
        if not Counter(ranks) - Counter(PACK)
    ]
    assert len(small) > 1_500
    for text in small:
        for allowed in (most, least):
            assert read(text, allowed) == slowly(text, allowed), text


# -- hands -----------------------------------------------------------------------------------


def subsets(hand: int):
    """Yield every packed set that a packed hand contains, except the empty one."""
    counts = [range((hand >> 4 * rank & 15) + 1) for rank in range(15)]
    for chosen_counts in product(*counts):
        packed = sum(count << 4 * rank for rank, count in enumerate(chosen_counts))
        if packed:
            yield packed


def some_hand(rng, count) -> int:
    """Return a hand with more equal and consecutive ranks than a random one."""
    low = rng.randrange(8)
    ranks = [rank for rank in PACK if rng.random() < 0.2 or rank in RANKS[low : low + 6]]
    return packed_text("".join(rng.sample(ranks, min(count, len(ranks)))))


@pytest.mark.parametrize("seed", range(times(1, 12)))
def test_a_hand_plays_exactly_the_readings_of_its_subsets(seed):
    rng = random.Random(f"subsets {seed}")
    for preset in (*PRESETS, "random"):
        allowed = KICKERS.get(preset) or some_kickers(rng)
        hand = some_hand(rng, 13)
        wanted = [reading for cards in subsets(hand) for reading in readings(cards, allowed)]
        assert Counter(plays(hand, allowed)) == Counter(wanted), text_of(hand)


@pytest.mark.parametrize("seed", range(times(1, 12)))
def test_a_hand_answers_with_exactly_the_sets_that_beat_the_last_play(seed):
    rng = random.Random(f"answers {seed}")
    for preset in (*PRESETS, "random"):
        allowed = KICKERS.get(preset) or some_kickers(rng)
        lasts = rng.sample(plays(some_hand(rng, 20), allowed), 40)
        hand = some_hand(rng, 20)
        leading = plays(hand, allowed)
        for last in lasts:
            wanted = Counter(reading for reading in leading if beats(reading, last))
            assert Counter(plays(hand, allowed, last)) == wanted, (text_of(hand), last)


# -- comparison ------------------------------------------------------------------------------


@pytest.mark.slow
def test_beats_is_the_comparison_of_5_3():
    """Compare every pair of readings of each category, with arbitrary kickers."""
    kinds = {(r.category, r.n, r.rank): r for r in plays(FULL, KICKERS["more_kickers"])}
    assert {category for category, _n, _rank in kinds} == set(CATEGORIES)
    for new, old in product(kinds.values(), repeat=2):
        assert beats(new, old) == should_beat(new, old), (new, old)
        assert not (beats(new, old) and beats(old, new) and new is not old)


def should_beat(new: Reading, old: Reading) -> bool:
    if new.category == "rocket" and old.category != "rocket":
        return True
    if old.category == "rocket":
        return new.category == "rocket"  # there is only one rocket
    if new.category == "bomb":
        return old.category != "bomb" or new.rank > old.rank
    return (new.category, new.n) == (old.category, old.n) and new.rank > old.rank


@for_each(
    ("old", "new", "higher"),
    [
        ("3334", "444R", True),
        ("444R", "3335", False),
        ("33344", "55566", True),
        ("AAA3", "2224", True),
        ("34567", "45678", True),
        ("34567", "34567", False),
        ("TJQKA", "34567", False),
        ("2", "B", True),
        ("R", "B", False),
        ("333444AA", "44455536", True),
        ("3333AK", "444435", True),
        ("444435", "3333AK", False),
        ("BR34", "3333", True),
        ("3333", "BR34", False),
        ("BR3", "BR", False),
        ("333344", "4444", True),
        ("4444", "555566", False),
        ("555566", "4444", True),
    ],
)
def test_kickers_never_count_and_fours_with_kickers_are_no_bombs(old, new, higher):
    (last,) = readings(packed_text(old), KICKERS["more_kickers"])
    (answer,) = readings(packed_text(new), KICKERS["more_kickers"])
    if (old, new) == ("BR3", "BR"):
        higher = True  # nobody can hold both, but the rocket beats everything
    assert beats(answer, last) == higher


@pytest.mark.slow
def test_within_a_kind_the_order_is_total():
    kinds = defaultdict(dict)
    for reading in plays(FULL, KICKERS["more_kickers"]):
        kinds[reading.category, reading.n][reading.rank] = reading
    for by_rank in kinds.values():
        for low, high in pairwise(sorted(by_rank)):
            assert beats(by_rank[high], by_rank[low])
            assert not beats(by_rank[low], by_rank[high])
            assert not beats(by_rank[low], by_rank[low])


# -- which reading is meant --------------------------------------------------------------------


def test_leading_without_a_name_prefers_plain_airplanes_then_length_then_rank():
    allowed = KICKERS["default"]

    def usual(text):
        reading = chosen(readings(packed_text(text), allowed), None, "")
        return reading.category, reading.n, RANKS[reading.rank]

    assert usual("BR") == ("rocket", 1, "B")
    assert usual("333444555666") == ("airplane", 4, "3")
    assert usual("3334445556667778") == ("airplane_with_solos", 4, "4")
    assert usual("3334445556667777") == ("airplane_with_solos", 4, "4")
    same_pairs = allowed._replace(same_pairs=True)
    found = readings(packed_text("33334444"), same_pairs)
    assert len(found) == 3
    assert chosen(found, None, "").name() == "airplane_with_solos@3"


@pytest.mark.slow
def test_names_tell_the_readings_of_a_set_apart(everything):
    preset, found = everything
    names = Counter((reading.cards, reading.name()) for reading in found)
    assert max(names.values()) == 1, preset


def test_cards_are_packed_by_rank():
    assert pack(range(54)) == FULL
    assert text_of(FULL) == PACK
    assert size(FULL) == 54
    assert masks(packed_text("334BR2222")) == (0b111000000000011, 0b1000000000001, 1 << 12, 1 << 12)


# -- the examples ----------------------------------------------------------------------------

AWS, AWP = "airplane_with_solos", "airplane_with_pairs"
FOUR, FOURS = "four_with_two 1", "four_with_two_pairs 1"
NONE = ("", "", "", "")


def alike(reading):
    return (reading,) * 4


def but_pagat(reading):
    return (reading, reading, "", reading)


def seed_only(reading):
    return ("", "", "", reading)


def free_only(reading):
    return (reading, "", "", reading)


TWICE = f"{AWS} 4@4, {AWS} 4@3"
THRICE = f"airplane 4@3, {AWS} 3@4, {AWS} 3@3"
EXAMPLES = [  # id, cards, the readings by default, rlcard, pagat and more_kickers
    ("DZ-1", "BR", alike("rocket 1@B")),
    ("DZ-2", "BR3", seed_only("rocket_with_solo 1@B")),
    ("DZ-2", "BR34", seed_only("rocket_with_two 1@B")),
    ("DZ-3", "33334", seed_only("four_with_solo 1@3")),
    ("DZ-4", "333344", but_pagat(f"{FOUR}@3")),
    ("DZ-5", "3333BR", seed_only(f"{FOUR}@3")),
    ("DZ-6", "33334444", free_only(f"{AWS} 2@3")),
    ("DZ-7", "33335555", NONE),
    ("DZ-8", "33334455", alike(f"{FOURS}@3")),
    ("DZ-9", "333BR", NONE),
    ("DZ-10", "333B", alike("trio_with_solo 1@3")),
    ("DZ-11", "TJQKA", alike("chain 5@T")),
    ("DZ-12", "JQKA2", NONE),
    ("DZ-12", "23456", NONE),
    ("DZ-12", "A2345", NONE),
    ("DZ-12", "3456", NONE),
    ("DZ-13", "3456789TJQKA", alike("chain 12@3")),
    ("DZ-14", "3344", NONE),
    ("DZ-14", "KKAA22", NONE),
    ("DZ-14", "AAA222", NONE),
    ("DZ-15", "QQKKAA", alike("pair_chain 3@Q")),
    ("DZ-15", "KKKAAA", alike("airplane 2@K")),
    ("DZ-16", "33344455", but_pagat(f"{AWS} 2@3")),
    ("DZ-17", "333444BR", seed_only(f"{AWS} 2@3")),
    ("DZ-18", "333444B5", alike(f"{AWS} 2@3")),
    ("DZ-18", "33344422", but_pagat(f"{AWS} 2@3")),
    ("DZ-19", "33334445", free_only(f"{AWS} 2@3")),
    ("DZ-20", "3334445566", alike(f"{AWP} 2@3")),
    ("DZ-21", "3334445555", NONE),
    ("DZ-22", "333444677", NONE),
    ("DZ-23", "333444555666", (THRICE, "airplane 4@3", "airplane 4@3", THRICE)),
    ("DZ-24", "777555444333", but_pagat(f"{AWS} 3@3")),
    ("DZ-25", "34445555666K", free_only(f"{AWS} 3@4")),
    ("DZ-26", "333555777", NONE),
    ("DZ-27", "3334445556667777", free_only(TWICE)),
    ("DZ-28", "33344455556668TJA", NONE),
    ("DZ-29", "33344455566677799TJQ", but_pagat(f"{AWS} 5@3")),
    ("DZ-30", "333444555666778899TT", alike(f"{AWP} 4@3")),
    ("DZ-31", "333444555666777888", alike("airplane 6@3")),
    ("DZ-32", "33445566778899TTJJQQ", alike("pair_chain 10@3")),
    ("DZ-32", "33445566778899TTJJQQKK", NONE),
    ("DZ-33", "222233", but_pagat(f"{FOUR}@2")),
    ("DZ-33", "222234", alike(f"{FOUR}@2")),
    ("DZ-33", "2223", alike("trio_with_solo 1@2")),
    ("DZ-33", "22233", alike("trio_with_pair 1@2")),
    ("5.3", "3334445556668TJA", alike(f"{AWS} 4@3")),
    ("5.3", "3334445556667778", free_only(TWICE)),
]


@for_each(
    ("rule", "cards", "preset", "wanted"),
    [
        (rule, cards, preset, column)
        for rule, cards, columns in EXAMPLES
        for preset, column in zip(PRESETS, columns, strict=True)
    ],
)
def test_every_listed_example_is_read_as_stated(rule, cards, preset, wanted):
    expected = {one.strip() for one in wanted.split(",") if one}
    got = {f"{name} {n}@{rank}" for name, n, rank in read(cards, KICKERS[preset])}
    assert got == expected
    if len(cards) <= 20:
        assert {f"{name} {n}@{rank}" for name, n, rank in slowly(cards, KICKERS[preset])} == got
