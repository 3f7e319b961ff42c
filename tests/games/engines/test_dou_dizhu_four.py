"""Four-player Dou Dizhu: combinations against a plain reading of the rules, and every option."""

import random
from itertools import combinations_with_replacement, pairwise

import pytest

from games.engines.core.cards import PACK, TEXTS, cards_in, parse_card, text_of
from games.engines.core.contract import SeatSnapshot, TableHistory
from games.engines.dou_dizhu.combos import BOMB, ROCKET, beats
from games.engines.dou_dizhu.ranks import RANKS, highest_first, pack, packed_text, rank_of, size
from games.engines.dou_dizhu_four.combos import plays, readings
from tests.games.engines.scripted_dou_dizhu_four import (
    GAME,
    LANDLORD,
    Play,
    holding,
    landlord_wins,
    led_by_landlord,
    peasants_win,
)
from tests.support.size import times

SEATS = (0, 1, 2, 3)


# -- two packs -------------------------------------------------------------------------------


def test_cards_of_two_packs_have_texts_of_their_own():
    assert len(set(TEXTS)) == len(TEXTS) == 2 * PACK
    assert [parse_card(text_of(card)) for card in range(2 * PACK)] == list(range(2 * PACK))
    assert (text_of(51), text_of(51 + PACK), text_of(53 + PACK)) == ("As", "AS", "Rj")
    assert cards_in(b'{"cards":["AS","As","Bj"]}') == {51, 51 + PACK, 52 + PACK}


def test_both_packs_have_the_same_ranks_and_equal_cards_lie_together():
    assert [rank_of(card) for card in range(PACK)] == [
        rank_of(card) for card in range(PACK, 2 * PACK)
    ]
    texts = [text_of(card) for card in highest_first(range(2 * PACK))]
    assert texts[:6] == ["Rj", "RJ", "Bj", "BJ", "2S", "2s"]


# -- combinations ----------------------------------------------------------------------------


def plain_category(ranks: str) -> str:
    """Return what some cards are, by counting them as rule 6.3 is written; "" for nothing."""
    if sorted(ranks) == sorted("BBRR"):
        return "rocket"
    counts = {rank: ranks.count(rank) for rank in RANKS if rank in ranks}
    n, many = len(counts), set(counts.values())
    if n == 1:
        return {1: "solo", 2: "pair", 3: "trio"}.get(len(ranks), "bomb")
    if many == {1} and n >= 5 and consecutive(counts):
        return "chain"
    if many == {2} and n >= 3 and consecutive(counts):
        return "pair_chain"
    if many == {3} and consecutive(counts):
        return "airplane"
    trios = [rank for rank, count in counts.items() if count == 3]
    if many != {2, 3} or 2 * len(trios) != n:
        return ""
    if len(trios) == 1:
        return "trio_with_pair"
    return "airplane_with_pairs" if consecutive(trios) else ""


def consecutive(ranks) -> bool:
    return "".join(sorted(ranks, key=RANKS.index)) in RANKS[:12]


def test_small_sets_of_cards_are_read_as_the_rule_says():
    found = set()
    for count in range(1, 7):
        for cards in combinations_with_replacement("345678A2BR", count):
            ranks = "".join(cards)
            if max(ranks.count("B"), ranks.count("R")) <= 2:
                categories = [reading.category for reading in readings(packed_text(ranks))]
                assert categories == [one for one in [plain_category(ranks)] if one], ranks
                found.update(categories)
    assert found >= {"solo", "pair", "trio", "chain", "pair_chain", "airplane", "bomb", "rocket"}


def test_the_plays_of_random_hands_are_exactly_their_combinations():
    """Read random parts of a hand: what is a combination must be listed, and all that is listed."""
    rng = random.Random("plays of four")
    for _ in range(times(40, 400)):
        hand = rng.sample(range(2 * PACK), rng.choice((12, 25, 33)))
        packed = pack(hand)
        listed = {reading.cards: reading for reading in plays(packed)}
        for reading in listed.values():
            assert readings(reading.cards) == (reading,)
            assert all(
                reading.cards >> 4 * rank & 15 <= packed >> 4 * rank & 15 for rank in range(15)
            )
        for _ in range(60):
            some = pack(rng.sample(hand, rng.randint(1, 6)))
            assert (some in listed) == bool(readings(some))


