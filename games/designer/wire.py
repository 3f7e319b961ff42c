"""The shapes of the table of all hands and of pay tables on the wire."""

import uuid
from typing import Annotated

from msgspec import Meta

from core.http.pagination import PAGE_SIZE_MAX
from core.wire import Body, Shape, characters, one_of
from games.designer.models import NAME_CHARS
from games.odds.browse import SORTS
from games.odds.hands import DECKS_MAX
from games.odds.report import AT_ONCE, LARGEST_SEED
from games.odds.shoe import DEALT_PERCENT_MAX, DEALT_PERCENT_MIN
from games.wire.dealer_teen_patti_designs import AskedDesign, PayTableDesign, RunOrder

# -- the table of all hands ----------------------------------------------------------------------

SEARCH_CHARS_MAX = 100


class RankingQuery(Body):
    """The options that decide which hand is higher."""

    run_order: RunOrder = "a23_top"
    suits: Annotated[str, Meta(max_length=11, description="from high to low, such as s,d,h,c")] = ""


class OddsQuery(RankingQuery):
    """The search and the sorting of hands."""

    q: Annotated[str, Meta(max_length=SEARCH_CHARS_MAX, description="`A K Q`, `pair of 7s`")] = ""
    sort: Annotated[str, one_of(SORTS)] = "rank"
    down: Annotated[bool, Meta(description="descending")] = False
    page: Annotated[int, Meta(ge=1, le=99_999)] = 1
    size: Annotated[int, Meta(ge=1, le=PAGE_SIZE_MAX)] = 25


class OddsRow(Shape):
    """A hand against the 18,424 possible dealer hands."""

    cards: Annotated[list[str], Meta(min_length=3, max_length=3)]
    name: str
    type: str
    rank: Annotated[int, Meta(description="1 for the best hands")]
    win: int
    lose: int
    tie: int
    share: Annotated[float, Meta(description="`win` of 18,424")]


class Average(Shape):
    """Average shares of dealer hands."""

    win: float
    lose: float
    tie: float


class OddsPage(Shape):
    """A page of the hands that were found."""

    count: Annotated[int, Meta(description="number of hands found")]
    of: int
    page: int
    pages: int
    average: Annotated[Average, Meta(description="shares of dealer hands, over all hands found")]
    rows: list[OddsRow]


class RankingOptions(Shape):
    """The options of a ranking."""

    run_order: str
    category_order: str
    suits: list[str]
    suit_scope: list[str]
    suit_pair_basis: str
    best_trail: str


class HandCategory(Shape):
    """A category of hands."""

    key: str
    label: str
    hands: int
    win: Annotated[int, Meta(description="dealer hands beaten, summed over the category's hands")]
    lose: int
    tie: int


class OddsSummary(Shape):
    """Summary data of the table."""

    ranking: RankingOptions
    sha256: Annotated[str, Meta(description="SHA-256 of the lines `win,lose,tie` in deck order")]
    categories: Annotated[list[HandCategory], Meta(description="from high card to trail")]
    spread: Annotated[
        list[list[int]],
        Meta(description="for each category, hands by fiftieths of their share of wins"),
    ]
    values: Annotated[int, Meta(description="number of different strengths")]


class OddsTable(RankingOptions):
    """The whole table under one ranking."""

    player_hands: Annotated[int, Meta(description="the number of rows")]
    dealer_hands: Annotated[int, Meta(description="the dealer hands of each row")]
    columns: Annotated[list[str], Meta(description="the names of the columns")]
    rows: Annotated[list[list[str | int]], Meta(description="a row for each hand, in deck order")]


class RankedHand(Shape):
    """A hand under one ranking."""

    ranking: RankingOptions
    hand: OddsRow


# -- pay tables ----------------------------------------------------------------------------------


class AnalyseBody(Body):
    """The pay table to analyse, and the decks of the shoe that each round is dealt from."""

    design: AskedDesign
    decks: Annotated[int, Meta(ge=1, le=DECKS_MAX)] = 1


DealtPercent = (
    Annotated[
        int,
        Meta(
            ge=DEALT_PERCENT_MIN,
            le=DEALT_PERCENT_MAX,
            description="how much of the shoe is dealt before it is shuffled; null: all cards are "
            "shuffled before each round",
        ),
    ]
    | None
)


class SimulateBody(AnalyseBody):
    """The pay table to simulate, and the number of hands."""

    dealt_percent: DealtPercent = None
    hands: Annotated[int, Meta(ge=1, le=AT_ONCE, description="at least; whole shoes are dealt")] = (
        10_000
    )
    seed: (
        Annotated[int, Meta(ge=0, le=LARGEST_SEED, description="repeats the same hands")] | None
    ) = None


