"""Friendly names for guests and bots. Pure text: callers check whether a name is free."""

import random
from collections.abc import Collection, Iterator

_GUEST_WORDS = """
Amber Autumn Brave Bright Calm Cheery Clever Coral Cosy Daring Early Eager Gentle Glad
Golden Happy Hazel Honest Humble Jade Jolly Keen Kind Lively Lucky Lunar Mellow Merry Mild
Misty Noble Olive Patient Plucky Polite Proud Quick Quiet Rapid Ready Rosy Royal Ruby Sandy
Silent Silver Smart Solar Spring Steady Summer Sunny Swift Tidy Velvet Violet Warm Winter
Witty Zesty
"""
_BOT_WORDS = """
Alloy Brass Bronze Chrome Clock Cobalt Copper Iron Nickel Pewter Quartz Silicon Steel Tin Zinc
"""
_ANIMALS = """
Badger Beaver Bison Camel Cat Cheetah Cobra Crane Deer Dolphin Eagle Falcon Ferret Finch Fox
Gazelle Gecko Gull Hare Hawk Heron Ibex Ibis Jackal Jaguar Kestrel Koala Lark
Leopard Lion Lynx Magpie Marten Mynah Newt Ocelot Orca Oriole Otter Owl Panda
Panther Parrot Peacock Pelican Plover Puffin Puma Quail Rabbit Raven Robin Salmon Seal
Sparrow Stork Swallow Swan Tapir Tiger Toucan Turtle Walrus Wombat Yak Zebra
"""


def for_guests(rng: random.Random) -> Iterator[str]:
    """Endless candidates: first two words, later two words and a number."""
    return _candidates(rng, _GUEST_WORDS.split())


def for_bots(rng: random.Random, unlike: Collection[str] = ()) -> Iterator[str]:
    """Endless candidates, like those for guests but with metals as first words.

    `unlike`: first words to avoid, unless no other is left.
    """
    words = _BOT_WORDS.split()
    return _candidates(rng, [word for word in words if word not in unlike] or words)


def _candidates(rng: random.Random, words: list[str]) -> Iterator[str]:
    animals = _ANIMALS.split()
    numberless = 12
    while True:
        name = f"{rng.choice(words)} {rng.choice(animals)}"
        if numberless > 0:
            numberless -= 1
            yield name
        else:
            yield f"{name} {rng.randint(2, 9999)}"