def test_the_answers_are_the_plays_that_beat():
    rng = random.Random("answers of four")
    for _ in range(times(40, 400)):
        cards = rng.sample(range(2 * PACK), 58)
        mine, theirs = plays(pack(cards[:33])), plays(pack(cards[33:]))
        for last in rng.sample(theirs, min(12, len(theirs))):
            beating = {reading for reading in mine if beats(reading, last)}
            assert set(plays(pack(cards[:33]), last)) == beating


def test_bombs_are_ordered_by_cards_and_then_by_rank():
    listed = plays(packed_text("".join(rank * 8 for rank in RANKS[:13])))
    bombs = [reading for reading in listed if reading.category == BOMB]
    assert len(bombs) == 5 * 13
    for low, high in pairwise(bombs):
        assert beats(high, low)
        assert not beats(low, high)
    rocket = readings(packed_text("BBRR"))[0]
    assert rocket.category == ROCKET
    assert all(beats(rocket, bomb) and not beats(bomb, rocket) for bomb in bombs)


def test_hints_go_from_the_weakest_to_the_four_jokers():
    hand = "4" + "5" * 8 + "7" * 8 + "BBRR9999"
    play = led_by_landlord(("", hand[:25], "", "")).pass_ahead().facing("3")
    hints = ["".join(card[0] for card in cards) for cards in play.view(1)["you"]["hints"]]
    assert hints[0] == "4"
    bombs = [hint for hint in hints if len(hint) >= 4 and len(set(hint)) == 1]
    assert bombs == sorted(bombs, key=len)
    assert len(bombs) == 11
    assert hints[-1] == "RRBB"


# -- the options -----------------------------------------------------------------------------


def next_hand(**options):
    """Return the next hand after a game that seats 2, 1 and 3 won as peasants."""
    past = TableHistory(button=0, winners=(2, 1, 3), ended_by="peasants")
    return GAME.next_hand(GAME.Rules(**options), tuple(SeatSnapshot(n, 500) for n in SEATS), past)


def test_the_bidding_may_be_bids_a_first_call_or_robbing():
    assert Play(bidding="bid_123").bid(0, 1).pass_(1).bid(2, 2).pass_(3).landlord == 2
    assert Play(bidding="first_call").pass_(0).call(1).landlord == 1
    robbed = Play(bidding="call_rob").pass_(0).call(1).rob(2).pass_(3).rob(1)
    assert (robbed.landlord, robbed.view()["multiplier"]) == (1, 4)
    assert Play(bidding="bid_123").bid(0, 2).refused(1, "bid", 2) == "BID_TOO_LOW"


def test_the_first_bidder():
    assert next_hand(first_bidder="last_winner", last_winner_if_peasants="who_went_out").button == 2
    assert next_hand(last_winner_if_peasants="random").drawn == (1, 2, 3)
    assert next_hand(first_bidder="random").drawn == tuple(SEATS)
    assert next_hand(first_bidder="rotate").button == 1


def test_everyone_passes():
    def after(redeals=0, **options):
        past = TableHistory(button=1, ended_by="all_pass", terms={"redeals": redeals})
        snapshots = tuple(SeatSnapshot(n, 500) for n in SEATS)
        found = GAME.next_hand(GAME.Rules(**options), snapshots, past)
        return found.button, found.terms["must"]

    assert after(all_pass="redeal") == (1, False)
    assert after(all_pass="redeal_rotate") == (2, False)
    must = {"all_pass": "first_bidder_must"}
    assert after(2, **must, max_redeals=2) == (1, True)
    assert after(2, **must, max_redeals=None) == (1, False)
    assert Play(must=True).refused(0, "pass") == "MUST_CALL"


