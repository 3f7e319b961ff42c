"""The order of plays in Dou Dizhu: bombs first, which beat every other kind."""

from games.engines.dou_dizhu.combos import BOMB, ROCKET
from games.engines.dou_dizhu.ranks import pack
from games.rulebook.ranking import RankingCard, cards_of

_FIRST = (ROCKET, BOMB)


def ranking(card: RankingCard) -> None:
    """Complete the card with the combinations that the rules of the table allow."""
    card.decided_by(
        "solo_kicker_repeat",
        "kicker_may_equal_primal",
        "both_jokers_as_kickers",
        "triple_kicker_adjacent",
        "pairs_same_rank",
        "four_with_one",
        "rocket_with_kickers",
    )
    kinds = [
        one
        for one in card.book.records("kinds")
        if any(r.category == one["key"] for r in card.rules.readings(pack(cards_of(one))))
    ]
    kinds.sort(key=lambda one: _FIRST.index(one["key"]) if one["key"] in _FIRST else len(_FIRST))
    card.list_hands(kinds, lambda one: one["key"])
    (order,) = card.book.records("order")
    card.order = [[one] for one in reversed(order["cards"].main.split())]
