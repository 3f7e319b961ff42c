"""The statements of the rules pages, compared with the engines; and the pages themselves."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from django.conf import settings
from django.test import Client

from core.messages import catalogue
from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.errors import IllegalAction
from games.engines.dealer_teen_patti.designs import PRESETS as DESIGNS
from games.engines.dou_dizhu.combos import Reading, chosen, plays, readings
from games.engines.dou_dizhu.ranks import RANKS, pack, packed_text, size, text_of
from games.engines.dou_dizhu.rules import PRESETS as LANDLORDS
from games.engines.dou_dizhu.settlement import settle
from games.engines.dou_dizhu.state import Draft, multiplier
from games.engines.holdem import ranking as holdem
from games.engines.teen_patti import ranking as teen_patti
from games.engines.teen_patti.rules import PRESETS
from games.odds import analyse
from games.odds.figures import percent
from games.records.hand_names import hand_title
from games.rulebook.book import FOLDER, Book, Cards, book_of, filled
from games.rulebook.figures import one_in, signed
from games.rulebook.rule_words import RuleWords
from tests.games.engines.scripted_dealer import against
from tests.games.engines.scripted_dou_dizhu import PACK, Play, holding, led_by_landlord
from tests.games.rulebook.told import Told, told_of
from tests.games.words import combination, said
from tests.support.cases import for_each
from tests.support.node import run_in_node

BOOKS = {game.key: book for game in registry.all_games() if (book := book_of(game.key))}
TEEN_PATTI, HOLDEM, DOU_DIZHU = BOOKS["teen_patti"], BOOKS["holdem"], BOOKS["dou_dizhu"]
DEALER = BOOKS["dealer_teen_patti"]
HOLDEM_KINDS = {
    "straight_flush": holdem.STRAIGHT_FLUSH,
    "quads": holdem.QUADS,
    "full_house": holdem.FULL,
    "flush": holdem.FLUSH,
    "straight": holdem.STRAIGHT,
    "trips": holdem.TRIPS,
    "two_pair": holdem.TWO_PAIR,
    "pair": holdem.PAIR,
    "high": holdem.HIGH,
}
PAGES = [game.key for game in registry.all_games()]
STANDARD = LANDLORDS["standard"]


@for_each("ranked", told_of(TEEN_PATTI, "ranking"), ids=lambda ranked: ranked.key)
def test_teen_patti_hands_have_their_categories(ranked: Told):
    assert teen_patti.category(parse_cards(ranked.cards.all), PRESETS["standard"]) == ranked.key


def test_teen_patti_hands_are_counted():
    found = dict.fromkeys((ranked.key for ranked in told_of(TEEN_PATTI, "ranking")), 0)
    for cards in combinations(range(52), 3):
        found[teen_patti.category(cards, PRESETS["standard"])] += 1
    assert {ranked.key: ranked.count for ranked in told_of(TEEN_PATTI, "ranking")} == found


@for_each("ranked", told_of(HOLDEM, "ranking"), ids=lambda ranked: ranked.key)
def test_holdem_hands_have_their_categories(ranked: Told):
    cards = parse_cards(ranked.cards.all)
    if ranked.key == "royal":
        assert holdem.hand_value_of(cards)["kind"] == "royal_flush"
    else:
        assert holdem.category(holdem.value(cards)) == HOLDEM_KINDS[ranked.key]


@pytest.mark.parametrize("book", [TEEN_PATTI, HOLDEM], ids=["teen_patti", "holdem"])
def test_the_counts_make_up_the_pack(book: Book):
    assert book.head["total"]
    assert sum(ranked.count for ranked in told_of(book, "ranking")) == book.head["total"]
    if book.head.get("total_of_seven"):
        assert sum(ranked.of_seven or 0 for ranked in told_of(book, "ranking")) == book.head.get(
            "total_of_seven"
        )


def test_rankings_go_from_best_to_worst():
    values = [holdem.value(parse_cards(ranked.cards.all)) for ranked in told_of(HOLDEM, "ranking")]
    assert values == sorted(values, reverse=True)
    keys = [
        teen_patti.hand_key(parse_cards(ranked.cards.all), PRESETS["standard"])
        for ranked in told_of(TEEN_PATTI, "ranking")
    ]
    assert keys == sorted(keys, reverse=True)


@pytest.mark.parametrize("duel", told_of(TEEN_PATTI, "duels"), ids=lambda duel: duel.title)
def test_teen_patti_examples_end_as_described(duel: Told):
    rules = PRESETS[duel.preset or "standard"]
    better, worse = parse_cards(duel.first.all), parse_cards(duel.second.all)
    assert teen_patti.hand_key(better, rules) > teen_patti.hand_key(worse, rules)
    named = [hand_title(teen_patti.hand_value_of(side, rules)) for side in (better, worse)]
    assert named == [duel.first_is, duel.second_is]


@for_each("duel", told_of(HOLDEM, "duels"), ids=lambda duel: duel.title)
def test_holdem_examples_end_as_described(duel: Told):
    cards = [parse_cards(f"{duel.board.all} {side.all}") for side in (duel.first, duel.second)]
    assert len(set(cards[0] + cards[1])) == 9, "a card is there twice"
    better, worse = map(holdem.value, cards)
    assert better == worse if duel.equal else better > worse
    named = [hand_title(holdem.hand_value_of(side)) for side in cards]
    assert named == [duel.first_is, duel.second_is]


# -- Dou Dizhu ---------------------------------------------------------------------------------


def ranks_of(cards: Cards) -> str:
    """The ranks of drawn cards, as the engine's tests write them; no card may occur twice."""
    parsed = parse_cards(cards.all)
    assert len(set(parsed)) == len(parsed), "a card is there twice"
    return text_of(pack(parsed))


