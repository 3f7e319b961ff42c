"""Addresses of people and chips.

Must be included before allauth's: some of its pages are opened to guests here, or closed to them,
under the same addresses (reverse them by allauth's names, as in `account_login`).
"""

from django.urls import path

from accounts.limits import views as views_own
from accounts.people import log_in, views
from accounts.sanctions import views as views_conduct

app_name = "accounts"
urlpatterns = [
    path("accounts/signup/", log_in.SignupView.as_view(), name="signup"),
    path("accounts/login/", log_in.LoginView.as_view(), name="login"),
    path("accounts/password/change/", log_in.password_change, name="change_password"),
    path("accounts/password/set/", log_in.password_set, name="set_password"),
    path("accounts/email/", log_in.email, name="email"),
    path("accounts/2fa/", log_in.second_factor_state, name="second_factor"),
    path("accounts/2fa/authenticate/", log_in.CodeView.as_view(), name="code"),
    path("accounts/2fa/totp/activate/", log_in.second_factor_set_up, name="set_up_factor"),
    path("accounts/2fa/totp/deactivate/", log_in.second_factor_remove, name="remove_factor"),
    path("accounts/2fa/recovery-codes/", log_in.recovery_codes, name="recovery_codes"),
    path("accounts/2fa/recovery-codes/generate/", log_in.new_recovery_codes, name="new_codes"),
    path("accounts/2fa/recovery-codes/download/", log_in.recovery_file, name="codes_file"),
    path("conduct/", views_conduct.rules, name="conduct"),
    path("guest/", log_in.guest, name="guest"),
    path("me/", views.profile, name="profile"),
    path("me/keep/", log_in.keep, name="keep"),
    path("me/statement/", views.statement, name="statement"),
    path("me/refill/", views.refill, name="refill"),
    path("me/avatar/", views.avatar, name="avatar"),
    path("me/notice/", views_conduct.notice, name="notice"),
    path("me/notice/<uuid:sanction_id>/", views_conduct.appeal, name="appeal"),
    path("me/play/", views_own.play, name="play"),
    path("me/data/", views_own.data, name="data"),
    path("me/close/", views_own.close, name="close"),
    path("me/reopen/", views_own.reopen, name="reopen"),
    path("me/devices/", views.devices, name="devices"),
    path("players/<str:name>/", views.player, name="player"),
    path("players/<str:name>/block/", views_own.block, name="block"),
    path("players/<str:name>/note/", views_own.note, name="note"),
]
