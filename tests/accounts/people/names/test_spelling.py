"""Names: which are allowed, and which look the same."""

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.people.names import generator, likeness, spelling
from accounts.people.names import scripts as names_scripts
from core import graphemes
from core.word_filter import confusables
from tests.support.cases import for_each

MANY = r"""
Anna Li Jo José Øystein Łukasz O'Brien D'Arcy Jean-Luc İrem Đặng_Thị_Hồng J.R J._R._Ewing 123 42
Дмитрий Ελένη ქეთევან Անի מיכאל عمر_خالد حسین۱۲
राजेश अनुष्का श्री नी कृष्णा_देवी राहुल_१२ তৃষা ਗੁਰਪ੍ਰੀਤ ક્રિષ્ના ଶ୍ରୀ தமிழ் నవీన్ ಕೃಷ್ಣ ലക്ഷ്മി
සිතුමිණි ลี ທອງ ສົມພອນ མྲྀཏྱུ བསྒྲུབས မြွှေး ស្រីមុំ ፍቅር ᏣᎳᎩ ⵜⵉⴼⵉⵏⴰⵖ
王伟 李娜 王小明 王Wei 上官方 上官方圆 白娘子 𠮷野
さくら りん アンナ マリー 山田_Taro 東京サブロー ㄅㄆ王 김영 김민준 김Min 金민준
Adminta Modesto Modi Housein Seatonia Botond Staffan Stafford Yousuf Hostetler Guestrin Badminton
Jon_Banks Hugh_House Root_Beer House_Martin Dealer_Dan You_Jin Seat_Leon Moderato Teamster
""".split()  # noqa: SIM905
JOINED = ["क्\u200dष", "शक्\u200cति", "മന്\u200dമഥൻ", "می\u200cخواهم", "ශ්\u200dරී"]
"""Joiners where they choose the form of a letter."""
GOOD = [*(name.replace("_", " ") for name in MANY), *JOINED, "ann-marie_9", "x" * 20]


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
        ("李", "NAME_LENGTH"),
        ("김", "NAME_LENGTH"),
        ("é", "NAME_LENGTH"),
        ("\U00020bb7", "NAME_LENGTH"),
        ("क्", "NAME_LENGTH"),
        ("ñ" * 21, "NAME_LENGTH"),
        ("क्षि" * 21, "NAME_LENGTH"),
        ("क्\u200dक" * 26, "NAME_LENGTH"),
        ("😀", "NAME_CHARACTERS"),
        ("😀😀", "NAME_CHARACTERS"),
        ("x" * 21, "NAME_LENGTH"),
        ("ﷺ" * 3, "NAME_LENGTH"),  # one character that NFKC expands to eighteen
        ("An\u200bna", "NAME_CHARACTERS"),
        ("An\u200dna", "NAME_CHARACTERS"),
        ("An\u200cna", "NAME_CHARACTERS"),
        ("क\u200dष", "NAME_CHARACTERS"),  # no virama before it
        ("क्\u200c", "NAME_CHARACTERS"),  # no letter after it
        ("क्\u200d\u093f", "NAME_CHARACTERS"),  # a vowel sign after it
        ("دا\u200cد", "NAME_CHARACTERS"),  # between letters that do not join
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
        ("王Аня", "NAME_SCRIPTS"),
        ("さくら김", "NAME_SCRIPTS"),
        ("さくらㄅ", "NAME_SCRIPTS"),
        ("राजेशA", "NAME_SCRIPTS"),
        ("राजேஷ்", "NAME_SCRIPTS"),
        ("Anna 1२", "NAME_SCRIPTS"),
        ("राहुल 1२", "NAME_SCRIPTS"),
        ("𐌲𐌿𐍄𐌰", "NAME_SCRIPTS"),  # Gothic: nobody's script today
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


RESERVED = """
AdminTeam ModTeam CardhouseBot Support_Desk The_House Floorman2 Seat_3 You adminteam modteam
supportdesk thehouse Seat3 5eat_3 seat_33 Adm1nTeam M0derat0r Moderatorr Moderater Moderaotr Adminn
MODTEAM modTeam7 the_m0d Admin.Anna Anna_Mod House_Bot cardh0use_b0t Y0u Admin's Official-Anna
एडमिन एडमीन मॉडरेटर मोडरेटर मॉडरेटर_2 एडमिन_टीम सीट_3 आप कार्डहाउस स्टाफ़ सपोर्ट_टीम
管理员 客服 官方 管理员小王 客服小李 官_方 官方01 王Admin Admin王 座位3 机器人1 系统 裁判
"""


