"""What the rules pages say, held against the engines; and the pages themselves."""

import re
from itertools import combinations

import pytest
from django.conf import settings
from django.test import Client

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.holdem import ranking as holdem
from games.engines.teen_patti import ranking as teen_patti
from games.engines.teen_patti.rules import PRESETS
from games.rulebook import BOOKS, Book, Duel, Ranked, one_in

TEEN_PATTI, HOLDEM = BOOKS["teen_patti"], BOOKS["holdem"]
HOLDEM_KINDS = {
    "straight_flush": holdem.STRAIGHT_FLUSH, "quads": holdem.QUADS, "full_house": holdem.FULL,
    "flush": holdem.FLUSH, "straight": holdem.STRAIGHT, "trips": holdem.TRIPS,
    "two_pair": holdem.TWO_PAIR, "pair": holdem.PAIR, "high": holdem.HIGH,
}  # fmt: skip
PAGES = [game.key for game in registry.all_games()]


@pytest.mark.parametrize("ranked", TEEN_PATTI.ranking, ids=lambda ranked: ranked.key)
def test_teen_patti_hands_are_what_they_are_called(ranked: Ranked):
    assert teen_patti.category(parse_cards(ranked.cards.all), PRESETS["standard"]) == ranked.key


def test_teen_patti_hands_are_counted():
    found = dict.fromkeys((ranked.key for ranked in TEEN_PATTI.ranking), 0)
    for cards in combinations(range(52), 3):
        found[teen_patti.category(cards, PRESETS["standard"])] += 1
    assert {ranked.key: ranked.count for ranked in TEEN_PATTI.ranking} == found


@pytest.mark.parametrize("ranked", HOLDEM.ranking, ids=lambda ranked: ranked.key)
def test_holdem_hands_are_what_they_are_called(ranked: Ranked):
    cards = parse_cards(ranked.cards.all)
    if ranked.key == "royal":
        assert holdem.label(cards) == "Royal flush"
    else:
        assert holdem.category(holdem.value(cards)) == HOLDEM_KINDS[ranked.key]


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS.keys())
def test_the_counts_make_up_the_pack(book: Book):
    assert sum(ranked.count for ranked in book.ranking) == book.total
    if book.total_of_seven:
        assert sum(ranked.of_seven or 0 for ranked in book.ranking) == book.total_of_seven


def test_rankings_go_from_best_to_worst():
    values = [holdem.value(parse_cards(ranked.cards.all)) for ranked in HOLDEM.ranking]
    assert values == sorted(values, reverse=True)
    keys = [
        teen_patti.hand_key(parse_cards(ranked.cards.all), PRESETS["standard"])
        for ranked in TEEN_PATTI.ranking
    ]
    assert keys == sorted(keys, reverse=True)


@pytest.mark.parametrize("duel", TEEN_PATTI.duels, ids=lambda duel: duel.title)
def test_teen_patti_examples_end_as_told(duel: Duel):
    rules = PRESETS[duel.preset]
    better, worse = parse_cards(duel.better.all), parse_cards(duel.worse.all)
    assert teen_patti.hand_key(better, rules) > teen_patti.hand_key(worse, rules)
    assert (teen_patti.label(better, rules), teen_patti.label(worse, rules)) == (
        duel.better_is,
        duel.worse_is,
    )


@pytest.mark.parametrize("duel", HOLDEM.duels, ids=lambda duel: duel.title)
def test_holdem_examples_end_as_told(duel: Duel):
    assert duel.board is not None
    cards = [parse_cards(f"{duel.board.all} {side.all}") for side in (duel.better, duel.worse)]
    assert len(set(cards[0] + cards[1])) == 9, "a card is there twice"
    better, worse = map(holdem.value, cards)
    assert better == worse if duel.equal else better > worse
    assert [holdem.label(side) for side in cards] == [duel.better_is, duel.worse_is]


@pytest.mark.parametrize("key", BOOKS)
def test_the_keys_are_those_of_the_table(key: str):
    """The table's own list of keys names every letter that the page names."""
    table = (settings.BASE_DIR / f"static/js/table/{key}/index.js").read_text()
    listed = set(re.findall(r'\["([^"]+)",', table[table.index("keys: [") :]))
    letters = {letter for text in listed for letter in re.findall(r"\b[A-Z]\b", text)}
    told = {k for move in BOOKS[key].moves for k in move.keys if re.fullmatch("[A-Z]", k)}
    assert told == letters


def test_odds_in_words():
    assert [one_in(52, 22_100), one_in(16_440, 22_100)] == ["one in 425", "one in 1.3"]


@pytest.mark.django_db
@pytest.mark.parametrize("key", PAGES)
def test_a_page_has_what_its_contents_promise(client: Client, key: str):
    page = client.get(f"/rules/{key}/").content.decode()
    anchors = set(re.findall(r'href="#([a-z_-]+)"', page)) - {"content"}
    assert {"presets", "options"} < anchors
    assert anchors == set(re.findall(r'<section id="([a-z_-]+)"', page))
    game = registry.get(key)
    for option in game.Rules.OPTIONS:
        assert f"<dt>{option.label}</dt>" in page.replace("&#x27;", "'")
    assert page.count('<details class="preset-card"') == len(game.presets)


@pytest.mark.django_db
@pytest.mark.parametrize("key", PAGES)
def test_a_page_shows_its_book(client: Client, key: str):
    page = client.get(f"/rules/{key}/").content.decode().replace("&#x27;", "'")
    book = BOOKS[key]
    for ranked in book.ranking:
        assert f'codes="{ranked.cards.main}">{ranked.cards.main_text}<' in page
        assert f"{ranked.count:,} of {book.total:,} hands" in page
    for text in [
        *(move.text for move in book.moves),
        *(meaning for _word, meaning in book.glossary),
        *(duel.why for duel in book.duels),
        *(title for _anchor, title in book.sections),
    ]:
        assert text in page, text


@pytest.mark.django_db
def test_a_game_without_a_book_has_a_page(client: Client, monkeypatch: pytest.MonkeyPatch):
    game = registry.get("teen_patti")
    other = type("Other", (type(game),), {"key": "bridge", "name": "Bridge"})()
    monkeypatch.setattr(registry, "_GAMES", {"bridge": other})
    page = client.get("/rules/bridge/")
    assert "Rules of Bridge" in page.content.decode()
    assert client.get("/rules/whist/").status_code == 404
