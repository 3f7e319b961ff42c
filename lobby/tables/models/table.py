"""A table: the game, its rules and stakes, and who may sit or watch.

The values that change with every action are in its `TableHead`.
"""

import secrets
import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from games.engines.core import registry
from games.engines.core.contract import SitAndGoRules

_CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """Eight letters without look-alikes, from the system's random generator (39 bits)."""
    return "".join(secrets.choice(_CODE_ALPHABET) for _ in range(8))


NAME_CHARS = (2, 40)
NEWCOMER_HANDS_MAX = 500
"""A newcomer has played fewer hands than this."""


class Table(models.Model):
    """One table of the site."""

    class State(models.TextChoices):
        OPEN = "open"
        PAUSED = "paused", "paused by its host between two hands"
        DRAINING = "draining"
        CLOSED = "closed"

    class Spectators(models.TextChoices):
        """The cards that spectators may see (`closed`: nobody may watch)."""

        CLOSED = "closed"
        PUBLIC = "public"
        AFTER_HAND = "after_hand"
        OPEN = "open"
        DELAYED = "delayed"

    class Chat(models.TextChoices):
        APART = "apart"
        SHARED = "shared"

    class Households(models.TextChoices):
        """Whether two people of one household may play against each other here."""

        APART = "apart"
        TOGETHER = "together"

    class PlaysFor(models.TextChoices):
        """The kind of stacks: chips, a score, the points of a sit and go, or practice chips."""

        CHIPS = "chips"
        POINTS = "points"
        SIT_AND_GO = "sit_and_go"
        UNRATED = "unrated", "practice chips"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.CharField(max_length=16, unique=True, default=new_code)
    name = models.CharField(max_length=NAME_CHARS[1])
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=32)
    rules = models.JSONField()
    rules_hash = models.CharField(max_length=64)
    max_seats = models.PositiveSmallIntegerField()
    min_buy_in = models.BigIntegerField()
    max_buy_in = models.BigIntegerField()
    clock_ms = models.PositiveIntegerField(
        default=25_000, help_text="0: no clock, only at practice tables"
    )
    bank_ms = models.PositiveIntegerField(default=30_000)
    pause_ms = models.PositiveIntegerField(default=5_000)
    spectators = models.CharField(max_length=10, choices=Spectators, default=Spectators.PUBLIC)
    spectator_delay_s = models.PositiveIntegerField(default=0)
    private = models.BooleanField(default=False)
    households = models.CharField(
        max_length=8,
        choices=Households,
        default=Households.TOGETHER,
        help_text="apart: one player of each household",
    )
    newcomers = models.BooleanField(default=False, help_text="for newcomers only")
    approval = models.BooleanField(
        default=False, help_text="the host approves each person who takes a seat"
    )
    chat = models.CharField(
        max_length=6,
        choices=Chat,
        default=Chat.APART,
        db_default=Chat.APART,
        help_text="shared: spectators write to players",
    )
    phrases_only = models.BooleanField(default=False, help_text="only quick phrases during hands")
    invite = models.CharField(max_length=16, unique=True, default=new_code)
    unrated = models.BooleanField(
        default=False,
        db_default=False,
        help_text="its hands count nowhere: no chips, statistics, leaderboards or ratings",
    )
    teaching = models.BooleanField(
        default=False,
        db_default=False,
        help_text="its host may set and open cards and take actions back; nothing is dealt fairly",
    )
    open_hands = models.BooleanField(
        default=False, db_default=False, help_text="of a teaching table: all see all cards"
    )
    next_cards = models.JSONField(
        default=dict,
        db_default={},
        help_text="of a teaching table: the cards of its next hand that the host has set, by place",
    )
    autostart = models.BooleanField(default=True)
    running = models.BooleanField(default=False, help_text="started; hands follow each other")
    bots_wanted = models.PositiveSmallIntegerField(default=0)
    bot_level = models.CharField(max_length=8, default="medium")
    is_house_table = models.BooleanField(
        default=False, help_text="opened by the platform; stays open when empty"
    )
    sister_of = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="sisters",
        help_text="the house table beside which the house opened this one; it closes when empty",
    )
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    sent_away = models.JSONField(
        default=list, db_default=[], help_text="ids of players whom the host has removed"
    )
    button = models.SmallIntegerField(null=True, help_text="the last dealer's seat")
    last_terms = models.JSONField(default=dict, help_text="the terms of the last hand")
    last_result = models.JSONField(default=dict, help_text="of the last hand: winners, ended_by")
    before_last_hand = models.JSONField(
        default=dict,
        help_text="the values before the last hand: button, last_terms, last_result, "
        "missed_blinds by seat id",
    )
    plays_for = models.CharField(max_length=10, choices=PlaysFor, default=PlaysFor.CHIPS)
    hands_dealt = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    watched_at = models.DateTimeField(null=True, help_text="when somebody last had the page open")
    lively_at = models.DateTimeField(
        auto_now_add=True, help_text="when a person last had a seat or watched"
    )
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("name"),
                name="open_table_name_once",
                condition=~models.Q(state="closed"),
            ),
            models.UniqueConstraint(
                "host",
                "game",
                name="open_practice_table_once",
                condition=models.Q(clock_ms=0, state__in=["open", "paused"]),
            ),
            models.CheckConstraint(
                condition=models.Q(clock_ms__gt=0) | models.Q(unrated=True, private=True),
                name="clock_unless_practice",
            ),
            models.CheckConstraint(
                condition=models.Q(min_buy_in__gt=0, max_buy_in__gte=models.F("min_buy_in")),
                name="buy_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def parsed_rules(self) -> Any:
        """The rules in the game's own type; equal values of `rules` give the same object."""
        known = self.__dict__.get("_parsed_rules")
        if known is None or known[0] is not self.rules:
            rules = registry.get(self.game).rules_from_json(self.rules)
            known = self.__dict__["_parsed_rules"] = (self.rules, rules)
        return known[1]

    @property
    def sit_and_go_rules(self) -> SitAndGoRules:
        """The format of the table's sit and gos. Only for tables that hold them."""
        rules = registry.get(self.game).sit_and_go(self.parsed_rules)
        assert rules is not None
        return rules

    @property
    def is_practice(self) -> bool:
        """Whether this is its host's own practice table: nobody else sits, and no clock runs."""
        return self.clock_ms == 0

    @property
    def first_id(self) -> uuid.UUID:
        """The id of the table beside which the house opened this one, or else its own."""
        return self.sister_of_id or self.pk
