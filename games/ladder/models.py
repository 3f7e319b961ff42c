"""Matches and duels of registered bots, and the ratings that follow from them."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.engines.core.contract import Action
from games.ladder.clocks import Clock
from games.ladder.course import SEED_CHARS, LadderHand, Terms


class LadderMatch(models.Model):
    """A match of a registered bot against house bots or, as a duel, against a rival; or a sandbox.

    Results are those of `user`. House bots of the level `level` play the rest of the table.
    """

    class Outcome(models.TextChoices):
        OPEN = "open"
        WON = "won"
        DRAWN = "drawn"
        LOST = "lost"
        VOID = "void"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    rival = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="the other bot of a duel",
    )
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=32)
    level = models.CharField(max_length=8)
    deals = models.PositiveSmallIntegerField()
    seed = models.CharField(
        max_length=SEED_CHARS, help_text="all cards follow from it: secret while the match is open"
    )
    is_sandbox = models.BooleanField(help_text="the bot's author chose the seed; it is not rated")
    hands = models.JSONField(
        help_text="of each hand dealt so far: its actions, and what the bot won more than the "
        "house bot with its cards, null while it is played; in a duel less what the rival did, and "
        "whose turn it is (1: the rival's)"
    )
    version = models.PositiveIntegerField(default=0, help_text="grows with each change of `hands`")
    outcome = models.CharField(max_length=5, choices=Outcome, default=Outcome.OPEN)
    started_at = models.DateTimeField()
    ends_at = models.DateTimeField(help_text="a match that is open then is lost")
    clocks = models.JSONField(
        null=True,
        help_text="in a duel the clocks of both: milliseconds left at the last move, and when the "
        "clock runs out unless the bot moves (Unix milliseconds; null while no hand waits for it)",
    )
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "ladder matches"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "game"],
                condition=Q(outcome="open", is_sandbox=False),
                name="one_open_ladder_match",
            ),
            models.UniqueConstraint(
                fields=["rival", "game"], condition=Q(outcome="open"), name="one_open_ladder_duel"
            ),
            models.UniqueConstraint(
                fields=["user", "game"], condition=Q(is_sandbox=True), name="one_sandbox_each"
            ),
            models.CheckConstraint(
                condition=Q(rival__isnull=True, clocks__isnull=True)
                | (Q(rival__isnull=False, clocks__isnull=False, is_sandbox=False))
                & ~Q(rival=models.F("user")),
                name="ladder_duel_of_two",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["ends_at"],
                condition=Q(outcome="open", is_sandbox=False),
                name="open_ladder_matches",
            ),
            models.Index(
                fields=["game", "-finished_at"],
                condition=Q(rival__isnull=False, outcome__in=("won", "drawn", "lost")),
                name="ladder_duels_of_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} against {self.level}: {self.outcome}"

    @property
    def terms(self) -> Terms:
        """The terms of the match."""
        count = 1 if self.rival_id is None else 2
        return Terms(self.game, self.preset, self.level, self.deals, self.seed, count)

    def side_of(self, user_id: uuid.UUID) -> int:
        """0 for the bot whose match it is, 1 for the rival."""
        return int(self.user_id != user_id)

    def has_time(self, side: int, now_ms: int) -> bool:
        """Whether the clock of a bot has not run out; against house bots there is none."""
        return self.clocks is None or self.both_clocks[side].left_at(now_ms) > 0

    @property
    def both_clocks(self) -> list[Clock]:
        """The clocks of a duel."""
        return [Clock(*clock) for clock in self.clocks or ()]

    def course(self) -> tuple[LadderHand, ...]:
        """The hands dealt so far."""
        return tuple(
            LadderHand(
                tuple(
                    Action(seat, kind, amount, tuple(cards), reading)
                    for seat, kind, amount, cards, reading in hand["actions"]
                ),
                hand["net"],
                hand.get("side", 0),
            )
            for hand in self.hands
        )

    @property
    def net(self) -> int:
        """The chips that the bot has won more than the house bot with its cards.

        In a duel less what the rival has won more.
        """
        return sum(hand["net"] or 0 for hand in self.hands)


class LadderRating(models.Model):
    """The rating of a registered bot, or of a level of house bots, at a game.

    All of it follows from the finished matches (`games.ladder.actions.rate_all`).
    """

    game = models.CharField(max_length=32)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    level = models.CharField(max_length=8, blank=True, help_text="empty for a registered bot")
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "user", "level"],
                nulls_distinct=False,
                name="ladder_rating_once_each",
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=True) ^ Q(level=""), name="ladder_bot_or_level"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.user_id or self.level}"


class LadderSeek(models.Model):
    """A registered bot that is ready for a duel; it has to ask again and again to stay so."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=32)
    asked_at = models.DateTimeField(help_text="the last time")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game"], name="ladder_seek_once_each"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game}"