def read(cards: Cards, preset: str = "standard") -> tuple[Reading, ...]:
    return readings(packed_text(ranks_of(cards)), LANDLORDS[preset].kickers())


def primal(reading: Reading) -> str:
    """The ranks of a reading without the cards it carries."""
    copies = {"trio": 3, "airplane": 3, "four": 4, "rocket": 1}.get(reading.category.split("_")[0])
    if reading.category.startswith("rocket"):
        return "BR"
    row = range(reading.rank, reading.rank + reading.n)
    return "".join(RANKS[rank] * copies for rank in row) if copies else text_of(reading.cards)


def check_drawn(cards: Cards, reading: Reading) -> None:
    """Exactly the carried cards are drawn pale."""
    assert ranks_of(Cards(cards.main)) == primal(reading)


@pytest.fixture(scope="module")
def pack_plays() -> dict[str, list[Reading]]:
    """Everything that the whole pack can play, under each preset that the page counts."""
    full = packed_text(PACK)
    return {preset: plays(full, LANDLORDS[preset].kickers()) for preset in DOU_DIZHU.head["sets"]}


@for_each("kind", told_of(DOU_DIZHU, "kinds"), ids=lambda kind: kind.key)
def test_combinations_have_their_kinds(kind: Told):
    (reading,) = read(kind.cards)
    assert (reading.category, combination(reading.category)) == (kind.key, kind.name)
    check_drawn(kind.cards, reading)


@pytest.mark.slow
def test_every_combination_is_described_and_counted(pack_plays: dict[str, list[Reading]]):
    counts = Counter(reading.category for reading in pack_plays["standard"])
    assert {kind.key: kind.count for kind in told_of(DOU_DIZHU, "kinds")} == counts


@pytest.mark.slow
@pytest.mark.parametrize("kind", told_of(DOU_DIZHU, "kinds"), ids=lambda kind: kind.key)
def test_combinations_are_as_long_as_described(kind: Told, pack_plays: dict[str, list[Reading]]):
    found = [reading for reading in pack_plays["standard"] if reading.category == kind.key]
    groups = {reading.n for reading in found}
    lengths = groups if len(groups) > 1 else {size(reading.cards) for reading in found}
    received = [int(number) for number in re.findall(r"\d+", kind.size)]
    assert (received[0], received[-1]) == (min(lengths), max(lengths))


def test_default_rules_allow_the_same_kickers_as_standard_rules():
    assert LANDLORDS["default"].kickers() == STANDARD.kickers()


@pytest.mark.slow
def test_sets_are_counted_under_each_preset(pack_plays: dict[str, list[Reading]]):
    found = {preset: len({r.cards for r in some}) for preset, some in pack_plays.items()}
    assert DOU_DIZHU.head["sets"] == found
    readings_of = Counter(reading.cards for reading in pack_plays["standard"])
    assert DOU_DIZHU.head["several"] == sum(count > 1 for count in readings_of.values())
    assert [title for title, _count in DOU_DIZHU.head["sets_by_title"]][:2] == [
        "Bidding 1-2-3",
        "RLCard",
    ]


