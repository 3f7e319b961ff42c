"""The cases of docs/rules/dou-dizhu-four.md 6.8, each as it is written there."""

from games.engines.core.contract import SeatSnapshot, TableHistory
from games.engines.dou_dizhu.ranks import packed_text
from games.engines.dou_dizhu_four.combos import readings
from tests.games.engines.scripted_dou_dizhu_four import (
    GAME,
    HAND,
    LANDLORD,
    Play,
    holding,
    landlord_wins,
    led_by_landlord,
    peasants_win,
)
from tests.support.cases import for_each

AIRPLANE = "333444555666777888999TTTJJJQQQKKK"
NOTHING = ""

READINGS = {
    "FD-1": {"RR": "pair@R", "BB": "pair@B", "BR": NOTHING},
    "FD-2": {"333": "trio@3", "BBR": NOTHING, "BRR": NOTHING},
    "FD-3": {"BBRR": "rocket@B"},
    "FD-4": {"3334": NOTHING, "33344456": NOTHING, "33344466": NOTHING},
    "FD-5": {"33344": "trio_with_pair@3", "333BB": "trio_with_pair@3", "333BR": NOTHING},
    "FD-6": {
        "3334445566": "airplane_with_pairs@3",
        "33344455BB": "airplane_with_pairs@3",
        "333444BBRR": "airplane_with_pairs@3",
        "333444555666777888" + "99TTJJQQKKAA": "airplane_with_pairs@3",
    },
    "FD-7": {"3334445555": NOTHING, "3333344455": NOTHING, "333444BR55": NOTHING},
    "FD-8": {"3333": "bomb@3", "33333": "bomb@3", "22222222": "bomb@2"},
    "FD-9": {"33334": NOTHING, "333344": NOTHING, "33334455": NOTHING, "33334444": NOTHING},
    "FD-10": {"34567": "chain@3", "3456789TJQKA": "chain@3", "3456": NOTHING, "TJQKA2": NOTHING},
    "FD-11": {
        "334455": "pair_chain@3",
        "33445566778899TTJJQQKKAA": "pair_chain@3",
        "3344": NOTHING,
        "KKAA22": NOTHING,
    },
    "FD-12": {"333444": "airplane@3", AIRPLANE: "airplane@3", "AAA222": NOTHING},
    "FD-13": {"33344": "trio_with_pair@3", "333444": "airplane@3", "333555": NOTHING},
}


@for_each("case", READINGS)
def test_cards_read_as_the_case_says(case):
    for ranks, name in READINGS[case].items():
        found = [reading.name() for reading in readings(packed_text(ranks))]
        assert found == ([name] if name else []), ranks


ANSWERS = {
    "FD-14": ("B", {"R": "", "B": "RANK_TOO_LOW", "2": "RANK_TOO_LOW"}),
    "FD-15": ("BB", {"RR": "", "22": "RANK_TOO_LOW", "3333": ""}),
    "FD-16": ("2222", {"33333": "", "3333": "RANK_TOO_LOW"}),
    "FD-17": ("44444", {"55555": "", "33333": "RANK_TOO_LOW", "5555": "RANK_TOO_LOW"}),
    "FD-18": ("22222222", {"BBRR": "", "33333333": "RANK_TOO_LOW"}),
    "FD-19": ("33344", {"444BB": "", "55533": "", "444555": "WRONG_CATEGORY"}),
    "FD-20": (
        "34567",
        {"45678": "", "456789": "WRONG_LENGTH", "44455": "WRONG_CATEGORY", "3333": ""},
    ),
}


@for_each("case", ANSWERS)
def test_answers_are_legal_or_refused_as_the_case_says(case):
    last, answers = ANSWERS[case]
    for ranks, code in answers.items():
        play = led_by_landlord(("", ranks, "", "")).pass_ahead().facing(last)
        action = play.playing(1, ranks)
        assert (play.code(action) if code else "") == code, ranks
        if not code:
            play.act(action)


