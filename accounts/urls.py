"""URLs about users and chips.

Must be included before allauth's: some of its pages are opened to guests here, or closed to them,
at the same URLs (reverse them by allauth's names, as in `account_login`).
"""

from django.urls import path

from accounts.alerts.unsubscribing import unsubscribe
from accounts.limits import views as limits_views
from accounts.people import views
from accounts.people.log_in import views as log_in
from accounts.sanctions import views as sanctions_views
from core.http.redirects import moved

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
    path("language/", views.language, name="language"),
    path("me/", views.profile, name="profile"),
    path("unsubscribe/<str:token>/", unsubscribe, name="unsubscribe"),
    path("me/sign-up/", log_in.guest_sign_up, name="guest_sign_up"),
    path("me/statement/", views.statement, name="statement"),
    path("me/refill/", views.refill, name="refill"),
    path("me/avatar/", views.avatar, name="avatar"),
    path("me/sanctions/", sanctions_views.sanctions, name="sanctions"),
    path("me/sanctions/<uuid:sanction_id>/", sanctions_views.appeal, name="appeal"),
    path("me/limits/", limits_views.limits, name="limits"),
    path("me/data/", limits_views.data, name="data"),
    path("me/account/", limits_views.account, name="account"),
    path("me/reopen/", limits_views.reopen, name="reopen"),
    path("me/watching/", views.watching, name="watching"),
    path("me/devices/", views.devices, name="devices"),
    path("players/<str:name>/", views.player, name="player"),
    path("players/<str:name>/block/", limits_views.block, name="block"),
    path("players/<str:name>/note/", limits_views.note, name="note"),
    # Addresses of before, for bookmarks.
    path("me/keep/", moved("accounts:guest_sign_up")),
    path("me/play/", moved("accounts:limits")),
    path("me/close/", moved("accounts:account")),
    path("me/notice/", moved("accounts:sanctions")),
]