def test_bids_bombs_and_springs_multiply():
    large = ("6666", "JJJJJJ")
    assert peasants_win(*large, bid=2, bid_multiplies_base=True).net[1] == 40
    assert peasants_win(*large, bid=2, bid_multiplies_base=False).net[1] == 20
    assert peasants_win(*large, bomb_multiplier=3).net[1] == 45
    assert peasants_win(*large, smallest_bomb=8).net[1] == 5
    assert peasants_win(*large, multiplier_cap=3).net[1] == 15
    assert peasants_win(*large, multiplier_cap=None).net[1] == 20
    assert peasants_win(leads=1, spring=3).net[1] == 15
    assert landlord_wins(spring=1).net[0] == 15
    jokers = holding("BBRR", rocket_multiplier=5).play(0, "BBRR")
    assert jokers.view()["multiplier"] == 15


def test_doubling_and_an_open_hand():
    assert Play(double_stage=False).bid(0, 3).state.phase == "play"
    assert Play(double_stage=True).bid(0, 3).state.phase == "doubling"
    closed = led_by_landlord(open_hand="off")
    assert closed.refused(0, "open") == "NOTHING_TO_OPEN"
    play = led_by_landlord(open_hand="landlord").do(0, "open")
    assert play.view(2)["seats"][0]["cards"] != ["??"] * 33
    assert play.view()["multiplier"] == 6


def test_the_kitty_is_shown_or_only_known_to_the_landlord():
    assert "??" not in led_by_landlord(show_kitty=True).view(2)["kitty"]
    hidden = led_by_landlord(show_kitty=False)
    assert hidden.view(2)["kitty"] == ["??"] * 8
    assert "??" not in hidden.view(0)["kitty"]


def test_points_may_fall_below_zero_and_chips_may_not():
    assert peasants_win(stacks=(0,) * 4, score_mode="points").chips == (-15, 5, 5, 5)
    assert GAME.entry_price(GAME.Rules(score_mode="points")) == 0
    table = {"score_mode": "chips", "multiplier_cap": 8, "stacks": (500, 500, 2, 500)}
    assert landlord_wins(spring=1, **table).net == (12, -5, -2, -5)
    capped = {**table, "stacks": (9, 500, 500, 500)}
    assert landlord_wins(spring=1, win_cap=True, **capped).net == (9, -3, -3, -3)
    assert landlord_wins(spring=1, win_cap=False, **capped).net == (15, -5, -5, -5)


def test_the_next_game_leaving_and_the_clock():
    assert GAME.restart_by(GAME.Rules(restart_by="winner")) == "winner"
    assert GAME.restart_by(GAME.Rules(restart_by="anyone")) == "anyone"
    assert GAME.restart_by(GAME.Rules(restart_by="auto")) == "auto"
    assert led_by_landlord(leaver="auto_play").leave(0).result is None
    assert led_by_landlord(leaver="forfeits").leave(0).net == (-45, 15, 15, 15)
    hands = ("3" + LANDLORD[1:25], "4444", "", "")
    assert led_by_landlord(hands, timeout="auto").play(0, "3").time_out().step_events("pass")
    assert led_by_landlord(hands, timeout="lowest").play(0, "3").time_out().step_events("play")


@pytest.mark.parametrize("stacks", [(1, 2, 3), (1, 2, 3, 4, 5)])
def test_an_opening_for_another_number_of_players_is_refused(stacks):
    opening = Play().opening
    changed = type(opening)(
        GAME.key, opening.rules, tuple(range(len(stacks))), stacks, 0, opening.deck
    )
    with pytest.raises(ValueError, match="seats"):
        GAME.deal(changed)


def test_a_pack_of_54_is_refused():
    opening = Play().opening
    with pytest.raises(ValueError, match="cards"):
        GAME.deal(type(opening)(GAME.key, opening.rules, SEATS, (0,) * 4, 0, tuple(range(PACK))))


def test_the_largest_loss_is_what_the_landlord_pays_all_three():
    rules = GAME.Rules(score_mode="chips", base_score=7, multiplier_cap=10)
    assert GAME.entry_price(rules) == rules.largest_loss() == 210
    play = peasants_win(
        *("6666", "JJJJJJ", "QQQQQ", "KKKKK"),
        base_score=7,
        score_mode="chips",
        multiplier_cap=10,
        stacks=(210,) * 4,
    )
    assert play.chips == (0, 280, 280, 280)
    assert size(pack(play.opening.deck)) == 108