@for_each("name", RESERVED.split())
def test_titles_are_reserved_however_they_are_written(name: str) -> None:
    for written in {name, name.replace("_", " "), name.replace("_", "-"), name.replace("_", "")}:
        with pytest.raises(spelling.BadName) as refusal:
            spelling.check(written)
        assert refusal.value.code == "NAME_RESERVED", written
        assert spelling.check(written, allow_reserved=True)


def test_apostrophes_and_hyphens_are_stored_as_keyboards_have_them() -> None:
    assert spelling.check("O’Brien") == spelling.check("O‘Brien") == "O'Brien"
    assert spelling.check("Jean‐Luc") == spelling.check("Jean‑Luc") == "Jean-Luc"


def test_a_name_has_twenty_letters_with_all_their_marks() -> None:
    assert spelling.check("क्षि" * 20)
    assert spelling.check("e\u0301" * 20) == "é" * 20


SCRIPTS = {
    "Latin": "abcdeéßł",
    "Devanagari": "कखगघङचछजकािीुं",
    "Han": "王伟李娜小明国",
    "Hangul": "김영민준서지",
    "Hiragana": "さくらりんあい",
    "Bopomofo": "ㄅㄆㄇㄈ",
    "Cyrillic": "абвгдеж",
    "Greek": "αβγδεζ",
    "Arabic": "عمرخالد",
    "Hebrew": "אבגדה",
    "Thai": "กขคงจฉ",
}
TOGETHER = [
    {"Latin", "Han", "Hiragana"},
    {"Latin", "Han", "Hangul"},
    {"Latin", "Han", "Bopomofo"},
]


@given(st.lists(st.sampled_from(sorted(SCRIPTS)), min_size=1, max_size=3), st.data())
def test_scripts_stand_together_as_uts_39_allows(scripts: list[str], data: st.DataObject) -> None:
    """One script, or those of Chinese, Japanese or Korean with Latin ones."""
    parts = [
        data.draw(st.text(st.sampled_from(SCRIPTS[script]), min_size=2, max_size=5))
        for script in scripts
    ]
    name = "".join(part.lstrip("ािीुं") or "कम" for part in parts)
    used = set(scripts)
    allowed = len(used) == 1 or any(used <= some for some in TOGETHER)
    assert names_scripts.keeps_to_one(unicodedata.normalize("NFKC", name)) == allowed


@for_each(
    ("one", "other"),
    [
        ("Meera", "Meera1"),
        ("Meera", "Meeraa"),
        ("Meera", "Méera"),
        ("Meera", "mee_ra"),
        ("Moderator", "Moderatorr"),
        ("Rajesh", "Rajehs"),
        ("राजेश", "राजेश२"),
        ("王小明", "王小明1"),
    ],
)
def test_near_copies_are_near_in_both_directions(one: str, other: str) -> None:
    assert likeness.is_near(one, other)
    assert likeness.is_near(other, one)


@for_each(
    ("one", "other"),
    [
        ("Karin", "Karen"),
        ("Meera", "Mira"),
        ("Lucky Otter 12", "Lucky Otter 7"),
        ("王小明", "王小朋"),
        ("42", "43"),
        ("Rajesh", "Ramesha"),
    ],
)
def test_different_names_are_not_near(one: str, other: str) -> None:
    assert not likeness.is_near(one, other)


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
        start = rng.choice((rng.randrange(0x3000), rng.randrange(0x110000)))
        text = "".join(chr(min(0x10FFFF, start + rng.randrange(64))) for _ in range(4))
        try:
            kept = spelling.check(text)
        except spelling.BadName:
            continue
        accepted += 1
        assert graphemes.count(kept) <= spelling.NAME_GRAPHEMES_MAX
        assert spelling.NAME_LETTERS_MIN <= len(kept) <= spelling.NAME_CHARS_MAX
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
