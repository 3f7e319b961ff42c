"""How the hub collects players' commands for one transaction."""

import asyncio

import pytest

from lobby.tables.play.play import Answer
from lobby.tables.ws import hub
from tests.support.waiting import PATIENCE_S, until


@pytest.fixture
def batches(monkeypatch):
    """The batches that reached the transactions' thread."""
    played = []

    def play(commands, _pausing):
        played.append(list(commands))
        return [Answer(seq=number) for number, _command in enumerate(commands)]

    monkeypatch.setattr(hub, "play", play)
    return played


async def serve(here, *batches):
    """Submit the batches one after another, each once the last one was answered."""
    serving = asyncio.create_task(here._serve())
    for batch in batches:
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*map(here.submit, batch))
    serving.cancel()


@pytest.mark.parametrize("wait_s", [0.02, 3_600])
async def test_a_batch_begins_once_as_many_have_come_as_the_last_one_had(
    batches, monkeypatch, wait_s
):
    monkeypatch.setattr(hub, "GATHER_PER_COMMAND_S", wait_s)
    monkeypatch.setattr(hub, "GATHER_S_MAX", wait_s)
    await serve(hub.Hub(), "abc", "def", "ghij")
    assert batches == [[*"abc"], [*"def"], [*"ghij"]]


async def test_fewer_commands_are_carried_out_after_a_moment(batches):
    await serve(hub.Hub(), "abc", "d", "e")
    assert batches == [[*"abc"], ["d"], ["e"]]


async def test_commands_that_come_one_after_another_share_a_batch(batches, monkeypatch):
    monkeypatch.setattr(hub, "GATHER_PER_COMMAND_S", 3_600)
    monkeypatch.setattr(hub, "GATHER_S_MAX", 3_600)
    here = hub.Hub()
    serving = asyncio.create_task(here._serve())
    await asyncio.gather(*map(here.submit, "abc"))
    first = here.submit("d")
    await until(lambda: len(here.commands) == 1, "a command that waits")
    assert batches == [[*"abc"]]
    await asyncio.gather(first, *map(here.submit, "ef"))
    assert batches == [[*"abc"], [*"def"]]
    serving.cancel()
