"""URLs about users and chips.

Must be included before allauth's: some of its pages are opened to guests here, or closed to them,
at the same URLs (reverse them by allauth's names, as in `account_login`).
"""

from django.urls import path

from accounts.limits import views as limits_views
from accounts.people import log_in, views
from accounts.sanctions import views as sanctions_views

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
    path("conduct/", sanctions_views.rules, name="conduct"),
    path("guest/", log_in.guest, name="guest"),
    path("me/", views.profile, name="profile"),
    path("me/keep/", log_in.keep, name="keep"),
    path("me/statement/", views.statement, name="statement"),
    path("me/refill/", views.refill, name="refill"),
    path("me/avatar/", views.avatar, name="avatar"),
    path("me/notice/", sanctions_views.notice, name="notice"),
    path("me/notice/<uuid:sanction_id>/", sanctions_views.appeal, name="appeal"),
    path("me/play/", limits_views.play, name="play"),
    path("me/data/", limits_views.data, name="data"),
    path("me/close/", limits_views.close, name="close"),
    path("me/reopen/", limits_views.reopen, name="reopen"),
    path("me/devices/", views.devices, name="devices"),
    path("players/<str:name>/", views.player, name="player"),
    path("players/<str:name>/block/", limits_views.block, name="block"),
    path("players/<str:name>/note/", limits_views.note, name="note"),
]
