"""A table with every kind of viewer."""

import json
import re
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from games.engines.core.cards import texts_of
from games.engines.core.contract import Opening
from games.hands.actions import open_hand
from games.hands.queries import live
from lobby.tables.models import Table
from lobby.tables.seats.seats import leave, sit
from lobby.tables.ws.consumers import TableConsumer
from lobby.tables.ws.limits import Credit
from tests.support.dou_dizhu_cards import in_order
from tests.support.leaks import dealt_to
from tests.support.rooms import Window, scene_of
from tests.support.staff import log_in, member
from tests.support.waiting import until

MODES = {
    "closed": ("closed", 0),
    "public": ("public", 0),
    "after": ("after_hand", 0),
    "open": ("open", 0),
    "delayed, past": ("delayed", 0),
    "delayed, not yet": ("delayed", 900),
}
"""Spectator modes with their delays; `open` also where chips are at stake."""


@dataclass(frozen=True)
class Played:
    """The play of a game here: the actions of the first two seats, then of the third.

    `dealt(opening, seat)`: the positions in the deck of the seat's cards. `shown`: seats whose
    cards everyone may see once the third has acted. `open_end`: whether a finished game shows
    every hand to viewers who may see hands at all.
    """

    plan: dict[str, Any]
    dealt: Callable[[Opening, int], Iterable[int]]
    script: tuple[tuple[str, ...], tuple[str, ...]]
    last: str = "fold"
    shown: frozenset[int] = frozenset()
    open_end: bool = False


GAMES = {
    "teen_patti": Played(
        {}, lambda opening, seat: dealt_to(opening, seat, 3), (("see", "fold"), ("see", "bet"))
    ),
    "holdem": Played(
        {"game": "holdem", "preset": "cash", "options": {}},
        lambda opening, seat: dealt_to(opening, seat, 2),
        (("fold",), ("raise_to",)),
    ),
    # The second seat is the landlord, and forfeits the game in the end.
    "dou_dizhu": Played(
        {
            "game": "dou_dizhu",
            "preset": "standard",
            "options": {
                "score_mode": "chips",
                "base_score": 1,
                "multiplier_cap": 16,
                "leaver": "forfeits",
            },
            "seats": 3,
        },
        lambda opening, seat: set(in_order(opening, seat)),
        (("pass",), ("bid",)),
        last="pass",
        shown=frozenset({51, 52, 53}),
        open_end=True,
    ),
}
ASKED = [["3c"], ["3c", "3d"], ["BJ", "RJ"], ["2s"]]
"""Selections that every viewer asks about, whether they hold the cards or not."""
NOT_IN_THE_HAND = ("anonymous", "spectator", "host", "staff", "not dealt in")
ALL = (*NOT_IN_THE_HAND, "folded", "player")


