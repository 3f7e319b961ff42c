"""URLs of the API about users and chips."""

from django.urls import path

from accounts.alerts import api as alerts
from accounts.limits import api as responsible_play
from accounts.people.api import credentials, log_in, notes, views
from accounts.sanctions import api as notices

urlpatterns = [
    path("register", log_in.Register.as_view()),
    path("guest", log_in.Guest.as_view()),
    path("login", log_in.Login.as_view()),
    path("refresh", log_in.Refresh.as_view()),
    path("logout", log_in.Logout.as_view()),
    path("ticket", views.SocketTicket.as_view()),
    path("devices", views.Devices.as_view()),
    path("devices/browsers/<int:browser_id>", views.OneBrowser.as_view()),
    path("devices/<uuid:device_id>", views.OneDevice.as_view()),
    path("me", views.Me.as_view()),
    path("me/sign-up", views.SignUp.as_view()),
    path("me/bot", views.RegisterBot.as_view()),
    path("me/password", views.Password.as_view()),
    path("me/emails", credentials.Emails.as_view()),
    path("me/emails/link", credentials.EmailLink.as_view()),
    path("me/emails/remove", credentials.EmailRemoval.as_view()),
    path("emails/confirm", credentials.EmailConfirmed.as_view()),
    path("password/reset", credentials.PasswordReset.as_view()),
    path("password/reset/confirm", credentials.NewPassword.as_view()),
    path("me/second-factor", credentials.SecondFactor.as_view()),
    path("me/second-factor/begin", credentials.SecondFactorBegin.as_view()),
    path("me/second-factor/remove", credentials.SecondFactorRemoval.as_view()),
    path("me/second-factor/codes", credentials.RecoveryCodes.as_view()),
    path("me/responsible-play", responsible_play.Play.as_view()),
    path("me/limits", responsible_play.Limits.as_view()),
    path("me/breaks", responsible_play.Breaks.as_view()),
    path("me/reminder", responsible_play.Reminder.as_view()),
    path("me/blocks/<str:name>", responsible_play.OneBlock.as_view()),
    path("me/sanctions", notices.Notice.as_view()),
    path("me/sanctions/<uuid:sanction_id>", notices.Appeal.as_view()),
    path("me/notifications", alerts.Alerts.as_view()),
    path("me/notifications/devices", alerts.AlertDevices.as_view()),
    path("me/notifications/devices/<int:subscription_id>", alerts.OneAlertDevice.as_view()),
    path("conduct", notices.Conduct.as_view()),
    path("me/close", notices.Close.as_view()),
    path("me/reopen", notices.Reopen.as_view()),
    path("me/export", notices.Export.as_view()),
    path("me/balance", views.Balance.as_view()),
    path("me/refill", views.Refill.as_view()),
    path("me/statement", views.Statement.as_view()),
    path("players/<str:name>", views.Player.as_view()),
    path("players/<str:name>/note", notes.PlayerNote.as_view()),
]
