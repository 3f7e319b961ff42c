"""Addresses of hands, rules and figures in the API."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
