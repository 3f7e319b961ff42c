"""The client's socket messages, with their types and sizes checked.

They are a tagged union of the same commands as in REST (`lobby.tables.bodies`), each with its type
and the client's own `id`. Unknown fields and types are refused. The server's messages are in
`lobby.tables.ws.events`.
"""

from collections.abc import Callable
from typing import Annotated

import msgspec

from core.http.scopes import PLAY, READ
from core.wire import Body
from lobby.tables import bodies, lobby_list

Id = Annotated[str, msgspec.Meta(max_length=40)]


class ClientCommand(Body, tag_field="type"):
    """A command with the client's own id, which its answer repeats."""

    id: Id = ""


class Act(bodies.ActBody, tag_field="type", tag="act", kw_only=True):
    """Act in the hand: `seq` is the state the client saw, `key` the idempotency key."""

    id: Id = ""


class Sit(bodies.SitBody, tag_field="type", tag="sit", kw_only=True):
    """Take a seat with chips from the wallet; `buy_in` null brings the minimum."""

    id: Id = ""


class Leave(bodies.LeaveBody, tag_field="type", tag="leave", kw_only=True):
    """Give up the seat; its chips go back to the wallet."""

    id: Id = ""


class TopUp(bodies.TopUpBody, tag_field="type", tag="top_up", kw_only=True):
    """Add chips from the wallet."""

    id: Id = ""


class SitOut(ClientCommand, tag="sit_out"):
    """Keep the seat but sit out."""


class SitIn(ClientCommand, tag="sit_in"):
    """Be dealt in again."""


class AskSeat(ClientCommand, tag="ask_seat"):
    """Ask the host for a seat, where the host approves each player."""


class AnswerRequest(bodies.AnswerBody, tag_field="type", tag="answer_request", kw_only=True):
    """Approve or refuse a player's request for a seat; for the host."""

    id: Id = ""


class Start(ClientCommand, tag="start"):
    """Start the game."""


class AddBots(bodies.BotsBody, tag_field="type", tag="add_bots", kw_only=True):
    """Add bots to free seats."""

    id: Id = ""


class RemoveBots(ClientCommand, tag="remove_bots"):
    """Remove the table's bots."""


class Prefer(bodies.PreferBody, tag_field="type", tag="prefer", kw_only=True):
    """Set the seat's preferences; omitted fields stay unchanged."""

    id: Id = ""


class Next(ClientCommand, tag="next"):
    """Ask for the next hand; the pause ends once every player has."""


class Nudge(ClientCommand, tag="nudge"):
    """Nudge the player whose turn it is."""


class Again(bodies.AgainBody, tag_field="type", tag="again", kw_only=True):
    """Enter the next sit and go."""

    id: Id = ""


class Chat(bodies.SayBody, tag_field="type", tag="chat", kw_only=True):
    """Send a chat line, or an action that begins with a slash: `/call`, `/raise 40`."""

    id: Id = ""


class Ask(bodies.AskBody, tag_field="type", tag="ask", kw_only=True):
    """Ask how a selection of one's own cards counts; changes nothing."""

    id: Id = ""


class PlayHere(ClientCommand, tag="play_here"):
    """Play the seat in this window from now on; the player's other windows stop.

    The socket's address names the window.
    """


class CutCommit(bodies.CutCommitBody, tag_field="type", tag="cut_commit", kw_only=True):
    """Commit to a cut of the next deck: the SHA-256 of 32 bytes, as TFAIR1 hashes them."""

    id: Id = ""


class Cut(bodies.CutBody, tag_field="type", tag="cut", kw_only=True):
    """Reveal the committed cut once the list of cuts is closed."""

    id: Id = ""


class Resync(ClientCommand, tag="resync"):
    """Ask for the whole table again."""


class Ping(ClientCommand, tag="ping"):
    """Ask for the server's clock."""


class Ticket(msgspec.Struct, tag_field="type", tag="ticket", forbid_unknown_fields=True):
    """Authenticate an app's socket; always its first message, and never sent by pages."""

    ticket: Annotated[str, msgspec.Meta(max_length=64)]


class Look(lobby_list.LobbyQuery, tag_field="type", tag="look", kw_only=True):
    """Look at another page of the lobby's list, or through other filters."""

    id: Id = ""


AnyCommand = (
    Act
    | Sit
    | Leave
    | TopUp
    | SitOut
    | SitIn
    | AskSeat
    | AnswerRequest
    | Start
    | AddBots
    | RemoveBots
    | Prefer
    | Next
    | Nudge
    | Again
    | Chat
    | Ask
    | PlayHere
    | CutCommit
    | Cut
    | Resync
    | Ping
)

LobbyCommand = Look | Resync | Ping

_READING = (Ask, Look, Resync, Ping)
FROM_ANY_WINDOW = (*_READING, PlayHere, CutCommit, Cut)
"""The commands of a window that does not play the seat. Its cuts still count: it promised them."""


def scope_of(kind: type) -> str:
    """The scope that an app's token needs for this kind of command."""
    return READ if kind in _READING else PLAY


decode: Callable[[str], AnyCommand] = msgspec.json.Decoder(AnyCommand).decode
decode_in_lobby: Callable[[str], LobbyCommand] = msgspec.json.Decoder(LobbyCommand).decode
decode_ticket = msgspec.json.Decoder(Ticket).decode
