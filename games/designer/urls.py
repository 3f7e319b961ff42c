"""URLs of the odds: the table of all hands and the designer of pay tables."""

from django.urls import path

from games.designer import views

urlpatterns = [
    path("", views.table_page, name="odds"),
    path("rows/", views.rows, name="odds_rows"),
    path("table.<str:ending>", views.download, name="odds_file"),
    path("design/", views.design_page, name="odds_design"),
    path("design/save/", views.save, name="odds_save"),
    path("design/<uuid:design_id>/delete/", views.delete, name="odds_delete"),
    path("design.csv", views.design_file, name="odds_design_file"),
    path("analyse/", views.analyse, name="odds_analyse"),
    path("simulate/", views.simulate, name="odds_simulate"),
]
