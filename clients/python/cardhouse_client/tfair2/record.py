"""The check of a hand's record (version 2): the deal, each card by its place, the play, the chain.

The rules of the games are not known here: what the actions mean is checked by the engine alone
(`manage.py check_record`).
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from cardhouse_client.fair import CARDS, need
from cardhouse_client.tfair2.deal import Deal
from cardhouse_client.tfair2.deal_map import Place, second_board
from cardhouse_client.tfair2.ends import check_end, check_own_day, dealt_end
from cardhouse_client.tfair2.forms import bytes_of, exactly, field, listed, number_of
from cardhouse_client.tfair2.hashes import canonical, tagged

HIDDEN = "??"
_PLAY = frozenset({"actions", "result", "stacks", "terms", "void"})
_STREET_AT = {"flop": 0, "turn": 3, "river": 4}


def check_record(record: Any) -> Deal:
    """Check the record of a hand; return its deal. Raises `NotFair` naming what failed."""
    fair = field(record, "fair")
    deal = Deal(fair)
    deal.open(listed(fair, "openings"))
    cards = _Cards(record, deal)
    cards.check()
    _check_sayings(record, deal)
    play = _check_play(record, deal)
    salt = bytes_of(fair, "record_salt", 16)
    play_hash = bytes_of(fair, "play_hash")
    need(tagged(0x0B, salt, canonical(play)) == play_hash, "play", "its hash is another")
    check_end(fair, dealt_end(deal.digest, play_hash))
    check_own_day(fair)
    return deal


class _Cards:
    """The cards that a record names, each against the place where it was dealt."""

    def __init__(self, record: Any, deal: Deal) -> None:
        self.record = record
        self.deal = deal
        self.position_of = {card: p for p, card in deal.opened.items()}

    def check(self) -> None:
        """Check all of them: that each was opened, then that it was dealt to its place."""
        named = list(_named(self.record))
        for text in named:
            known = text in CARDS and CARDS[text] in self.position_of
            need(known, "card", f"{text} was not opened")
        self._check_deck()
        for seat in listed(self.record, "seats"):
            dealt = self._hand(number_of(seat, "seat"))
            for text in listed(seat, "cards"):
                if text != HIDDEN:
                    self._at(text, dealt)
        first, second = self._boards()
        for event in self._events():
            self._check_event(event, first, second)
        for action in listed(self.record, "actions"):
            for text in action.get("cards") or ():
                self._at(text, self._hand(number_of(action, "seat")))
        self._check_result(second)

    def _check_deck(self) -> None:
        """The text lists the positions ascending, those of absent seats at the end."""
        text = field(self.record, "deck")
        need(isinstance(text, str), "form", "deck is not a text")
        gone = {p for seat in self.deal.absent for p in self.deal.places[seat]}
        need(not gone & set(self.deal.opened), "place", "a card of an absent seat was opened")
        n = self.deal.fair["n"]
        order = [p for p in range(n) if p not in gone] + sorted(gone)
        cards = text.split()
        need(len(cards) <= n, "form", "deck has too many cards")
        known = {p: CARDS[card] for p, card in zip(order, cards, strict=False) if card in CARDS}
        for p, card in known.items():
            need(self.position_of.get(card) == p, "place", f"the deck has card {card} elsewhere")
        need(set(known) == set(self.deal.opened), "card", "the deck lacks a card that was opened")

    def _hand(self, place: Place) -> set[int]:
        """Return the positions of a place; the landlord's has the kitty too."""
        dealt = self.deal.at(place)
        need(dealt is not None, "place", f"nothing was dealt to {place}")
        return set(dealt or ())

    def _at(self, text: str, positions: Iterable[int]) -> None:
        holds = self.position_of[CARDS[text]] in positions
        need(holds, "place", f"{text} was not dealt to this place")

    def _events(self) -> Iterator[Mapping[str, Any]]:
        yield from listed(field(self.record, "deal"), "events")
        for action in listed(self.record, "actions"):
            yield from listed(action, "events")

    def _boards(self) -> tuple[list[int], list[int]]:
        """Return the positions of the two boards' cards, by their index on the board."""
        if self.deal.plan.game != "holdem":
            return [], []
        common, out = 0, 0
        for event in self._events():
            if field(event, "kind") == "street" and event.get("board") == 1:
                out += len(listed(event, "cards"))
            elif event["kind"] == "run":
                common = out
        return self.deal.places["board"], second_board(self.deal.plan, common)

    def _check_event(self, event: Mapping[str, Any], first: list[int], second: list[int]) -> None:
        kind, cards = event["kind"], event.get("cards") or []
        if kind == "landlord":
            self.deal.landlord = number_of(event, "seat")
        if not cards:
            return
        if kind in {"street", "rabbit"}:
            board = second if event.get("board") == 2 else first
            start = len(first) - len(cards)
            if kind == "street":
                start = _STREET_AT.get(field(event, "street"), len(first))
            self._in_order(cards, board[start:])
            return
        place: Place = kind if kind in {"kitty", "dealer"} else number_of(event, "seat")
        for text in cards:
            self._at(text, self._hand(place))

    def _in_order(self, cards: list[str], positions: list[int]) -> None:
        need(len(cards) <= len(positions), "place", "the board has too many cards")
        for text, p in zip(cards, positions, strict=False):
            self._at(text, (p,))

    def _check_result(self, second: list[int]) -> None:
        result = field(self.record, "result")
        if result is None:
            return
        for shown in listed(result, "shown"):
            for text in listed(shown, "cards"):
                self._at(text, self._hand(number_of(shown, "seat")))
        for pot in listed(result, "pots"):
            for seat, cards in pot.get("best") or ():
                board = second if pot.get("board") == 2 else self.deal.places["board"]
                for text in cards:
                    self._at(text, self._hand(seat) | set(board))


