"""The game pays what the odds state: bet by bet over random deals, and on average."""

import numpy as np
import pytest

from games import odds
from games.engines.core.cards import parse_card
from games.engines.core.contract import Action, Opening
from games.engines.dealer_teen_patti.designs import PRESETS, from_text
from games.odds.hands import DECK
from games.odds.simulation import _Game, deal
from tests.games.engines.scripted_dealer import GAME
from tests.support.size import times

CARDS = tuple(map(parse_card, DECK))
STAKE = 400
"""Chips of each bet, enough that none of these pay tables pays a part of a chip."""
SIDE_BETS = {"pair_plus": "pair_plus", "six_card": "six_card_bonus", "tie_bet": "tie_bet"}
DESIGNS = [
    *PRESETS,
    "tcp~run_order=literal_2ak~mini_royal=60~pair_plus_on_fold=forfeit",
    "tcp~six_card_bonus=royal:1000,flush:15,trips:2~tie_bet=30~tie=dealer_wins",
    "tcp~run_order=no_a23~suits=s,h,d,c~tie_bet=800~raise_multiple=3/2~dealer_qualifies=pair",
    "twenty_twenty~commission=1/20~run_order=akq_a23~ante_bonus=three_aces:20,trail:5,mini_royal:9",
    "teen_patti~no_qualify=0~six_card_bonus=straight_flush:100,full_house:20,straight:1/4",
]


def played(rules, cards, *, raises):
    """Return the net of ante, raise and bonus, and of each side bet, of one seat's hand."""
    deck = tuple(card for pair in zip(cards[:3], cards[3:], strict=True) for card in pair)
    step = GAME.deal(Opening(GAME.key, rules, (0,), (10_000,), 0, deck))
    for option in GAME.legal(step.state, 0)[1:]:
        if option.kind in SIDE_BETS:
            step = GAME.apply(step.state, Action(0, option.kind, STAKE))
    step = GAME.apply(step.state, Action(0, "ante", STAKE))
    if GAME.turn(step.state) == 0:
        step = GAME.apply(step.state, Action(0, "raise" if raises else "fold"))
    (pay,) = [dict(event.data) for event in step.events if event.kind == "pay"]
    result = GAME.result(step.state)
    assert result.house == -pay["net"] == -dict(result.net)[0]
    nets = {SIDE_BETS.get(line["bet"], "main"): 0 for line in pay["lines"]}
    for line in pay["lines"]:
        nets[SIDE_BETS.get(line["bet"], "main")] += line["net"]
    return nets


def rich_deals(rng):
    """Yield deals of any cards, of court cards (trails), and of high cards in two suits (runs)."""
    courts = np.arange(16)
    two_suits = np.array([place for place in range(24) if place % 4 < 2])
    chosen = [rng.permutation(pack)[:6] for pack in (courts, two_suits) for _ in range(150)]
    return np.concatenate([deal(300, rng), chosen])


def both(text, deals):
    """Return what the game paid and what the odds state for each deal, in stakes."""
    pay_table = from_text(text)
    rules = GAME.Rules(ante_max=STAKE, side_bet_max=STAKE, pay_table=pay_table)
    results, raises = _Game(pay_table, decks=1).play(deals)
    for number, places in enumerate(deals):
        cards = [CARDS[place] for place in places]
        nets = played(rules, cards, raises=bool(raises[number]))
        yield (
            {bet: net / STAKE for bet, net in nets.items()},
            {bet: float(net[number]) for bet, net in results.items()},
        )


@pytest.mark.slow
@pytest.mark.parametrize("text", DESIGNS)
def test_every_bet_pays_as_the_odds_state(text):
    for paid, said in both(text, rich_deals(np.random.default_rng(len(text)))):
        assert paid == pytest.approx(said)


@pytest.mark.slow
def test_the_average_of_the_best_play_is_the_house_edge():
    exact = odds.analyse(PRESETS["teen_patti"].table)
    deals = deal(times(2_000, 20_000), np.random.default_rng(7))
    nets = [paid["main"] for paid, _said in both("teen_patti", deals)]
    error = exact.sd / len(nets) ** 0.5
    assert abs(-sum(nets) / len(nets) - float(exact.house_edge)) < 4 * error
