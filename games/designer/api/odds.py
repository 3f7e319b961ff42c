"""The table of all Teen Patti hands in the API, and pay tables against the dealer."""

import secrets

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import RequestRefused
from core.http.conditional import DocumentView, LastingView
from core.http.django_request import django_request
from core.http.openapi import fields_of
from core.http.view import OpenView
from core.messages import catalogue
from core.wire import shown
from games.designer import wire
from games.designer.api.pay_tables import pay_table_of, shoe_of
from games.designer.downloads import table_file
from games.designer.odds_files import KINDS
from games.designer.refusals import refusal_text
from games.designer.simulations import WINDOW_S, may_simulate, played, worth_of
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds import PRESETS, OddsTable
from games.odds.browse import page_of, plots_of, read_ranking, rows_of
from games.odds.counts import table_of
from games.odds.export import FORMATS, ranking_json
from games.odds.hands import hand_of
from games.odds.parameters import PARAMETERS, preset_json
from games.odds.search import NotFound

CHAPTER = "Odds and pay tables"
WRITE_SCOPE = "read"  # its POST requests compute and store nothing


def _ranking(query: wire.RankingQuery) -> Ranking:
    try:
        return read_ranking(query.run_order, query.suits)
    except RulesError as no:
        raise exceptions.ValidationError({no.field: [refusal_text(no)]}) from None


def _table(query: wire.RankingQuery) -> OddsTable:
    return table_of(_ranking(query))


class Odds(LastingView):
    """The table of all 22,100 hands against the 18,424 possible dealer hands."""

    @extend_schema(parameters=fields_of(wire.OddsQuery), responses=wire.OddsPage)
    def get(self, request: Request) -> Response:
        """Search the hands, sorted as requested."""
        query = self.query(wire.OddsQuery)
        order = {name: getattr(query, name) for name in ("sort", "down", "page", "size")}
        try:
            found = page_of(_table(query), query.q, catalogue(), **order)
        except NotFound as no:
            raise exceptions.ValidationError({"q": [str(no)]}) from None
        return Response(shown(wire.OddsPage, found))


class Summary(LastingView):
    """Summary data of the table."""

    @extend_schema(parameters=fields_of(wire.RankingQuery), responses=wire.OddsSummary)
    def get(self, request: Request) -> Response:
        """Return the data of the plots: categories, distribution of strengths, fingerprint."""
        table = _table(self.query(wire.RankingQuery))
        return Response(shown(wire.OddsSummary, plots_of(table.ranking, catalogue())))


def _file(ending: str, about: str) -> type[DocumentView]:
    """The view of the whole table in one format; each URL has one media type."""
    kind = KINDS[ending].partition(";")[0]

    class OddsFile(DocumentView):
        @extend_schema(
            operation_id=f"odds_table_{ending}",
            summary=about,
            parameters=fields_of(wire.RankingQuery),
            responses={(200, kind): wire.OddsTable if ending == "json" else OpenApiTypes.STR},
        )
        def get(self, request: Request) -> HttpResponseBase:
            plain = django_request(request)
            if not plain.accepts(kind):
                raise RequestRefused("NOT_ACCEPTABLE", kind=kind, others=OTHERS, status=406)
            return table_file(plain, _ranking(self.query(wire.RankingQuery)), ending)

    OddsFile.__doc__ = f"The whole table: {about}"
    return OddsFile


OTHERS = ", ".join(f".{ending}" for ending in FORMATS)
OddsCsv = _file("csv", "All hands in deck order as CSV.")
OddsJson = _file("json", "All hands in deck order as one JSON object.")
OddsNotebook = _file("notebook", "All hands as CSV, in the format of the original notebook.")


class OneOfAll(LastingView):
    """A hand of the table."""

    @extend_schema(
        parameters=[
            *fields_of(wire.RankingQuery),
            OpenApiParameter("cards", str, OpenApiParameter.PATH, description="such as AsKhQd"),
        ],
        responses=wire.RankedHand,
    )
    def get(self, request: Request, cards: str) -> Response:
        """Return the odds of a hand, with its three cards in any order."""
        table = _table(self.query(wire.RankingQuery))
        try:
            number = hand_of(cards)
        except ValueError:
            text = catalogue().text("odds.not_found.three_cards", {"example": "AsKhQd"})
            raise exceptions.ValidationError({"cards": [text]}) from None
        (row,) = rows_of(table, [number], catalogue())
        return Response(
            shown(wire.RankedHand, {"ranking": ranking_json(table.ranking), "hand": row})
        )


class Presets(LastingView):
    """Known pay tables."""

    @extend_schema(responses=wire.PayTablePresets)
    def get(self, request: Request) -> Response:
        """List pay tables with their published edges, and the options of a design."""
        words = catalogue()
        items = [
            {"key": key, "design": preset.table.to_json()} | preset_json(words, key, preset)
            for key, preset in PRESETS.items()
        ]
        options = [parameter.to_json(words) for parameter in PARAMETERS]
        return Response(shown(wire.PayTablePresets, {"items": items, "options": options}))


class Analyse(OpenView):
    """The exact analysis of a pay table."""

    @extend_schema(
        request=wire.AnalyseBody,
        responses=wire.PayTableWorth,
    )
    def post(self, request: Request) -> Response:
        """Compute house edge, risk, deviation and the share of each line, exactly.

        All of it holds for rounds that are dealt from a full shoe of so many decks.
        """
        body = self.body(wire.AnalyseBody)
        pay_table = pay_table_of(body)
        return Response(shown(wire.PayTableWorth, worth_of(pay_table, body.decks)))


class Simulate(OpenView):
    """The simulation of a pay table."""

    @extend_schema(
        request=wire.SimulateBody,
        responses=wire.Simulated,
    )
    def post(self, request: Request) -> Response:
        """Simulate hands with optimal decisions; the response has the seed, which can be given.

        With `dealt_percent` the shoe is dealt to a cut card. The intervals are then taken from the
        sums of whole shoes, since rounds of one shoe depend on each other.
        """
        body = self.body(wire.SimulateBody)
        pay_table = pay_table_of(body)
        if not may_simulate(django_request(request)):
            raise exceptions.Throttled(WINDOW_S)
        seed = secrets.randbits(48) if body.seed is None else body.seed
        return Response(shown(wire.Simulated, played(pay_table, shoe_of(body), body.hands, seed)))
