"""Examples of the odds and of pay tables for the OpenAPI schema; tests validate them."""

from typing import Any

from drf_spectacular.utils import OpenApiExample


def _request(name: str, value: Any) -> OpenApiExample:
    return OpenApiExample(name, value, request_only=True)


def _response(name: str, value: Any, status: str = "200") -> OpenApiExample:
    return OpenApiExample(name, value, response_only=True, status_codes=[status])


_RANKING = {
    "run_order": "a23_top",
    "category_order": "teen_patti",
    "suits": [],
    "suit_scope": ["color", "pair", "high"],
    "suit_pair_basis": "pair",
    "best_trail": "aces",
}
ODDS = _response(
    "One A K Q per page",
    {
        "count": 64,
        "of": 22_100,
        "page": 1,
        "pages": 64,
        "average": {
            "win": 0.9919364687364307,
            "lose": 0.006760882544507164,
            "tie": 0.0013026487190620929,
        },
        "rows": [
            {
                "cards": ["Ad", "Kd", "Qd"],
                "name": "pure sequence A-K-Q",
                "type": "pure_sequence",
                "rank": 15,
                "win": 18_375,
                "lose": 46,
                "tie": 3,
                "share": 0.9973404255319149,
            }
        ],
    },
)
ONE_HAND = _response(
    "A-K-10",
    {
        "ranking": _RANKING,
        "hand": {
            "cards": ["As", "Kh", "Td"],
            "name": "A-K-10",
            "type": "high_card",
            "rank": 470,
            "win": 13_642,
            "lose": 4_756,
            "tie": 26,
            "share": 0.740447242726878,
        },
    },
)

_DESIGN = {"dealer_qualifies": "jack_high"}
_WHOLE_DESIGN = {
    "category_order": "teen_patti",
    "run_order": "a23_top",
    "suits": [],
    "dealer_qualifies": "jack_high",
    "no_qualify": 1,
    "raise_multiple": 1,
    "win_ante": 1,
    "win_raise": 1,
    "tie": "push",
    "commission": 0,
    "ante_bonus": {},
    "pair_plus": {},
    "pair_plus_on_fold": "still_live",
    "mini_royal": None,
    "six_card_bonus": {},
    "tie_bet": None,
}


def _exact(exact: str, value: float) -> dict[str, Any]:
    return {"exact": exact, "value": value}


ANALYSE = _request("The dealer qualifies with a jack", {"design": _DESIGN})
WORTH = _response(
    "Its value, one of its lines",
    {
        "design": _WHOLE_DESIGN,
        "text": "teen_patti_jack",
        "hash": "a54a1b8a041c34f9fc933da727bd47ff5612335dd9ac3a04299ad68897c9ec52",
        "result": {
            "house_edge": _exact("11367/581672", 0.01954194116271713),
            "element_of_risk": _exact("56835/4932368", 0.011522862852082408),
            "rtp": _exact("570305/581672", 0.9804580588372829),
            "rtp_wagered": _exact("4875533/4932368", 0.9884771371479176),
            "total_wager": _exact("1874/1105", 1.6959276018099547),
            "variance": _exact("22312492499023/8458557889600", 2.637860116374772),
            "sd": 1.6241490437686967,
            "hit": _exact("3570457/7830200", 0.4559854154427729),
            "push": _exact("1749/2544815", 0.0006872798219123983),
            "raise_frequency": _exact("769/1105", 0.6959276018099547),
            "raised_hands": 15_380,
            "threshold": "Q-3-2 or better (every queen)",
            "warnings": [],
            "lines": [
                {
                    "key": "win_ante",
                    "label": "Ante wins",
                    "pays": "1",
                    "probability": _exact("3906989/12724075", 0.30705485467509425),
                    "contribution": _exact("3906989/12724075", 0.30705485467509425),
                    "sensitivity": _exact("-3125797/10179260", -0.30707507225476116),
                }
            ],
            "side_bets": [],
        },
    },
)
SIMULATE = _request("Ten thousand hands", {"design": _DESIGN, "hands": 10_000, "seed": 7})
PLAYED = _response(
    "Simulation results",
    {
        "hands": 10_000,
        "raised": 6_900,
        "seed": 7,
        "bets": [
            {
                "key": "main",
                "label": "Ante and raise",
                "hands": 10_000,
                "edge": 0.0409,
                "standard_error": 0.016213235516101963,
                "exact": 0.01954194116271713,
            }
        ],
    },
)
DESIGN_BODY = _request("A design to save", {"name": "Diwali", "design": _DESIGN})
_KEPT = {
    "id": "0cc175b9-c0f1-46b6-831c-399e26977266",
    "name": "Diwali",
    "design": _WHOLE_DESIGN,
    "text": "teen_patti_jack",
}
DESIGN_KEPT = _response("The design as it was saved", _KEPT, "201")
DESIGN = _response("The design as it is now", _KEPT)
