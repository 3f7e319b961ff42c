"""The page of text: a hand of each game is played by typed lines alone, and reads as it should.

The transcripts beside `text_mode/played.mjs` are what a player hears; lines after > are typed.
`NEW_TRANSCRIPTS=1` writes them anew, to be read before they are kept.
"""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from games.engines.core.contract import Viewer
from lobby.tables.phrases import EMOTES
from tests.support.axe import violations
from tests.support.size import some
from tests.support.text_page import TextTable
from tests.support.told_page import SEATS, heard, open_told, say, small_table

FOLDER = Path(__file__).parent / "text_mode"
SCRIPTS: dict[str, tuple[int, list[list[str]], list[tuple[str, str]]]] = {
    "holdem.en": (
        2,
        [
            ["what", "cards", "check", "raise", "raise 2000", "call 7", "call"],
            ["board", "what beats what", "pot", "xyzzy", "c", "bet half"],
        ],
        [("check", "che"), ("call", "call"), ("fold", "fold")],
    ),
    "teen_patti.en": (
        3,
        [
            ["help", "cards", "players", "moves", "show", "blind"],
            ["see"],
            ["ranking", "cards", "stacks", "chaal"],
        ],
        [("accept", "accept"), ("show", "show"), ("bet", "chaal"), ("fold", "pack")],
    ),
    "teen_patti.hi": (
        3,
        [
            ["मदद", "पत्ते", "खिलाड़ी", "क्या", "शो", "ब्लाइंड"],
            ["देखें"],
            ["क्रम", "पत्ते", "चिप्स", "चाल"],
        ],
        [("accept", "हाँ"), ("show", "शो"), ("bet", "चाल"), ("fold", "pack")],
    ),
    "dou_dizhu.en": (
        1,
        [["cards", "what", "bid 3", "bid 2"], ["table", "play 3 3 4", "play", "hint", "play"]],
        [("bid", "bid 3"), ("decline", "no"), ("play", "hint;play"), ("pass", "pass")],
    ),
    "dou_dizhu.zh_Hans": (
        1,
        [["手牌", "能做什么", "叫分 3"], ["桌面", "牌型", "出 3 3 4", "出牌", "提示", "出牌"]],
        [("bid", "叫分3"), ("decline", "不加倍"), ("play", "提示;出牌"), ("pass", "不要")],
    ),
    "dou_dizhu_four.en": (
        1,
        [["cards", "what"], ["table", "stacks", "last 3"]],
        [
            ("bid", "bid 3"),
            ("call", "call"),
            ("rob", "no"),
            ("decline", "no"),
            ("play", "hint;play"),
            ("pass", "pass"),
        ],
    ),
    "dealer_teen_patti.en": (
        1,
        [["what", "pot", "ante 5", "pair plus 10", "ante 20"], ["cards", "table", "turn"]],
        [("raise", "raise"), ("ante", "ante 20")],
    ),
}


def played(name: str) -> str:
    """Return the transcript of a hand."""
    key, _, language = name.partition(".")
    seed, scripted, policy = SCRIPTS[name]
    with TextTable(key, language, seed=seed) as table:
        table.deal()
        waiting = list(scripted)
        for can in table.turns():
            seq = table.seq
            for line in waiting.pop(0) if waiting else ():
                if table.seq == seq:
                    table.type(line)
            if table.seq == seq:
                for line in next(line for kind, line in policy if kind in can).split(";"):
                    table.type(line)
            assert table.seq > seq, table.transcript[-8:]
        table.type(table.words.text("text.word.stacks").partition(",")[0])
        return "\n".join(table.transcript) + "\n"


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_hand_is_played_by_typed_lines_alone(name: str) -> None:
    transcript = played(name)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("NEW_TRANSCRIPTS"):
        file.write_text(transcript)
    assert transcript == file.read_text()


def test_an_action_whose_price_changed_is_asked_about() -> None:
    with TextTable("holdem", seed=2) as table:
        table.deal()
        for _can in table.turns():
            seq = table.seq
            said = table.type("call", began='[{"kind":"call","amount":1}]')
            assert "The price has changed" in said[0]
            assert table.seq == seq
            table.type("call", began=table.price)
            assert table.seq > seq
            return


def test_all_chips_are_bet_only_when_typed_twice() -> None:
    with TextTable("holdem", seed=2) as table:
        table.deal()
        for _can in table.turns():
            seq = table.seq
            (why,) = table.type("all in")
            assert "These are all your chips. Type all in again" in why
            table.type("pot")
            table.type("raise max")
            assert table.seq == seq
            table.type("all in")
            table.type("all in")
            assert table.seq > seq
            return


