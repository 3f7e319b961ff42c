"""The lobby's page as HTML shows it, before its script draws the same rows with their players."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from core.messages import catalogue
from games.engines.core import registry
from games.rulebook.presets import first_preset, presets_of
from games.rulebook.rule_words import RuleWords
from lobby.tables.list.table_list import tables_for
from lobby.tables.lobby_list import LobbyPage, LobbyQuery, query_of
from lobby.tables.stakes import kinds
from lobby.tables.wire import TableRow

LATEST_TABLES_MAX = 6
"""Tables on an error page."""

FEATURED_WATCHERS_MAX = 50
"""A table with more spectators is shown to no more of them: those who came to watch go first."""
FEATURED_TAKEN_MIN = 2
SEATS_SHOWN_MAX = 9
"""Seats of a table that its row shows by marks, or by faces."""

_FILTERS = (("free", True), ("people", True), ("bots", False))


@dataclass(frozen=True, slots=True)
class Card:
    """A table of the list in words, without its players."""

    slug: str
    name: str
    game: str
    preset: str
    """The title of the preset, if it is not the game's usual one."""
    stakes: str
    price: str
    taken: int
    seats: int
    marks: tuple[bool, ...]
    """The first seats of the table: whether they are taken."""
    people: str
    bots: int
    watching: int
    waiting: str
    average_pot: str
    hands_an_hour: str
    playing: bool
    private: bool
    tags: tuple[str, ...]
    mine: bool
    my_turn: bool
    button: str
    button_look: str
    takes_seat: bool
    """The button takes a seat at once; else it leads to the table."""


def games_of_lobby() -> list[dict[str, Any]]:
    """The texts of each game on its cards, for the page and its script."""
    return [
        {
            "key": game.key,
            "name": words.name,
            "tagline": words.tagline,
            "picture": game.manifest.picture,
            "menu": words.menu,
            "stakes": words.stakes_key,
            "usual_preset": first_preset(game),
            "presets": {key: words.preset(key) for key in presets_of(game)},
        }
        for game in registry.all_games()
        for words in [RuleWords(game.key)]
    ]


def lobby_context(
    shown: LobbyPage, look: LobbyQuery, games: list[dict[str, Any]]
) -> dict[str, Any]:
    """The list by games, its filters and the addresses of the pages before and after."""
    by_key = {game["key"]: game for game in games}
    others = [row for row in shown.tables if not row.mine]
    groups = {game["key"]: [row for row in others if row.game == game["key"]] for game in games}
    return {
        "mine": [_card(row, by_key[row.game]) for row in shown.tables if row.mine],
        "groups": [
            {"game": by_key[key], "cards": [_card(row, by_key[key]) for row in rows]}
            for key, rows in groups.items()
            if rows
        ],
        "shown": shown,
        "look": look,
        "filters": [
            {
                "name": name,
                "value": str(value).lower(),
                "label": catalogue().text(f"lobby.filter.{name}"),
                "on": getattr(look, name) is value,
            }
            for name, value in _FILTERS
        ],
        "previous": _address(look, shown.page - 1) if shown.page > 1 else None,
        "next": _address(look, shown.page + 1) if shown.page < shown.pages else None,
    }


def featured(rows: Sequence[TableRow], games: list[dict[str, Any]]) -> Card | None:
    """The table that the page lets its visitors watch: the first one of others that plays.

    `rows` are those of the list, with more people first. None if there is nothing to watch.
    """
    watchable = [
        row
        for row in rows
        if not (row.mine or row.private or row.spectators == "closed" or row.state != "open")
        and row.taken >= FEATURED_TAKEN_MIN
        and row.watching < FEATURED_WATCHERS_MAX
        and (row.playing or _stakes(row).drop_in)  # a sit and go may wait for long
    ]
    best = min(watchable, key=lambda row: (row.bots - row.taken, not row.playing), default=None)
    if best is None:
        return None
    return _card(best, next(game for game in games if game["key"] == best.game))


def latest_tables(watching: Mapping[uuid.UUID, int]) -> list[Card]:
    """The first tables of the list as strangers see it, for pages that lead nowhere else.

    `watching` are the numbers of spectators by table.
    """
    games = {game["key"]: game for game in games_of_lobby()}
    shown = tables_for(None, watching).page(LobbyQuery(), None, size=LATEST_TABLES_MAX)
    return [_card(row, games[row.game]) for row in shown.tables]


def _address(look: LobbyQuery, page: int) -> str:
    return f"?{query_of(structs.replace(look, page=page))}"


def _card(row: TableRow, game: dict[str, Any]) -> Card:
    preset = "" if row.preset == game["usual_preset"] else game["presets"].get(row.preset, "")
    people = row.taken - row.bots
    sitting = {sitter.seat for sitter in row.names}
    button, button_look = _action(row)
    return Card(
        slug=row.slug,
        name=row.name,
        game=game["name"],
        preset=preset,
        stakes=RuleWords(row.game).stakes(row.figures),
        price=_price(row),
        taken=row.taken,
        seats=row.seats,
        marks=tuple(number in sitting for number in range(min(row.seats, SEATS_SHOWN_MAX))),
        people=catalogue().text("lobby.list.people", {"count": people}) if people else "",
        bots=row.bots,
        watching=row.watching,
        waiting=_waiting(row.waiting),
        average_pot=_figure(row.average_pot),
        hands_an_hour=_figure(row.hands_an_hour),
        playing=row.playing,
        private=row.private,
        tags=tuple(_tags(row)),
        mine=row.mine,
        my_turn=row.my_turn,
        button=button,
        button_look=button_look,
        takes_seat=button_look == "green" and not row.mine and _stakes(row).drop_in,
    )


def _waiting(count: int) -> str:
    return catalogue().text("lobby.list.waiting", {"count": count}) if count else ""


def _figure(number: int | None) -> str:
    return "" if number is None else catalogue().number(number)


def _tags(row: TableRow) -> Iterator[str]:
    hides_stacks = "lobby.list.hides_stacks" if row.hides_stacks else ""
    for key in (f"lobby.state.{row.state}", f"lobby.spectators.{row.spectators}", hides_stacks):
        if key in catalogue():
            yield catalogue().text(key)


def _price(row: TableRow) -> str:
    return str(_stakes(row).seat_price(row.min_buy_in, row.max_buy_in))


def _stakes(row: TableRow) -> Any:
    return next(stakes for stakes in kinds() if stakes.format == row.format)


def _action(row: TableRow) -> tuple[str, str]:
    """The words and the look of a card's button."""
    if row.my_turn:
        return catalogue().text("pages.your_turn"), "primary"
    if row.mine:
        return catalogue().text("lobby.list.back"), "green"
    if row.has_free_seat:
        return catalogue().text("lobby.list.join"), "green"
    return catalogue().text("lobby.list.watch"), "quiet"
