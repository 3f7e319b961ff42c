"""Names: which are allowed, and which look the same."""

import random
import unicodedata

import pytest

from accounts.people.names import generator, spelling
from core.word_filter import confusables
from tests.support.cases import for_each

GOOD = [
    "Anna",
    "ann-marie_9",
    "J. R. Ewing",
    "José",
    "Øystein",
    "Дмитрий",
    "Ελένη",
    "राजेश",
    "कृष्णा देवी",
    "王小明",
    "さくら",
    "김민준",
    "عمر خالد",
    "தமிழ்",
    "Badminton",
    "x" * 20,
    "123",
    "Li",
    "Jo",
    "J.R",
    "42",
    "王伟",
    "김영",
    "りん",
    "ลี",
    "李",
    "김",
    "\U00020bb7",  # 𠮷, a Japanese family name outside the basic plane
]


@for_each("name", GOOD)
def test_names_of_all_scripts_are_stored_as_written(name: str) -> None:
    assert spelling.check(name) == unicodedata.normalize("NFKC", name)
    assert spelling.name_key(name)


@for_each(
    ("name", "code"),
    [
        ("", "NAME_LENGTH"),
        ("a", "NAME_LENGTH"),
        ("7", "NAME_LENGTH"),
        ("あ", "NAME_LENGTH"),
        ("ง", "NAME_LENGTH"),
        ("ㄱ", "NAME_LENGTH"),  # a single letter of Hangul
        ("😀", "NAME_CHARACTERS"),
        ("😀😀", "NAME_CHARACTERS"),
        ("x" * 21, "NAME_LENGTH"),
        ("ﷺ" * 3, "NAME_LENGTH"),  # one character that NFKC expands to eighteen
        ("An\u200bna", "NAME_CHARACTERS"),
        ("An\u200dna", "NAME_CHARACTERS"),
        ("\ufeffAnna", "NAME_CHARACTERS"),
        ("Anna\u202egpj", "NAME_CHARACTERS"),
        ("\u2066Anna\u2069", "NAME_CHARACTERS"),
        ("An\u00adna", "NAME_CHARACTERS"),
        ("An\u034fna", "NAME_CHARACTERS"),
        ("\u3164\u3164\u3164", "NAME_CHARACTERS"),
        ("\u2800\u2800\u2800", "NAME_CHARACTERS"),
        ("An\x00na", "NAME_CHARACTERS"),
        ("An\nna", "NAME_CHARACTERS"),
        ("Anna\ufe0f", "NAME_CHARACTERS"),
        ("\ud800abc", "NAME_CHARACTERS"),
        ("<b>Anna</b>", "NAME_CHARACTERS"),
        ("Anna'); --", "NAME_CHARACTERS"),
        ("Anna🂡", "NAME_CHARACTERS"),
        ("A/B/C", "NAME_CHARACTERS"),
        ("a@b.org", "NAME_CHARACTERS"),
        ("Anna..b", "NAME_CHARACTERS"),
        ("_Anna", "NAME_CHARACTERS"),
        ("Anna.", "NAME_CHARACTERS"),
        ("...", "NAME_CHARACTERS"),
        ("Zalgo\u0323\u0324\u0325\u0326\u0327", "NAME_CHARACTERS"),
        ("\u0901\u0902\u0903", "NAME_CHARACTERS"),
        ("Аnna", "NAME_SCRIPTS"),  # Cyrillic A
        ("Annα", "NAME_SCRIPTS"),  # Greek alpha
        ("Аdmin", "NAME_SCRIPTS"),
        ("admin", "NAME_RESERVED"),
        ("ADMIN", "NAME_RESERVED"),
        ("GM", "NAME_RESERVED"),
        ("系统", "NAME_RESERVED"),
        ("Ａｄｍｉｎ", "NAME_RESERVED"),
        ("𝒜𝒹𝓂𝒾𝓃", "NAME_RESERVED"),
        ("ádmín", "NAME_RESERVED"),
        ("a.d-m_i n", "NAME_RESERVED"),
        ("adrnin", "NAME_RESERVED"),
        ("adm1n", "NAME_RESERVED"),
        ("Admin2", "NAME_RESERVED"),
        ("The Admin", "NAME_RESERVED"),
        ("Card House", "NAME_RESERVED"),
        ("M0derat0r", "NAME_RESERVED"),
        ("Dea1er", "NAME_RESERVED"),
        ("guest", "NAME_RESERVED"),
        ("Guest 7", "NAME_RESERVED"),
        ("ꓮꓓꓟꓲꓠ", "NAME_RESERVED"),  # Lisu capitals
    ],
)
def test_forbidden_names_are_refused(name: str, code: str) -> None:
    with pytest.raises(spelling.BadName) as refusal:
        spelling.check(name)
    assert refusal.value.code == code
    assert refusal.value.text.endswith(".")


