"""Nobody gets a card they may not know, in any spectator mode and by any way in.

The same hand is played in several worlds that differ only in the cards that some viewers may not
know. Those viewers must get the same in each: by sockets, the API and pages, including those of
staff. Delays are 0 (already over) or too long to be over.
"""

import asyncio
import datetime
import json
import random
import re
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from games.engines.core import registry
from games.engines.core.cards import PACK, TEXTS, texts_of
from games.engines.core.contract import OPEN, SPECTATOR, Opening, Viewer
from games.hands.actions import open_hand
from games.hands.models import Hand
from games.hands.queries import live
from games.hands.viewers import viewer_at_table
from lobby.moderation.actions.void import void_hand
from lobby.tables import shown
from lobby.tables.actions import hands
from lobby.tables.actions.seats import leave, sit
from lobby.tables.models import Table
from lobby.tables.queries.table_state import state_for
from lobby.tables.ws import delayed
from lobby.tables.ws.consumers import TableConsumer
from lobby.tables.ws.limits import Credit
from tests.games.engines.test_dou_dizhu_leaks import cards_in, in_order
from tests.games.engines.test_leaks import dealt_to, reshuffled
from tests.lobby.tables.test_room_messages import Scene, Window, scene_of
from tests.support.size import FULL
from tests.support.staff import log_in, member
from tests.support.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)

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
USUAL = [("teen_patti", "delayed, not yet"), ("holdem", "public")]
"""Of every run: one mode that shows spectators a late hand, and one without a delay."""
CASES = [(game, mode) for game in GAMES for mode in MODES] if FULL else USUAL


@pytest.fixture(autouse=True)
def _no_quota(monkeypatch):
    cache.clear()
    monkeypatch.setattr(hands, "secrets", SimpleNamespace(randbelow=lambda _n: 0))


class World:
    """One hand played with windows and requests of every kind of viewer."""

    def __init__(self, company, monkeypatch, game, mode, deck=None, *, looking=ALL):
        self.company, self.monkeypatch, self.deck = company, monkeypatch, deck
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
        self.scene = scene = await scene_of(self.company, **self.game.plan)
        await scene.do(self._set_up)
        self.windows = {name: await scene.open(user) for name, user in self.viewers.items()}
        self.opening = (await scene.do(scene.company.deal)).opening
        await self._caught_up()
        if self.table.max_seats > 3:
            late_comer = self.viewers["not dealt in"]
            seat = {"number": 5, "buy_in": 1_000, "key": uuid.uuid4()}
            await scene.do(sit, table_id=self.table.pk, user=late_comer, **seat)
            await self._caught_up()
        for name, kinds in zip(("folded", "player"), self.game.script, strict=True):
            user = await scene.do(lambda: scene.company.turn)
            self.viewers[name], self.windows[name] = user, await scene.open(user)
            for kind in kinds:
                await scene.do(self._act, user, kind)
                await self._caught_up()
        await self._look("live")
        await scene.do(lambda: self._act(scene.company.turn, self.game.last))
        if await scene.do(lambda: scene.company.head.live):
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
        self.table = self.scene.company.table
        Table.objects.filter(pk=self.table.pk).update(
            spectators=self.spectators, spectator_delay_s=self.delay, host=self.viewers["host"]
        )

    def _act(self, user, kind):
        hand = self.scene.company.hand
        seat = hand.seat_of[user.pk]
        option = next(one for one in hand.game.legal(hand.state, seat) if one.kind == kind)
        amount = option.min if option.min is not None else option.amount
        assert self.scene.company.act(user, kind, amount).seq is not None

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
        asker.credit = Credit(100)
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
        client, hand = self._client(user), self.scene.company.hand
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
        client, hand = self._client(user), self.scene.company.hand
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
        text = re.sub(r"\b[0-9a-f]{32,}\b|/s/[\w=-]+|<code>[0-9a-f]+</code>", "SEAL", text)
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
            [self.scene.company.people.index(self.viewers[name]) for name in names]
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