def test_lines_are_said_again_by_their_number() -> None:
    with TextTable("teen_patti", seed=3) as table:
        table.deal()
        assert table.type("repeat 2")[0].endswith("Hand 1. Boot 10; Dev deals.")
        assert table.type("again 99")[0].endswith("There is no such line.")
        assert table.type("say Well played!") == []
        assert table.type("leave")[0].endswith("Type leave again if you are sure.")


def test_reactions_are_sent_by_number_or_words() -> None:
    with TextTable("teen_patti", seed=3) as table:
        (said,) = table.type("react")
        first = re.search(r"1 ([^,]+), 2 ", said)
        assert first
        for typed in ("react 1", f"react {first[1][:4].lower()}"):
            assert table.type(typed) == []
            assert table.sent[-1] == {"type": "react", "reaction": EMOTES[0]}
        sent = len(table.sent)
        assert "1 " in table.type("react 99")[0]
        assert len(table.sent) == sent


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("hi", "pack", "आपने पैक किया"),
        ("hi", "पै", "आपने पैक किया"),
        ("hi", "ब्लाइंड २०", "आपने 20 का ब्लाइंड खेला"),
        ("zh_Hans", "暗注20", "你下暗注 20"),
        ("zh_Hans", "BLIND 20.", "你下暗注 20"),
        ("en", "Chaal", "You bet 10 blind"),
    ],
)
def test_commands_are_understood_in_two_languages(language: str, typed: str, said: str) -> None:
    with TextTable("teen_patti", language, seed=3) as table:
        table.deal()
        next(table.turns())
        assert said in table.type(typed)[0]


# -- and as a browser shows it -------------------------------------------------------------------


@pytest.mark.parametrize("key", some(sorted(SEATS, reverse=True), 2))
async def test_a_told_hand_is_one_numbered_log(told: Page, files: str, key: str) -> None:
    table = small_table(key, SEATS[key])
    seat = table.hands[0].opening.seats[0]
    messages: list[dict[str, Any]] = heard(table, Viewer(seat=seat))
    for at, message in enumerate(messages):
        if message.get("hand"):
            message["hand"]["seq"] = at
    await open_told(told, files, key, user=True, cuts=table.cuts_of(seat), text=True)
    await say(told, messages[0])
    field = told.get_by_label("Command", exact=True)
    await expect(field).to_be_focused()
    await say(told, *messages[1:])
    lines = told.get_by_role("log").locator("p")
    await expect(lines.nth(4)).to_be_visible()
    await field.fill("play or what")
    await field.fill("xyzzy")
    await field.press("Enter")
    await expect(told.get_by_role("log")).to_contain_text("I do not understand “xyzzy”")
    await field.press("ArrowUp")
    await expect(field).to_have_value("xyzzy")
    texts = [text for text in await lines.all_text_contents() if not text.startswith(">")]
    numbers = [int(text.partition(".")[0]) for text in texts]
    assert numbers == list(range(1, len(texts) + 1))
    assert not await told.locator("#spoken").count()
    assert await violations(told, (1440, 900), (320, 568)) == []
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert await told.evaluate(wide)


async def test_a_typed_command_is_sent_for_the_state_it_was_typed_for(
    told: Page, files: str
) -> None:
    table = small_table("teen_patti", SEATS["teen_patti"])
    hand = table.hands[0]
    messages: list[dict[str, Any]] = []
    seat = hand.moves[0].action.seat
    for message in heard(table, Viewer(seat=seat)):
        messages.append(message)
        if (message.get("hand") or {}).get("view", {}).get("turn") == seat:
            break
    await open_told(told, files, "teen_patti", user=True, cuts=table.cuts_of(seat), text=True)
    await say(told, *messages)
    field = told.get_by_label("Command", exact=True)
    await field.fill("pack")
    await field.press("Enter")
    await told.wait_for_function("sent.some(({type}) => type === 'act')")
    act = await told.evaluate("sent.find(({type}) => type === 'act')")
    assert (act["action"], act["hand"]) == ("fold", messages[-1]["hand"]["id"])


async def test_a_card_that_has_not_passed_is_not_told(told: Page, files: str) -> None:
    table = small_table("holdem", 9)
    messages = heard(table, Viewer())
    await open_told(told, files, "holdem", user=False, text=True)
    false = messages[[bool(one.get("hand")) for one in messages].index(True)]
    false["events"] = [{"kind": "show", "seat": 0, "cards": ["As", "Ah"], "hand_value": None}]
    before = messages.index(false)
    await say(told, *messages[:before], false)
    await expect(told.locator(".fair-failure")).to_contain_text("This page has stopped")
    assert "ace of" not in await told.get_by_role("log").inner_text()
