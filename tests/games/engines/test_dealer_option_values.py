"""Each value of each option of Teen Patti against the dealer (rules 3.1 and 3.4)."""

import pytest

from games.engines.core.contract import RulesError
from tests.games.engines.scripted_dealer import GAME, against
from tests.support.cases import for_each

PURE, TRAIL, RUN = "4s 3s 2s", "5s 5h 5d", "9s 8h 7d"
LOW = "Js 9h 2d"
"""A dealer's hand that loses without a qualifying queen."""


@for_each(
    ("option", "pays"),
    [
        ({"pay_table": "tcp"}, {"ante": 10, "raise": 0, "bonus": 50}),
        ({"pay_table": "tcp_135"}, {"ante": 10, "raise": 0, "bonus": 50}),
        ({"pay_table": "tcp_royal"}, {"ante": 10, "raise": 0, "bonus": 40}),
        ({"pay_table": "teen_patti"}, {"ante": 10, "raise": 0, "bonus": 50}),
        ({"pay_table": "teen_patti_trail"}, {"ante": 10, "raise": 0, "bonus": 40}),
        ({"pay_table": "teen_patti_jack"}, {"ante": 10, "raise": 10}),
        ({"pay_table": "teen_patti_king"}, {"ante": 10, "raise": 0, "bonus": 50}),
        ({"pay_table": "double"}, {"ante": 10, "raise": 0}),
        ({"pay_table": "twenty_twenty"}, {"ante": 9}),
        ({"pay_table": "commission"}, {"ante": 8, "raise": 8}),
        ({"pay_table": "even_money"}, {"ante": 10, "raise": 10}),
    ],
)
def test_a_pure_sequence_is_paid_against_a_jack(option, pays):
    play = against(PURE, LOW, rules=GAME.rules_from_json(option))
    assert play.paid() == pays


def test_the_bonus_of_a_trail_and_a_sequence():
    for option, trail, run in (({"pay_table": "tcp"}, 40, 10), ({"pay_table": "tcp_135"}, 30, 10)):
        rules = GAME.rules_from_json(option)
        assert against(TRAIL, LOW, rules=rules).paid()["bonus"] == trail
        assert against(RUN, LOW, rules=rules).paid()["bonus"] == run


def test_a_time_out_folds():
    """CA-14."""
    play = against(LOW, PURE, "fold", rules=GAME.Rules(timeout_action="fold"))
    assert play.net() == -10


def test_starting_chips():
    assert GAME.Rules(starting_chips=None).starting_chips is None
    with pytest.raises(RulesError) as no:
        GAME.Rules(starting_chips=19)
    assert (no.value.code, no.value.field) == ("OUT_OF_RANGE", "starting_chips")


def test_an_unknown_option_has_a_code():
    with pytest.raises(RulesError) as no:
        GAME.rules_from_json({"pay_table": {"no_such": 1}})
    assert no.value.code == "UNKNOWN_OPTION"
