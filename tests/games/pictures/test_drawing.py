"""Pictures of links: every text that we write can be drawn, long ones fit, cards are told apart."""

import re
import struct
from itertools import product

import pytest

from core.messages import catalogue
from games.engines.core import registry
from games.pictures.drawing import (
    WIDTH_PX,
    can_draw,
    card,
    fitted,
    measured,
    picture,
    soft,
    words,
)
from games.pictures.rendering import png_of
from games.rulebook.rule_words import RuleWords

LANGUAGES = ("en", "hi", "zh-hans")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_games_can_be_drawn(language):
    for game in registry.all_games():
        said = RuleWords(game.key, catalogue(language))
        texts = [said.name, *map(said.preset, game.presets)]
        numbers = catalogue(language).number(-1_234_567, signed=True)
        assert [text for text in [*texts, numbers] if not can_draw(text)] == []


def test_each_letter_is_drawn_by_a_font_that_has_it():
    # A letter that a font lacks would be the same box, or nothing, as any other.
    letters = "MमरŁИ李龙é9"
    assert all(can_draw(letter) for letter in letters)
    drawn = {png_of(_small(letter)) for letter in letters}
    assert len(drawn - {png_of(_small(""))}) == len(letters)


@pytest.mark.parametrize("text", ["6 में", "Meera में"])
def test_a_letter_too_small_to_be_seen_tells_the_renderer_the_script(text):
    assert re.findall(r"<tspan.*?>(.*?)</tspan>", words(text, 0, 0, 10))[0] == "अ"
    assert words("में 6", 0, 0, 10).count("<tspan") == 2
    assert words("6", 0, 0, 10).count("<tspan") == 1


def _small(letter):
    whole = picture(words(letter, 30, 50, 40))
    head = whole.split(">", 1)[0].replace('width="1200" height="630"', 'width="60" height="60"')
    return f"{head}>{whole[whole.rindex('<text') :]}"


def test_characters_without_a_font_are_left_out():
    assert not can_draw("عمر")
    assert words("⁨A♠⁩", 0, 0, 10) == words("A", 0, 0, 10)


@pytest.mark.parametrize("text", ["W" * 200, "李" * 90, "मीरा" * 60, "a"])
def test_a_long_text_gets_smaller_and_is_then_cut(text):
    short, size = fitted(text, 50, 800)
    assert measured(short) * size <= 800
    assert (short == text) == (len(text) == 1)
    assert size == (50 if text == "a" else pytest.approx(35))


def test_a_name_is_text_and_no_markup():
    drawn = soft("<script>&'\"", 0, 0, 30, width=WIDTH_PX)
    assert "<script" not in drawn
    assert "&lt;script&gt;&amp;" in drawn


def test_no_two_cards_look_the_same_and_both_packs_do():
    codes = ["".join(one) for one in product("23456789TJQKA", "shdc")] + ["BJ", "RJ", "??"]
    faces = {code: card(code, 0, 0, 100) for code in codes}
    assert len(set(faces.values())) == len(codes)
    assert card("AS", 0, 0, 100) == faces["As"]
    assert card("Bj", 0, 0, 100) == faces["BJ"]


def test_a_picture_has_the_size_that_messengers_ask_for():
    body = png_of(picture())
    assert body.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", body[16:24]) == (1200, 630)