@for_each("answer", told_of(DOU_DIZHU, "answers"), ids=lambda answer: answer.title)
def test_answers_are_legal_or_not_as_described(answer: Told):
    for cards, name in ((answer.last, answer.last_is), (answer.reply, answer.reply_is)):
        (reading,) = read(cards)
        assert combination(reading.category) == name
        check_drawn(cards, reading)
    ranks = ranks_of(answer.reply)
    play = holding(ranks, rules=STANDARD).facing(ranks_of(answer.last))
    if not answer.refused:
        assert play.play(0, ranks).step_events("play")
        return
    with pytest.raises(IllegalAction) as no:
        play.play(0, ranks)
    assert said(play.game, play.state, no.value) == answer.refused


@pytest.mark.parametrize(
    "meaning", told_of(DOU_DIZHU, "meanings"), ids=lambda meaning: meaning.reading
)
def test_a_set_with_several_readings_is_drawn_as_read(meaning: Told):
    (reading,) = [found for found in read(meaning.cards) if found.name() == meaning.reading]
    check_drawn(meaning.cards, reading)
    low, high = (RANKS[rank] for rank in (reading.rank, reading.rank + reading.n - 1))
    assert meaning.name == f"{combination(reading.category)}, {low} to {high}"


def test_the_readings_of_the_example_are_all_and_the_first_is_usual():
    sets = {ranks_of(meaning.cards) for meaning in told_of(DOU_DIZHU, "meanings")}
    assert sets == {"333444555666"}
    found = read(told_of(DOU_DIZHU, "meanings")[0].cards)
    assert {meaning.reading for meaning in told_of(DOU_DIZHU, "meanings")} == {
        r.name() for r in found
    }
    usual = chosen(found, None, "")
    assert usual is not None
    assert usual.name() == told_of(DOU_DIZHU, "meanings")[0].reading
    # The page's statement about an answer (DZ-37).
    play = holding("333444555666", rules=STANDARD).facing("333444555789")
    assert play.play(0, "333444555666").step_events("play")[0]["reading"] == "airplane_with_solos@4"


@for_each("case", told_of(DOU_DIZHU, "carried"), ids=lambda case: case.text)
def test_the_kickers_of_each_preset_are_as_described(case: Told):
    allowed = set()
    for preset in DOU_DIZHU.head["sets"]:
        for reading in read(case.cards, preset):
            if (reading.category, primal(reading)) == (case.category, ranks_of_main(case)):
                allowed.add(preset)
    assert allowed == set(case.presets)


def ranks_of_main(case: Told) -> str:
    return ranks_of(Cards(case.cards.main))


def test_the_round_can_be_played_as_described():
    seats = {"Asha": 0, "Binod": 1, "Chitra": 2}
    hands = ["", "", ""]
    for turn in told_of(DOU_DIZHU, "trick"):
        hands[seats[turn.who]] += ranks_of(turn.cards) if turn.cards else ""
    play = led_by_landlord(tuple(hands))
    for turn in told_of(DOU_DIZHU, "trick"):
        seat = seats[turn.who]
        play.play(seat, ranks_of(turn.cards)) if turn.cards else play.pass_(seat)
    assert multiplier(play.state) == 2
    assert [(seat, kind) for seat, kind in seats_and_kinds(play)] == [
        (seats[turn.who], "play" if turn.cards else "pass") for turn in told_of(DOU_DIZHU, "trick")
    ]


def seats_and_kinds(play: Play) -> list[tuple[int, str]]:
    """Seat and kind of every move of the card play."""
    moves_and_calls = [
        event for event in play.all_events if event.kind in ("play", "pass", "landlord")
    ]
    kinds = [event.kind for event in moves_and_calls]
    moves = moves_and_calls[kinds.index("landlord") + 1 :]
    return [(dict(event.data)["seat"], event.kind) for event in moves]


@pytest.mark.parametrize("score", told_of(DOU_DIZHU, "scores"), ids=lambda score: score.title)
def test_scores_are_as_the_engine_counts_them(score: Told):
    landlord_won = score.net[0] > 0
    quick = (1, 0, 0) if landlord_won else (1, 1, 0)
    draft = Draft(
        led_by_landlord(rules=STANDARD).state._replace(
            bid=score.bid or 1,
            bombs=score.bombs or 0,
            rockets=score.rockets or 0,
            doubled=tuple(one == "yes" for one in score.doubled.split()) or (0, 0, 0),
            plays=quick if score.spring else (2, 2, 2),
        )
    )
    winner = 0 if landlord_won else 1
    draft.hands[winner] = ()
    settle(draft, winner)
    assert draft.result is not None
    assert tuple(change for _seat, change in draft.result.net) == score.net


