"""Questions and spots about the rules: the engines answer, on pages and in the API."""

import random
import re
from collections import Counter

import pytest
from django.test import Client
from django.utils.translation import override

from core.messages import catalogue
from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.holdem import ranking as holdem
from games.engines.teen_patti import ranking as teen_patti
from games.quiz import dou_dizhu, questions, views
from games.quiz import holdem as holdem_quiz
from games.quiz.game_quiz import has_quiz, quiz_of
from games.quiz.positions import found, rules_of
from games.quiz.questions import QUESTIONS_COUNT, questions_of
from games.quiz.spots import spots_of, tried
from games.rulebook.book import book_of
from tests.support.cases import for_each

GAMES = [game.key for game in registry.all_games()]
SEEDS = ("1", "2", "3")


def test_every_game_has_questions_and_spots():
    assert all(
        has_quiz(key) and len(spots_of(key)) == len(quiz_of(key).spots) == 2 for key in GAMES
    )


@for_each("key", GAMES)
def test_questions_are_the_same_for_a_seed_and_lead_to_a_chapter(key):
    anchors = {anchor for anchor, _title in book_of(key).sections}
    answers = Counter()
    for seed in SEEDS:
        asked = questions_of(key, seed)
        assert len(asked) == QUESTIONS_COUNT
        for one in asked:
            assert one.anchor in anchors, one
            assert 2 <= len(set(one.choices)) == len(one.choices) <= 4, one
            assert one.choices[one.right]
            assert one.why
            answers[len(one.choices), one.right] += 1
    assert questions_of(key, SEEDS[-1]) == asked != questions_of(key, "b")
    assert len(answers) > 3, "no answer is always the right one"


def test_the_better_hand_is_that_of_the_evaluator():
    rules, rng = rules_of("teen_patti"), random.Random(2)
    for _ in range(30):
        asked = quiz_of("teen_patti").kinds[0]("teen_patti", rng)
        first, second = (parse_cards(" ".join(cards)) for _label, cards in asked.groups)
        keys = teen_patti.hand_key(first, rules), teen_patti.hand_key(second, rules)
        assert asked.right == (2 if keys[0] == keys[1] else int(keys[0] < keys[1]))
        asked = holdem_quiz.compare_holdem("holdem", rng)
        board, *hands = (parse_cards(" ".join(cards)) for _label, cards in asked.groups)
        values = [holdem.value(board + hand) for hand in hands]
        assert asked.right == (2 if values[0] == values[1] else int(values[0] < values[1]))


def test_both_answers_to_a_question_about_the_rules_occur():
    for key, ask in (
        ("teen_patti", questions.may_bet),
        ("holdem", questions.may_do("check", "call")),
        ("dou_dizhu", dou_dizhu.may_play),
    ):
        rng = random.Random(4)
        given = Counter(ask(key, rng).right for _ in range(25))
        assert set(given) == {0, 1}, (key, given)


@for_each("key", GAMES)
def test_the_engine_answers_every_offer_of_a_spot(key):
    verdicts = []
    for spot in spots_of(key):
        legal = {one.kind for one in found(key, spot.name).legal}
        for offer in spot.offers:
            cards = parse_cards(" ".join(offer.cards))
            verdict = tried(key, spot.name, offer.kind, offer.amount, cards)
            verdicts.append(verdict)
            assert verdict.lines, offer
            assert verdict.is_legal or verdict.code, offer
            assert offer.kind in legal or not verdict.is_legal
        for odd in ("leave", "", "fireworks"):
            assert tried(key, spot.name, odd, None, ()).code == "UNKNOWN_ACTION"
        if spot.own:
            assert not tried(key, spot.name, "play", None, parse_cards("2c 2c")).is_legal
    assert {one.is_legal for one in verdicts} == {True, False}
    assert any(one.is_over for one in verdicts) or key.startswith("dou_dizhu")


def test_an_example_says_who_wins_and_why():
    verdict = tried("holdem", "river", "call", None, ())
    assert verdict.is_over
    assert re.search(r"win.* with ", verdict.lines[-1])