class DesignBody(AnalyseBody, kw_only=True):
    """The pay table to save."""

    dealt_percent: DealtPercent = None

    name: Annotated[str, characters(*NAME_CHARS)]


class Exact(Shape):
    """An exact number as a fraction."""

    exact: Annotated[str, Meta(description="such as 686689/20358520")]
    value: float


class WorthLine(Shape):
    """A possible result of a bet."""

    key: str
    label: str
    pays: str | None
    probability: Exact
    contribution: Annotated[Exact, Meta(description="its part of the edge")]


class MainLine(WorthLine):
    """A possible result of the main bet."""

    sensitivity: Annotated[Exact | None, Meta(description="change of the edge for one more unit")]


class SideBetWorth(Shape):
    """The value of a side bet."""

    key: str
    label: str
    house_edge: Exact
    rtp: Exact
    hit: Exact
    sd: float
    lines: list[WorthLine]


class Analysed(Shape):
    """The exact value of a pay table."""

    house_edge: Annotated[
        Exact, Meta(description="share of the ante; below 0 the player has the advantage")
    ]
    element_of_risk: Annotated[Exact, Meta(description="share of the total wager")]
    rtp: Exact
    rtp_wagered: Exact
    total_wager: Annotated[Exact, Meta(description="average total wager, in antes")]
    variance: Exact
    sd: float
    hit: Exact
    push: Exact
    raise_frequency: Exact
    raised_hands: Annotated[int, Meta(description="of `hands`")]
    hands: Annotated[int, Meta(description="how many hands the player can have")]
    threshold: Annotated[str, Meta(description="text about the hands to raise with")]
    warnings: list[str]
    lines: list[MainLine]
    side_bets: list[SideBetWorth]


class EdgeAtPayout(Shape):
    """The edge of a bet if a line pays so much."""

    pays: str
    edge: Exact


class EdgeCurve(Shape):
    """The edge of a bet against what one of its lines pays, for a player who adapts."""

    bet: Annotated[str, Meta(description="`main` or the key of a side bet")]
    key: Annotated[str, Meta(description="the key of the line")]
    label: str
    pays: Annotated[str, Meta(description="what it pays now; one of the points")]
    points: Annotated[list[EdgeAtPayout], Meta(description="in ascending order of payouts")]


class PayTableWorth(Shape):
    """A pay table and its exact value."""

    design: PayTableDesign
    text: Annotated[str, Meta(description="short, for a link: /odds/design/?a=")]
    decks: int
    hash: Annotated[str, Meta(description="SHA-256 of the canonical JSON of `design`")]
    result: Analysed
    curves: Annotated[list[EdgeCurve], Meta(description="one for each line that pays odds")]


class SimulatedBet(Shape):
    """The simulated result of a bet."""

    key: str
    label: str
    hands: int
    edge: float
    standard_error: float
    interval: Annotated[
        list[float],
        Meta(min_length=2, max_length=2, description="the edge lies in it in 95 % of simulations"),
    ]
    exact: Annotated[float, Meta(description="the exact edge, for comparison")]


class SimulatedShoes(Shape):
    """The results of ante and raise over whole shoes, in antes."""

    rounds: Annotated[int, Meta(description="from one shuffle to the next")]
    shoes: int
    sd: Annotated[float, Meta(description="standard deviation of a shoe's result")]
    interval: Annotated[
        list[float],
        Meta(min_length=2, max_length=2, description="95 % interval of `sd`"),
    ]
    sd_if_shuffled: Annotated[
        float, Meta(description="exact, of as many rounds that are each dealt from a full shoe")
    ]


class Simulated(Shape):
    """The results of a simulation."""

    hands: int
    raised: int
    seed: int
    bets: list[SimulatedBet]
    shoes: Annotated[
        SimulatedShoes | None, Meta(description="null where each round has a full shoe")
    ]


class PayTablePreset(Shape):
    """A known pay table."""

    key: str
    title: str
    about: str
    design: PayTableDesign
    published: Annotated[dict[str, str], Meta(description="edges in percent, as published")]
    source: str


class PayTableOption(Shape):
    """An option of a pay table, for a form."""

    name: str
    label: str
    group: str
    help: str
    kind: str
    choices: list[list[str]]


class PayTablePresets(Shape):
    """Known pay tables, and the options of a design."""

    items: list[PayTablePreset]
    options: list[PayTableOption]


class KeptDesign(Shape):
    """A saved pay table."""

    id: uuid.UUID
    name: str
    design: PayTableDesign
    decks: int
    dealt_percent: DealtPercent
    text: Annotated[str, Meta(description="short, for a link: /odds/design/?a=")]


class KeptDesigns(Shape):
    """The saved pay tables of the user."""

    items: list[KeptDesign]