def test_a_score_is_explained_as_one_product():
    for score in told_of(DOU_DIZHU, "scores"):
        for factors, worth in re.findall(r"([\d × ]+) = (\d+)", score.sum):
            product = 1
            for factor in factors.split("×"):
                product *= int(factor)
            assert product == int(worth)
            assert any(abs(part) == product for part in score.net[1:])
    assert told_of(DOU_DIZHU, "scores")[1].signed == ("+80", "\u221240")
    assert told_of(DOU_DIZHU, "scores")[-1].signed == ("\u221230", "+20 and +10")


def test_a_landlord_short_of_chips_pays_as_the_page_says():
    play = led_by_landlord(stacks=(51, 200, 200), score_mode="chips", min_stack=1)
    draft = Draft(play.state._replace(bombs=3, plays=(2, 2, 2)))
    settle(draft, 2)
    assert draft.result is not None
    assert tuple(change for _seat, change in draft.result.net) == (-51, 25, 26)


# -- against the dealer ------------------------------------------------------------------------

PAID_TITLES = "{ return x.map(m.paidTitle); }"


@for_each("example", told_of(DEALER, "rounds"), ids=lambda example: example.title)
def test_rounds_against_the_dealer_end_as_described(example: Told):
    dealer = example.dealer.all if example.dealer else None
    play = against(example.mine.all, dealer, example.decision, bets=dict(example.side_bets))
    view = play.view(0)
    (mine,) = view["seats"]
    titles = run_in_node("table/dealer_teen_patti/words.js", PAID_TITLES, mine["pays"])
    net = [line["net"] for line in mine["pays"]]
    assert list(zip(titles, net, strict=True)) == example.paid
    named = [hand_title(hand["hand_value"]) for hand in (mine, view["dealer"])]
    assert named == [example.mine_is, example.dealer_is]
    assert example.together == signed(mine["net"])


def test_the_page_states_the_edge_of_the_standard_pay_table():
    found = analyse(DESIGNS["teen_patti"].table)
    assert found.threshold.text(catalogue()) == "Q-6-4 or better"
    (pair_plus,) = found.side_bets
    figures = (found.house_edge, found.element_of_risk, pair_plus.house_edge)
    assert [percent(figure, 2) for figure in figures] == ["3.37 %", "2.01 %", "2.32 %"]
    assert round(found.raise_frequency, 2) == Fraction(67, 100), "two hands of three"


def test_payments_on_the_page_come_from_the_pay_table():
    pays = {bet.title: bet.lines for bet in told_of(DEALER, "pays")}
    assert list(pays) == ["Ante and raise", "Ante bonus", "Pair Plus"]
    assert pays["Ante bonus"] == [
        ("Pure sequence", "5 to 1"),
        ("Trail", "4 to 1"),
        ("Sequence", "1 to 1"),
    ]


# -- the pages ---------------------------------------------------------------------------------


@pytest.mark.parametrize("key", BOOKS)
def test_the_keys_are_those_of_the_table(key: str):
    """The table's own list of keys has every letter that the page names."""
    scripts = settings.BASE_DIR / "static/js/table"
    like = re.search(r'drawnLike: "(\w+)"', (scripts / f"{key}/index.js").read_text())
    extras = (scripts / (like[1] if like else key) / "extras.js").read_text()
    listed = set(re.findall(r'\["([^"]+)",', extras[extras.index("export const keys = [") :]))
    letters = {letter for text in listed for letter in re.findall(r"\b[A-Z]\b", text)}
    received = {
        k
        for move in told_of(BOOKS[key], "moves")
        for k in move.press or ()
        if re.fullmatch("[A-Z]", k)
    }
    assert received == letters


def test_odds_are_stated_in_words():
    assert [one_in(52, 22_100), one_in(16_440, 22_100)] == ["one in 425", "one in 1.3"]


@pytest.mark.django_db
@pytest.mark.parametrize("key", PAGES)
def test_a_page_has_every_section_of_its_contents(client: Client, key: str):
    page = client.get(f"/rules/{key}/").content.decode()
    anchors = set(re.findall(r'href="#([a-z_-]+)"', page)) - {"content"}
    assert {"presets", "options"} < anchors
    assert anchors == set(re.findall(r'<section id="([a-z_-]+)"', page))
    game = registry.get(key)
    for option in game.Rules.OPTIONS:
        assert f"<dt>{RuleWords(key).label(option.name)}</dt>" in page.replace("&#x27;", "'")
    assert page.count('<details class="preset-card"') == len(game.presets)


