"""Until somebody leads: the deal, in which hands may be opened, the auction and doubling.

Rules.md 5.4, and `open_hand` and `double_stage` of 5.2.
"""

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE, Action
from games.engines.dou_dizhu import moves
from games.engines.dou_dizhu.ranks import highest_first, pack
from games.engines.dou_dizhu.rules import MOMENTS
from games.engines.dou_dizhu.settlement import no_game
from games.engines.dou_dizhu.state import AUCTION, DOUBLING, PLAY, Draft, State

HAND = 17
"""Cards each player is dealt."""


# -- the deal --------------------------------------------------------------------------------


def deal_up_to(draft: Draft, count: int) -> None:
    """Deal on until everybody has so many cards; after the last the auction begins."""
    new = count - len(draft.hands[0])
    for n in range(3):
        draft.tell("deal", EVERYONE, seat=draft.seats[(draft.first + n) % 3], count=new)
    for place, seat in enumerate(draft.seats):
        cards = highest_first(draft.coming[place][:new])
        draft.coming[place] = draft.coming[place][new:]
        draft.hands[place] = highest_first((*draft.hands[place], *cards))
        draft.packed[place] += pack(cards)
        audience = EVERYONE if place == draft.opened else (seat,)
        draft.tell("cards", audience, seat=seat, cards=texts_of(cards))
    if count == HAND:
        draft.phase, draft.turn = AUCTION, draft.first


def answer_to_open(draft: Draft, state: State, action: Action) -> None:
    """One after the other may open; the first who does ends it, for nothing later counts more."""
    if action.kind == "open":
        times = moves.open_offer(state)
        assert times is not None
        open_hand(draft, times)
        deal_up_to(draft, HAND)
        return
    draft.tell("closed", EVERYONE, seat=action.seat)
    draft.asked += 1
    draft.turn = (draft.turn + 1) % 3
    if draft.asked == 3:
        draft.asked = 0
        dealt = len(draft.hands[0])
        deal_up_to(draft, next((count for count, _times in MOMENTS if count > dealt), HAND))


def open_hand(draft: Draft, times: int) -> None:
    """The turn lays its cards open, which multiplies by so much."""
    draft.opened, draft.times = draft.turn, times
    cards = texts_of(draft.hands[draft.turn])
    draft.tell("open", EVERYONE, seat=draft.seats[draft.turn], cards=cards, times=times)


# -- the auction -----------------------------------------------------------------------------


def speak(draft: Draft, action: Action) -> None:
    """A word of the auction: pass, call, rob or a bid."""
    place, kind = draft.turn, action.kind
    seat = draft.seats[place]
    if kind == "bid":
        assert action.amount is not None
        draft.bid, draft.caller = action.amount, place
        draft.said[place] = str(action.amount)
        draft.tell("bid", EVERYONE, seat=seat, amount=action.amount)
    else:
        draft.said[place] = kind
        draft.tell(kind, EVERYONE, seat=seat)
    if kind in ("call", "rob"):
        draft.caller = place
    if kind == "rob":
        draft.robs += 1
    _after_speaking(draft, place, kind)


def _after_speaking(draft: Draft, place: int, kind: str) -> None:
    auction = draft.rules.auction
    if draft.bid == 3 or (auction == "first_call" and kind == "call"):
        _take_kitty(draft, draft.caller)
        return
    following = (place + 1) % 3
    if not draft.said[following]:
        draft.turn = following
        return
    # All three have spoken. Where somebody robbed, who called first may rob back, once.
    called = "call" in draft.said
    if auction == "call_rob" and called and draft.robs:
        draft.turn = draft.said.index("call")
        return
    if draft.caller >= 0:
        _take_kitty(draft, draft.caller)
    else:
        draft.tell("all_pass", EVERYONE)
        no_game(draft, "all_pass")


def _take_kitty(draft: Draft, place: int) -> None:
    """The landlord is found: they take the three cards and will lead."""
    draft.landlord = place
    seat = draft.seats[place]
    audience = EVERYONE if draft.rules.show_kitty else (seat,)
    draft.hands[place] = highest_first((*draft.hands[place], *draft.kitty))
    draft.packed[place] += pack(draft.kitty)
    draft.tell("landlord", EVERYONE, seat=seat)
    draft.tell("kitty", audience, seat=seat, cards=texts_of(draft.kitty))
    draft.turn = place
    draft.phase = DOUBLING if draft.rules.double_stage else PLAY


def double(draft: Draft, doubles: bool) -> None:
    """One after the other, from the landlord on, doubles the own stake or does not."""
    place = draft.turn
    draft.doubled[place] = 1 if doubles else 0
    draft.tell("double" if doubles else "decline", EVERYONE, seat=draft.seats[place])
    draft.turn = (place + 1) % 3
    if draft.doubled[draft.turn] >= 0:
        draft.phase = PLAY
        draft.turn = draft.landlord
