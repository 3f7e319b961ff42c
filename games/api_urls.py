"""Addresses of hands, rules, odds and figures in the API."""

from django.urls import path

from games.dealing import api as fair
from games.designer.api import designs, odds
from games.hands.api import rules
from games.hands.api import views as hands
from games.ladder import api as ladder
from games.quiz import api as quiz
from games.stats.api import views as figures

urlpatterns = [
    path("games", rules.Games.as_view()),
    path("games/<slug:key>/rules", rules.Rules.as_view()),
    path("games/<slug:key>/ranking", rules.Ranking.as_view()),
    path("games/<slug:key>/rules/text", rules.RulesText.as_view()),
    path("games/<slug:key>/quiz", quiz.RulesQuiz.as_view()),
    path("games/<slug:key>/spots", quiz.Spots.as_view()),
    path("games/<slug:key>/spots/<slug:spot>", quiz.OneSpot.as_view()),
    path("hands", hands.MyHands.as_view()),
    path("hands/pokerstars", hands.MyPokerStars.as_view()),
    path("shared-hands/<str:code>", hands.SharedHand.as_view()),
    path("shared-hands/<str:code>/replay", hands.SharedReplay.as_view()),
    path("hands/<uuid:hand_id>", hands.OneHand.as_view()),
    path("hands/<uuid:hand_id>/replay", hands.HandReplay.as_view()),
    path("hands/<uuid:hand_id>/record", hands.HandRecord.as_view()),
    path("hands/<uuid:hand_id>/phh", hands.HandPhh.as_view()),
    path("hands/<uuid:hand_id>/pokerstars", hands.HandPokerStars.as_view()),
    path("hands/<uuid:hand_id>/text", hands.HandText.as_view()),
    path("decks/<uuid:deck_id>", fair.OneOpenedDeck.as_view()),
    path("fair/hands", fair.PublicHands.as_view()),
    path("fair/days", fair.Days.as_view()),
    path("fair/keys", fair.FairKeys.as_view()),
    path("fair/days/<str:day>", fair.OneDay.as_view()),
    path("hands/<uuid:hand_id>/note", hands.HandNote.as_view()),
    path("hands/<uuid:hand_id>/share", hands.HandShare.as_view()),
    path("odds", odds.Odds.as_view()),
    path("odds/summary", odds.Summary.as_view()),
    path("odds/table.csv", odds.OddsCsv.as_view()),
    path("odds/table.json", odds.OddsJson.as_view()),
    path("odds/table.notebook", odds.OddsNotebook.as_view()),
    path("odds/hands/<str:cards>", odds.OneOfAll.as_view()),
    path("paytables/presets", odds.Presets.as_view()),
    path("paytables/analyse", odds.Analyse.as_view()),
    path("paytables/simulate", odds.Simulate.as_view()),
    path("designs", designs.Designs.as_view()),
    path("designs/<uuid:design_id>", designs.OneDesign.as_view()),
    path("me/statistics", figures.MyStatistics.as_view()),
    path("me/today", figures.MyToday.as_view()),
    path("me/bankroll", figures.MyBankroll.as_view()),
    path("players/<str:name>/statistics", figures.PlayerStatistics.as_view()),
    path("ratings", figures.Ratings.as_view()),
    path("leaderboards", figures.Leaderboards.as_view()),
    path("ladder", ladder.Ladder.as_view()),
    path("ladder/matches", ladder.LadderMatches.as_view()),
    path("ladder/duels", ladder.LadderDuels.as_view()),
    path("ladder/matches/<uuid:match_id>", ladder.OneLadderMatch.as_view()),
    path("ladder/matches/<uuid:match_id>/moves", ladder.LadderMoves.as_view()),
    path("statistics", figures.PublicStatistics.as_view()),
]
