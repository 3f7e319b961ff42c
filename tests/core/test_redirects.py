"""Former addresses of pages lead to the pages, with their query."""

import pytest

MOVED = {
    "/me/keep/": "/me/sign-up/",
    "/me/play/": "/me/limits/",
    "/me/close/": "/me/account/",
    "/me/notice/": "/me/sanctions/",
    "/numbers/": "/statistics/",
    "/t/lotus/change/": "/t/lotus/edit/",
}


@pytest.mark.parametrize("old", MOVED)
def test_a_former_address_leads_to_the_page(client, old):
    answer = client.get(f"{old}?a=b")
    assert (answer.status_code, answer["Location"]) == (301, f"{MOVED[old]}?a=b")


@pytest.mark.parametrize("old", MOVED)
def test_nothing_is_sent_to_a_former_address(client, old):
    assert client.post(old).status_code == 405