def cards_of_one_pack(text):
    """The cards in a text; drawings on pages contain `3H`, which is a card of a second pack."""
    return cards_in(text) & set(TEXTS[:PACK])


@pytest.mark.parametrize(("game", "mode"), CASES)
async def test_no_message_depends_on_cards_its_viewer_may_not_know(
    company, transactional_db, monkeypatch, game, mode
):
    rng = random.Random(f"{game} {mode}")
    base = await World(company, monkeypatch, game, mode).play()
    for (name, way, stage), text in base.said.items():
        known = base.may_know(name, stage, mode)
        assert cards_of_one_pack(text) <= known, (name, way, stage)
    assert cards_of_one_pack(base.said["player", "rest", "live"]) == base.may_know(
        "player", "live", mode
    )
    assert len({base.said[name, "ask", "live"] for name in ("player", "anonymous")}) == 2
    for names in (NOT_IN_THE_HAND, ("folded",), ("player",)):
        fixed = base.hole_cards(*names) if names is not NOT_IN_THE_HAND else set()
        fixed |= base.game.shown
        other = reshuffled(base.opening, fixed, rng).deck
        assert other != base.opening.deck
        world = await World(company, monkeypatch, game, mode, other, looking=names).play()
        for (name, way, stage), text in base.said.items():
            if name in names and not base.all_is_shown(name, stage, mode):
                assert world.said[name, way, stage] == text, (name, way, stage)


def everything_of(hand):
    return {text for cards in hand.state.hands for text in texts_of(cards)}


@pytest.mark.parametrize("spectators", ["open", "delayed"])
def test_open_cards_depend_on_chips_and_the_end_of_the_hand(company, spectators):
    """Also if a table was made `open` by other means than the form."""
    room = company(people=3)
    Table.objects.update(spectators=spectators, spectator_delay_s=30)
    hand, now = room.deal(), timezone.now()

    def seen(hand, later_s):
        later = now + datetime.timedelta(seconds=later_s)
        return viewer_at_table(hand, None, seated=False, now=later)

    assert seen(hand, 0) == seen(hand, 3_600) == SPECTATOR
    room.fold_down()
    assert seen(room.hand, 3_600) == OPEN
    if spectators == "delayed":
        assert seen(room.hand, 20) == SPECTATOR
    assert viewer_at_table(room.hand, room.people[1].pk, seated=True, now=now) == Viewer(seat=1)


def test_nothing_is_at_stake_in_games_for_points(company, monkeypatch):
    """The only case of open cards in a live hand."""
    room = company(people=3)
    Table.objects.update(spectators="open")
    hand = room.deal()
    game = registry.get("dou_dizhu")
    for mode, viewer in (("chips", SPECTATOR), ("points", OPEN)):
        rules = replace(game.presets["standard"], score_mode=mode)
        like = hand._replace(game=game, opening=replace(hand.opening, rules=rules), state=None)
        monkeypatch.setattr(game, "result", lambda _state: None)
        assert viewer_at_table(like, None, seated=False, now=timezone.now()) == viewer


async def test_a_delayed_stream_comes_later_and_in_order(company, transactional_db, monkeypatch):
    scene, delay = await scene_of(company), datetime.timedelta(hours=1)
    await scene.do(
        Table.objects.filter(pk=scene.company.table.pk).update,
        spectators="delayed",
        spectator_delay_s=delay.seconds,
    )

    async def at(now):
        monkeypatch.setattr(delayed, "timezone", SimpleNamespace(now=lambda: now))

        def viewer_then(hand, user_id, *, seated, **_):
            return viewer_at_table(hand, user_id, seated=seated, now=now)

        monkeypatch.setattr(shown, "viewer_at_table", viewer_then)
        await scene.room.late.read()
        await scene.sent()

    spectator = await scene.open()
    hand = await scene.do(scene.company.deal)
    assert spectator.kinds().count("hand") == 0
    await at(hand.started_at + delay)
    assert [f["hand"]["seq"] for f in spectator.frames if f["type"] == "hand"] == [0]
    assert spectator.cards() == set(), "the hand outlives the delay"
    await scene.do(scene.company.fold_down)
    await at(hand.started_at + delay)
    assert spectator.cards() == set(), "its end is not yet shown"
    stacks = [seat["stack"] for seat in (await scene.open()).frames[0]["table"]["seats"]]
    assert stacks == [1_000] * 3
    await at(timezone.now() + delay)
    assert spectator.cards() == everything_of(hand)
    seqs = [f["hand"]["seq"] for f in spectator.frames if f["type"] == "hand"]
    assert seqs == sorted(set(seqs))
    await scene.close()


