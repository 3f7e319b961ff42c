"""What was made of finished hands: standings, chips between pairs, ratings, classes of deals.

All of it can be recomputed from the hands (`manage.py player_stats --rebuild`); it is kept so that
pages read it in constant time. Written by `games.stats.actions.player_stats` and
`games.stats.actions.ratings` only. The rows are rewritten with each hand, so they have no index on
anything that changes and room on their pages (see the migration): a rewrite stays on its page.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models


class PlayerStats(models.Model):
    """One player's figures at one game in one period, for chips or for points.

    Bots have the period `all` only: they are on no board.
    """

    class Period(models.TextChoices):
        DAY = "day"
        WEEK = "week"
        MONTH = "month"
        ALL = "all"

    pk = models.CompositePrimaryKey("game", "plays_for", "period", "start", "user_id")
    game = models.CharField(max_length=32)
    plays_for = models.CharField(max_length=10)
    period = models.CharField(max_length=5, choices=Period)
    start = models.DateField(help_text="first day (UTC); of `all`, 1970-01-01")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    hands = models.IntegerField()
    won = models.IntegerField()
    net = models.BigIntegerField()
    best_pot = models.BigIntegerField()
    counts = ArrayField(
        models.BigIntegerField(),
        help_text="the counters of the game's book; in `all` also its classes of open hands",
    )

    def __str__(self) -> str:
        return f"{self.game} {self.period} {self.start}"


class PairFlow(models.Model):
    """What two people played together in a month, for chips; bots are left out.

    A hand's chips go from its losers to its winners in proportion: nobody knows better whose
    chips a winner has.
    """

    pk = models.CompositePrimaryKey("low_id", "high_id", "game", "month")
    low = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    high = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=True
    )
    game = models.CharField(max_length=32)
    month = models.DateField()
    hands = models.IntegerField()
    net = models.BigIntegerField(help_text="chips that `low` won from `high`")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(low__lt=models.F("high")), name="pair_flow_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.month}: {self.net:+}"


class Rating(models.Model):
    """How strong somebody is at a game (OpenSkill): a mean, its uncertainty, and what is shown."""

    pk = models.CompositePrimaryKey("user_id", "game")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    game = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    points = models.IntegerField(help_text="the careful estimate that boards show")
    matches = models.PositiveIntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["game", "-points"], name="rating_board")]

    def __str__(self) -> str:
        return f"{self.game} {self.points}"


class RatingStep(models.Model):
    """A person's rating before one match, so that it can be played again from there.

    Two matches with a person in common have their numbers in the order in which they were rated.
    """

    id = models.BigAutoField(primary_key=True)
    hand_id = models.UUIDField(db_index=True, help_text="the last hand of the match")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    game = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.game} {self.mu:.2f} before {self.hand_id}"


class Tally(models.Model):
    """How many deals of each class there were, kept back until many can be published at once.

    `filling` moves to `published` when it holds a whole bucket of deals, so nobody can tell from
    two readings what one folded hand was. The shards are there so that tables seldom wait for
    each other's row.
    """

    pk = models.CompositePrimaryKey("game", "shard")
    game = models.CharField(max_length=32)
    shard = models.PositiveSmallIntegerField()
    hands = models.BigIntegerField(help_text="all finished hands")
    waiting = models.IntegerField(help_text="deals in `filling`")
    filling = ArrayField(models.BigIntegerField())
    published = ArrayField(models.BigIntegerField())

    def __str__(self) -> str:
        return f"{self.game} {self.shard}"
