"""Matches of registered bots, and the ratings that follow from them."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.engines.core.contract import Action
from games.ladder.course import SEED_CHARS, LadderHand, Terms


class LadderMatch(models.Model):
    """A match of a registered bot against house bots of one level, or a game in its sandbox."""

    class Outcome(models.TextChoices):
        OPEN = "open"
        WON = "won"
        DRAWN = "drawn"
        LOST = "lost"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
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
        "house bot with its cards, null while it is played"
    )
    version = models.PositiveIntegerField(default=0, help_text="grows with each change of `hands`")
    outcome = models.CharField(max_length=5, choices=Outcome, default=Outcome.OPEN)
    started_at = models.DateTimeField()
    ends_at = models.DateTimeField(help_text="a match that is open then is lost")
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
                fields=["user", "game"], condition=Q(is_sandbox=True), name="one_sandbox_each"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["ends_at"],
                condition=Q(outcome="open", is_sandbox=False),
                name="open_ladder_matches",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} against {self.level}: {self.outcome}"

    @property
    def terms(self) -> Terms:
        """The terms of the match."""
        return Terms(self.game, self.preset, self.level, self.deals, self.seed)

    def course(self) -> tuple[LadderHand, ...]:
        """The hands dealt so far."""
        return tuple(
            LadderHand(
                tuple(
                    Action(seat, kind, amount, tuple(cards), reading)
                    for seat, kind, amount, cards, reading in hand["actions"]
                ),
                hand["net"],
            )
            for hand in self.hands
        )

    @property
    def net(self) -> int:
        """The chips that the bot has won more than the house bot with its cards, in chips."""
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
