"""Carries out the commands of a table's socket, except actions of a hand, in reader threads."""

import uuid
from collections.abc import Callable
from typing import Any

from accounts.people.models import User
from core.wire import Body
from lobby.tables.actions import bots, chat, cuts, next_hand, nudge, seat_requests, seats, windows
from lobby.tables.ws import messages
from lobby.tables.ws.connection import Connection

_PLAIN: dict[type[Body], Callable[..., Any]] = {
    messages.SitOut: seats.sit_out,
    messages.SitIn: seats.sit_in,
    messages.Start: seats.start,
    messages.AskSeat: seat_requests.ask_for_seat,
    messages.RemoveBots: bots.remove_bots,
    messages.Next: next_hand.press_next,
    messages.Nudge: nudge.nudge,
}
"""Commands without arguments."""


def from_window(
    table_id: uuid.UUID, user: User, command: messages.AnyCommand, connection: Connection
) -> None:
    """Carry out a command but an action of a hand, unless another window plays the user's seat."""
    window_id, seat = connection.window_id, connection.seat
    if window_id is None:
        _at_table(table_id, user, command, seat)
        return
    if not isinstance(command, messages.FROM_ANY_WINDOW):
        windows.check_window(table_id=table_id, user_id=user.pk, window_id=window_id)
    _at_table(table_id, user, command, seat)
    if isinstance(command, messages.Sit | messages.Again):
        windows.play_here(table_id=table_id, user_id=user.pk, window_id=window_id)


def _at_table(
    table_id: uuid.UUID, user: User, command: messages.AnyCommand, seat: int | None
) -> None:
    """Carry out any command but an action of a hand, in a reader thread.

    `seat` is the user's seat as the room knows it.
    """
    match command:
        case messages.Sit():
            seats.sit(
                table_id=table_id,
                user=user,
                number=command.seat,
                buy_in=command.buy_in,
                key=command.key or uuid.uuid4(),
            )
        case messages.TopUp():
            seats.top_up(
                table_id=table_id, user=user, amount=command.amount, key=command.key or uuid.uuid4()
            )
        case messages.Leave():
            seats.leave(table_id=table_id, user=user, key=command.key)
        case messages.AddBots():
            bots.add_bots(
                table_id=table_id,
                user=user,
                count=command.count,
                level=command.level,
                key=command.key,
            )
        case messages.Prefer():
            seats.prefer(
                table_id=table_id,
                user=user,
                post=command.post,
                straddle=command.straddle,
                top_up_to=command.top_up_to,
            )
        case messages.Again():
            seats.play_again(table_id=table_id, user=user, key=command.key or uuid.uuid4())
        case messages.AnswerRequest():
            seat_requests.answer_request(
                table_id=table_id, user=user, name=command.name, approve=command.approve
            )
        case messages.Chat():
            chat.speak(table_id=table_id, user=user, text=command.text)
        case messages.CutCommit():
            deck_id = uuid.UUID(hex=command.deck)
            cuts.promise_cut(table_id=table_id, user=user, deck_id=deck_id, commit=command.hash)
        case messages.Cut():
            deck_id, cut = uuid.UUID(hex=command.deck), bytes.fromhex(command.cut)
            cuts.show_cut(table_id=table_id, user=user, deck_id=deck_id, cut=cut, seat=seat)
        case _:
            _PLAIN[type(command)](table_id=table_id, user=user)
