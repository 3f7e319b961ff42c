"""The staff site, which asks for the account's second factor."""

from django.http import HttpRequest, HttpResponse
from typing_extensions import override

from accounts.people.log_in import second_factor
from core.admin.site import StaffSite


class SecondFactorSite(StaffSite):
    """The staff site with the second factor of accounts."""

    @override
    def passed_second_factor(self, request: HttpRequest) -> bool:
        return second_factor.opens_staff_pages(request)

    @override
    def ask_second_factor(self, request: HttpRequest, target: str) -> HttpResponse:
        return second_factor.ask(request, target)
