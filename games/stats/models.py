"""Data derived from finished hands: player stats, chips between pairs, ratings, classes of deals.

All of it can be recomputed from the hands (`manage.py player_stats --rebuild`); it is stored so
that pages read it in constant time. Only `games.stats.actions.player_stats` and
`games.stats.actions.ratings` write it. The rows change with each hand, so their pages have free
space and no changing column is indexed (see the migration): an update stays on its page.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models


class PlayerStats(models.Model):
    """A player's statistics at one game in one period, for chips or for points.

    Bots have only the period `all`: they are on no leaderboard.
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
        help_text="the game's counters; in `all` also its classes of shown hands",
    )
    # The part that leaderboards count: hands with `Hand.ranked`.
    ranked_hands = models.IntegerField(default=0, db_default=0)
    ranked_won = models.IntegerField(default=0, db_default=0)
    ranked_net = models.BigIntegerField(default=0, db_default=0)
    ranked_best_pot = models.BigIntegerField(default=0, db_default=0)
    ranked_centi_bb = models.BigIntegerField(
        default=0, db_default=0, help_text="in games with blinds: hundredths of a big blind won"
    )

    class Meta:
        verbose_name = verbose_name_plural = "player stats"

    def __str__(self) -> str:
        return f"{self.game} {self.period} {self.start}"


class WithheldHand(models.Model):
    """A finished hand of a delayed table that is in none of the figures yet.

    Its results are public when spectators have seen it: then `publish_due` adds it to the figures
    (`games.stats.actions.publication`).
    """

    hand_id = models.UUIDField(primary_key=True)
    due_at = models.DateTimeField(help_text="when spectators have seen its end")

    def __str__(self) -> str:
        return f"hand {self.hand_id} until {self.due_at:%H:%M}"


class PairFlow(models.Model):
    """The results between two users in a month, for chips; bots are excluded.

    The chips of a hand flow from its losers to its winners in proportion, since nobody can tell
    whose chips a winner has.
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
    """A user's rating at a game (OpenSkill): mean, uncertainty, and the displayed points."""

    pk = models.CompositePrimaryKey("user_id", "game")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    game = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    points = models.IntegerField(help_text="the conservative estimate that leaderboards show")
    matches = models.PositiveIntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["game", "-points"], name="rating_board")]

    def __str__(self) -> str:
        return f"{self.game} {self.points}"


class RatingStep(models.Model):
    """A user's rating before a match, so that ratings can be recomputed from there.

    The ids of two matches with a common user are in the order in which they were rated.
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
    """The number of deals of each class, published only in buckets.

    `filling` is added to `published` when it has a whole bucket of deals, so nobody can infer a
    single folded hand from two readings. The shards are there so that tables rarely wait for each
    other's row.
    """

    pk = models.CompositePrimaryKey("game", "shard")
    game = models.CharField(max_length=32)
    shard = models.PositiveSmallIntegerField()
    hands = models.BigIntegerField(help_text="all finished hands")
    waiting = models.IntegerField(help_text="deals in `filling`")
    filling = ArrayField(models.BigIntegerField())
    published = ArrayField(models.BigIntegerField())

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.game} {self.shard}"
