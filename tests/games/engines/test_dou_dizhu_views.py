"""The views of Dou Dizhu: the table, hints, answers about selections, and sentences."""

from games.engines.core.cards import parse_card
from games.engines.core.contract import EVERYONE, OPEN, SPECTATOR, Action, Opening, Viewer
from games.engines.core.fold import fold
from games.engines.dou_dizhu.ranks import RANKS
from tests.games.engines.scripted_dou_dizhu import (
    GAME,
    LANDLORD,
    WINNER,
    Play,
    deck_of,
    holding,
    landlord_wins,
    opening,
    peasants_win,
)

# -- views -----------------------------------------------------------------------------------


def test_the_kitty_is_shown_to_all_or_to_the_landlord():
    for show, seen in ((True, "899"), (False, "???")):
        play = Play((LANDLORD[:17], "", ""), kitty="899", show_kitty=show)
        for viewer in (SPECTATOR, Viewer(seat=0), Viewer(seat=1)):
            assert GAME.view(play.state, viewer)["kitty"] == ["??"] * 3
        play.call(0)
        assert "".join(sorted(card[0] for card in play.view()["kitty"])) == seen
        assert "".join(sorted(card[0] for card in play.view(1)["kitty"])) == seen
        assert "".join(sorted(card[0] for card in play.view(0)["kitty"])) == "899"
        (event,) = [event for event in play.events if event.kind == "kitty"]
        assert event.audience == (EVERYONE if show else (0,))


def test_all_cards_are_open_at_the_end():
    for play in (landlord_wins(), peasants_win(), Play().pass_(0, 1, 2)):
        for seat in play.view()["seats"]:
            assert "??" not in seat["cards"]
            assert len(seat["cards"]) == seat["count"]
    shown = landlord_wins().result.shown
    assert [(one.seat, len(one.cards), one.hand_value) for one in shown] == [
        (1, 17, None),
        (2, 17, None),
    ]


def test_the_table_is_shown_move_by_move():
    play = holding(LANDLORD).play(0, "3").pass_(1)
    view = play.view()
    assert (view["last"]["seat"], view["last"]["category"], view["turn"]) == (0, "solo", 2)
    assert [(move["seat"], len(move["cards"]), move["category"]) for move in view["trick"]] == [
        (0, 1, "solo"),
        (1, 0, None),
    ]
    assert view["before"] == []
    assert view["played"] == [1] + [0] * 14
    assert [seat["last"] and seat["last"]["kind"] for seat in view["seats"]] == [
        "play",
        "pass",
        None,
    ]
    play.pass_(2).play(0, "33")
    view = play.view()
    assert len(view["before"]) == 3
    assert [(move["seat"], len(move["cards"])) for move in view["trick"]] == [(0, 2)]
    assert view["played"][0] == 3
    assert view["seats"][0]["plays"] == 2
    assert view["seats"][0]["count"] == 17


def test_only_the_player_on_turn_has_hints():
    play = holding(LANDLORD).play(0, "9")
    assert play.view(1)["you"]["can_beat"]
    assert not play.view(2)["you"]["hints"]
    assert not play.view(2)["you"]["legal"]
    assert "you" not in play.view()
    assert "you" not in GAME.view(play.state, OPEN)


def test_hints_go_from_the_weakest_on_and_bombs_last():
    play = holding("3344455556777788899T").facing("33")
    hints = [ranks_in_text(hint) for hint in play.view(0)["you"]["hints"]]
    assert hints == ["44", "55", "77", "88", "99", "5555", "7777"]
    leading = holding("33344456789TJQKAA222").view(0)["you"]["hints"]
    assert 0 < len(leading) <= 40


def test_among_hints_of_a_rank_more_cards_come_first():
    hints = holding("333557799JJKK22BR8QA").view(0)["you"]["hints"]
    low = [len(hint) for hint in hints if [card[0] for card in hint].count("3") > 0]
    assert low == [5] * 6 + [4] * 11 + [3, 2, 1]


def test_hints_carry_the_lowest_kickers_first():
    """Check that an airplane carries small cards before the jokers."""
    play = holding("34555666789TJQKA22BR").facing("33344478")
    hints = [ranks_in_text(hint) for hint in play.view(0)["you"]["hints"]]
    assert hints[:3] == ["34555666", "35556667", "35556668"]
    assert len(hints) == 40


def ranks_in_text(cards):
    ranks = [card[0] for card in cards]
    return "".join(sorted(ranks, key=RANKS.index))


def test_a_selection_can_be_asked_about():
    play = holding("3334445556667789TTJJ")
    asked = play.ask(0, "333444555666")
    assert asked["category"] == "airplane"
    assert {reading["reading"] for reading in asked["readings"]} == {
        "airplane@3",
        "airplane_with_solos@4",
        "airplane_with_solos@3",
    }
    assert asked["code"] is None
    assert play.ask(0, "34") == {
        "category": None,
        "readings": [],
        "code": "NOT_A_COMBINATION",
    }
    play.play(0, "J")
    assert play.ask(0, "77")["category"] == "pair"
    assert play.ask(0, "77")["code"] == "NOT_YOUR_TURN"
    assert play.ask(1, "R")["code"] is None
    assert play.ask(0, "BR")["code"] == "CARD_NOT_IN_HAND"
    play.facing("TT")
    assert play.ask(1, "Q")["code"] == "WRONG_CATEGORY"


def test_a_selection_is_named_as_it_would_be_played():
    """Read 444555666777 with solos on an airplane with solos; as an airplane when leading."""
    play = holding("444555666777").facing("333444555TJQ")
    assert play.ask(0, "444555666777")["category"] == "airplane_with_solos"
    assert play.ask(0, "444555666777")["code"] is None
    play.facing("333444")
    assert play.ask(0, "444555666777")["code"] == "WRONG_LENGTH"
    assert play.ask(0, "444555666777")["category"] == "airplane"


def test_asking_reveals_nothing_about_cards_of_others():
    play = holding(LANDLORD)
    for ranks in ("A", "AA", "BR", "3A"):
        asked = play.ask(0, ranks)
        assert (asked["category"], asked["readings"], asked["code"]) == (
            None,
            [],
            "CARD_NOT_IN_HAND",
        )


# -- words -----------------------------------------------------------------------------------


def test_typed_actions():
    rules = GAME.presets["default"]
    view = Play().view(0)
    for word in ("call", "rob", "pass", "double", "decline", "open"):
        assert GAME.read([word], view, rules).kind == word
    assert GAME.read(["bid", "2"], view, rules)[:2] == ("bid", 2)
    for words in ([], ["bid"], ["bid", "x"], ["bid", "-1"], ["play"], ["call", "now"]):
        assert GAME.read(words, view, rules) is None


def test_folding_an_example_gives_the_same_game():
    """Fold the actions of a whole game, as a record stores them."""
    start = opening((LANDLORD[:17], WINNER, ""), kitty=LANDLORD[17:])
    assert isinstance(start, Opening)
    play = peasants_win(1, 3)
    actions = []
    again = GAME.deal(start).state
    for event in play.all_events:
        data = dict(event.data)
        if event.kind in ("call", "pass"):
            actions.append(Action(data["seat"], event.kind))
        elif event.kind == "play":
            cards = tuple(map(parse_card, data["cards"]))
            actions.append(Action(data["seat"], "play", cards=cards))
    again = fold(GAME, start, actions)
    assert again == play.state
    assert deck_of((LANDLORD[:17], WINNER, ""), LANDLORD[17:]) == start.deck
