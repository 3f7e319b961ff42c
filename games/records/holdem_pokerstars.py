"""A hold'em record as PokerStars hand history text, the format that most trackers import.

Hands are written as PokerStars writes ring games; amounts are whole chips without a currency, which
importers take for play money.

    element                               in the text
    names                                 each as one word; `games.records.player_names` says how
    blinds, antes, straddle, late posts   all; a post of both blinds is one amount, as there
    actions, uncalled bets, pots, rake    all; there is no rake
    cards                                 the reader's own, and those that were shown; with all
                                          cards, every seat's
    boards                                one or two
    time-out, leaving                     a fold
    leaving out of turn                   the fold at the player's next turn, or as the street ends
    raise that nobody could call          a call, as PokerStars offers no such raise
    votes to run the board twice, rabbit  not said
    level of a sit and go                 not said; the blinds are those of the hand
    rules, preset, proof of the deal      not said
    dead small blind posted in a hand     refused: it would be read as a live one
      without a live small blind
    void hand                             refused
"""

import datetime
import uuid
import zoneinfo
from collections.abc import Iterator, Mapping
from typing import Any

from games.engines.core.cards import HIDDEN
from games.records.formats import NotRepresentable
from games.records.holdem_labels import label_of
from games.records.player_names import one_word
from games.records.record import Written, read

_STREETS = {"flop": "Flop", "turn": "Turn", "river": "River"}
_RUNS = {1: "FIRST ", 2: "SECOND "}
_FORCED = {
    "small": "small blind",
    "big": "big blind",
    "straddle": "straddle",
    "post": "big blind",
    "dead": "small blind",
}


def pokerstars(record: Mapping[str, Any]) -> str:
    """Return the record as PokerStars text; raises `NotRepresentable` and `InvalidRecord`.

    A record does not name its table, so each is called Cardhouse.
    """
    written = read(record)
    if record["result"] is None:
        raise NotRepresentable("void")
    return _Writer(written).text()