def test_nothing_beats_the_four_jokers():
    play = led_by_landlord(("", "33333333", "", "")).pass_ahead().facing("BBRR")
    assert play.refused_play(1, "33333333") == "WRONG_CATEGORY"


def test_fd_21_each_gets_25_cards_and_the_landlord_eight_more():
    play = Play()
    assert [len(hand) for hand in play.state.hands] == [HAND] * 4
    assert play.view(0)["kitty"] == ["??"] * 8
    play.bid(0, 3)
    assert [len(hand) for hand in play.state.hands] == [33, 25, 25, 25]
    assert "??" not in play.view(3)["kitty"]


def test_fd_22_after_three_passes_the_last_to_play_leads_and_may_not_pass():
    play = holding(LANDLORD).play(0, "3").pass_(1, 2)
    assert play.state.last is not None
    play.pass_(3)
    assert (play.turn, play.state.last) == (0, None)
    assert play.refused(0, "pass") == "CANNOT_PASS_WHEN_LEADING"


def test_fd_23_after_four_passes_in_the_bidding_the_cards_are_dealt_again():
    play = Play(first=2).pass_(2, 3, 0)
    assert play.result is None
    play.pass_(1)
    assert (play.result.ended_by, play.net) == ("all_pass", (0, 0, 0, 0))


def test_fd_24_the_landlord_wins_or_loses_the_base_three_times():
    assert landlord_wins(spring=1).net == (15, -5, -5, -5)
    assert peasants_win().net == (-15, 5, 5, 5)


def test_fd_25_bombs_double_and_the_smallest_may_not():
    large = ("6666", "JJJJJJ")
    assert peasants_win(*large, bid=2).net == (-120, 40, 40, 40)
    assert peasants_win(*large, bid=2, smallest_bomb=6).net == (-60, 20, 20, 20)


def test_fd_26_a_bid_of_three_the_four_jokers_and_spring():
    hand = "3334445556667778889TTTJJJQQQABBRR"
    play = holding(hand, spring=2).alone(0, "BBRR", "333444555666777888", "TTTJJJQQQ")
    assert play.alone(0, "9", "A").net == (180, -60, -60, -60)


def test_fd_27_for_chips_the_largest_loss_is_reserved_and_a_short_stack_is_divided():
    rules = GAME.presets["chips"]
    assert GAME.entry_price(rules) == 480
    taken = tuple(SeatSnapshot(seat, 480 - (seat == 3)) for seat in range(4))
    assert GAME.next_hand(rules, taken, TableHistory()) is None
    table = {"score_mode": "chips", "multiplier_cap": 8, "stacks": (50, 500, 500, 500)}
    play = peasants_win("6666", "JJJJJJ", "QQQQQ", bid=1, out=2, **table)
    assert play.net == (-50, 16, 18, 16)


def test_fd_28_doubles_count_between_the_landlord_and_each_peasant():
    table = {"double_stage": True, "spring": 1}
    play = Play((LANDLORD[:HAND], "", "", ""), kitty=LANDLORD[HAND:], **table)
    play.bid(0, 1).pass_(1, 2, 3).double(0, 1).decline(2, 3)
    while play.result is None:
        hand = play.hand(0)
        play.alone(0, hand[0] * min(3, hand.count(hand[0])))
    assert play.net == (40, -20, -10, -10)


def test_fd_29_a_peasant_who_forfeits_pays_for_all_three():
    play = led_by_landlord(bid=1, leaver="forfeits").leave(2)
    assert (play.net, play.result.ended_by) == ((15, 0, -15, 0), "forfeit")


def test_fd_30_a_leader_out_of_time_plays_the_lowest_card_or_the_whole_hand():
    play = holding("3" + "5" * 8 + "6" * 8 + "7" * 8 + "8" * 8)
    assert play.time_out().step_events("play")[0]["cards"][0][0] == "3"
    whole = holding("44455" + "6" * 8 + "7" * 8 + "8" * 8 + "9999")
    whole.alone(0, "6" * 8, "7" * 8, "8" * 8, "9999").time_out()
    assert whole.result.ended_by == "landlord"