def _named(value: Any) -> Iterator[str]:
    """Yield each known card in the lists and the deck's text of a record, but not of its proof."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            if name == "deck" and isinstance(part, str):
                yield from (text for text in part.split() if text != HIDDEN)
            elif name not in {"fair", "rules"}:
                yield from _named(part)
    elif isinstance(value, list):
        cards = [part for part in value if isinstance(part, str) and part in CARDS]
        need(len(set(cards)) == len(cards), "card", "a list names a card twice")
        yield from cards
        for part in value:
            yield from () if isinstance(part, str) else _named(part)


def _check_sayings(record: Any, deal: Deal) -> None:
    """The record must say the same of the hand as plan and deal."""
    hand, rules = field(record, "hand"), field(record, "rules")
    rules_hash = _rules_hash(rules)
    for holds, what in (
        (field(record, "game") == deal.plan.game, "game"),
        (rules_hash == field(record, "rules_hash") == deal.plan.rules_hash, "rules"),
        (str(field(hand, "id")).replace("-", "") == deal.fair["hand_id"], "id"),
        (number_of(hand, "number") == deal.number, "number"),
        (number_of(record, "button") == deal.button, "button"),
        ([seat["seat"] for seat in record["seats"]] == deal.present, "seats"),
        (deal.plan.game != "teen_patti" or _direction(rules) == deal.plan.step, "direction"),
    ):
        need(holds, "record", f"its {what} is not that of the deal")


def _direction(rules: Any) -> int:
    return -1 if field(rules, "direction") == "counter_clockwise" else 1


def _rules_hash(rules: Any) -> str:
    return sha256(canonical(rules)).hexdigest()


def _check_play(record: Any, deal: Deal) -> Mapping[str, Any]:
    """The record tells what the play, whose hash is in the chain, tells; return the play."""
    play: Mapping[str, Any] = field(deal.fair, "play")
    told = play is not None
    need(told, "play", "it is told when its table is closed, and cannot be checked before")
    exactly(play, _PLAY, "the play")
    hand, result = record["hand"], field(record, "result")
    void = field(hand, "void")
    need(isinstance(void, bool) and isinstance(play["void"], bool), "form", "void is no yes or no")
    stacks = [number_of(seat, "stack", -(2**31)) for seat in record["seats"]]
    need(stacks == play["stacks"], "record", "its stacks are not those of the play")
    need(field(record, "terms") == play["terms"], "record", "its terms are not those of the play")
    actions = [_action(action) for action in record["actions"]]
    need(actions == play["actions"], "record", "its actions are not those of the play")
    need((play["result"] is None) == play["void"], "record", "only a void hand has no result")
    need(void or not play["void"], "record", "a void hand is shown as played")
    shown = None if void else play["result"]
    need(result == shown, "record", "its result is not that of the play")
    if play["result"] is not None:
        _check_sums(play["result"], deal.present, play["stacks"])
    return play


def _action(action: Any) -> list[Any]:
    cards = [CARDS.get(text) for text in action.get("cards") or ()]
    kind = [number_of(action, "seat"), field(action, "kind"), action.get("amount")]
    return [*kind, cards, action.get("reading") or ""]


def _check_sums(result: Any, seats: list[int], stacks: list[int]) -> None:
    net, chips = dict(listed(result, "net")), dict(listed(result, "chips"))
    known = list(net) == seats and list(chips) == seats
    need(known, "record", "the result names other seats")
    house = result.get("house", 0)
    need(sum(net.values()) + house == 0, "record", "chips came from nowhere")
    follows = all(chips[s] == had + net[s] for s, had in zip(seats, stacks, strict=True))
    need(follows, "record", "the final stacks do not follow")