def test_a_reader_without_scripts_answers_and_reads_why(client: Client, db):
    first = client.get("/rules/holdem/quiz/").content
    assert first != client.get("/rules/holdem/quiz/").content
    page = client.get("/rules/holdem/quiz/?seed=abc").content.decode()
    assert page.count("<fieldset") == QUESTIONS_COUNT
    assert "right answer" not in page
    asked = questions_of("holdem", "abc")
    given = {f"a{number}": one.right for number, one in enumerate(asked)}
    done = client.get("/rules/holdem/quiz/", {"seed": "abc", "judged": "1", **given})
    assert f"{QUESTIONS_COUNT} of {QUESTIONS_COUNT} are right." in done.content.decode()
    given["a0"] = (asked[0].right + 1) % len(asked[0].choices)
    wrong = client.get("/rules/holdem/quiz/", {"seed": "abc", "judged": "1", **given}).content
    assert f"{QUESTIONS_COUNT - 1} of {QUESTIONS_COUNT} are right." in wrong.decode()
    assert f"/rules/holdem/#{asked[0].anchor}" in wrong.decode()
    for seed in ("", "ABC", "a" * 40, "<b>"):
        assert client.get("/rules/holdem/quiz/", {"seed": seed}).context["seed"] != seed
    assert client.get("/rules/snap/quiz/").status_code == 404


def test_a_spot_is_played_by_plain_forms(client: Client, db):
    rules = client.get("/rules/teen_patti/").content.decode()
    assert "/rules/teen_patti/try/first/" in rules
    page = client.get("/rules/teen_patti/try/first/", {"do": "bet:21"}).content.decode()
    assert "The rules refuse it." in page
    assert "between 10 and 20" in page
    page = client.get("/rules/teen_patti/try/first/", {"do": "bet:20"}).content.decode()
    assert "The rules allow it." in page
    own = spots_of("dou_dizhu")[1].own
    page = client.get("/rules/dou_dizhu/try/reply/", {"do": "play", "card": own[:2]})
    assert page.status_code == 200
    for odd in ({"do": "bet:x"}, {"do": "play", "card": "Zz"}, {"do": "bet:" + "9" * 99}):
        assert client.get("/rules/dou_dizhu/try/reply/", odd).status_code == 200
    assert client.get("/rules/dou_dizhu/try/nowhere/").status_code == 404


def test_engines_work_for_each_reader_only_so_often(client: Client, db, monkeypatch):
    monkeypatch.setattr(views, "PAGES_PER_MINUTE_MAX", 2)
    codes = [client.get("/rules/holdem/quiz/?seed=abc").status_code for _ in range(4)]
    assert 429 in codes


@pytest.mark.parametrize("language", ["hi", "zh-Hans"])
def test_questions_are_in_the_language_of_the_reader(language):
    english = questions_of("teen_patti", "abc")
    with override(language.lower()):
        assert catalogue().language == language
        other = questions_of("teen_patti", "abc")
    assert [one.right for one in other] == [one.right for one in english]
    assert all(one.text != two.text for one, two in zip(other, english, strict=True))


def test_apps_ask_and_answer(db):
    client = Client()
    asked = client.get("/api/v1/games/dou_dizhu/quiz?seed=abc").json()
    assert len(asked["questions"]) == QUESTIONS_COUNT
    assert "right" not in asked["questions"][0]
    right = [one.right for one in questions_of("dou_dizhu", "abc")]
    sent = {"content_type": "application/json"}
    body = {"seed": "abc", "answers": [*right[:-1], None]}
    result = client.post("/api/v1/games/dou_dizhu/quiz", body, **sent).json()
    assert (result["right"], result["of"]) == (QUESTIONS_COUNT - 1, QUESTIONS_COUNT)
    assert result["answers"][0]["rule"].startswith("/rules/dou_dizhu/#")
    assert client.get("/api/v1/games/dou_dizhu/quiz").json()["seed"]
    assert client.get("/api/v1/games/dou_dizhu/quiz?seed=A!").status_code == 400
    spots = client.get("/api/v1/games/holdem/spots").json()["items"]
    assert [one["name"] for one in spots] == list(quiz_of("holdem").spots)
    tried_out = client.post("/api/v1/games/holdem/spots/first", {"action": "check"}, **sent)
    assert tried_out.json()["code"] == "CANNOT_CHECK_FACING_BET"
    refused = client.post("/api/v1/games/holdem/spots/nowhere", {"action": "check"}, **sent)
    assert refused.status_code == 404
