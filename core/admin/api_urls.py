"""Addresses of the staff pages in the API."""

from django.urls import path

from core.admin import api

urlpatterns = [
    path("staff", api.Staff.as_view()),
    path("staff/<slug:kind>", api.StaffRows.as_view()),
    path("staff/<slug:kind>/<str:row_id>", api.StaffOneRow.as_view()),
    path("staff/<slug:kind>/<str:row_id>/<slug:action>", api.StaffActions.as_view()),
    path("staff/<slug:kind>/<str:row_id>/<slug:action>/preview", api.StaffActionPreview.as_view()),
]
