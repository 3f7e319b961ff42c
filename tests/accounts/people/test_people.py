"""Creating and changing users: wallets are created with them, names are unique."""

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils.translation import override

from accounts import ledger
from accounts.ledger import entries
from accounts.ledger.models import Account, Entry
from accounts.people.actions import users
from accounts.people.models import User
from accounts.people.names import spelling
from core.errors import RequestRefused
from tests.support.cases import for_each
from tests.support.people import PASSWORD, in_threads


@pytest.mark.django_db
def test_a_user_starts_with_ten_thousand_chips() -> None:
    anna = users.register_person(name="Anna", password=PASSWORD)
    assert anna.kind == "person"
    assert ledger.wallet_balance(anna.pk) == 10_000
    assert ledger.balance(ledger.bank()) == -10_000
    assert anna.check_password(PASSWORD)
    assert anna.email == ""


@pytest.mark.django_db
def test_guests_have_friendly_names_chips_and_no_password() -> None:
    guests = [users.create_guest() for _ in range(30)]
    assert len({guest.name_key for guest in guests}) == 30
    for guest in guests:
        assert guest.is_guest
        assert not guest.has_usable_password()
        assert ledger.wallet_balance(guest.pk) == 10_000


@pytest.mark.django_db
def test_bots_have_a_level_and_an_empty_wallet() -> None:
    bot = users.create_bot(level="hard")
    assert (bot.kind, bot.bot_level, bot.has_usable_password()) == ("bot", "hard", False)
    assert Account.objects.filter(user=bot, balance=0).count() == 1


@pytest.mark.django_db(transaction=True)
def test_no_user_is_stored_without_a_wallet(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object) -> None:
        raise OSError("the disk is full")

    plain = User.objects.create(name="Anna", name_key="anna")
    assert ledger.wallet_balance(plain.pk) == 10_000
    ways = [
        lambda: users.create_guest(),
        lambda: users.create_bot(level="easy"),
        lambda: users.register_person(name="Bela", password=None),
        lambda: User.objects.create_superuser("Carla"),
        lambda: User.objects.create(name="Dora", name_key="dora"),
    ]
    monkeypatch.setattr(entries, "open_wallet", full)
    for way in ways:
        with pytest.raises(OSError, match="disk"):
            way()
    assert list(User.objects.all()) == [plain]


def test_only_bots_have_levels(anna: User) -> None:
    anna.bot_level = "hard"
    with pytest.raises(IntegrityError), transaction.atomic():
        anna.save()


def test_a_confusable_name_is_taken_and_leaves_nothing_behind(anna: User) -> None:
    before = (User.objects.count(), Account.objects.count(), Entry.objects.count())
    for twin in ("ANNA", "Ａｎｎａ", "an.na", "AṆNA"):
        with pytest.raises(RequestRefused) as refusal:
            users.register_person(name=twin, password=PASSWORD)
        assert refusal.value.code == "NAME_TAKEN", twin
    assert (User.objects.count(), Account.objects.count(), Entry.objects.count()) == before


@pytest.mark.django_db(transaction=True)
def test_only_one_of_many_concurrent_requests_gets_a_name() -> None:
    made, refused = [], []

    def register(number: int) -> None:
        try:
            name = ("Anna", "ANNA", "Ａnna", "An-na")[number % 4]
            made.append(users.register_person(name=name, password=None))
        except RequestRefused as refusal:
            refused.append(refusal.code)

    in_threads(8, register)
    assert len(made) == 1
    assert refused == ["NAME_TAKEN"] * 7
    assert Account.objects.filter(kind="wallet").count() == 1
    assert ledger.balance(ledger.bank()) == -10_000


@pytest.mark.django_db
def test_staff_may_have_a_reserved_name_and_others_may_not() -> None:
    call_command("createsuperuser", interactive=False, name="admin", verbosity=0)
    admin = User.objects.get_by_natural_key("ADMIN")
    assert admin.is_superuser
    assert ledger.wallet_balance(admin.pk) == 10_000
    with pytest.raises(RequestRefused) as refusal:
        users.register_person(name="dealer", password=None)
    assert refusal.value.code == "NAME_RESERVED"


