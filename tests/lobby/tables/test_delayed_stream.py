"""The stream of a delayed table shows hands as they moved, and decks that were thrown away."""

import asyncio
import uuid
from dataclasses import replace

from games.fair.scheme import NO_CHAIN
from lobby.tables.deck_shapes import EndedDeck, NextDeckView, SealedDeckView
from lobby.tables.view.shown import DelayedReading
from lobby.tables.ws.delayed import DelayedStream


def deck(no):
    sealed = SealedDeckView("TFAIR2", "00" * 16, no, "00" * 16, 52, ["00" * 32] * 4, "00" * 32)
    ended = EndedDeck(no=no - 1, chain=NO_CHAIN.hex())
    return NextDeckView("holdem", sealed, None, [], [], ended, None)


def test_decks_that_were_thrown_away_are_shown_when_their_delay_is_over():
    first = DelayedReading(None, None, next_deck=deck(1))
    due = [first, first, *(replace(first, next_deck=deck(no)) for no in (2, 2, 4, 5))]
    shown = []

    async def in_thread(_read, *_named, **_other):
        return due.pop(0)

    async def play():
        stream = DelayedStream(
            uuid.uuid4(),
            60,
            in_thread,
            lambda _events: shown.append("hand"),
            lambda: shown.append(stream.reading.next_deck.deck.no),
            lambda: shown.append("all"),
        )
        await stream.begin()
        for _ in range(5):
            await stream.read()
        stream.stop()

    asyncio.run(play())
    assert shown == [2, "all", 5], "nobody saw deck 3 before its end"