class World:
    """One hand played with windows and requests of every kind of viewer."""

    def __init__(self, seat_table, monkeypatch, game, mode, deck=None, *, looking=ALL):
        self.seat_table, self.monkeypatch, self.deck = seat_table, monkeypatch, deck
        self.looking = looking
        self.game = GAMES[game]
        self.spectators, self.delay = MODES[mode]
        self.said = {}
        self.clients = {}

    async def play(self):
        """Play the hand; `said[viewer, way, stage]` is everything that was sent."""
        secrets_of = live.secrets_of

        def given(hand):
            """This world's order of the cards, without proofs, which other tests check."""
            order, _deck, bot_key = secrets_of(hand)
            return live.Secrets(self.deck or order, None, bot_key)

        def live_hand(row, *, secrets, **named):
            return live.live_hand(row, secrets=given(row), **named)

        self.monkeypatch.setattr(live, "secrets_of", given)
        self.monkeypatch.setattr(open_hand, "live_hand", live_hand)
        self.scene = scene = await scene_of(self.seat_table, **self.game.plan)
        await scene.do(self._set_up)
        self.windows = {name: await scene.open(user) for name, user in self.viewers.items()}
        self.opening = (await scene.do(scene.seat_table.deal)).opening
        await self._caught_up()
        if self.table.max_seats > 3:
            late_comer = self.viewers["not dealt in"]
            seat = {"number": 5, "buy_in": 1_000, "key": uuid.uuid4()}
            await scene.do(sit, table_id=self.table.pk, user=late_comer, **seat)
            await self._caught_up()
        for name, kinds in zip(("folded", "player"), self.game.script, strict=True):
            user = await scene.do(lambda: scene.seat_table.turn)
            self.viewers[name], self.windows[name] = user, await scene.open(user)
            for kind in kinds:
                await scene.do(self._act, user, kind)
                await self._caught_up()
        await self._look("live")
        await scene.do(lambda: self._act(scene.seat_table.turn, self.game.last))
        if await scene.do(lambda: scene.seat_table.head.live):
            await self._look("played")
            await scene.do(leave, table_id=self.table.pk, user=self.viewers["player"])
        await self._look("over")
        await scene.close()
        await scene.do(self._put_away)
        self.monkeypatch.setattr(live, "secrets_of", secrets_of)
        self.monkeypatch.setattr(open_hand, "live_hand", live.live_hand)
        return self

    async def _caught_up(self):
        """With a delay of 0, a delayed table has reached the present."""
        late, now = self.scene.room.late, self.scene.room.hand
        if late is not None and not self.delay:
            await until(lambda: (late.hand and late.hand.seq) == now.seq, "the present")
        await self.scene.sent()

    def _set_up(self):
        self.viewers = {
            "anonymous": None,
            "spectator": create_guest(name="Gita"),
            "host": create_guest(name="Hari"),
            "staff": member("Admin", name="Lila"),
            "not dealt in": create_guest(name="Indra"),
        }
        self.table = self.scene.seat_table.table
        Table.objects.filter(pk=self.table.pk).update(
            spectators=self.spectators, spectator_delay_s=self.delay, host=self.viewers["host"]
        )

    def _act(self, user, kind):
        hand = self.scene.seat_table.hand
        seat = hand.seat_of[user.pk]
        option = next(one for one in hand.game.legal(hand.state, seat) if one.kind == kind)
        amount = option.min if option.min is not None else option.amount
        assert self.scene.seat_table.act(user, kind, amount).seq is not None

    async def _look(self, stage):
        await self._caught_up()
        for name, user in self.viewers.items():
            # Sorted by kind: a delayed table's hand and seats come in no fixed order.
            stream = sorted(self.windows[name].frames, key=lambda frame: frame["type"])
            self.said[name, "stream", stage] = self._plain(stream)
            hello = await self.scene.open(user)
            self.said[name, "hello", stage] = self._plain(hello.frames)
            if name not in self.looking:
                continue  # only present, as in the other worlds
            self.said[name, "ask", stage] = self._plain(await self._asked(user))
            for way in ("rest", "pages"):
                seen = await self.scene.do(getattr(self, f"_{way}"), user)
                self.said[name, way, stage] = self._plain(seen)

    async def _asked(self, user):
        """The socket's answer to `ask` about some cards, for any viewer."""
        asker, window = TableConsumer(), Window(user)
        asker.user, asker.room, asker.connection = user, self.scene.room, window.connection
        asker.credit, asker.scope = Credit(100), {}
        self.scene.windows.append(window)
        for cards in ASKED:
            await asker.receive(json.dumps({"type": "ask", "id": "", "cards": cards}))
        await self.scene.sent()
        return window.frames

    def _client(self, user):
        """The user's browser: they stay logged in through the hand."""
        if user not in self.clients:
            self.clients[user] = client = Client()
            if user is not None:
                log_in(client, user) if user.is_staff else client.force_login(user)
        return self.clients[user]

    def _rest(self, user):
        client, hand = self._client(user), self.scene.seat_table.hand
        table, hand = f"/api/v1/tables/{self.table.slug}", f"/api/v1/hands/{hand.id}"
        paths = [
            table,
            f"{table}/state",
            f"{table}/hands",
            hand,
            f"{hand}/replay",
            f"{hand}/record",
        ]
        answers = [client.get(path) for path in paths]
        assert all(a.status_code in (200, 403, 404, 409) for a in answers), answers
        return [(a.status_code, a.json()) for a in answers]

    def _pages(self, user):
        """The table's page, its hands and the hand; for staff also the staff pages."""
        client, hand = self._client(user), self.scene.seat_table.hand
        paths = [f"/t/{self.table.slug}/", f"/t/{self.table.slug}/hands/", f"/hands/{hand.id}/"]
        if user is not None and user.is_staff:
            rows = {"games_hand": hand.id, "lobby_table": self.table.pk}
            paths += [reverse(f"admin:{row}_change", args=[pk]) for row, pk in rows.items()]
            listed = reverse("admin:games_hand_changelist")
            paths.append(f"{listed}?table={self.table.pk}")
        answers = [client.get(path) for path in paths]
        assert {a.status_code for a in answers} <= {200, 404}, answers
        assert [a.status_code for a in answers[3:]] == [200] * len(paths[3:])
        # The page for a missing hand has a picture of cards.
        return [a.content.decode() if a.status_code == 200 else "" for a in answers]

    def _plain(self, said):
        """The text without values that differ between worlds, such as ids, seals and times."""
        text = json.dumps(said)
        text = re.sub(r"\b[0-9a-f]{32,}\b|/h/[\w=-]+|<code>[0-9a-f]+</code>", "SEAL", text)
        text = re.sub(r'(csrf\w+\\" value=|nonce=)\\"[^"]+"', "SECRET", text)
        text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?|\b\d\d:\d\d:\d\d\b", "TIME", text)
        for own in (self.table.slug, self.table.invite, self.table.name):
            text = text.replace(own, "TABLE")
        text = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID", text)
        text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.+Z]+", "TIME", text)
        text = re.sub(r"\b\w+\.? \d+, \d{4}, [\w:. ]+(?=<)", "TIME", text)
        text = re.sub(r"/account/\d+/", "/account/ID/", text)
        text = re.sub(r'(avatar"?: |avatar\\": |seed=\\")\d+', "FACE", text)
        return re.sub(r"\b1[789]\d{11}\b", "TIME", text)

    def _put_away(self):
        """Free the names: the people of the next world have the same ones."""
        for user in User.objects.exclude(name_key__startswith="gone"):
            key = f"gone{user.pk.hex[:8]}"
            User.objects.filter(pk=user.pk).update(name=key, name_key=key)

    def hole_cards(self, *names):
        """The positions in the deck of these players' cards."""
        return self.places_of(
            [self.scene.seat_table.people.index(self.viewers[name]) for name in names]
        )

    def places_of(self, seats):
        return {at for seat in seats for at in self.game.dealt(self.opening, seat)}

    def all_is_shown(self, name, stage, mode):
        """Whether the rules show this viewer every hand at that stage."""
        if stage != "over":
            return False
        # Staff read the result of a hand that is over, as its players do.
        if self.game.open_end and (name in ("folded", "player", "staff") or mode == "public"):
            return True
        return mode in ("after", "open", "delayed, past")

    def may_know(self, name, stage, mode):
        """Texts of the cards that a viewer may know, derived from the rule's wording."""
        if self.all_is_shown(name, stage, mode):
            places = self.places_of(self.opening.seats) | self.game.shown
        else:
            places = self.hole_cards(name) if name in ("folded", "player") else set()
            places |= self.game.shown if stage in ("played", "over") else set()
        return set(texts_of(tuple(self.opening.deck[at] for at in places)))