@pytest.mark.django_db
@pytest.mark.parametrize("key", PAGES)
def test_a_page_shows_its_book(client: Client, key: str):
    page = client.get(f"/rules/{key}/").content.decode().replace("&#x27;", "'")
    book = BOOKS[key]
    for ranked in told_of(book, "ranking"):
        assert f'codes="{ranked.cards.main}">{ranked.cards.main_text}<' in page
        assert f"{ranked.count:,} of {book.head['total']:,} hands" in page
    for kind in told_of(book, "kinds"):
        assert f'codes="{kind.cards.main}">{kind.cards.main_text}<' in page
        assert f"{kind.count:,} different" in page
    for count in book.head["sets"].values():
        assert f'<td class="num">{count:,}</td>' in page
    for text in [
        *(move.text for move in told_of(book, "moves")),
        *(text for words in book.records("glossary") for pair in words.values() for text in pair),
        *(duel.why for duel in told_of(book, "duels")),
        *(title for _anchor, title in book.sections),
        *(
            text
            for kind in told_of(book, "kinds")
            for text in (kind.name, kind.size, kind.text, kind.compared)
        ),
        *(text for answer in told_of(book, "answers") for text in (answer.why, answer.refused)),
        *(meaning.text for meaning in told_of(book, "meanings")),
        *(case.text for case in told_of(book, "carried")),
        *(turn.text for turn in told_of(book, "trick")),
        *(
            text
            for score in told_of(book, "scores")
            for text in (score.title, score.sum, *score.signed)
        ),
        *(odds for bet in told_of(book, "pays") for line in bet.lines for odds in line),
        *(
            text
            for example in told_of(book, "rounds")
            for text in (example.title, example.why, example.mine_is)
        ),
        *(text for example in told_of(book, "rounds") for line in example.lines for text in line),
        *(one.html for chapter in book.chapters for one in chapter.pieces),
    ]:
        assert text in page, text


@pytest.mark.django_db
@pytest.mark.parametrize("key", PAGES)
def test_a_page_shows_no_markup_and_its_links_lead_somewhere(client: Client, key: str):
    page = client.get(f"/rules/{key}/").content.decode()
    chapters = page[page.index('<div class="chapters">') : page.index('<section id="presets">')]
    assert re.findall(r"\*\*|\]\(|`|[{}]|^> |^- ", chapters, re.M) == []
    for link in re.findall(r'href="(/[^"]+)"', chapters):
        assert client.get(link).status_code == 200, link


def test_every_exact_rule_stands_in_its_book():
    """A book's rules are numbered without gaps, wherever among the chapters they stand."""
    for key in BOOKS:
        text = (FOLDER / f"{key.replace('_', '-')}.md").read_text()
        numbers = sorted(int(one) for one in re.findall(r"^### \d\.(\d+) ", text, re.M))
        assert numbers == list(range(1, len(numbers) + 1)), key


def test_records_take_what_they_leave_out_from_another_book():
    base = [{"key": "a", "count": 1, "text": "one"}, {"key": "b", "count": 2, "text": "two"}]
    assert filled([{"key": "b", "text": "zwei"}], base) == [{**base[1], "text": "zwei"}]
    assert filled([{"text": "eins"}, {"text": "zwei"}], base)[1] == {**base[1], "text": "zwei"}
    assert filled([], base) == base


@pytest.mark.django_db
def test_every_page_leads_to_the_rules_of_every_game(client: Client):
    """The bar's link opens the rules of one game, which link to all others."""
    (link,) = set(re.findall(r'<a href="(/rules/\w+/)"', client.get("/").content.decode()))
    page = client.get(link).content.decode()
    switch = page[page.index('class="tabs"') :]
    switch = switch[: switch.index("</nav>")]
    for game in registry.all_games():
        name = RuleWords(game.key).name.replace("'", "&#x27;")
        assert re.search(rf'<a href="/rules/{game.key}/" [^>]*>{re.escape(name)}</a>', switch)
    assert switch.count("<a ") == len(PAGES) == len(BOOKS)


@pytest.mark.django_db
def test_a_game_without_a_book_has_a_page(client: Client, monkeypatch: pytest.MonkeyPatch):
    game = registry.get("teen_patti")
    manifest = replace(game.manifest, messages=game.key)
    other = type("Other", (type(game),), {"key": "bridge", "manifest": manifest})()
    monkeypatch.setattr(registry, "_games", lambda: {"bridge": other})
    page = client.get("/rules/bridge/")
    assert "Rules of Teen Patti" in page.content.decode()
    assert client.get("/rules/whist/").status_code == 404
