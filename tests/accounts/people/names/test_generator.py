"""Names of guests and bots: two words, later with a number; bots unlike their neighbours."""

import random
from itertools import islice

from accounts.people.names import generator


class Noted(random.Random):
    """Random numbers that note the ranges of which they were drawn."""

    def __init__(self) -> None:
        super().__init__(7)
        self.ranges: set[tuple[int, int]] = set()

    def randint(self, a: int, b: int) -> int:
        self.ranges.add((a, b))
        return super().randint(a, b)


def test_twelve_names_have_no_number_and_all_later_ones_have() -> None:
    rng = Noted()
    names = list(islice(generator.for_guests(rng), 40))
    assert [len(name.split()) for name in names] == [2] * 12 + [3] * 28
    assert rng.ranges == {(2, 9_999)}


def test_a_bot_avoids_words_unless_no_other_is_left() -> None:
    metals = {name.split()[0] for name in islice(generator.for_bots(random.Random(1)), 400)}
    kept = {"Brass", "Zinc"}
    others = islice(generator.for_bots(random.Random(1), unlike=metals - kept), 60)
    assert {name.split()[0] for name in others} == kept
    all_of_them = islice(generator.for_bots(random.Random(1), unlike=metals), 400)
    assert {name.split()[0] for name in all_of_them} == metals
