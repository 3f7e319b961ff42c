"""The hand before the first lead: the deal, opening a hand, bidding and doubling.

Source: docs/rules/dou-dizhu.md 5.4, and `open_hand` and `double_stage` of 5.2.
"""

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE, Action
from games.engines.dou_dizhu import moves
from games.engines.dou_dizhu.ranks import highest_first, pack
from games.engines.dou_dizhu.rules import MOMENTS
from games.engines.dou_dizhu.settlement import no_game
from games.engines.dou_dizhu.state import BIDDING, DOUBLING, PLAY, Draft, State

# -- the deal --------------------------------------------------------------------------------


def deal_up_to(draft: Draft, count: int) -> None:
    """Deal until everyone has `count` cards; the bidding begins after the last."""
    new = count - len(draft.hands[0])
    players = len(draft.seats)
    for n in range(players):
        draft.emit("deal", EVERYONE, seat=draft.seats[(draft.first + n) % players], count=new)
    for player, seat in enumerate(draft.seats):
        cards = highest_first(draft.coming[player][:new])
        draft.coming[player] = draft.coming[player][new:]
        draft.hands[player] = highest_first((*draft.hands[player], *cards))
        draft.packed[player] += pack(cards)
        audience = EVERYONE if player == draft.opened else (seat,)
        draft.emit("cards", audience, seat=seat, cards=texts_of(cards))
    if count == draft.rules.HAND:
        draft.phase, draft.turn = BIDDING, draft.first


def answer_to_open(draft: Draft, state: State, action: Action) -> None:
    """Ask each player in turn to open their hand; the first who does ends the question.

    A later opening would multiply by no more than the first.
    """
    if action.kind == "open":
        times = moves.open_offer(state)
        assert times is not None
        open_hand(draft, times)
        deal_up_to(draft, draft.rules.HAND)
        return
    draft.emit("closed", EVERYONE, seat=action.seat)
    draft.asked += 1
    draft.turn = (draft.turn + 1) % len(draft.seats)
    if draft.asked == len(draft.seats):
        draft.asked = 0
        dealt, whole = len(draft.hands[0]), draft.rules.HAND
        deal_up_to(draft, next((count for count, _times in MOMENTS if count > dealt), whole))


def open_hand(draft: Draft, times: int) -> None:
    """Open the hand of the player to act, which multiplies the stakes by `times`."""
    draft.opened, draft.times = draft.turn, times
    cards = texts_of(draft.hands[draft.turn])
    draft.emit("open", EVERYONE, seat=draft.seats[draft.turn], cards=cards, times=times)


# -- bidding ---------------------------------------------------------------------------------


def make_call(draft: Draft, action: Action) -> None:
    """Apply a call of the bidding: pass, call, rob or a bid."""
    player, kind = draft.turn, action.kind
    seat = draft.seats[player]
    if kind == "bid":
        assert action.amount is not None
        draft.bid, draft.caller = action.amount, player
        draft.said[player] = str(action.amount)
        draft.emit("bid", EVERYONE, seat=seat, amount=action.amount)
    else:
        draft.said[player] = kind
        draft.emit(kind, EVERYONE, seat=seat)
    if kind in ("call", "rob"):
        draft.caller = player
    if kind == "rob":
        draft.robs += 1
    _after_call(draft, player, kind)


def _after_call(draft: Draft, player: int, kind: str) -> None:
    bidding = draft.rules.bidding
    if draft.bid == 3 or (bidding == "first_call" and kind == "call"):
        _take_kitty(draft, draft.caller)
        return
    following = (player + 1) % len(draft.seats)
    if not draft.said[following]:
        draft.turn = following
        return
    # All have called. If somebody robbed, the first caller may rob back once.
    called = "call" in draft.said
    if bidding == "call_rob" and called and draft.robs:
        draft.turn = draft.said.index("call")
        return
    if draft.caller >= 0:
        _take_kitty(draft, draft.caller)
    else:  # DZ-49
        draft.emit("all_pass", EVERYONE)
        no_game(draft, "all_pass")


def _take_kitty(draft: Draft, player: int) -> None:
    """Give the kitty to the landlord, who will lead."""
    draft.landlord = player
    seat = draft.seats[player]
    audience = EVERYONE if draft.rules.show_kitty else (seat,)
    draft.hands[player] = highest_first((*draft.hands[player], *draft.kitty))
    draft.packed[player] += pack(draft.kitty)
    draft.emit("landlord", EVERYONE, seat=seat)
    draft.emit("kitty", audience, seat=seat, cards=texts_of(draft.kitty))
    draft.turn = player
    draft.phase = DOUBLING if draft.rules.double_stage else PLAY


def double(draft: Draft, doubles: bool) -> None:
    """Ask each player in turn, starting with the landlord, to double their own stake."""
    player = draft.turn
    draft.doubled[player] = 1 if doubles else 0
    draft.emit("double" if doubles else "decline", EVERYONE, seat=draft.seats[player])
    draft.turn = (player + 1) % len(draft.seats)
    if draft.doubled[draft.turn] >= 0:
        draft.phase = PLAY
        draft.turn = draft.landlord
