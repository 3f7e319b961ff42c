"""Addresses of people and chips in the API."""

from django.urls import path

from accounts.api import entrance, views

urlpatterns = [
    path("register", entrance.Register.as_view()),
    path("guest", entrance.Guest.as_view()),
    path("login", entrance.Login.as_view()),
    path("refresh", entrance.Refresh.as_view()),
    path("logout", entrance.Logout.as_view()),
    path("ticket", views.SocketTicket.as_view()),
    path("devices", views.Devices.as_view()),
    path("devices/<uuid:device_id>", views.OneDevice.as_view()),
    path("me", views.Me.as_view()),
    path("me/keep", views.Keep.as_view()),
    path("me/program", views.Program.as_view()),
    path("me/password", views.Password.as_view()),
    path("me/balance", views.Balance.as_view()),
    path("me/refill", views.Refill.as_view()),
    path("me/statement", views.Statement.as_view()),
    path("players/<str:name>", views.Player.as_view()),
]