class _Writer:
    """Writes the events of a record, which hold everything that the text says."""

    def __init__(self, written: Written) -> None:
        self.data = written.data
        self.names = {seat["seat"]: one_word(seat["name"]) for seat in self.data["seats"]}
        self.left = dict(zip(written.seats, written.stacks, strict=True))
        self.at: dict[str, int] = {"button": self.data["button"]}
        self.bet: set[int] = set()
        """The seats that put chips in, apart from an ante."""
        self.bets: dict[int, int] = {}
        """What each seat has put in on this street, apart from antes and dead blinds."""
        self.uncallable = 0
        """The part of a raise above what any rival could call; it comes back and is not said."""
        self.acted: set[int] = set()
        """The seats that owe no action on this street unless somebody raises."""
        self.out: set[int] = set()
        """The seats that folded or left."""
        self.gone: set[int] = set()
        """The seats that left out of turn and still have to fold."""
        self.last_seat = -1
        """The seat after which the next one acts."""
        self.folded: dict[int, str] = {}
        self.shown: dict[int, list[str]] = {}
        self.mucked: list[int] = []
        self.wins: list[dict[str, Any]] = []
        self.boards: dict[int, list[str]] = {1: [], 2: []}
        self.twice = False
        self.street = "before Flop"
        self.current = 0
        self.lines: list[str] = []

    def text(self) -> str:
        """Return the text of the hand; raises `NotRepresentable`."""
        self.head()
        steps = [self.data["deal"], *self.data["actions"]]
        for kind in ("ante", "blind"):  # PokerStars has all antes before the blinds
            self.posts([e for e in steps[0]["events"] if e["kind"] == kind])
        self.last_seat = self.before_the_first()
        self.lines.append("*** HOLE CARDS ***")
        for seat in self.data["seats"]:
            own = seat["seat"] == self.data["viewer"]["seat"]
            if (own or self.data["viewer"]["all_cards"]) and HIDDEN not in seat["cards"]:
                name = self.names[seat["seat"]]
                self.lines.append(f"Dealt to {name} [{' '.join(seat['cards'])}]")
        for step in steps:
            for event in step["events"]:
                self.event(event)
        self.showdown()
        self.summary()
        return "\n".join(self.lines) + "\n"

    # -- the parts ---------------------------------------------------------------------------

    def head(self) -> None:
        """Write the two lines of the hand and those of the seats."""
        hand, terms = self.data["hand"], self.data["terms"]
        start = self.data["deal"]["events"][0]
        number = uuid.UUID(hand["id"]).int & (1 << 62) - 1 if hand["id"] else hand["number"] or 0
        button = self.data["button"] + 1
        most = max(self.data["rules"]["max_players"], button, *(seat + 1 for seat in self.names))
        self.lines += [
            f"PokerStars Hand #{number}:  Hold'em No Limit "
            f"({start['small']}/{start['big']}) - {_moment(hand['started_at'])}",
            f"Table 'Cardhouse' {most}-max Seat #{button} is the button",
        ]
        for seat, stack in self.left.items():
            self.lines.append(f"Seat {seat + 1}: {self.names[seat]} ({stack} in chips)")
        self.current = 2 * start["big"] if terms.get("straddle") is not None else start["big"]

    def posts(self, events: list[dict[str, Any]]) -> None:
        """Write antes and blinds; a live and a dead post of one seat are one line."""
        dead = {e["seat"]: e for e in events if e.get("which") == "dead"}
        late = {e["seat"] for e in events if e.get("which") == "post"}
        small = any(e.get("which") == "small" for e in events)
        if not small and set(dead) - late:
            raise NotRepresentable("dead_small_blind")
        for event in events:
            which, seat, amount = event.get("which"), event["seat"], event["amount"]
            if which == "dead" and seat in late:
                continue
            words = f"posts {_FORCED[which]}" if which else "posts the ante"
            if which == "post" and seat in dead:
                words, amount = "posts small & big blinds", amount + dead[seat]["amount"]
            if which in ("small", "big"):
                self.at[which] = seat
            if which:
                self.bet.add(seat)
            if which and which != "dead":
                self.bets[seat] = event["amount"]
            self.pay(seat, words, amount)

    def event(self, event: dict[str, Any]) -> None:
        """Write an event of the play, or keep it for the showdown."""
        kind, seat = event["kind"], event.get("seat", -1)
        if kind == "fold" and event["reason"] == "left":
            self.gone.add(seat)
            self.out.add(seat)
        elif kind in ("check", "fold", "call", "bet", "raise_to"):
            self.fold_the_gone(until=seat)
            self.act(event)
            self.last_seat = seat
        elif kind in ("returned", "street", "show", "muck", "win"):
            self.fold_the_gone()
        if kind in ("show", "muck"):
            self.mucked += sorted(self.gone)
            self.gone.clear()
        if kind == "returned":
            self.give_back(event)
        elif kind == "run":
            self.twice = event["boards"] == 2
            self.boards[2] = list(self.boards[1])
        elif kind == "street":
            self.deal(event)
        elif kind == "show":
            self.shown[seat] = event["cards"]
        elif kind == "muck":
            self.mucked.append(seat)
        elif kind == "win":
            self.wins.append(event)

    def before_the_first(self) -> int:
        """Return the seat after which the first player to act before the flop sits."""
        if self.data["rules"]["preflop_first_actor"] == "small_blind":
            return self.at["button"]
        straddle: int | None = self.data["terms"].get("straddle")
        if straddle is not None:
            return straddle
        # A player whose ante took the last chips posts no blind.
        return self.at.get("big", self.at.get("small", self.at["button"]))

    def fold_the_gone(self, until: int | None = None) -> None:
        """Write the folds of players who left, as far as their turn came before this seat's.

        Without a seat the street is over: those fold who owed an action, or all of them as the
        hand ends without a showdown.
        """
        count: int = 1 + max(self.names)
        over = len(self.out) == len(self.names) - 1

        def turn(seat: int) -> int:
            return (seat - self.last_seat - 1) % count

        for seat in sorted(self.gone, key=turn):
            owes = over or seat not in self.acted
            if owes if until is None else turn(seat) <= turn(until):
                self.fold(seat)

    def fold(self, seat: int) -> None:
        """Write a fold."""
        self.gone.discard(seat)
        self.out.add(seat)
        self.folded[seat] = self.street
        self.lines.append(f"{self.names[seat]}: folds")

    def act(self, event: dict[str, Any]) -> None:
        """Write a check, fold, call, bet or raise."""
        kind, seat = event["kind"], event["seat"]
        self.acted.add(seat)
        if kind == "fold":
            self.fold(seat)
            return
        if kind == "check":
            self.lines.append(f"{self.names[seat]}: checks")
            return
        own, amount = self.bets.get(seat, 0), event["amount"]
        all_in = " and is all-in" if event["all_in"] else ""
        if kind == "raise_to" and self.nobody_can_call_more(seat):
            self.uncallable = amount - self.current
            amount, all_in = self.current - own, ""
            words = f"calls {amount}" if amount else "checks"
        elif kind == "call":
            words = f"calls {amount}"
        else:
            words = f"raises {amount - self.current} to" if kind == "raise_to" else "bets"
            words, self.current, amount = f"{words} {amount}", amount, amount - own
            self.acted = {seat}
        self.bets[seat] = own + amount
        self.left[seat] -= amount
        self.bet.add(seat)
        self.lines.append(f"{self.names[seat]}: {words}{all_in}")

    def nobody_can_call_more(self, seat: int) -> bool:
        """Return whether every rival of a seat has at most the chips of the highest bet."""
        rivals = self.names.keys() - self.out - {seat}
        return all(self.left[one] + self.bets.get(one, 0) <= self.current for one in rivals)

    def give_back(self, event: dict[str, Any]) -> None:
        """Write the return of an uncalled bet, as far as it was written as a bet."""
        amount = event["amount"] - self.uncallable
        self.left[event["seat"]] += amount
        self.uncallable = 0
        if amount:
            name = self.names[event["seat"]]
            self.lines.append(f"Uncalled bet ({amount}) returned to {name}")

    def pay(self, seat: int, words: str, amount: int) -> None:
        """Write a forced bet."""
        self.left[seat] -= amount
        all_in = "" if self.left[seat] else " and is all-in"
        self.lines.append(f"{self.names[seat]}: {words} {amount}{all_in}")

    def deal(self, event: dict[str, Any]) -> None:
        """Write the cards of a street."""
        board = self.boards[event["board"]]
        before = f" [{' '.join(board)}]" if board else ""
        run = _RUNS[event["board"]] if self.twice else ""
        name = event["street"].upper()
        self.lines.append(f"*** {run}{name} ***{before} [{' '.join(event['cards'])}]")
        board += event["cards"]
        self.street, self.current = f"on the {_STREETS[event['street']]}", 0
        self.bets, self.acted, self.last_seat = {}, set(), self.at["button"]

    def showdown(self) -> None:
        """Write shown hands and the pots, the last side pot first."""
        if not self.shown:
            for win in self.wins:
                self.lines.append(f"{self.names[win['seat']]} collected {win['amount']} from pot")
                self.lines.append(f"{self.names[win['seat']]}: doesn't show hand")
            return
        for run in (1, 2) if self.twice else (1,):
            self.lines.append(f"*** {_RUNS[run] if self.twice else ''}SHOW DOWN ***")
            for seat, cards in self.shown.items():
                named = label_of([*cards, *self.boards[run]])
                self.lines.append(f"{self.names[seat]}: shows [{' '.join(cards)}] ({named})")
            self.lines += [f"{self.names[seat]}: mucks hand" for seat in self.mucked if run == 1]
            for win in self.wins:
                if win["board"] == run:
                    name, pot = self.names[win["seat"]], self.pot(win["pot"])
                    self.lines.append(f"{name} collected {win['amount']} from {pot}")

    def pots(self) -> list[int]:
        """Return the chips of each pot, the main pot first."""
        amounts: dict[int, int] = {}
        for win in self.wins:
            amounts[win["pot"]] = amounts.get(win["pot"], 0) + win["amount"]
        return [amounts[number] for number in sorted(amounts)]

    def pot(self, number: int) -> str:
        """Return the name of a pot in a line of the play."""
        count = len(self.pots())
        if count == 1:
            return "pot"
        if number == 0:
            return "main pot"
        return "side pot" if count == 2 else f"side pot-{number}"

    def summary(self) -> None:
        """Write the summary."""
        pots = self.pots()
        parts = "".join(
            f" {self.pot(n).capitalize()} {chips}." for n, chips in enumerate(pots) if len(pots) > 1
        )
        self.lines += ["*** SUMMARY ***", f"Total pot {sum(pots)}{parts} | Rake 0"]
        if self.twice:
            self.lines.append("Hand was run twice")
        for run in (1, 2) if self.twice else (1,):
            if self.boards[run]:
                first = _RUNS[run] if self.twice else ""
                self.lines.append(f"{first}Board [{' '.join(self.boards[run])}]")
        for seat in self.data["seats"]:
            number = seat["seat"]
            marks = "".join(
                f" ({words})"
                for which, words in (
                    ("button", "button"),
                    ("small", "small blind"),
                    ("big", "big blind"),
                )
                if self.at.get(which) == number
            )
            end = self.end(number, seat["cards"])
            self.lines.append(f"Seat {number + 1}: {self.names[number]}{marks} {end}")

    def end(self, seat: int, cards: list[str]) -> str:
        """Return how the hand ended for a seat."""
        if seat in self.folded:
            return f"folded {self.folded[seat]}{'' if seat in self.bet else self.no_bet(seat)}"
        if seat in self.mucked:
            known = "" if HIDDEN in cards else f" [{' '.join(cards)}]"
            return f"mucked{known}"
        if seat not in self.shown:
            return f"collected ({sum(w['amount'] for w in self.wins if w['seat'] == seat)})"
        return f"showed [{' '.join(self.shown[seat])}] and {', and '.join(self.ends(seat))}"

    def no_bet(self, seat: int) -> str:
        """Return the mark of a seat that put in nothing before the flop."""
        return " (didn't bet)" if self.folded[seat] == "before Flop" else ""

    def ends(self, seat: int) -> Iterator[str]:
        """Yield `won (40) with a pair of Aces` or `lost with …` for each board."""
        for run in (1, 2) if self.twice else (1,):
            won = sum(w["amount"] for w in self.wins if (w["seat"], w["board"]) == (seat, run))
            named = label_of([*self.shown[seat], *self.boards[run]])
            yield f"won ({won}) with {named}" if won else f"lost with {named}"


def _moment(started_at: str | None) -> str:
    """Return a moment in the player's time, here UTC, and in New York's, as PokerStars does."""
    at = datetime.datetime.fromisoformat(started_at or "2000-01-01T00:00:00+00:00")
    here = at.astimezone(datetime.UTC)
    there = at.astimezone(zoneinfo.ZoneInfo("America/New_York"))
    return f"{_date(here)} UTC [{_date(there)} ET]"


def _date(at: datetime.datetime) -> str:
    return f"{at:%Y/%m/%d} {at.hour}:{at:%M:%S}"