async def test_a_room_opened_late_shows_the_same_as_others(company, transactional_db):
    """Neither a new room nor the API depends on another process's copy."""
    scene = await scene_of(company)
    await scene.do(
        Table.objects.filter(pk=scene.company.table.pk).update,
        spectators="delayed",
        spectator_delay_s=1,
    )
    first = await scene.open()
    await scene.do(scene.company.deal)
    await until(lambda: "hand" in first.kinds(), "the hand")
    again = Scene(scene.company)
    late = await again.open()
    asked = await scene.do(state_for, scene.company.table.pk, None, watching=0)
    shown = [frame for frame in first.frames if frame["type"] == "hand"][-1]["hand"]
    assert late.frames[0]["hand"] == shown == json.loads(msgspec.json.encode(asked.hand))
    assert shown["seq"] == 0
    await asyncio.gather(scene.close(), again.close())


async def test_a_void_hand_disappears_from_a_delayed_table_and_shows_no_card(
    company, transactional_db
):
    scene = await scene_of(company)
    room = scene.company
    await scene.do(
        Table.objects.filter(pk=room.table.pk).update, spectators="delayed", spectator_delay_s=1
    )
    spectator = await scene.open()
    hand = await scene.do(room.deal)
    await scene.do(lambda: room.act(room.turn, "see"))

    def is_shown():  # alone, or in one frame with the deal if the reading of the deal took long
        return any((frame.get("hand") or {}).get("seq") == 1 for frame in spectator.frames)

    await until(is_shown, "the action")
    by = await scene.do(member, "Table moderator")
    await scene.do(void_hand, by=by, hand_id=hand.id, reason="a reason to give")

    def is_gone():  # the first frame came before the deal
        return any(frame.get("hand", "") is None for frame in spectator.frames[1:])

    await until(is_gone, "the hand to go")
    record = await scene.do(Client().get, f"/api/v1/hands/{hand.id}")
    assert record.status_code == 200
    assert cards_of_one_pack(json.dumps([record.json(), spectator.frames])) == set()
    await scene.close()


def test_spectators_are_told_of_a_finished_hand_after_the_delay(company):
    room = company(people=3)
    Table.objects.update(spectators="delayed", spectator_delay_s=900)
    hand = room.deal()
    room.fold_down()
    visitor, player = Client(), Client()
    player.force_login(room.people[0])
    path, listed = f"/api/v1/hands/{hand.id}", f"/api/v1/tables/{room.table.slug}/hands"
    for ending in ("", "/replay", "/record", "/text"):
        assert visitor.get(path + ending).status_code == 404
    assert visitor.get(listed).json()["items"] == []
    assert visitor.get(f"/hands/{hand.id}/").status_code == 404
    own = player.get(path)
    assert own.status_code == 200
    assert cards_of_one_pack(own.content.decode()) <= set(texts_of(hand.state.hands[0]))
    Hand.objects.update(finished_at=timezone.now() - datetime.timedelta(seconds=901))
    for client in (visitor, player):
        assert cards_in(client.get(path + "/record").content.decode()) >= everything_of(hand)
    assert len(visitor.get(listed).json()["items"]) == 1