@pytest.mark.django_db
def test_the_name_of_a_member_of_staff_cannot_be_imitated() -> None:
    users.register_person(name="Meera Joshi", password=None, staff=True)
    for name in ("Meera Joshi1", "MeeraJoshii", "Mera Joshi", "Meera Jsohi", "7 Meera-Joshi"):
        with pytest.raises(RequestRefused) as refusal:
            users.create_guest(name=name)
        assert (refusal.value.code, refusal.value.status) == ("NAME_OF_STAFF", 409)
    with pytest.raises(RequestRefused) as refusal:
        users.create_guest(name="meera_joshi")
    assert refusal.value.code == "NAME_TAKEN"
    assert users.create_guest(name="Meera").name == "Meera"


@pytest.mark.django_db
def test_a_user_keeps_a_name_that_is_no_longer_given() -> None:
    old = users.create_guest(name="Meera")
    User.objects.filter(pk=old.pk).update(name="李", name_key=spelling.name_key("李"))
    guest = User.objects.get(pk=old.pk)
    assert users.check_free_name("李", but=guest) == "李"
    person = users.sign_up_guest(user=guest, name="李", password=PASSWORD)
    assert person.name == "李"
    assert User.objects.get_by_natural_key("李") == person


@for_each(
    ("language", "text"),
    [
        ("en", "This name is reserved. Please choose another one."),
        ("hi", "यह नाम आरक्षित है। कृपया दूसरा नाम चुनें।"),
        ("zh-hans", "这是保留的名字，请换一个。"),
    ],
)
def test_a_refused_name_says_why_in_the_language_of_the_reader(language: str, text: str) -> None:
    with pytest.raises(RequestRefused) as refusal:
        spelling.check("AdminTeam")
    assert refusal.value.code == "NAME_RESERVED"
    with override(language):
        assert refusal.value.text == text


def test_a_registering_guest_keeps_everything(guest: User) -> None:
    avatar, joined, wallet = guest.avatar, guest.date_joined, ledger.wallet(guest)
    table = ledger.escrow(guest.pk)
    ledger.buy_in(user=guest, table_id=guest.pk, amount=4_000, uid="sit")
    person = users.sign_up_guest(user=guest, name="Meera", password=PASSWORD, email="M@Example.org")
    assert person.pk == guest.pk
    assert (person.kind, person.name, person.avatar) == ("person", "Meera", avatar)
    assert person.date_joined == joined
    assert person.email == "m@example.org"
    assert person.check_password(PASSWORD)
    assert ledger.wallet(person) == wallet
    assert ledger.balance(wallet) == 6_000
    assert ledger.balance(table) == 4_000
    assert Entry.objects.filter(kind="start").count() == 1
    assert EmailAddress.objects.get(user=person).verified is False


def test_a_guest_may_keep_their_own_name_but_not_another(guest: User, anna: User) -> None:
    with pytest.raises(RequestRefused) as refusal:
        users.sign_up_guest(user=guest, name="anna", password=PASSWORD)
    assert refusal.value.code == "NAME_TAKEN"
    guest.refresh_from_db()
    assert guest.is_guest
    assert users.sign_up_guest(user=guest, name=guest.name, password=PASSWORD).name == guest.name


def test_a_guest_registers_only_once(guest: User, anna: User) -> None:
    users.sign_up_guest(user=guest, name="Meera", password=PASSWORD)
    for person in (guest, anna):
        with pytest.raises(RequestRefused) as refusal:
            users.sign_up_guest(user=person, name="Stolen", password="another-pass-1")
        assert refusal.value.code == "NOT_A_GUEST"
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


@pytest.mark.django_db
def test_two_users_may_give_the_same_unconfirmed_address() -> None:
    for name in ("Anna", "Ravi"):
        users.register_person(name=name, password=None, email="same@example.org")
    assert EmailAddress.objects.filter(email="same@example.org", verified=False).count() == 2


@pytest.mark.parametrize("seed", [-1, 2**31])
def test_avatars_are_seeds(anna: User, seed: int) -> None:
    with pytest.raises(RequestRefused):
        users.set_avatar(user=anna, seed=seed)
    users.set_avatar(user=anna, seed=2**31 - 1)
    anna.refresh_from_db()
    assert anna.avatar == 2**31 - 1