@for_each(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "ＡＮＮＡ"),
        ("Anna", "А\u043d\u043dа".replace("\u043d", "n")),  # mixed scripts, still compared
        ("Boris", "Вогіѕ"),  # all Cyrillic
        ("Pope", "Роре"),
        ("cop", "сор"),
        ("Anna Lee", "AnnaLee"),
        ("Anna Lee", "anna_lee"),
        ("Jose", "José"),
        ("Oli", "0l1"),
        ("Illy", "lIIy"),
        ("Bernard", "Bemard"),
        ("Walt", "VValt"),
        ("Player 12", "Player १२"),
        ("Straße", "STRASSE"),
        ("ΑΝΝΑ", "anna"),
        ("Æsop", "aesop"),
        ("İrem", "irem"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert spelling.name_key(one) == spelling.name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Hanna"),
        ("कमल", "कमला"),  # a vowel sign makes another name
        ("王小明", "王小朋"),
        ("Ravi", "Rafi"),
        ("Player 12", "Player 13"),
    ],
)
def test_names_that_look_different_are_different(one: str, other: str) -> None:
    assert spelling.name_key(one) != spelling.name_key(other)


def test_the_table_of_confusables_is_a_fold() -> None:
    """Each letter folds to one letter in one step, and a-z only as the table says."""
    seen: dict[str, str] = {}
    for letter, twins in confusables._LOOKS_LIKE.items():
        for twin in twins:
            assert seen.setdefault(twin, letter) == letter, twin
            assert twin not in confusables._LOOKS_LIKE, twin
            assert confusables.fold(twin) == letter, (twin, hex(ord(twin)))
    plain = [chr(code) for code in confusables._FOLD if code < 128]
    assert sorted(plain) == ["0", "1", "i"]


def test_a_stored_name_is_stable() -> None:
    """Checking a stored name changes nothing, and case never changes the key."""
    for name in GOOD:
        kept = spelling.check(name)
        assert spelling.check(kept) == kept
        keys = {spelling.name_key(form) for form in (kept, kept.upper(), kept.lower())}
        assert len(keys) == 1, name


@pytest.mark.slow
def test_random_text_never_raises_unexpected_errors() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    accepted = 0
    for _ in range(20_000):
        text = "".join(
            chr(rng.choice((rng.randrange(0x3000), rng.randrange(0x110000)))) for _ in range(4)
        )
        try:
            kept = spelling.check(text)
        except spelling.BadName:
            continue
        accepted += 1
        assert spelling.NAME_CHARS_MIN <= len(kept) <= spelling.NAME_CHARS_MAX
        assert not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") for char in kept)
        assert len(spelling.name_key(kept)) <= spelling.NAME_KEY_CHARS_MAX
        assert spelling.name_key(kept), [hex(ord(char)) for char in kept]
    assert accepted > 100


@pytest.mark.slow
def test_generated_names_are_valid() -> None:
    for candidates in (generator.for_guests, generator.for_bots):
        found = [name for name, _ in zip(candidates(random.Random(1)), range(3000), strict=False)]
        assert all(spelling.check(name) == name for name in found)
        assert all(" " in name for name in found)
        assert found[:12] == [name.rstrip("0123456789") for name in found[:12]]
        assert found[20][-1].isdigit()


def test_a_letter_has_a_bounded_number_of_marks() -> None:
    most = spelling.MARKS_PER_CHAR_MAX
    assert spelling.check("Ma" + "\u0331" * most + "ra")
    with pytest.raises(spelling.BadName) as refused:
        spelling.check("Ma" + "\u0331" * (most + 1) + "ra")
    assert (refused.value.code, refused.value.status) == ("NAME_CHARACTERS", 400)


def test_a_name_with_an_invisible_character_says_so() -> None:
    with pytest.raises(spelling.BadName, match="invisible"):
        spelling.check("Me\u200bera")
